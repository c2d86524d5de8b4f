/** What the dialer gets of a process, and what comes back of each number (core/contract/dialer-service.ts). */
import type { DialerReport } from '../../../core/contract/dialer-service';
import { dayOf, formatTime } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { instantAt } from '../../../core/domain/local-time';
import {
  linesFor,
  type ProcessMode,
  type ProcessState,
  type RetryMinutes,
  resultOf,
} from '../../../core/domain/predictive';
import { CALLS_OTHERWISE, type SortingRule } from '../../../core/domain/work-order';
import type { Tx } from '../../db/database';
import { mayContact } from '../contact';
import { workOrderSql } from '../work-order';

/** Lines looked at for one hand-out; behind them the rules may refuse every one. */
const CANDIDATES = 12;
/** A number that a dialer took and said nothing of is free again after this. */
const SILENT_MS = 5 * 60_000;
/** A call that never ended was forgotten by its dialer. */
const LONGEST_CALL_MS = 2 * 3_600_000;
/** For another look at somebody whom no lawful minute is known for. */
const UNKNOWN_MS = 24 * 3_600_000;

export interface WorkedProcess {
  id: string;
  name: string;
  state: ProcessState;
  mode: ProcessMode;
  caller_ids: string[];
  level_tenths: number;
  drop_tenths: number;
  from_time: string;
  until_time: string;
}

/** Of the processes that an agent `a` belongs to, the one they chose; of none chosen, the first by priority that runs. */
const WORKED_FIRST = "a.chosen_at desc nulls last, d.state = 'running' desc, d.priority, lower(d.name)";

/** The process that an agent works: of those they belong to that have been started and not stopped. */
export async function processOf(tx: Tx, tenantId: string, userId: string): Promise<WorkedProcess | undefined> {
  const [row] = await tx.query<WorkedProcess>(
    `select d.id, d.name, d.state, d.mode, d.caller_ids, d.level_tenths, d.drop_tenths, d.from_time, d.until_time
       from dial_process_agents a join dial_processes d on d.tenant_id = a.tenant_id and d.id = a.process_id
      where a.tenant_id = $1 and a.user_id = $2 and d.state in ('running', 'paused')
      order by ${WORKED_FIRST} limit 1`,
    [tenantId, userId],
  );
  return row;
}

export interface OwnProcess {
  id: string;
  name: string;
  mode: ProcessMode;
  state: 'running' | 'paused';
  /** The one they work. */
  worked: boolean;
}

/** The processes that an agent may choose from, the one they work first. */
export async function ownProcesses(tx: Tx, tenantId: string, userId: string): Promise<OwnProcess[]> {
  const rows = await tx.query<Omit<OwnProcess, 'worked'>>(
    `select d.id, d.name, d.mode, d.state
       from dial_process_agents a join dial_processes d on d.tenant_id = a.tenant_id and d.id = a.process_id
      where a.tenant_id = $1 and a.user_id = $2 and d.state in ('running', 'paused')
      order by ${WORKED_FIRST} limit 50`,
    [tenantId, userId],
  );
  return rows.map((row, index) => ({ ...row, worked: index === 0 }));
}

/** From now on the agent works this process; false where they do not belong to it, or it is not started. */
export async function chooseProcess(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  processId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update dial_process_agents a set chosen_at = $4
       from dial_processes d
      where a.tenant_id = $1 and a.user_id = $2 and a.process_id = $3
        and d.tenant_id = a.tenant_id and d.id = a.process_id and d.state in ('running', 'paused')
      returning 1`,
    [tenantId, userId, processId, now],
  );
  return rows.length > 0;
}

/** What a dialer and a disposition call it: the running process, or `manual`. */
export async function processNameOf(tx: Tx, tenantId: string, userId: string): Promise<string> {
  const process = await processOf(tx, tenantId, userId);
  return process?.state === 'running' ? process.name : 'manual';
}

/** The name of the process whose number was handed out for this call to this agent. */
export async function processOfCall(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  callId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    `select d.name from dial_calls c join dial_processes d on d.tenant_id = c.tenant_id and d.id = c.process_id
      where c.tenant_id = $1 and c.call_id = $2 and c.user_id = $3`,
    [tenantId, callId, userId],
  );
  return row?.name;
}

/** Gives back what a dialer was handed and never dialed, or never ended; its attempt stays counted. */
async function freeForgotten(tx: Tx, tenantId: string, processId: string, now: Date): Promise<void> {
  const forgotten = await tx.query<{ list_id: string; line: number }>(
    `update dial_calls c set result = 'unused', ended_at = $3
      where c.tenant_id = $1 and c.process_id = $2 and c.result is null
        and (c.handed_at < $5 or c.handed_at < $4 and not exists (
          select 1 from dialer_calls k where k.tenant_id = c.tenant_id and k.id = c.call_id))
      returning c.list_id, c.line`,
    [tenantId, processId, now, new Date(now.getTime() - SILENT_MS), new Date(now.getTime() - LONGEST_CALL_MS)],
  );
  for (const { list_id, line } of forgotten) {
    await tx.query(
      `update dial_items set state = 'ready', next_at = $4
        where tenant_id = $1 and list_id = $2 and line = $3 and state = 'dialing'`,
      [tenantId, list_id, line, now],
    );
  }
}

interface Candidate {
  list_id: string;
  line: number;
  loan_id: string;
  loan_number: string;
  borrower_id: string;
  phone_id: string;
  number: string;
}

export interface HandedOut {
  callId: string;
  number: string;
  loanNumber: string;
}

/**
 * The next numbers of the agent's process that may be called at this minute: of loans that the agent holds, those tried less first and
 * within that in the order of the tenant's sorting rules, within the process's hours, each through the contact gate, which notes the attempt. The borrower's row is locked first, so that of two who
 * ask at once only one gets them.
 */
export async function handOut(
  tx: Tx,
  tenantId: string,
  userId: string,
  process: WorkedProcess,
  { now, zone, lines, rules }: { now: Date; zone: string; lines: number; rules: readonly SortingRule[] },
): Promise<HandedOut[]> {
  const time = formatTime(now, zone);
  if (process.state !== 'running' || time < process.from_time || time >= process.until_time) return [];
  await freeForgotten(tx, tenantId, process.id, now);
  const [today] = await tx.query<{ answered: number; dropped: number }>(
    `select count(*) filter (where result in ('connected', 'dropped')) as answered,
            count(*) filter (where result = 'dropped') as dropped
       from dial_calls where tenant_id = $1 and process_id = $2 and handed_at >= $3`,
    [tenantId, process.id, instantAt(dayOf(now, zone), '00:00', zone)],
  );
  const [open] = await tx.query<{ calls: number }>(
    'select count(*) as calls from dial_calls where tenant_id = $1 and process_id = $2 and user_id = $3 and result is null',
    [tenantId, process.id, userId],
  );
  const allowed = linesFor(
    { mode: process.mode, maxLevel: process.level_tenths / 10, dropPercent: process.drop_tenths / 10 },
    today ?? { answered: 0, dropped: 0 },
  );
  // What rings for the agent, or is with them, is one of their lines.
  const most = Math.min(lines, allowed - (open?.calls ?? 0));
  const parameters: unknown[] = [tenantId, process.id, userId, now];
  const order = workOrderSql(
    rules,
    CALLS_OTHERWISE,
    { today: dayOf(now, zone), zone },
    (value, type) => `$${parameters.push(value)}::${type}`,
  );
  const candidates = await tx.query<Candidate>(
    `select i.list_id, i.line, l.id as loan_id, l.loan_number, l.borrower_id, p.id as phone_id, p.number
       from dial_items i
       join loans l on l.tenant_id = i.tenant_id and l.id = i.loan_id and l.state = 'active'
       join phones p on p.tenant_id = i.tenant_id and p.id = i.phone_id and not p.invalid
       ${order.join}
      where i.tenant_id = $1 and i.process_id = $2 and i.state = 'ready' and i.next_at <= $4
        and exists (select 1 from loan_assignments held
          where held.tenant_id = i.tenant_id and held.loan_id = i.loan_id and held.profile_id = $3 and held.ended_at is null)
      order by i.attempts, ${order.order}, i.list_id, i.line limit ${CANDIDATES} for update of i skip locked`,
    parameters,
  );
  const handed: HandedOut[] = [];
  for (const one of candidates) {
    if (handed.length >= most) break;
    const callId = await reserve(tx, tenantId, userId, process.id, one, { now, zone });
    if (callId) handed.push({ callId, number: one.number, loanNumber: one.loan_number });
  }
  return handed;
}

async function reserve(
  tx: Tx,
  tenantId: string,
  userId: string,
  processId: string,
  one: Candidate,
  { now, zone }: { now: Date; zone: string },
): Promise<string | undefined> {
  await tx.query('select 1 from borrowers where tenant_id = $1 and id = $2 for no key update', [
    tenantId,
    one.borrower_id,
  ]);
  // Somebody is on the phone with them, whichever process or list it came from.
  const busy = await tx.query(
    `select 1 from dial_calls where tenant_id = $1 and borrower_id = $2 and result is null
      union all
     select 1 from dialer_calls where tenant_id = $1 and number = $3 and ended_at is null and started_at > $4`,
    [tenantId, one.borrower_id, one.number, new Date(now.getTime() - LONGEST_CALL_MS)],
  );
  if (busy.length > 0) return undefined;
  const callId = uuidv7(now.getTime());
  const verdict = await mayContact(
    tx,
    { tenantId, userId },
    { loanId: one.loan_id, channel: 'call', phoneId: one.phone_id, attemptId: callId, now, zone },
  );
  if (!verdict.allowed) {
    const next = verdict.nextLawfulAt ?? new Date(now.getTime() + UNKNOWN_MS).toISOString();
    await tx.query('update dial_items set next_at = $4 where tenant_id = $1 and list_id = $2 and line = $3', [
      tenantId,
      one.list_id,
      one.line,
      next,
    ]);
    return undefined;
  }
  await tx.query(
    `update dial_items set state = 'dialing', attempts = attempts + 1, next_at = null
      where tenant_id = $1 and list_id = $2 and line = $3`,
    [tenantId, one.list_id, one.line],
  );
  await tx.query(
    `insert into dial_calls (tenant_id, call_id, process_id, list_id, line, loan_id, borrower_id, user_id, handed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenantId, callId, processId, one.list_id, one.line, one.loan_id, one.borrower_id, userId, now],
  );
  return callId;
}

/** The end of a call: its result, and whether its number is tried again. Calls of no process, and repeats, change nothing. */
export async function settleCall(
  tx: Tx,
  tenantId: string,
  call: Extract<DialerReport, { kind: 'call' }>,
  now: Date,
): Promise<void> {
  if (call.phase !== 'ended') return;
  const result = resultOf({ reason: call.reason, answered: call.answeredAt !== null });
  const endedAt = call.endedAt ?? now.toISOString();
  const talk =
    result === 'connected' && call.answeredAt !== null
      ? Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(call.answeredAt)) / 1000))
      : 0;
  const [ended] = await tx.query<{ list_id: string; line: number; process_id: string }>(
    `update dial_calls set result = $3, ended_at = $4, talk_seconds = $5
      where tenant_id = $1 and call_id = $2 and (result is null or result = 'unused')
      returning list_id, line, process_id`,
    [tenantId, call.callId, result, endedAt, talk],
  );
  if (!ended) return;
  await tx.query(
    `update contact_attempts set connected = $3 where tenant_id = $1 and id = $2::uuid and connected is null`,
    [tenantId, call.callId, result === 'connected'],
  );
  const [process] = await tx.query<{ retry: RetryMinutes; max_attempts: number }>(
    'select retry, max_attempts from dial_processes where tenant_id = $1 and id = $2',
    [tenantId, ended.process_id],
  );
  const minutes = result === 'connected' ? undefined : process?.retry[result];
  await tx.query(
    `update dial_items i set last_result = $4,
            state = case when $4 = 'connected' then 'done'
                         when i.attempts >= $5 then 'exhausted'
                         when exists (select 1 from dial_lists s where s.tenant_id = i.tenant_id and s.id = i.list_id
                                       and s.state = 'cancelled') then 'cancelled'
                         else 'ready' end,
            next_at = case when $4 = 'connected' or i.attempts >= $5 then null else $6::timestamptz end
      where i.tenant_id = $1 and i.list_id = $2 and i.line = $3 and i.state in ('dialing', 'ready')`,
    [
      tenantId,
      ended.list_id,
      ended.line,
      result,
      process?.max_attempts ?? 1,
      minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000),
    ],
  );
}
