import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';

/** How the rows of a long table stand. */
export interface LongTable {
  /** Height of a row in px. */
  px: number;
  /** Set once the columns are measured; until then the browser lays the table out. */
  placed?: {
    /** The table's width in px. */
    width: number;
    /** Each column's, as the tracks of a CSS grid. */
    tracks: string;
  };
}

interface Measured {
  of: unknown;
  room: number;
  widths: readonly number[];
  tallest: number;
}

/**
 * Rows come and go while a long table scrolls. The browser lays out the first ones as a table; from then on columns keep
 * the width and rows the height that they had: nothing jumps, and a new row costs its own layout instead of the whole
 * table's. Other columns, or another width of the window, are measured anew.
 *
 * `px`: the least height of a row.
 */
export function useLongTable(
  scroll: RefObject<HTMLDivElement | null>,
  on: boolean,
  columns: unknown,
  px: number,
): LongTable | undefined {
  const [held, setHeld] = useState<Measured>();
  const measured = on && held?.of === columns ? held : undefined;
  const due = on && !measured;
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!due || !box) return;
    const widths = [...box.querySelectorAll<HTMLElement>('thead th')].map((head) => head.getBoundingClientRect().width);
    if (widths.length === 0 || widths.some((one) => one === 0)) return;
    const heights = [...box.querySelectorAll<HTMLElement>('tr[data-index]')].map(({ offsetHeight }) => offsetHeight);
    setHeld({ of: columns, room: box.clientWidth, widths, tallest: Math.max(0, ...heights) });
  }, [scroll, due, columns]);
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!on || !box) return;
    const watch = new ResizeObserver(() =>
      setHeld((now) => (now && Math.abs(now.room - box.clientWidth) > 1 ? undefined : now)),
    );
    watch.observe(box);
    return () => watch.disconnect();
  }, [scroll, on]);
  return useMemo(() => {
    if (!on) return undefined;
    if (!measured) return { px };
    return {
      // Two lines in a cell make it taller than the density asks.
      px: Math.max(px, measured.tallest),
      placed: {
        width: measured.widths.reduce((sum, one) => sum + one, 0),
        tracks: measured.widths.map((width) => `${width}px`).join(' '),
      },
    };
  }, [on, measured, px]);
}
