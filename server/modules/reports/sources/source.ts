/** What a report stands over, as SQL; one row of `SOURCES` each. */
import type { ModelColumnId, ModelKind, SourceKind } from '../../../../core/domain/export-kinds';
import type { ColumnId, ReportKind } from '../../../../core/domain/report-kinds';
import type { Actor } from '../../../http/implement';

/** Adds what it needs to the parameters and answers a condition. */
export type Scope = (actor: Actor, parameters: unknown[]) => string;

type ColumnOf<K extends SourceKind> = K extends ReportKind
  ? ColumnId<K>
  : K extends ModelKind
    ? ModelColumnId<K>
    : never;

export interface Source<K extends SourceKind> {
  columns: Record<ColumnOf<K>, string>;
  /** Columns as whoever offers settlements sees them (`knowsFloor`). */
  sealed?: Partial<Record<ColumnOf<K>, string>>;
  /** The key of a row, and its loan where it has one. */
  id: string;
  loanId?: string;
  /** What a day of the report is a day of; absent where it tells how things stand. */
  at?: string;
  /** The days that are answered when none are asked for: those of the specification's section 9. */
  days: 'today' | 'month' | 'none';
  /** The table of its rows, the name that it has there, and that table's key. */
  table: string;
  row: string;
  key: readonly string[];
  /** Whose rows one sees. */
  scope: Scope;
  /** Conditions that hold for every question. */
  always?: readonly string[];
  /** The instant by which the table is cut into pieces; never a day before `at`. */
  pieces?: string;
  /** Conditions that make a stored row one of the report; over rows that match what was asked for, which stand for `:matching`. */
  only?: string;
  /** Each value of this column is one row, however many records it has. */
  oneOf?: string;
  /** From its loan and people; a question that needs none of them joins none. */
  joins: string;
  /**
   * What only the cells of a row need. Here and wherever else SQL stands, `:first` and `:last` are the days that are asked for, `:from` and
   * `:until` the instants that they begin and end at, `:zone` the tenant's zone and `:now` the moment.
   */
  cellJoins?: string;
  /** Each line counts many rows of its own: all of them are added up in a file alone. */
  counted?: true;
  /** What is looked through for what somebody typed; where that would read a whole book, only `exact` is compared. */
  search: readonly string[];
  exact?: string;
  /** What the filters compare; a filter that is not here filters nothing. */
  filters: Partial<
    Record<'client' | 'clientId' | 'portfolio' | 'bucket' | 'agent' | 'class' | 'code' | 'holder', string>
  >;
  /** Newest first, or what else comes first by itself. */
  first: ColumnOf<K>;
}

export const LOAN = {
  loanNumber: 'l.loan_number',
  borrower: 'b.name',
  client: 'c.name',
  portfolio: 'p.name',
  bucket: 'l.bucket',
  dpd: 'l.dpd',
  posPaise: 'l.pos_paise',
};
// From the left, so that the planner leaves out whatever neither a condition nor the order speaks of.
export const OF_LOAN = `left join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
  left join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
  left join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id`;
export const LOAN_FILTERS = {
  client: 'c.name',
  clientId: 'l.client_id',
  portfolio: 'l.portfolio_id',
  bucket: 'l.bucket',
};
export const LOAN_SEARCH = ['l.loan_number', 'b.name'];
