/** Taking a file of outcomes: a few hundred rows at a time through the service that takes calls. A killed run repeats its last rows, which count once. */
import { createHash } from 'node:crypto';
import type { BatchResult } from '../../../core/contract/dispositions';
import { appendAudit } from '../../db/audit';
import { type Actor, ApiError } from '../../http/implement';
import { ClaimLost, type Jobs, type Run } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { readTable, TableError, type TableRow } from '../../platform/tables';
import { actorOf } from '../auth';
import { fileColumns, readFileRow, recordOfRow } from './file-rows';
import {
  agentsByName,
  endFile,
  type FileJobRow,
  fileAtWork,
  forgetFileRows,
  loansByNumber,
  noteRows,
  type RowOutcome,
} from './file-store';
import { recordRules } from './rules';
import { dispositionService } from './service';

export const DISPOSITION_FILE_JOB = 'dispositions.file';
export const fileKey = (tenantId: string, id: string) => `disposition-files/${tenantId}/${id}`;
const CHUNK = 200;
const FAILURES = 5;
const KEPT_MS = 90 * 86_400_000;
const SAYS_THE_SAME = 'An earlier row of the file says the same';
const LATE: Record<string, string> = {
  'late-agent-inactive': 'Kept as history only: the agent is not active',
  'late-closed': 'Kept as history only: the loan is closed',
  'late-suppressed': 'Kept as history only: the loan is suppressed',
  'clock-skewed': 'Kept as history only: the date is not believed',
};

/** Somebody ended it. */
class Over extends Error {}

const wordsOf = (error: Extract<BatchResult, { error: unknown }>['error']): string =>
  error.fields?.length ? error.fields.map(({ message }) => message).join('; ') : error.message;

type FileDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'keys' | 'logger'>;

export function registerFileJobs(jobs: Jobs, deps: FileDeps, chunk = CHUNK): void {
  const { db, storage, clock, logger } = deps;
  const rulesOf = recordRules(db);
  const records = dispositionService(deps, () => Promise.reject(new Error('A file raises no settlement')));

  /** What becomes of some rows: those that can be read are recorded, in their order. */
  async function take(file: FileJobRow, sender: Actor, rows: readonly TableRow[]): Promise<Map<number, RowOutcome>> {
    const { tenantId } = sender;
    const rules = await rulesOf(tenantId);
    const at = fileColumns(file.columns);
    const read = rows.map(({ line, cells }) => ({ line, cells, ...readFileRow(cells, at, rules) }));
    const { loans, agents } = await db.transaction({ tenantId, userId: sender.userId }, async (tx) => {
      const named = await agentsByName(
        tx,
        sender,
        read.map(({ agent }) => agent).filter((name) => name !== ''),
      );
      const acting = new Map<string, Actor>();
      for (const [name, id] of named) {
        const actor = await actorOf(tx, tenantId, id);
        if (actor) acting.set(name, actor);
      }
      const numbers = read.map(({ loanNumber }) => loanNumber);
      return { loans: await loansByNumber(tx, sender, numbers), agents: acting };
    });
    const became = new Map<number, RowOutcome>();
    const note = (row: TableRow, what: RowOutcome['became'], reason: string | null = null) =>
      became.set(row.line, { line: row.line, cells: row.cells, became: what, reason });
    const items: { row: TableRow; actor: Actor; item: ReturnType<typeof recordOfRow> }[] = [];
    for (const row of read) {
      const loanId = loans.get(row.loanNumber);
      const actor = row.agent === '' ? sender : agents.get(row.agent);
      if (typeof row.said === 'string') note(row, 'refused', row.said);
      else if (!loanId) note(row, 'refused', 'There is no such loan among yours');
      else if (!actor) note(row, 'refused', 'There is no active person of this login among your people');
      else items.push({ row, actor, item: recordOfRow(tenantId, loanId, row.agent, row.said) });
    }
    const answers = await records.acceptVouched(tenantId, items);
    for (const [place, answer] of answers.entries()) {
      const { row } = items[place] as (typeof items)[number];
      if ('error' in answer) {
        // Somebody else has sent the same row: its id follows from what it says.
        if (answer.error.code === 'key-conflict') note(row, 'repeated');
        else note(row, 'refused', wordsOf(answer.error));
      } else if (answer.receipt.receivedAt < file.created_at) note(row, 'repeated');
      else if (answer.receipt.outcome === 'applied') note(row, 'taken');
      else note(row, 'without_effect', LATE[answer.receipt.outcome] ?? 'Kept as history only');
    }
    return became;
  }

  async function work(run: Run, tenantId: string, id: string): Promise<void> {
    const { file, sender } = await db.transaction({ tenantId }, async (tx) => {
      const found = await fileAtWork(tx, id);
      return { file: found, sender: found && (await actorOf(tx, tenantId, found.made_by)) };
    });
    if (!file) throw new Over();
    if (!sender) throw new ApiError('invalid', { message: 'Whoever sent the file is no longer active.' });
    const key = fileKey(tenantId, id);
    const size = await storage.size(key);
    if (size === undefined) throw new ApiError('invalid', { message: 'The file is gone. Upload it again.' });
    const source = { size, stream: (start?: number, end?: number) => storage.stream(key, start, end) };
    const seen = new Set<string>();
    const flush = async (rows: readonly TableRow[]) => {
      if (rows.length === 0) return;
      if (run.signal.aborted) throw new Error('The process ends');
      const fresh: TableRow[] = [];
      const doubled = new Map<number, RowOutcome>();
      for (const row of rows) {
        const says = createHash('sha256').update(JSON.stringify(row.cells)).digest('base64');
        if (seen.has(says)) doubled.set(row.line, { ...row, became: 'refused', reason: SAYS_THE_SAME });
        else if (row.line > file.line) fresh.push(row);
        seen.add(says);
      }
      const ahead = rows.filter(({ line }) => line > file.line);
      if (ahead.length === 0) return;
      const became = await take(file, sender, fresh);
      await run.step(async (tx) => {
        if (!(await fileAtWork(tx, id))) throw new Over();
        await noteRows(
          tx,
          id,
          ahead.map(({ line }) => (became.get(line) ?? doubled.get(line)) as RowOutcome),
        );
      });
    };
    for await (const batch of readTable(source, file.layout))
      for (let from = 0; from < batch.length; from += chunk) await flush(batch.slice(from, from + chunk));
    await run.finish(async (tx) => {
      if (!(await endFile(tx, id, 'done', clock.now()))) return;
      const ended = await tx.query<FileJobRow>(
        'select * from disposition_files where tenant_id = current_tenant() and id = $1',
        [id],
      );
      const { rows_done: rows, taken, repeated, without_effect: withoutEffect, refused } = ended[0] as FileJobRow;
      await appendAudit(
        tx,
        [
          {
            action: 'dispositions.file-taken',
            subject: 'disposition-file',
            subjectId: id,
            actorId: sender.userId,
            detail: { fileName: file.file_name, rows, taken, repeated, withoutEffect, refused },
          },
        ],
        clock.now(),
      );
    });
    await storage.remove(key);
  }

  jobs.define(
    DISPOSITION_FILE_JOB,
    async ({ tenantId, data, attempt }, run) => {
      if (tenantId === null) return;
      const id = String(data.id);
      try {
        await work(run, tenantId, id);
      } catch (error) {
        if (error instanceof ClaimLost || run.signal.aborted) throw error;
        if (error instanceof Over) return storage.remove(fileKey(tenantId, id));
        const said = error instanceof TableError || error instanceof ApiError ? error.message : undefined;
        if (said === undefined && attempt < FAILURES) throw error;
        if (said === undefined) logger.error('a file of outcomes failed', { error });
        const problem = said ?? 'Something went wrong on our side. Upload the file again: what was taken counts once.';
        await run.finish((tx) => endFile(tx, id, 'failed', clock.now(), problem));
        await storage.remove(fileKey(tenantId, id));
      }
    },
    { attempts: FAILURES + 10 },
  );

  jobs.schedule(
    'dispositions.forget-file-rows',
    { dailyAt: '20:50' },
    async (_job, run) => {
      const before = new Date(clock.now().getTime() - KEPT_MS);
      while (!run.signal.aborted && (await run.step((tx) => forgetFileRows(tx, before, 2000))));
    },
    { for: 'tenants' },
  );
}
