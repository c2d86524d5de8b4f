import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { RowHeights } from './row-heights';

/** Where a list was left, by its name, so that coming back from a detail lands on the same row. */
const left = new Map<string, number>();
/** Its measured heights: without them the same scroll position would show another row. */
const known = new Map<string, RowHeights>();
/** Rows this far outside the window are kept ready, in px; where the list is scrolled to, also what comes within 250 ms. */
const AHEAD = 500;
const FAR = 1500;

/** A row that stays in the document while others come and go is not drawn anew for them. */
const Row = memo(function Row({
  index,
  count,
  gap,
  watch,
  renderRow,
}: {
  index: number;
  count: number;
  gap: number;
  watch: (row: HTMLLIElement) => () => void;
  renderRow: (index: number) => ReactNode;
}) {
  return (
    <li ref={watch} data-index={index} aria-setsize={count} aria-posinset={index + 1} style={{ paddingBottom: gap }}>
      {renderRow(index)}
    </li>
  );
});

/**
 * Thousands of rows in the page's own scroll; only those in sight (and a little more) are in the document. Heights are
 * measured, `estimate` (px) only has to be near. Rows stand in the normal flow between two spaces, so that the
 * browser's scroll anchoring keeps the page still when an estimate was wrong. `name` keeps the scroll position across
 * visits of the page.
 */
export function VirtualList({
  count,
  estimate,
  renderRow,
  keyOf,
  label,
  name,
  gap = 8,
}: {
  count: number;
  estimate: number;
  renderRow: (index: number) => ReactNode;
  keyOf: (index: number) => string | number;
  label: string;
  name?: string;
  gap?: number;
}) {
  const list = useRef<HTMLUListElement>(null);
  const heights = useMemo(() => {
    const before = name === undefined ? undefined : known.get(name);
    const held = before?.count === count ? before : new RowHeights(count, estimate + gap);
    if (name !== undefined) known.set(name, held);
    return held;
  }, [count, estimate, gap, name]);
  const [, measured] = useState(0);
  const [range, setRange] = useState<[first: number, last: number]>([
    0,
    Math.ceil((window.innerHeight + AHEAD) / estimate),
  ]);

  useLayoutEffect(() => {
    const before = name && left.get(name);
    if (before) window.scrollTo({ top: before, behavior: 'instant' });
  }, [name]);

  useLayoutEffect(() => {
    let seen = 0;
    let seenAt = 0;
    let reach = 0;
    const look = () => {
      if (name) left.set(name, window.scrollY);
      const top = -(list.current?.getBoundingClientRect().top ?? 0);
      const now = performance.now();
      const ms = now - seenAt;
      const comes = ((top - seen) * 250) / ms;
      // Not less again until it rests or turns: rows must not come and go with every change of pace.
      if (ms > 200 || comes * reach < 0) reach = 0;
      else if (Math.abs(comes) > Math.abs(reach)) reach = Math.max(-FAR, Math.min(FAR, comes));
      seen = top;
      seenAt = now;
      const first = heights.rowAt(top - Math.max(AHEAD, -reach));
      const last = heights.rowAt(top + window.innerHeight + Math.max(AHEAD, reach));
      setRange((held) => (held[0] === first && held[1] === last ? held : [first, last]));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [heights, name]);

  const observer = useMemo(
    () =>
      new ResizeObserver((entries) => {
        let changed = false;
        for (const { target } of entries) {
          if (!(target instanceof HTMLElement) || !target.isConnected) continue;
          changed = heights.measure(Number(target.dataset.index), target.offsetHeight) || changed;
        }
        if (changed) measured((times) => times + 1);
      }),
    [heights],
  );
  useLayoutEffect(() => () => observer.disconnect(), [observer]);

  const watch = useCallback(
    (row: HTMLLIElement) => {
      observer.observe(row);
      return () => observer.unobserve(row);
    },
    [observer],
  );

  const first = Math.min(range[0], Math.max(0, count - 1));
  const last = Math.min(range[1], count - 1);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, row) => first + row);
  return (
    <ul
      ref={list}
      aria-label={label}
      style={{ paddingTop: heights.startOf(first), paddingBottom: heights.startOf(count) - heights.startOf(last + 1) }}
    >
      {rows.map((index) => (
        <Row key={keyOf(index)} index={index} count={count} gap={gap} watch={watch} renderRow={renderRow} />
      ))}
    </ul>
  );
}
