/** Rows that were read and wait until their chunk is full: of loans as packed text, of suppressions (few and narrow) as they are. */
import { columnOf, type LoanMapping, type RowOfTable } from '../../../core/domain/loan-import';
import type { Tx } from '../../db/database';
import { ADDRESSES_OF, PEOPLE_OF, PHONES_OF } from './columns';
import { PackedRows } from './packed-rows';
import type { ImportRow } from './repository';
import {
  type ChunkCounts,
  countRows,
  type ImportFacts,
  refusalProblem,
  refuseRows,
  rowReader,
  type Staged,
  stagedRows,
  takeAlike,
} from './staging';
import { type StagedSuppression, stageSuppressions, suppressionReader } from './suppressions';
import { UnseenSpaces } from './unseen';

export interface Waiting {
  readonly size: number;
  /** The last line that waits. */
  readonly last: number | undefined;
  add(row: RowOfTable): void;
  /** Keeps what waits, the lines after one, and answers what a commit would do with them and which have problems. */
  stage(
    tx: Tx,
    row: ImportRow,
    after: number,
  ): Promise<{ counts: ChunkCounts; told: readonly Pick<Staged, 'line' | 'cells' | 'problems'>[] }>;
  clear(): void;
}

export function waitingLoans(first: ImportRow, facts: ImportFacts): Waiting {
  const mapping = first.mapping as LoanMapping;
  const read = rowReader(first, facts);
  const { columns, valuesOf } = stagedRows(facts.tenantId, first.id, mapping);
  const numbered = mapping.columns.find(({ field }) => field === 'loanNumber');
  const numberColumn = numbered?.header ?? '';
  const numberAt = numbered ? columnOf(numbered, first.look?.columns ?? []) : -1;
  const unseen = new UnseenSpaces();
  const rows = new PackedRows();
  return {
    get size() {
      return rows.size;
    },
    get last() {
      return rows.last;
    },
    add(given) {
      const row = read(given);
      rows.add(row, valuesOf(row));
      unseen.note(given.line, given.cells[numberAt]);
    },
    async stage(tx, row, after) {
      const lines = [after, rows.last ?? after] as const;
      await tx.copyFrom('loan_import_rows', columns, rows.pieces());
      const clientId = row.client_id;
      if (mapping.policy.alike) await takeAlike(tx, first.id, lines, clientId);
      const refused = await refuseRows(tx, first.id, lines, row);
      const counts = await countRows(
        tx,
        first.id,
        lines,
        { mapping, clientId },
        {
          phones: PHONES_OF,
          addresses: ADDRESSES_OF,
          people: PEOPLE_OF,
        },
      );
      const byBook = new Map(refused.map((one) => [one.line, [refusalProblem(one, numberColumn)]]));
      return { counts: { ...counts, unseen: unseen.among(refused) }, told: rows.told(byBook) };
    },
    clear: () => rows.clear(),
  };
}

export function waitingSuppressions(first: ImportRow, facts: ImportFacts): Waiting {
  const read = suppressionReader(first, facts);
  let rows: StagedSuppression[] = [];
  return {
    get size() {
      return rows.length;
    },
    get last() {
      return rows.at(-1)?.line;
    },
    add: (given) => void rows.push(read(given)),
    stage: async (tx) => ({ counts: await stageSuppressions(tx, facts.tenantId, first.id, rows), told: rows }),
    clear() {
      rows = [];
    },
  };
}
