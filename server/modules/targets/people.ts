/** SQL over the people that targets are about. */

import type { Metric } from '../../../core/domain/targets';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { breadthOf, peopleScope } from '../loans';
import { portfolioEditable, portfolioScope } from '../portfolios';

const AGENT_ROLES = { Collector: ['CRM_TELECALLER', 'COLLECTOR'], Field_Agent: ['CRM_FIELDAGENT'] } as const;
const MANAGER_ROLES = ['CRM_MANAGER', 'MANAGER', 'CRM_SUPERMANAGER'];
export type AgentType = keyof typeof AGENT_ROLES;

export interface Weighed {
  id: string;
  name: string;
  pos: number;
}

/**
 * The active agents of a team or portfolio, with the principal of the open loans they hold (there); most first. Of a portfolio
 * that several teams work, each manager splits among the own people.
 */
export async function weighedAgents(
  tx: Tx,
  actor: Actor,
  target: { scope: 'team' | 'portfolio'; scopeId: string; portfolioId: string | null; bucket: string },
  agentType: AgentType,
): Promise<Weighed[]> {
  const portfolio = target.scope === 'portfolio' ? target.scopeId : target.portfolioId;
  const kind = agentType === 'Collector' ? 'collector' : 'field_agent';
  const members =
    target.scope === 'team'
      ? 'u.id in (select t.descendant_id from user_tree t where t.tenant_id = current_tenant() and t.ancestor_id = $1)'
      : `(u.id in (select m.profile_id from portfolio_members m where m.tenant_id = current_tenant() and m.portfolio_id = $1 and m.kind = $2) or held.pos is not null)`;
  const parameters: unknown[] = [target.scopeId, kind, portfolio, target.bucket, [...AGENT_ROLES[agentType]]];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  return tx.query<Weighed>(
    `select u.id, u.full_name as name, coalesce(held.pos, 0) as pos from users u
       left join (select h.profile_id, sum(l.pos_paise) as pos from loan_assignments h
                    join loans l on l.tenant_id = h.tenant_id and l.id = h.loan_id
                   where h.tenant_id = current_tenant() and h.kind = $2 and h.ended_at is null and l.state = 'active'
                     and ($3::uuid is null or l.portfolio_id = $3) and ($4 = 'any' or l.bucket = $4)
                   group by h.profile_id) held on held.profile_id = u.id
      where u.tenant_id = current_tenant() and u.active and upper(u.role) = any($5::text[]) and ${members} and ($1::uuid is not null) and ${scope}
      order by coalesce(held.pos, 0) desc, lower(u.full_name), u.id limit 5000`,
    parameters,
  );
}

/** Whether the caller may see this portfolio. */
export async function isSeenPortfolio(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const parameters: unknown[] = [id];
  const scope = portfolioScope(actor, parameters);
  const rows = await tx.query(
    `select 1 from portfolios p where p.tenant_id = current_tenant() and p.id = $1::uuid and ${scope}`,
    parameters,
  );
  return rows.length > 0;
}

const LIMIT = 1000;

/** For whom the caller may set targets. Nobody for themselves. */
export async function choosable(tx: Tx, actor: Actor, q: string) {
  const like = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const people = (roles: readonly string[]) => {
    const parameters: unknown[] = [roles, like, actor.userId, LIMIT];
    const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
    return tx.query<{ id: string; name: string; role: string }>(
      `select u.id, u.full_name as name, u.role from users u where u.tenant_id = current_tenant() and u.active and upper(u.role) = any($1::text[])
          and lower(u.full_name || ' ' || u.username) like $2 and u.id <> $3 and ${scope} order by lower(u.full_name), u.id limit $4`,
      parameters,
    );
  };
  const parameters: unknown[] = [like, LIMIT];
  const scope = `${portfolioScope(actor, parameters)} and ${portfolioEditable(actor, parameters)}`;
  return {
    users: await people([...AGENT_ROLES.Collector, ...AGENT_ROLES.Field_Agent]),
    teams: await people(MANAGER_ROLES),
    portfolios: (
      await tx.query<{ id: string; name: string }>(
        `select p.id, p.name from portfolios p where p.tenant_id = current_tenant() and p.active and lower(p.name) like $1 and ${scope}
          order by lower(p.name), p.id limit $2`,
        parameters,
      )
    ).map((row) => ({ ...row, role: null })),
  };
}

/** A person whose targets the caller may see. */
export async function findPerson(tx: Tx, actor: Actor, id: string) {
  if (breadthOf(actor) === 'client') return undefined;
  const parameters: unknown[] = [id];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const [row] = await tx.query<{ id: string; name: string; role: string }>(
    `select u.id, u.full_name as name, u.role from users u where u.tenant_id = current_tenant() and u.id = $1 and ${scope}`,
    parameters,
  );
  return row;
}

export const isManager = (role: string): boolean => MANAGER_ROLES.includes(role.toUpperCase());

/** The sum of a person's targets by month, over all buckets and portfolios; a target for everything goes before its parts. */
export const targetsByMonth = (
  tx: Tx,
  person: { id: string; scope: 'user' | 'team' },
  metric: Metric,
  from: string,
  to: string,
) =>
  tx.query<{ month: string; target: number }>(
    `select t.month, coalesce(max(t.target) filter (where t.portfolio_id is null and t.bucket = 'any'),
              case when $3 = 'resolution' then round(avg(t.target)) else sum(t.target) end) as target
       from targets t where t.tenant_id = current_tenant() and t.scope = $1 and t.scope_id = $2 and t.metric = $3
        and t.month >= $4::date and t.month <= $5::date group by t.month order by t.month`,
    [person.scope, person.id, metric, from, to],
  );

export interface AgentTarget {
  id: string;
  collector_id: string;
  name: string;
  role: string;
  portfolio_id: string | null;
  portfolio: string | null;
  bucket: 'any';
  metric: Metric;
  target: number;
}

/** Targets of single agents in a month: the caller's people's, of one portfolio (its own, and its members' general ones) or of all. */
export async function agentTargets(
  tx: Tx,
  actor: Actor,
  wanted: { month: string; portfolioId: string | undefined; metric: Metric | undefined; limit: number; offset: number },
): Promise<{ rows: AgentTarget[]; total: number }> {
  if (breadthOf(actor) === 'client') return { rows: [], total: 0 };
  const parameters: unknown[] = [wanted.month, wanted.portfolioId ?? null, wanted.metric ?? null];
  const scope = peopleScope(actor, parameters, 't.tenant_id', 't.scope_id');
  return pageWithTotal<AgentTarget>(
    tx,
    `select t.id, u.id as collector_id, u.full_name as name, u.role, t.portfolio_id, p.name as portfolio, t.bucket, t.metric, t.target,
            count(*) over () as total
       from targets t join users u on u.tenant_id = t.tenant_id and u.id = t.scope_id
       left join portfolios p on p.tenant_id = t.tenant_id and p.id = t.portfolio_id
      where t.tenant_id = current_tenant() and t.scope = 'user' and t.month = $1::date
        and ($3::text is null or t.metric = $3)
        and ($2::uuid is null or t.portfolio_id = $2 or t.portfolio_id is null and exists (select 1 from portfolio_members m
              where m.tenant_id = t.tenant_id and m.portfolio_id = $2 and m.profile_id = u.id))
        and ${scope}
      order by lower(u.full_name), u.id, t.metric, t.bucket, t.id`,
    parameters,
    wanted,
  );
}
