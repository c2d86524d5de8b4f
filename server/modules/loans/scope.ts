/**
 * Which loans a user may see: the one rule behind every endpoint whose scope is `loan` or `loans`. It is written as a
 * SQL condition, so that lists, single loans and records in bulk obey the same words.
 */
import { type Post, seesOwnPeopleOnly } from '../../../core/domain/people';
import type { Role } from '../../../core/domain/roles';
import type { Actor } from '../../http/implement';

/**
 * `tenant` all loans · `team` loans somebody at or below the user holds · `own` loans the user holds · `client` loans
 * of the user's client · `agency` loans of the user's agency · `none` none.
 */
export type Breadth = 'tenant' | 'team' | 'own' | 'client' | 'agency' | 'none';

const BREADTHS: Record<Role, Breadth> = {
  ADMIN: 'tenant',
  SUPER_ADMIN: 'tenant',
  TENANT_ADMIN: 'tenant',
  CRM_TENANTADMIN: 'tenant',
  CRM_SUPERADMIN: 'tenant',
  MANAGER: 'team',
  CRM_MANAGER: 'team',
  CRM_SUPERMANAGER: 'team',
  COLLECTOR: 'own',
  CRM_TELECALLER: 'own',
  CRM_FIELDAGENT: 'own',
  CLIENT: 'client',
  CLIENT_ADMIN: 'client',
  CUSTOMER: 'client',
  PARTNER: 'agency',
  DIALER: 'none',
};

export const breadthOf = (actor: Post): Breadth => (seesOwnPeopleOnly(actor) ? 'team' : BREADTHS[actor.role]);

/** SQL expressions of type uuid: parameters or columns. */
export interface Viewer {
  user: string;
  client: string;
  agency: string;
}

/** A SQL condition over a row of `loans` named `loan`. */
export function withinBreadth(breadth: Breadth, viewer: Viewer, loan = 'l'): string {
  const held = (by: string) =>
    `exists (select 1 from loan_assignments held ${by} and held.tenant_id = ${loan}.tenant_id and held.loan_id = ${loan}.id and held.ended_at is null)`;
  switch (breadth) {
    case 'tenant':
      return 'true';
    case 'own':
      return held(`where held.profile_id = ${viewer.user}`);
    case 'team':
      return held(
        `join user_tree below on below.tenant_id = held.tenant_id and below.descendant_id = held.profile_id where below.ancestor_id = ${viewer.user}`,
      );
    case 'client':
      return `${loan}.client_id = ${viewer.client}`;
    case 'agency':
      return held(`where held.kind = 'agency' and held.profile_id = ${viewer.agency}`);
    case 'none':
      return 'false';
  }
}

const HOLDERS = ['field_agent_id', 'collector_id', 'manager_id', 'agency_id'];

/**
 * The totals of the loans that at least one of these people holds (SQL that answers their ids as `id`), each group of loans under the first
 * kind of holder that is among them. `offset 0` keeps the look-up by index, also where the planner expects more people than there are.
 */
const heldTotals = (people: string): string => {
  const held = HOLDERS.map((column, at) => {
    const others = HOLDERS.slice(0, at).map((earlier) => ` and t.${earlier} not in (select holders.id from holders)`);
    return `select h.* from holders cross join lateral (
      select t.* from held_totals t where t.tenant_id = current_tenant() and t.${column} = holders.id${others.join('')} offset 0) h`;
  });
  return `(with holders as materialized (${people}) ${held.join(' union all ')})`;
};

/**
 * Where the totals of the loans within a breadth stand: FROM, and the condition over its rows named `l`, which have a loan's tenant_id,
 * client_id, portfolio_id, bucket and state, and sums as loans, pos_paise, tos_paise and overdue_paise (migration 0028).
 */
export function totalsWithin(breadth: Breadth, viewer: Viewer): { from: string; condition: string } {
  switch (breadth) {
    case 'own':
      return { from: heldTotals(`select ${viewer.user} as id`), condition: 'true' };
    case 'team':
      return {
        from: heldTotals(
          `select below.descendant_id as id from user_tree below where below.tenant_id = current_tenant() and below.ancestor_id = ${viewer.user}`,
        ),
        condition: 'true',
      };
    case 'agency':
      return { from: 'held_totals', condition: `l.agency_id = ${viewer.agency}` };
    default:
      return { from: 'loan_totals', condition: withinBreadth(breadth, viewer) };
  }
}

/** The condition for one caller; the ids it needs are appended to `parameters`. */
export function loanScope(actor: Actor, parameters: unknown[], loan = 'l'): string {
  const breadth = breadthOf(actor);
  return withinBreadth(breadth, viewerOf(actor, breadth, parameters), loan);
}

/**
 * The condition for one caller over a row named `row` that counts loans by who holds them: client_id and the four holders' columns. Each loan
 * stands in one such row, so that nothing counts twice.
 */
export function holdersScope(actor: Actor, parameters: unknown[], row: string): string {
  const breadth = breadthOf(actor);
  const viewer = viewerOf(actor, breadth, parameters);
  const holders = HOLDERS.map((column) => `${row}.${column}`).join(', ');
  switch (breadth) {
    case 'own':
      return `${viewer.user} in (${holders})`;
    case 'team':
      return `exists (select 1 from user_tree below where below.tenant_id = current_tenant() and below.ancestor_id = ${viewer.user} and below.descendant_id in (${holders}))`;
    case 'agency':
      return `${row}.agency_id = ${viewer.agency}`;
    default:
      return withinBreadth(breadth, viewer, row);
  }
}

/** The totals of what a caller sees. */
export function totalsScope(actor: Actor, parameters: unknown[]): { from: string; condition: string } {
  const breadth = breadthOf(actor);
  return totalsWithin(breadth, viewerOf(actor, breadth, parameters));
}

function viewerOf(actor: Actor, breadth: Breadth, parameters: unknown[]): Viewer {
  const viewer: Viewer = { user: 'null::uuid', client: 'null::uuid', agency: 'null::uuid' };
  const use = (value: string | null) => `$${parameters.push(value)}::uuid`;
  if (breadth === 'own' || breadth === 'team') viewer.user = use(actor.userId);
  if (breadth === 'client') viewer.client = use(actor.clientId);
  if (breadth === 'agency') viewer.agency = use(actor.agencyId);
  return viewer;
}

/** Who holds loans themselves is measured by their own work on them; everyone else by all work on the loans they see. */
export const byCaller = (actor: Actor, column: string, parameters: unknown[]): string =>
  breadthOf(actor) === 'own' ? `${column} = $${parameters.push(actor.userId)}::uuid` : 'true';
