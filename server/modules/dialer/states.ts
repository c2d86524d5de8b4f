/** How agents stand and how their time passes: one open row an agent, closed by the next change. */
import { type AgentStatus, type TimeSplit, timeSplitSchema } from '../../../core/contract/dialer';
import { type AgentState, type DialerStatus, reasonOf, stateOfStatus } from '../../../core/contract/dialer-socket';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';

export interface Standing {
  status: DialerStatus;
  state: AgentState;
  since: string;
  present: boolean;
  process: string;
  call_id: string | null;
  /** The newest moment that a dialer told of; null before its first word. */
  dialer_since?: string | null;
}

export async function standingOf(tx: Tx, tenantId: string, userId: string): Promise<Standing | undefined> {
  const [row] = await tx.query<Standing>(
    'select status, state, since, present, process, call_id, dialer_since from dialer_agents where tenant_id = $1 and user_id = $2 for update',
    [tenantId, userId],
  );
  return row;
}

/** PostgreSQL tells every process on it that a tenant's agents or calls changed; the embedded database has one process. */
export const AGENTS_CHANNEL = 'recoup_agents';
export const tellAgents = (tx: Tx, tenantId: string) =>
  tx.query('select pg_notify($1, $2)', [AGENTS_CHANNEL, tenantId]);

/**
 * The agent is now like this. Time without a connected page and outside a call belongs to no state. What is told late or
 * twice changes nothing: a dialer's word of a moment before its last one (`byDialer`) is dropped, and `at` never goes back
 * behind the open row.
 */
export async function stand(
  tx: Tx,
  tenantId: string,
  userId: string,
  next: Omit<Standing, 'process' | 'dialer_since'> & { process?: string; byDialer?: boolean },
  now: Date,
): Promise<void> {
  const before = await standingOf(tx, tenantId, userId);
  const since = Date.parse(next.since);
  if (next.byDialer && before?.dialer_since && since < Date.parse(before.dialer_since)) return;
  const process = next.process ?? before?.process ?? 'manual';
  const told = Math.min(since, now.getTime());
  // Closing the page is no change of state: that time ends now.
  const at = new Date(before?.present && !next.present ? now.getTime() : told);
  await tx.query(
    `insert into dialer_agents (tenant_id, user_id, status, state, since, present, process, call_id, updated_at, dialer_since)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (tenant_id, user_id) do update
       set status = excluded.status, state = excluded.state, since = excluded.since, present = excluded.present,
           process = excluded.process, call_id = excluded.call_id, updated_at = excluded.updated_at,
           dialer_since = coalesce(excluded.dialer_since, dialer_agents.dialer_since)`,
    [
      tenantId,
      userId,
      next.status,
      next.state,
      new Date(told),
      next.present,
      process,
      next.call_id,
      now,
      next.byDialer ? new Date(since) : null,
    ],
  );
  await addCallTime(tx, tenantId, before, next, at);
  const counts = next.present || next.call_id !== null;
  const reason = next.state === 'break' ? (reasonOf(next.status) ?? next.status) : null;
  const [open] = await tx.query<{ id: string; state: string; reason: string | null; process: string; from_at: string }>(
    'select id, state, reason, process, from_at from dialer_times where tenant_id = $1 and user_id = $2 and until_at is null',
    [tenantId, userId],
  );
  if (open && counts && open.state === next.state && open.reason === reason && open.process === process) return;
  const from = open ? new Date(Math.max(at.getTime(), Date.parse(open.from_at))) : at;
  if (open) {
    await tx.query('update dialer_times set until_at = $3 where tenant_id = $1 and id = $2', [tenantId, open.id, from]);
  }
  if (!counts) return;
  await tx.query(
    `insert into dialer_times (tenant_id, id, user_id, state, reason, process, from_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenantId, uuidv7(now.getTime()), userId, next.state, reason, process, from],
  );
}

/** Hold and wrap-up that are over go into their call, in seconds of the dialer's own clock. */
async function addCallTime(
  tx: Tx,
  tenantId: string,
  before: Standing | undefined,
  next: Pick<Standing, 'state' | 'call_id'>,
  at: Date,
): Promise<void> {
  if (!before?.call_id || (before.state === next.state && before.call_id === next.call_id)) return;
  const column = { hold: 'hold_seconds', 'wrap-up': 'wrap_seconds' }[before.state as string];
  if (!column) return;
  const seconds = Math.max(0, Math.round((at.getTime() - Date.parse(before.since)) / 1000));
  await tx.query(`update dialer_calls set ${column} = coalesce(${column}, 0) + $3 where tenant_id = $1 and id = $2`, [
    tenantId,
    before.call_id,
    seconds,
  ]);
}

/** A status that was chosen without a call: the state follows from it. */
export const chosen = (status: DialerStatus, before: Standing | undefined, now: Date) => {
  const inCall = before?.call_id != null;
  return {
    status,
    state: inCall ? before.state : stateOfStatus(status),
    since: inCall || before?.status === status ? (before?.since ?? now.toISOString()) : now.toISOString(),
    present: before?.present ?? true,
    call_id: before?.call_id ?? null,
  };
};

/** In one word, as the specification's agent status reads it. */
export function wordOf(standing: Pick<Standing, 'status' | 'state' | 'present'> | undefined): AgentStatus {
  if (!standing) return 'LOGOUT';
  const { status, state, present } = standing;
  if (state === 'wrap-up' && status !== 'After Call Work') return 'WRAPUP';
  if (state !== 'idle' && state !== 'break' && state !== 'wrap-up') return 'ONCALL';
  if (status === 'Ready') return present ? 'READY' : 'MISSED';
  if (status === 'After Call Work') return 'WRAPUP';
  return status === 'Do Not Disturb' ? 'DND' : 'BREAK';
}

const NOTHING: TimeSplit = { idle: 0, talk: 0, hold: 0, 'wrap-up': 0, ringing: 0, dialing: 0, break: 0 };

/** Seconds by state between two moments, for several agents at once. */
export async function timeSplits(
  tx: Tx,
  tenantId: string,
  userIds: string[],
  from: Date,
  until: Date,
): Promise<(userId: string) => TimeSplit> {
  const rows = await tx.query<{ user_id: string; state: AgentState; seconds: number }>(
    `select t.user_id, t.state,
            round(sum(extract(epoch from least(coalesce(t.until_at, $4), $4) - greatest(t.from_at, $3))))::int as seconds
       from dialer_times t
      where t.tenant_id = $1 and t.user_id = any($2::uuid[]) and t.from_at < $4 and coalesce(t.until_at, $4) > $3
      group by t.user_id, t.state`,
    [tenantId, userIds, from, until],
  );
  const split = new Map<string, TimeSplit>();
  for (const { user_id, state, seconds } of rows) {
    split.set(user_id, { ...(split.get(user_id) ?? NOTHING), [state]: Math.max(0, seconds) });
  }
  return (userId) => split.get(userId) ?? NOTHING;
}

export const STATES_OF_SPLIT = Object.keys(timeSplitSchema.shape) as AgentState[];
