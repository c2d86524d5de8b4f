import type { ReactNode } from 'react';

export interface Sort {
  by: string;
  dir: 'asc' | 'desc';
}

export interface Column<Row> {
  id: string;
  label: string;
  /** Drawn for every row that scrolls by: a string, or the cheap parts (`Money`, `DateText`, `Badge`, `CellText`). */
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  end?: boolean;
  /** The order the server or the caller knows by this name; `desc` when it starts from the large end. */
  sort?: { by: string; first?: 'asc' | 'desc' };
  /** In the totals row. */
  total?: ReactNode;
  /** Not shown until the user chooses it. */
  hidden?: boolean;
  /** Cannot be hidden; the first column always. */
  always?: boolean;
  /** Not worth its room on a phone's card. */
  notOnPhone?: boolean;
}
