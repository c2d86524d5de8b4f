/** A verified bank file is read and matched, in chunks that are one transaction each: a run that dies is taken up where its last one ended. */
import { uuidv7 } from '../../../core/domain/ids';
import { Refused } from '../../../core/domain/loan-import/values';
import { bankRowOf, referenceKey } from '../../../core/domain/reconciliation';
import type { Tx } from '../../db/database';
import { ClaimLost, type Jobs, type Run } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { readTable, TableError, type TableRow } from '../../platform/tables';
import { tenantRules } from '../tenants';
import { bankFileKey, type FileRow, MATCH_JOB } from './files';
import { matchChunk } from './matching';

const READ = 1000;
const MATCHED = 500;
/** Rows that could not be read and are named. */
const NAMED = 100;
const FAILURES = 5;
/** A file whose columns nobody chose is forgotten after it. */
const UNREAD_DAYS = 30;

/** Somebody else has ended it, or never began. */
class NotNow extends Error {}

async function fileIn(tx: Tx, id: string, state: FileRow['state']): Promise<FileRow & { client_id: string }> {
  const [row] = await tx.query<FileRow & Record<string, unknown>>(
    'select * from bank_files where tenant_id = current_tenant() and id = $1 for update',
    [id],
  );
  if (row?.state !== state || row.client_id === null) throw new NotNow();
  return { ...row, client_id: row.client_id };
}

async function stage(tx: Tx, tenantId: string, id: string, rows: readonly TableRow[]): Promise<void> {
  const file = await fileIn(tx, id, 'reading');
  const fresh = rows.filter(({ line }) => line > file.read_to);
  const read = fresh.map(({ line, cells }) => ({ line, row: bankRowOf(cells, file.columns, file.date_order) }));
  const refused = read.flatMap(({ line, row }) => (row instanceof Refused ? [{ line, message: row.message }] : []));
  const lines = read.flatMap(({ line, row }) => (row === null || row instanceof Refused ? [] : [{ line, ...row }]));
  await tx.copyFrom(
    'bank_lines',
    [
      'tenant_id',
      'id',
      'file_id',
      'line',
      'client_id',
      'reference',
      'reference_key',
      'paid_on',
      'amount_paise',
      'narration',
      'payer',
      'loan_number',
    ],
    lines.map((one) => [
      tenantId,
      uuidv7(),
      id,
      one.line,
      file.client_id,
      one.reference,
      referenceKey(one.reference),
      one.paidOn,
      one.amountPaise,
      one.narration,
      one.payer,
      one.loanNumber,
    ]),
  );
  await tx.query(
    `update bank_files set read_to = $2, lines = lines + $3, skipped = skipped + $4, refused_lines = refused_lines + $5,
            refused = $6::jsonb, amount_paise = amount_paise + $7 where tenant_id = current_tenant() and id = $1`,
    [
      id,
      fresh.at(-1)?.line ?? file.read_to,
      lines.length,
      fresh.length - lines.length - refused.length,
      refused.length,
      // Of an array of objects a statement takes JSON, of an empty one it cannot know.
      JSON.stringify([...file.refused, ...refused].slice(0, NAMED)),
      lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
    ],
  );
}

export function registerJobs(
  jobs: Jobs,
  { db, storage, clock, logger }: Pick<Deps, 'db' | 'storage' | 'clock' | 'logger'>,
): void {
  const rulesOf = tenantRules(db);

  async function read(run: Run, tenantId: string, file: FileRow): Promise<void> {
    const key = bankFileKey(tenantId, file.id);
    const size = await storage.size(key);
    if (size === undefined) throw new Error(`The bank file ${file.id} is gone`);
    let waiting: TableRow[] = [];
    for await (const batch of readTable(
      { size, stream: (start, end) => storage.stream(key, start, end) },
      file.look.layout,
    )) {
      run.signal.throwIfAborted();
      // A batch is forgotten by its reader.
      waiting.push(...batch.map(({ line, cells }) => ({ line, cells: [...cells] })));
      if (waiting.length < READ) continue;
      await run.step((tx) => stage(tx, tenantId, file.id, waiting));
      waiting = [];
    }
    await run.step(async (tx) => {
      await stage(tx, tenantId, file.id, waiting);
      await tx.query(`update bank_files set state = 'matching' where tenant_id = current_tenant() and id = $1`, [
        file.id,
      ]);
    });
  }

  async function match(run: Run, tenantId: string, fileId: string): Promise<void> {
    const { zone } = await rulesOf(tenantId);
    for (;;) {
      run.signal.throwIfAborted();
      const more = await run.step(async (tx) => {
        const file = await fileIn(tx, fileId, 'matching');
        const chunk = { after: file.matched_to, most: MATCHED, zone };
        const done = await matchChunk(tx, { id: fileId, clientId: file.client_id }, chunk);
        if (done)
          await tx.query(
            `update bank_files set matched_to = $2, matched = matched + $3, compared = compared + $4
              where tenant_id = current_tenant() and id = $1`,
            [fileId, done.last, done.matched, done.compared],
          );
        return done !== undefined;
      });
      if (!more) break;
    }
    await run.finish((tx) =>
      tx.query(
        `update bank_files set state = 'done', finished_at = $2 where tenant_id = current_tenant() and id = $1`,
        [fileId, clock.now()],
      ),
    );
  }

  jobs.define(
    MATCH_JOB,
    async ({ tenantId, data, attempt }, run) => {
      if (tenantId === null) return;
      const fileId = String(data.fileId);
      const [file] = await db.transaction({ tenantId }, (tx) =>
        tx.query<FileRow & Record<string, unknown>>(
          'select * from bank_files where tenant_id = current_tenant() and id = $1',
          [fileId],
        ),
      );
      try {
        if (file?.state === 'reading') await read(run, tenantId, file);
        if (file?.state === 'reading' || file?.state === 'matching') await match(run, tenantId, fileId);
      } catch (error) {
        if (error instanceof NotNow) return;
        const unreadable = error instanceof TableError;
        if (error instanceof ClaimLost || run.signal.aborted || (!unreadable && attempt < FAILURES)) throw error;
        logger[unreadable ? 'warn' : 'error']('a bank file could not be read', { error });
        const problem = unreadable
          ? error.message
          : 'Something went wrong on our side. Upload the file again: a reference that came already counts once.';
        await run.finish((tx) =>
          tx.query(
            `update bank_files set state = 'failed', problem = $2, finished_at = $3 where tenant_id = current_tenant() and id = $1`,
            [fileId, problem, clock.now()],
          ),
        );
      }
      await storage.remove(bankFileKey(tenantId, fileId));
    },
    { attempts: FAILURES + 10 },
  );

  jobs.schedule(
    'reconciliation.forget-unread',
    { dailyAt: '20:55' },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const before = new Date(clock.now().getTime() - UNREAD_DAYS * 86_400_000);
      const gone = await run.step((tx) =>
        tx.query<{ id: string }>(
          "delete from bank_files where tenant_id = current_tenant() and state = 'mapping' and created_at < $1 returning id",
          [before],
        ),
      );
      for (const { id } of gone) await storage.remove(bankFileKey(tenantId, id));
    },
    { for: 'tenants' },
  );
}
