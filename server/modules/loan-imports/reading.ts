/** The first look at a file whose bytes are there: its hash, its columns and samples, and a first mapping. */
import { createHash } from 'node:crypto';
import { guessMapping, type LoanMapping } from '../../../core/domain/loan-import';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import type { Tx } from '../../db/database';
import type { Deps } from '../../platform/deps';
import type { Storage } from '../../platform/storage';
import { lookAtTable, TableError, type TableSource } from '../../platform/tables';
import { importKey } from './places';
import { findImport, type ImportRow, mappingsOf, newestMapping, setImport } from './repository';

/** Throws when the file is gone. */
export async function sourceOf(storage: Storage, tenantId: string, id: string): Promise<TableSource> {
  const key = importKey(tenantId, id);
  const size = await storage.size(key);
  if (size === undefined) throw new Error(`The file of import ${id} is gone`);
  return { size, stream: (start, end) => storage.stream(key, start, end) };
}

export const problemOf = (error: TableError): ImportRow['problem'] => ({
  message: error.message,
  line: error.line ?? null,
  column: error.column ?? null,
});

async function hashOf(source: TableSource): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source.stream()) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The newest mapping of the client (of any the file may belong to, while nobody has said) that knows most of these columns. */
export async function lastMapping(
  tx: Tx,
  row: ImportRow,
  columns: readonly string[],
): Promise<{ clientId: string | null; mapping: LoanMapping } | undefined> {
  if (row.kind === 'suppressions') {
    const mapping = await newestMapping(tx, row.kind);
    return mapping && { clientId: null, mapping };
  }
  const known = await mappingsOf(tx, { clientIds: row.client_id ? [row.client_id] : null, kind: row.kind, limit: 20 });
  if (row.client_id) {
    const [newest] = known;
    return newest && { clientId: newest.clientId, mapping: newest.mapping as LoanMapping };
  }
  const there = new Set(columns);
  const best = known.find(({ mapping }) => {
    const mapped = mapping.columns.filter(({ field }) => field !== null);
    return mapped.length > 0 && mapped.filter(({ header }) => there.has(header)).length >= mapped.length * 0.8;
  });
  return best && { clientId: best.clientId, mapping: best.mapping as LoanMapping };
}

/** Reads the file and moves the import on to `mapping`, or to `failed` with a sentence for a person. */
export async function readFile(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  tenantId: string,
  id: string,
  choice: Partial<TableLayout> = {},
): Promise<void> {
  const source = await sourceOf(storage, tenantId, id);
  try {
    const sha256 = await hashOf(source);
    const look = await lookAtTable(source, choice);
    await db.transaction({ tenantId }, async (tx) => {
      const row = await findImport(tx, id, undefined, true);
      if (!row || (row.state !== 'reading' && row.state !== 'mapping')) return;
      const last = await lastMapping(tx, row, look.columns);
      const mapping = guessMapping(look, last?.mapping, row.kind);
      await setImport(tx, id, {
        state: 'mapping',
        sha256,
        look,
        mapping: { ...mapping, layout: look.layout },
        client_id: row.client_id ?? last?.clientId ?? null,
        verification: null,
        problem: null,
      });
    });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    await db.transaction({ tenantId }, async (tx) => {
      const row = await findImport(tx, id, undefined, true);
      // Another choice of layout that does not fit leaves the last one that did.
      if (row?.look) await setImport(tx, id, { state: 'mapping', problem: problemOf(error) });
      else if (row?.state === 'reading') await setImport(tx, id, { state: 'failed', problem: problemOf(error) });
    });
  }
}
