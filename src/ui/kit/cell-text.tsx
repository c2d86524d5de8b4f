import type { CSSProperties, ReactNode } from 'react';

/**
 * Words in a table's cell that do not look like the rest: `quiet` for what matters less, `strong` for the row's name,
 * `small` for a second line, cut off at `clip` (any CSS width) with the whole as their tooltip. A plain element, because every row has several.
 */
export function CellText({
  quiet,
  strong,
  small,
  clip,
  title,
  children,
}: {
  quiet?: boolean;
  strong?: boolean;
  small?: boolean;
  clip?: CSSProperties['maxWidth'];
  title?: string;
  children: ReactNode;
}) {
  const look = [quiet && 'cell-quiet', strong && 'cell-strong', small && 'cell-small', clip && 'cell-clip'];
  return (
    <span
      className={look.filter(Boolean).join(' ')}
      title={title ?? (clip && typeof children === 'string' ? children : undefined)}
      style={clip ? { maxWidth: clip } : undefined}
    >
      {children}
    </span>
  );
}
