/** A figure that opens the rows behind it, in an address of its own: the report's days and filters, its line and its column. */
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { t } from '../../../i18n';
import { Link } from '../../../ui';

export const FIGURE = 'figure';
export const LINE = 'of';

/** The report's address without what belongs to one of its pages; the text that was searched for goes with the state. */
export function addressOf(search: string, of: { figure: string; line: string } | undefined): string {
  const next = new URLSearchParams(search);
  for (const name of ['page', 'sort', FIGURE, LINE]) next.delete(name);
  if (of) {
    next.set(FIGURE, of.figure);
    next.set(LINE, of.line);
  }
  return `?${next}`;
}

export function FigureLink({ figure, of, children }: { figure: string; of: string; children: ReactNode }) {
  const { search, state } = useLocation() as { search: string; state: unknown };
  return (
    <Link
      to={addressOf(search, { figure, line: of })}
      state={state}
      title={t('Show the rows behind this figure')}
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}
