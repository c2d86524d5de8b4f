/** A file of suppressions: its rows read and kept by line, counted, taken into the list, and taken back. */
import { createHash } from 'node:crypto';
import type { SuppressionKind } from '../../../core/contract/suppression-list';
import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { compileMapping, type LoanMapping, type RowOfTable, WHOM } from '../../../core/domain/loan-import';
import type { Tx } from '../../db/database';
import { addEntries, keyed, missingEntries, type NewEntry } from '../suppression-list';
import type { Counts, ImportRow } from './repository';
import { type ChunkCounts, type Lines, reasonOf, type Staged } from './staging';

interface SuppressionFacts {
  tenantId: string;
  today: Day;
  /** Every one of the tenant. */
  portfolios: readonly { id: string; name: string }[];
}
export interface StagedSuppression extends Staged {
  entries: NewEntry[];
}

export const portfoliosOfTenant = (tx: Tx): Promise<{ id: string; name: string }[]> =>
  tx.query<{ id: string; name: string }>('select id, name from portfolios where tenant_id = current_tenant()');

/** Reads rows by the mapping; where a row says nothing, it holds from today until it is released, everywhere, for another reason. */
export function suppressionReader(
  row: Pick<ImportRow, 'mapping' | 'look' | 'portfolio_id'>,
  { tenantId, today, portfolios }: SuppressionFacts,
): (row: RowOfTable) => StagedSuppression {
  const mapping = row.mapping as LoanMapping;
  const read = compileMapping(mapping, row.look?.columns ?? []);
  const named = new Map<string, string[]>();
  for (const { id, name } of portfolios) named.set(name.toLowerCase(), [...(named.get(name.toLowerCase()) ?? []), id]);
  const headerOf = (field: string) => mapping.columns.find((column) => column.field === field)?.header ?? '';
  return (given) => {
    const { values, problems, more = {} } = read(given);
    const refuse = (kind: string, field: string, message: string) =>
      problems.push({ line: given.line, column: headerOf(field), value: '', kind, message, warning: false });
    const text = (field: keyof typeof values) => (values[field] == null ? null : String(values[field]));

    const name = text('suppressed.portfolio');
    const found = name === null ? [] : (named.get(name.toLowerCase()) ?? []);
    if (name !== null && found.length === 0)
      refuse('unknown-portfolio', 'suppressed.portfolio', 'There is no portfolio of this name');
    if (found.length > 1)
      refuse('unknown-portfolio', 'suppressed.portfolio', 'Several clients have a portfolio of this name');
    const fromOn = (text('suppressed.from') ?? today) as Day;
    const untilOn = text('suppressed.until') as Day | null;
    if (untilOn !== null && untilOn < fromOn) refuse('range', 'suppressed.until', 'Ends before it begins');
    const terms = {
      portfolioId: found[0] ?? row.portfolio_id,
      channels: text('suppressed.channels')?.split(',').filter(Boolean) ?? [],
      reason: (text('suppressed.reason') ?? 'other') as NewEntry['reason'],
      note: text('suppressed.note'),
      fromOn,
      untilOn,
    };
    const entries = Object.entries(WHOM).flatMap(([kind, field]): NewEntry[] => {
      const channels = terms.channels.length > 0 ? terms.channels : null;
      return [text(field) ?? [], ...(more[field] ?? [])].flat().flatMap((value): NewEntry[] => {
        const one = keyed(tenantId, kind as SuppressionKind, value);
        return one ? [{ ...terms, channels, kind: kind as SuppressionKind, key: one.key, value: one.shown }] : [];
      });
    });
    if (entries.length === 0 && problems.every(({ warning }) => warning))
      refuse('required', WHOM.loan, 'Names nobody: no loan number, phone number, PAN or e-mail');
    return {
      line: given.line,
      cells: given.cells,
      values,
      problems,
      refused: problems.some(({ warning }) => !warning),
      entries,
    };
  };
}

const sameness = (entries: readonly NewEntry[]) => createHash('sha256').update(JSON.stringify(entries)).digest('hex');

/** Keeps the rows of a chunk and says what would become of them. A row that says what an earlier one says is refused. */
export async function stageSuppressions(
  tx: Tx,
  tenantId: string,
  importId: string,
  rows: readonly StagedSuppression[],
): Promise<ChunkCounts> {
  const keys = rows.map(({ refused, entries }) => (refused ? null : sameness(entries)));
  const earlier = await tx.query<{ loan_number: string }>(
    `select distinct loan_number from loan_import_rows
      where tenant_id = current_tenant() and import_id = $1 and loan_number = any($2::text[])`,
    [importId, keys.filter((key) => key !== null)],
  );
  const seen = new Set(earlier.map(({ loan_number }) => loan_number));
  for (const [at, row] of rows.entries()) {
    const key = keys[at];
    if (!key) continue;
    if (seen.has(key)) {
      const message = 'An earlier row of the file says the same';
      row.problems.push({ line: row.line, column: '', value: '', kind: 'duplicate-row', message, warning: false });
      row.refused = true;
    }
    seen.add(key);
  }
  await tx.copyFrom(
    'loan_import_rows',
    // By its sameness a row is found as a loan's is by its number.
    ['tenant_id', 'import_id', 'line', 'loan_id', 'borrower_id', 'refusal', 'loan_number', 'suppression'],
    rows.map((row, at) => [
      tenantId,
      importId,
      row.line,
      uuidv7(),
      uuidv7(),
      row.refused ? reasonOf(row.problems) : null,
      keys[at] ?? null,
      row.refused ? null : JSON.stringify(row.entries),
    ]),
  );
  const taken = rows.filter(({ refused }) => !refused);
  const missing = await missingEntries(
    tx,
    taken.flatMap(({ entries }) => entries),
  );
  let place = 0;
  let fresh = 0;
  for (const { entries } of taken) {
    if (entries.some((_, at) => missing.has(place + at))) fresh += 1;
    place += entries.length;
  }
  const refused = rows.length - taken.length;
  return { rows: rows.length, fresh, changed: 0, unchanged: taken.length - fresh, skipped: 0, refused, fields: {} };
}

interface CommitChunk {
  importId: string;
  lines: Lines;
  row: Pick<ImportRow, 'step_by'>;
  today: Day;
  now: Date;
}

/** Takes the rows of some lines into the list; answers what became of them. */
export async function commitSuppressions(
  tx: Tx,
  { importId, lines: [after, last], row, today, now }: CommitChunk,
): Promise<Omit<Counts, 'rows'>> {
  const rows = await tx.query<{ entries: NewEntry[] | null }>(
    `select suppression as entries from loan_import_rows
      where tenant_id = current_tenant() and import_id = $1 and line > $2 and line <= $3 order by line`,
    [importId, after, last],
  );
  const lines = rows.flatMap(({ entries }, line) => (entries ?? []).map(() => line));
  const made = await addEntries(
    tx,
    rows.flatMap(({ entries }) => entries ?? []),
    { userId: row.step_by ?? '', importId, today, now },
  );
  const inserted = new Set(made.map(({ place }) => lines[place])).size;
  const refused = rows.filter(({ entries }) => entries === null).length;
  return { inserted, updated: 0, unchanged: rows.length - refused - inserted, skipped: 0, refused };
}
