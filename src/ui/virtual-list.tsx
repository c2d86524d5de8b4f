import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Where a list was left, by its name, so that coming back from a detail lands on the same row. */
const left = new Map<string, number>();

/**
 * Thousands of rows in the page's own scroll; only those in sight are in the document. Heights are measured, `estimate`
 * (px) only has to be near. `name` keeps the scroll position across visits of the page.
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
  const [above, setAbove] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    gap,
    overscan: 6,
    scrollMargin: above,
    initialOffset: name ? (left.get(name) ?? 0) : 0,
  });
  useLayoutEffect(() => {
    if (list.current) setAbove(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  useLayoutEffect(() => {
    if (!name) return;
    const before = left.get(name);
    if (before) window.scrollTo({ top: before, behavior: 'instant' });
    const remember = () => left.set(name, window.scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [name]);
  return (
    <ul ref={list} aria-label={label} style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((row) => (
        <li
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          aria-setsize={count}
          aria-posinset={row.index + 1}
          style={{
            position: 'absolute',
            insetInline: 0,
            top: 0,
            transform: `translateY(${row.start - virtualizer.options.scrollMargin}px)`,
          }}
        >
          {renderRow(row.index)}
        </li>
      ))}
    </ul>
  );
}
