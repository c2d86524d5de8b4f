import type { CSSProperties } from 'react';

/** A name of sixty letters must not make a row as tall as a screen; the loan page shows it whole. */
export const TWO_LINES: CSSProperties = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
};
