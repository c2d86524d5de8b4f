/** SQL over targets and their log. */

import type { TARGET_ACTIONS, TargetSort } from '../../../core/contract/targets';
import { uuidv7 } from '../../../core/domain/ids';
import { CALENDAR_KEEPERS, TARGET_EDITORS } from '../../../core/domain/portfolio-roles';
import type { Role } from '../../../core/domain/roles';
import type { Metric, TargetScope } from '../../../core/domain/targets';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { breadthOf, peopleScope } from '../loans';
import { portfolioEditable, portfolioScope } from '../portfolios';

export interface StoredTarget {
  id: string;
  month: string;
  scope: TargetScope;
  scope_id: string;
  name: string;
  role: string | null;
  portfolio_id: string | null;
  portfolio: string | null;
  bucket: 'any';
  metric: Metric;
  target: number;
  version: number;
  locked_at: string | null;
  locked_by: string | null;
  may_edit: boolean;
}

/** Targets of people go by the people, targets of portfolios by the portfolios that the caller may see. */
export function targetScope(actor: Actor, parameters: unknown[]): string {
  // A client's people look at portfolios alone: who works them is the agency's own matter.
  const people = breadthOf(actor) === 'client' ? 'false' : peopleScope(actor, parameters, 't.tenant_id', 't.scope_id');
  return `(t.scope <> 'portfolio' and ${people} or t.scope = 'portfolio' and exists (select 1 from portfolios p
    where p.tenant_id = t.tenant_id and p.id = t.scope_id and ${portfolioScope(actor, parameters)}))`;
}

/** Nobody sets their own target: managers set those of everybody below them and of portfolios that are theirs to change. */
function editable(actor: Actor, parameters: unknown[]): string {
  const editors: readonly Role[] = TARGET_EDITORS;
  if (!editors.includes(actor.role)) return 'false';
  if (breadthOf(actor) === 'tenant') return 'true';
  const me = `$${parameters.push(actor.userId)}::uuid`;
  return `(t.scope <> 'portfolio' and t.scope_id <> ${me} and ${peopleScope(actor, parameters, 't.tenant_id', 't.scope_id')}
    or t.scope = 'portfolio' and exists (select 1 from portfolios p where p.tenant_id = t.tenant_id and p.id = t.scope_id
       and ${portfolioEditable(actor, parameters)}))`;
}

/** Who may open what was locked: those above managers. */
export const mayUnlock = (actor: Actor): boolean => (CALENDAR_KEEPERS as readonly Role[]).includes(actor.role);

const from = (actor: Actor, parameters: unknown[]) => `
  select t.id, t.month, t.scope, t.scope_id, coalesce(u.full_name, sp.name, '') as name, u.role, t.portfolio_id, fp.name as portfolio,
         t.bucket, t.metric, t.target, t.version, t.locked_at, lu.full_name as locked_by, ${editable(actor, parameters)} as may_edit
    from targets t
    left join users u on t.scope <> 'portfolio' and u.tenant_id = t.tenant_id and u.id = t.scope_id
    left join portfolios sp on t.scope = 'portfolio' and sp.tenant_id = t.tenant_id and sp.id = t.scope_id
    left join portfolios fp on fp.tenant_id = t.tenant_id and fp.id = t.portfolio_id
    left join users lu on lu.tenant_id = t.tenant_id and lu.id = t.locked_by
   where t.tenant_id = current_tenant() and ${targetScope(actor, parameters)}`;

const ORDER: Record<TargetSort, string> = {
  name: 'lower(r.name)',
  metric: 'r.metric',
  target: 'r.target',
  scope: "array_position(array['portfolio', 'team', 'user'], r.scope)",
};

export interface WantedTargets {
  month: string;
  q: string;
  scope: TargetScope | undefined;
  metric: Metric | undefined;
  portfolioId: string | undefined;
  sort: TargetSort;
  dir: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export async function targetPage(
  tx: Tx,
  actor: Actor,
  wanted: WantedTargets,
): Promise<{ rows: StoredTarget[]; total: number; locked: number }> {
  const parameters: unknown[] = [];
  const use = (value: unknown, type = '') => `$${parameters.push(value)}${type}`;
  const source = `with r as (${from(actor, parameters)} and t.month = ${use(wanted.month, '::date')})`;
  const [counted] = await tx.query<{ locked: number }>(
    `${source} select count(*) filter (where r.locked_at is not null) as locked from r`,
    parameters,
  );
  const like = use(`%${wanted.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
  const all = [`lower(r.name || ' ' || coalesce(r.portfolio, '')) like ${like}`];
  if (wanted.scope) all.push(`r.scope = ${use(wanted.scope)}`);
  if (wanted.metric) all.push(`r.metric = ${use(wanted.metric)}`);
  if (wanted.portfolioId) {
    const portfolio = use(wanted.portfolioId, '::uuid');
    all.push(`(r.portfolio_id = ${portfolio} or r.scope = 'portfolio' and r.scope_id = ${portfolio})`);
  }
  const { rows, total } = await pageWithTotal<StoredTarget>(
    tx,
    `${source} select r.*, count(*) over () as total from r where ${all.join(' and ')}
      order by ${ORDER[wanted.sort]} ${wanted.dir}, ${ORDER.scope}, lower(r.name), r.metric, r.bucket, r.id`,
    parameters,
    wanted,
  );
  return { rows, total, locked: counted?.locked ?? 0 };
}

export async function findTarget(tx: Tx, actor: Actor, id: string): Promise<StoredTarget | undefined> {
  const parameters: unknown[] = [];
  const [row] = await tx.query<StoredTarget>(
    `${from(actor, parameters)} and t.id = $${parameters.push(id)}`,
    parameters,
  );
  return row;
}

export interface NewTarget {
  id: string;
  month: string;
  scope: TargetScope;
  scopeId: string;
  portfolioId: string | null;
  bucket: string;
  metric: Metric;
  target: number;
}

/** Those of `rows` that were stored; one that would be a second for the same thing is not. */
export async function insertTargets(tx: Tx, rows: readonly NewTarget[], by: string, now: Date): Promise<string[]> {
  const made = await tx.query<{ id: string }>(
    `insert into targets (tenant_id, id, month, scope, scope_id, portfolio_id, bucket, metric, target, created_by, created_at)
     select current_tenant(), n.id, n.month, n.scope, n.scope_id, n.portfolio_id, n.bucket, n.metric, n.target, $9, $10
       from unnest($1::uuid[], $2::date[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::bigint[])
         as n(id, month, scope, scope_id, portfolio_id, bucket, metric, target)
     on conflict do nothing returning id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ month }) => month),
      rows.map(({ scope }) => scope),
      rows.map(({ scopeId }) => scopeId),
      rows.map(({ portfolioId }) => portfolioId),
      rows.map(({ bucket }) => bucket),
      rows.map(({ metric }) => metric),
      rows.map(({ target }) => target),
      by,
      now,
    ],
  );
  return made.map(({ id }) => id);
}

/** False when it is locked or not at this version any more. */
export async function changeTarget(tx: Tx, id: string, version: number, target: number): Promise<boolean> {
  const changed = await tx.query(
    `update targets set target = $3, version = version + 1
      where tenant_id = current_tenant() and id = $1 and version = $2 and locked_at is null returning 1`,
    [id, version, target],
  );
  return changed.length > 0;
}

export async function removeTarget(tx: Tx, id: string, version: number): Promise<boolean> {
  const removed = await tx.query(
    `delete from targets where tenant_id = current_tenant() and id = $1 and version = $2 and locked_at is null returning 1`,
    [id, version],
  );
  return removed.length > 0;
}

/** Locks or opens what the caller may change in a month; answers the ids that changed. */
export async function setLocked(tx: Tx, actor: Actor, month: string, at: Date | null): Promise<string[]> {
  const parameters: unknown[] = [month, at, at && actor.userId];
  const scope = editable(actor, parameters);
  const rows = await tx.query<{ id: string }>(
    `update targets t set locked_at = $2, locked_by = $3, version = t.version + 1
      where t.tenant_id = current_tenant() and t.month = $1::date and (t.locked_at is null) = ($2::timestamptz is not null) and ${scope}
      returning t.id`,
    parameters,
  );
  return rows.map(({ id }) => id);
}

/** Every target of a month that the caller may change. */
export async function changeable(tx: Tx, actor: Actor, month: string): Promise<StoredTarget[]> {
  const parameters: unknown[] = [];
  return tx.query<StoredTarget>(
    `select * from (${from(actor, parameters)} and t.month = $${parameters.push(month)}::date) r where r.may_edit order by r.id`,
    parameters,
  );
}

/** Those of the subjects for which the caller may set targets; none that is not there. */
export async function settable(
  tx: Tx,
  actor: Actor,
  subjects: readonly { scope: TargetScope; scopeId: string }[],
): Promise<{ scope: TargetScope; scopeId: string }[]> {
  const parameters: unknown[] = [subjects.map(({ scope }) => scope), subjects.map(({ scopeId }) => scopeId)];
  const condition = editable(actor, parameters);
  return tx.query<{ scope: TargetScope; scopeId: string }>(
    `select t.scope, t.scope_id as "scopeId"
       from (select current_tenant() as tenant_id, s.scope, s.scope_id from unnest($1::text[], $2::uuid[]) as s(scope, scope_id)) t
      where (t.scope = 'portfolio' and exists (select 1 from portfolios x where x.tenant_id = t.tenant_id and x.id = t.scope_id)
          or t.scope <> 'portfolio' and exists (select 1 from users x where x.tenant_id = t.tenant_id and x.id = t.scope_id))
        and ${condition}`,
    parameters,
  );
}

/** Whether the caller may set targets for this; false also for what is not there. */
export const maySetFor = async (tx: Tx, actor: Actor, scope: TargetScope, scopeId: string): Promise<boolean> =>
  (await settable(tx, actor, [{ scope, scopeId }])).length > 0;

export type TargetAction = (typeof TARGET_ACTIONS)[number];

export async function logTargets(
  tx: Tx,
  lines: readonly { targetId: string; action: TargetAction; before: number | null; after: number | null }[],
  by: string,
  now: Date,
): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `insert into target_log (tenant_id, id, target_id, at, by_user, action, before_value, after_value)
     select current_tenant(), n.id, n.target_id, $6, $7, n.action, n.before_value, n.after_value
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) as n(id, target_id, action, before_value, after_value)`,
    [
      lines.map(() => uuidv7()),
      lines.map(({ targetId }) => targetId),
      lines.map(({ action }) => action),
      lines.map(({ before }) => before),
      lines.map(({ after }) => after),
      now,
      by,
    ],
  );
}

export const logOf = (tx: Tx, targetId: string) =>
  tx.query<{ at: string; by: string | null; action: TargetAction; before: number | null; after: number | null }>(
    `select g.at, u.full_name as by, g.action, g.before_value as before, g.after_value as after
       from target_log g left join users u on u.tenant_id = g.tenant_id and u.id = g.by_user
      where g.tenant_id = current_tenant() and g.target_id = $1 order by g.at desc, g.id desc limit 200`,
    [targetId],
  );
