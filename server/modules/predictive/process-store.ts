/** SQL over processes and their agents. */

import type { Process, ProcessSort } from '../../../core/contract/predictive';
import type { ProcessState, RetryMinutes } from '../../../core/domain/predictive';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { peopleScope } from '../loans';
import { portfolioScope } from '../portfolios';
import { processEditable, processScope } from './scope';

interface Stored {
  id: string;
  name: string;
  portfolio_id: string;
  portfolio: string;
  mode: Process['mode'];
  caller_ids: string[];
  level_tenths: number;
  drop_tenths: number;
  from_time: string;
  until_time: string;
  max_attempts: number;
  priority: number;
  retry: RetryMinutes;
  state: ProcessState;
  state_at: string;
  version: number;
  made_by: string | null;
  created_at: string;
  may_edit: boolean;
}

const from = (actor: Actor, parameters: unknown[]) => `
  select d.id, d.name, d.portfolio_id, f.name as portfolio, d.mode, d.caller_ids, d.level_tenths, d.drop_tenths, d.from_time,
         d.until_time, d.max_attempts, d.priority, d.retry, d.state, d.state_at, d.version, u.full_name as made_by, d.created_at,
         ${processEditable(actor, parameters)} as may_edit
    from dial_processes d
    join portfolios f on f.tenant_id = d.tenant_id and f.id = d.portfolio_id
    left join users u on u.tenant_id = d.tenant_id and u.id = d.created_by
   where d.tenant_id = current_tenant() and ${processScope(actor, parameters)}`;

/** `today`: when the tenant's day began. */
async function present(tx: Tx, rows: readonly Stored[], today: Date): Promise<Process[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [agents, lines, calls] = await Promise.all([
    tx.query<{ process_id: string; id: string; name: string }>(
      `select a.process_id, u.id, u.full_name as name from dial_process_agents a
         join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
        where a.tenant_id = current_tenant() and a.process_id = any($1::uuid[]) order by lower(u.full_name), u.id`,
      [ids],
    ),
    tx.query<{ process_id: string; ready: number; unheld: number; dialing: number; over: number }>(
      `select i.process_id, count(*) filter (where i.state = 'ready') as ready,
              count(*) filter (where i.state = 'ready' and ${UNHELD}) as unheld,
              count(*) filter (where i.state = 'dialing') as dialing,
              count(*) filter (where i.state in ('done', 'exhausted')) as over
         from dial_items i where i.tenant_id = current_tenant() and i.process_id = any($1::uuid[]) group by 1`,
      [ids],
    ),
    tx.query<{ process_id: string; dialed: number; connected: number; dropped: number }>(
      `select c.process_id, count(*) filter (where c.result is distinct from 'unused') as dialed,
              count(*) filter (where c.result = 'connected') as connected,
              count(*) filter (where c.result = 'dropped') as dropped
         from dial_calls c
        where c.tenant_id = current_tenant() and c.process_id = any($1::uuid[]) and c.handed_at >= $2 group by 1`,
      [ids, today],
    ),
  ]);
  return rows.map((row) => {
    const line = lines.find(({ process_id }) => process_id === row.id);
    const call = calls.find(({ process_id }) => process_id === row.id);
    return {
      id: row.id,
      name: row.name,
      portfolio: { id: row.portfolio_id, name: row.portfolio },
      mode: row.mode,
      callerIds: row.caller_ids,
      maxLevel: row.level_tenths / 10,
      dropPercent: row.drop_tenths / 10,
      fromTime: row.from_time,
      untilTime: row.until_time,
      maxAttempts: row.max_attempts,
      priority: row.priority,
      retry: row.retry,
      state: row.state,
      stateAt: row.state_at,
      version: row.version,
      agents: agents.filter(({ process_id }) => process_id === row.id).map(({ id, name }) => ({ id, name })),
      createdBy: row.made_by ?? '',
      createdAt: row.created_at,
      mayEdit: row.may_edit,
      lines: {
        ready: line?.ready ?? 0,
        unheld: line?.unheld ?? 0,
        dialing: line?.dialing ?? 0,
        over: line?.over ?? 0,
      },
      today: { dialed: call?.dialed ?? 0, connected: call?.connected ?? 0, dropped: call?.dropped ?? 0 },
    };
  });
}

/** SQL over a line `i`: no agent of its process holds its loan, so nobody dials it. */
export const UNHELD = `not exists (select 1 from loan_assignments held
  join dial_process_agents a on a.tenant_id = held.tenant_id and a.user_id = held.profile_id and a.process_id = i.process_id
 where held.tenant_id = i.tenant_id and held.loan_id = i.loan_id and held.ended_at is null)`;

const ORDER: Record<ProcessSort, string> = {
  name: 'lower(r.name)',
  portfolio: 'lower(r.portfolio)',
  state: "array_position(array['running', 'paused', 'draft', 'stopped'], r.state)",
  created: 'r.created_at',
};

export async function processPage(
  tx: Tx,
  actor: Actor,
  wanted: {
    q: string;
    state: ProcessState | undefined;
    sort: ProcessSort;
    dir: 'asc' | 'desc';
    limit: number;
    offset: number;
    today: Date;
  },
): Promise<{ rows: Process[]; total: number }> {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const source = `with r as (${from(actor, parameters)})`;
  const all = [
    `lower(r.name || ' ' || r.portfolio) like ${use(`%${wanted.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)}`,
  ];
  if (wanted.state) all.push(`r.state = ${use(wanted.state)}`);
  const { rows, total } = await pageWithTotal<Stored>(
    tx,
    `${source} select r.*, count(*) over () as total from r where ${all.join(' and ')}
      order by ${ORDER[wanted.sort]} ${wanted.dir}, lower(r.name), r.id`,
    parameters,
    wanted,
  );
  return { rows: await present(tx, rows, wanted.today), total };
}

export async function findProcess(tx: Tx, actor: Actor, id: string, today: Date): Promise<Process | undefined> {
  const parameters: unknown[] = [];
  const rows = await tx.query<Stored>(`${from(actor, parameters)} and d.id = $${parameters.push(id)}`, parameters);
  return (await present(tx, rows, today))[0];
}

/** Held until the end of the transaction: of two who change a process the second waits and sees the first one's version. */
export const lockProcess = (tx: Tx, id: string) =>
  tx.query('select 1 from dial_processes where tenant_id = current_tenant() and id = $1 for no key update', [id]);

export interface ProcessSettings {
  name: string;
  mode: Process['mode'];
  callerIds: string[];
  maxLevel: number;
  dropPercent: number;
  fromTime: string;
  untilTime: string;
  maxAttempts: number;
  priority?: number | undefined;
  retry: RetryMinutes;
}
const columnsOf = (one: ProcessSettings) => [
  one.name,
  one.mode,
  one.callerIds,
  Math.round(one.maxLevel * 10),
  Math.round(one.dropPercent * 10),
  one.fromTime,
  one.untilTime,
  one.maxAttempts,
  one.retry,
  one.priority ?? null,
];

export async function nameTaken(tx: Tx, name: string, except: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from dial_processes where tenant_id = current_tenant() and lower(name) = lower($1) and id <> $2',
    [name, except],
  );
  return rows.length > 0;
}

/** False when the id or the name is taken. */
export async function insertProcess(
  tx: Tx,
  made: ProcessSettings & { id: string; portfolioId: string; by: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into dial_processes (tenant_id, id, portfolio_id, created_by, created_at, state_at, name, mode, caller_ids, level_tenths,
       drop_tenths, from_time, until_time, max_attempts, retry, priority)
     values (current_tenant(), $1, $2, $3, $4, $4, $5, $6, $7::text[], $8, $9, $10, $11, $12, $13,
             coalesce($14::smallint, 5))
     on conflict do nothing returning 1`,
    [made.id, made.portfolioId, made.by, made.now, ...columnsOf(made)],
  );
  return rows.length > 0;
}

export const updateSettings = (tx: Tx, id: string, settings: ProcessSettings) =>
  tx.query(
    `update dial_processes set version = version + 1, name = $2, mode = $3, caller_ids = $4::text[], level_tenths = $5,
            drop_tenths = $6, from_time = $7, until_time = $8, max_attempts = $9, retry = $10,
            priority = coalesce($11::smallint, priority)
      where tenant_id = current_tenant() and id = $1`,
    [id, ...columnsOf(settings)],
  );

export const setState = (tx: Tx, id: string, state: ProcessState, now: Date) =>
  tx.query(
    `update dial_processes set version = version + 1, state = $2, state_at = $3
      where tenant_id = current_tenant() and id = $1`,
    [id, state, now],
  );

/** Whether each is an active telecaller among the caller's people. */
export async function allOwnAgents(tx: Tx, actor: Actor, agentIds: readonly string[]): Promise<boolean> {
  if (agentIds.length === 0) return true;
  const parameters: unknown[] = [[...new Set(agentIds)]];
  const rows = await tx.query(
    `select u.id from users u where u.tenant_id = current_tenant() and u.id = any($1::uuid[]) and u.active
        and upper(u.role) = 'CRM_TELECALLER' and ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')}`,
    parameters,
  );
  return rows.length === new Set(agentIds).size;
}

export async function replaceAgents(tx: Tx, processId: string, agentIds: readonly string[]): Promise<void> {
  await tx.query(
    'delete from dial_process_agents where tenant_id = current_tenant() and process_id = $1 and not user_id = any($2::uuid[])',
    [processId, agentIds],
  );
  await tx.query(
    `insert into dial_process_agents (tenant_id, process_id, user_id)
     select current_tenant(), $1, u.id from unnest($2::uuid[]) as u(id) on conflict do nothing`,
    [processId, agentIds],
  );
}

export async function portfolioSeen(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const parameters: unknown[] = [id];
  const rows = await tx.query(
    `select 1 from portfolios p where p.tenant_id = current_tenant() and p.id = $1 and p.active and ${portfolioScope(actor, parameters)}`,
    parameters,
  );
  return rows.length > 0;
}

const MOST_CHOICES = 500;

export async function choices(tx: Tx, actor: Actor, withAgents: boolean) {
  const [of, who]: unknown[][] = [[], []];
  const portfolios = await tx.query<{ id: string; name: string }>(
    `select p.id, p.name from portfolios p where p.tenant_id = current_tenant() and p.active and ${portfolioScope(actor, of ?? [])}
      order by lower(p.name), p.id limit ${MOST_CHOICES}`,
    of,
  );
  const agents = withAgents
    ? await tx.query<{ id: string; name: string; process: string | null }>(
        `select u.id, u.full_name as name,
                (select string_agg(d.name, ', ' order by lower(d.name)) from dial_process_agents a
                   join dial_processes d on d.tenant_id = a.tenant_id and d.id = a.process_id
                  where a.tenant_id = u.tenant_id and a.user_id = u.id) as process from users u
          where u.tenant_id = current_tenant() and u.active and upper(u.role) = 'CRM_TELECALLER'
            and ${peopleScope(actor, who ?? [], 'u.tenant_id', 'u.id')}
          order by lower(u.full_name), u.id limit ${MOST_CHOICES}`,
        who,
      )
    : [];
  return { portfolios, agents };
}

export const logOf = (tx: Tx, id: string) =>
  tx.query<{ at: string; by: string | null; action: string; detail: { before?: object | null; after?: object } }>(
    `select a.at, u.full_name as by, a.action, a.detail from audit_log a
       left join users u on u.tenant_id = a.tenant_id and u.id = a.actor_id
      where a.tenant_id = current_tenant() and a.subject = 'process' and a.subject_id = $1 order by a.seq desc limit 100`,
    [id],
  );
