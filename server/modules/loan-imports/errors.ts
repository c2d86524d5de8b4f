/** The refused rows of an import, in the layout of its file with the reasons in a last column, while they are read. */
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import type { Deps } from '../../platform/deps';
import { readTable } from '../../platform/tables';
import { sourceOf } from './reading';
import type { ImportRow } from './repository';

/** Lists of suppressions have a column of reasons themselves. */
const reasonColumn = (kind: ImportRow['kind']) => (kind === 'suppressions' ? 'Refused because' : 'Reason');
const PAGE = 5000;

/** A cell that a spreadsheet would run as a formula is quoted by an apostrophe; a number with its sign is none. */
const safe = (cell: string): string =>
  /^[=+\-@\t\r\n\0]/.test(cell) && !/^[+-]?\d[\d\s.,-]*$/.test(cell) ? `'${cell}` : cell;

/** Rows of the file whose lines were refused: both go by line, so neither is ever held whole. */
async function* lines(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  tenantId: string,
  row: ImportRow,
): AsyncGenerator<string> {
  const { look, mapping } = row;
  if (!look || !mapping) return;
  const own = reasonColumn(row.kind);
  // The reasons of an earlier error file are not a column of the lender's.
  const columns = look.columns.filter((column, at) => !(column === own && at === look.columns.length - 1));
  const delimiter = mapping.layout.delimiter ?? ',';
  const write = (rows: string[][]) =>
    `${Papa.unparse(
      rows.map((cells) => cells.map(safe)),
      { delimiter, newline: '\r\n' },
    )}\r\n`;
  yield `\uFEFF${write([[...columns, own]])}`;
  let refused = new Map<number, string>();
  let known = 0;
  let more = true;
  const load = async () => {
    const rows = await db.transaction({ tenantId }, (tx) =>
      tx.query<{ line: number; refusal: string }>(
        `select line, refusal from loan_import_rows
          where tenant_id = current_tenant() and import_id = $1 and line > $2 and refusal is not null order by line limit ${PAGE}`,
        [row.id, known],
      ),
    );
    refused = new Map(rows.map(({ line, refusal }) => [line, refusal]));
    more = rows.length === PAGE;
    known = more ? (rows.at(-1)?.line ?? known) : Number.MAX_SAFE_INTEGER;
  };
  await load();
  for await (const batch of readTable(await sourceOf(storage, tenantId, row.id), mapping.layout)) {
    const found: string[][] = [];
    for (const { line, cells } of batch) {
      if (line > known && more) await load();
      const reason = refused.get(line);
      if (reason !== undefined) found.push([...columns.map((_, at) => cells[at] ?? ''), reason]);
    }
    if (found.length) yield write(found);
    if (!more && refused.size === 0) return;
  }
}

export const errorFile = (deps: Pick<Deps, 'db' | 'storage'>, tenantId: string, row: ImportRow): Readable =>
  Readable.from(lines(deps, tenantId, row));
