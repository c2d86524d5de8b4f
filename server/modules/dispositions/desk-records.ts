/** Records as the desk reads and corrects them: one, those of a loan, those of everybody below. All SQL of it is here. */
import type { correctDisposition, WorkEntry } from '../../../core/contract/call-work';
import type { RequestOf } from '../../../core/contract/kit';
import { type CallStage, CONNECTED_CLASSES, RIGHT_PARTY_CLASSES } from '../../../core/domain/call-stages';
import { addDays, type Day } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { countOf } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import {
  CALL_OF_RECORD,
  HISTORY_COLUMNS,
  HISTORY_NAMES,
  type HistoryRow,
  loanScope,
  presentHistory,
  RECORDING,
  TALK_SECONDS,
} from '../loans';

interface Row extends HistoryRow {
  loan_number: string;
  borrower: string;
  callback_at: string | null;
  duration: number | null;
  talk: number | null;
  recordlink: string | null;
  outcome: string;
  corrected_at: string | null;
  corrected_by: string | null;
}

const SELECT = `select ${HISTORY_COLUMNS}, l.loan_number, b.name as borrower, d.record ->> 'callbackAt' as callback_at,
    coalesce(d.corrected ->> 'duration', d.record ->> 'durationSeconds')::int as duration,
    ${RECORDING} as recordlink, ${TALK_SECONDS} as talk, d.outcome,
    d.corrected ->> 'at' as corrected_at, coalesce(cu.full_name, '') as corrected_by
  from dispositions d join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
  join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
  ${HISTORY_NAMES}
  ${CALL_OF_RECORD}
  left join users cu on cu.tenant_id = d.tenant_id and cu.id = (d.corrected ->> 'by')::uuid`;

const present = (row: Row): WorkEntry => ({
  ...presentHistory(row),
  loanId: row.loan_id,
  loanNumber: row.loan_number,
  borrower: row.borrower,
  callbackAt: row.callback_at,
  durationSeconds: row.duration,
  talkSeconds: row.talk,
  recordlink: row.recordlink,
  outcome: row.outcome,
  corrected: row.corrected_at === null ? null : { at: row.corrected_at, by: row.corrected_by ?? '' },
});

/** `not-found` for one that was withdrawn or lies on a loan outside the caller's scope. */
export async function readRecord(tx: Tx, actor: Actor, id: string): Promise<WorkEntry> {
  const parameters: unknown[] = [actor.tenantId, id];
  const scope = loanScope(actor, parameters);
  const [row] = await tx.query<Row & Record<string, unknown>>(
    `${SELECT} where d.tenant_id = $1 and d.id = $2 and d.withdrawn_at is null and ${scope} limit 1`,
    parameters,
  );
  if (!row) throw new ApiError('not-found');
  return present(row);
}

export interface RecordQuestion {
  loanId?: string;
  /** Days of receipt in the tenant's zone, both ends included. */
  from?: Day | undefined;
  to?: Day | undefined;
  mine?: boolean;
  stage?: CallStage | undefined;
  page: number;
  size: number;
}

/** What a record must be to count in a stage of the funnel, over `d`. */
export function inStage(stage: CallStage, use: (value: unknown, type: string) => string): string {
  const call = `d.channel = 'call' and d.outcome = 'applied'`;
  switch (stage) {
    case 'dials':
      return call;
    case 'connect':
      return `${call} and d.class = any(${use(CONNECTED_CLASSES, '::text[]')})`;
    case 'rpc':
      return `${call} and d.class = any(${use(RIGHT_PARTY_CLASSES, '::text[]')})`;
    case 'ptp':
      return `${call} and d.record ? 'ptp'`;
    case 'kept':
      return `exists (select 1 from ptps p where p.tenant_id = d.tenant_id and p.disposition_id = d.id and p.status = 'kept')`;
  }
}

/**
 * A page, newest first by receipt, and how many there are (beyond `EXACT_COUNT` by an estimate). Kept promises are those whose day lies in the span, whenever
 * they were made.
 */
export async function readRecords(
  tx: Tx,
  actor: Actor,
  { loanId, from, to, mine, stage, page, size }: RecordQuestion,
  zone: string,
): Promise<{ entries: WorkEntry[]; total: number }> {
  const parameters: unknown[] = [actor.tenantId];
  const use = (value: unknown, type = '') => `$${parameters.push(value)}${type}`;
  const all = ['d.tenant_id = $1', 'd.withdrawn_at is null', loanScope(actor, parameters)];
  if (loanId) all.push(`d.loan_id = ${use(loanId, '::uuid')}`);
  if (mine) all.push(`d.user_id = ${use(actor.userId, '::uuid')}`);
  if (stage) all.push(inStage(stage, use));
  if (stage === 'kept') {
    const due = (condition: string) =>
      `exists (select 1 from ptps p where p.tenant_id = d.tenant_id and p.disposition_id = d.id and p.due_on ${condition})`;
    if (from) all.push(due(`>= ${use(from, '::date')}`));
    if (to) all.push(due(`<= ${use(to, '::date')}`));
  } else {
    const start = (day: Day) => `(${use(day)}::date::timestamp at time zone ${use(zone)})`;
    if (from) all.push(`d.received_at >= ${start(from)}`);
    if (to) all.push(`d.received_at < ${start(addDays(to, 1))}`);
  }
  const where = all.join(' and ');
  const source = {
    from: 'dispositions d join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id',
    where,
    parameters: [...parameters],
  };
  const { total } = await countOf(tx, source, 'quick');
  const rows = await tx.query<Row & Record<string, unknown>>(
    `${SELECT} where ${where} order by d.received_at desc, d.id desc
      limit ${use(size)} offset ${use((page - 1) * size)}`,
    parameters,
  );
  return { entries: rows.map(present), total };
}

/** Whose own words they are, or who looks after them; a telecaller does not rewrite a colleague's. */
export async function correctRecord(
  tx: Tx,
  actor: Actor,
  body: RequestOf<typeof correctDisposition>['body'],
  own: boolean,
  now: Date,
): Promise<WorkEntry> {
  const before = await readRecord(tx, actor, body.id);
  const [held] = await tx.query<{ user_id: string; received_at: string; corrected: Record<string, unknown> | null }>(
    'select user_id, received_at, corrected from dispositions where tenant_id = $1 and id = $2 for update',
    [actor.tenantId, body.id],
  );
  if (!held || (own && held.user_id !== actor.userId)) throw new ApiError('not-found');
  const { id, ...given } = body;
  const changed = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const known = { remarks: before.remarks, duration: before.durationSeconds, recordlink: before.recordlink }[name];
      return value !== undefined && (value || null) !== (known || null);
    }),
  );
  if (Object.keys(changed).length === 0) return before;
  await tx.query('update dispositions set corrected = $4 where tenant_id = $1 and id = $2 and received_at = $3', [
    actor.tenantId,
    id,
    held.received_at,
    JSON.stringify({ ...held.corrected, ...changed, at: now.toISOString(), by: actor.userId }),
  ]);
  await tx.query('update loans set version = version + 1, updated_at = $3 where tenant_id = $1 and id = $2', [
    actor.tenantId,
    before.loanId,
    now,
  ]);
  await appendAudit(
    tx,
    [
      {
        action: 'dispositions.corrected',
        subject: 'disposition',
        subjectId: id,
        actorId: actor.userId,
        detail: {
          before: { remarks: before.remarks, duration: before.durationSeconds, recordlink: before.recordlink },
          after: changed,
        },
      },
    ],
    now,
  );
  return readRecord(tx, actor, id);
}
