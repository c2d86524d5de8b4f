/** Which agencies and clients a user sees: of whoever sees a whole tenant all, of tenant admins with a scope those of their people. */
import { seesOwnPeopleOnly } from '../../../core/domain/people';
import type { Actor } from '../../http/implement';

/** SQL: the ids of the user and of everybody below them, as a list that is worked out once a query. */
export const belowOf = (user: string): string =>
  `select t.descendant_id from user_tree t where t.tenant_id = current_tenant() and t.ancestor_id = ${user}`;

/**
 * SQL over a row of `agencies` named `agency`: those that somebody below belongs to or made. Everybody else who may ask chooses among all of the tenant's. The ids it needs are appended to `parameters`.
 */
export function agencyScope(actor: Actor, parameters: unknown[], agency = 'a'): string {
  if (!seesOwnPeopleOnly(actor)) return 'true';
  const below = belowOf(`$${parameters.push(actor.userId)}::uuid`);
  const theirs = `select u.agency_id from users u where u.tenant_id = current_tenant() and u.id in (${below})`;
  return `(${agency}.created_by in (${below}) or ${agency}.id in (${theirs}))`;
}

/** SQL over a row of `clients` named `client`: those whose loans or portfolios somebody below works, and those that one of them made. */
export function clientScope(actor: Actor, parameters: unknown[], client = 'c'): string {
  if (!seesOwnPeopleOnly(actor)) return 'true';
  const below = belowOf(`$${parameters.push(actor.userId)}::uuid`);
  return `(${client}.created_by in (${below})
    or ${client}.id in (select p.client_id from portfolios p where p.tenant_id = current_tenant() and (p.created_by in (${below})
         or p.id in (select m.portfolio_id from portfolio_members m where m.tenant_id = current_tenant() and m.profile_id in (${below}))))
    or ${client}.id in (select l.client_id from loan_assignments held join loans l on l.tenant_id = held.tenant_id and l.id = held.loan_id
         where held.tenant_id = current_tenant() and held.ended_at is null and held.profile_id in (${below})))`;
}
