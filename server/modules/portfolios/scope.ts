/** Which portfolios a user may see, and which they may change: the breadths of loans, over portfolios instead. */
import { INCENTIVE_EDITORS } from '../../../core/domain/portfolio-roles';
import type { Role } from '../../../core/domain/roles';
import type { Actor } from '../../http/implement';
import { belowOf, breadthOf } from '../loans';

/** SQL over a row of `portfolios` named `p`; the ids it needs are appended to `parameters`. */
export function portfolioScope(actor: Actor, parameters: unknown[], p = 'p'): string {
  const use = (value: string | null) => `$${parameters.push(value)}::uuid`;
  /** Portfolios that people belong to or hold open loans of; as lists, so that they are worked out once a query. */
  const of = (people: string) =>
    `(${p}.id in (select m.portfolio_id from portfolio_members m where m.tenant_id = current_tenant() and m.profile_id in (${people}))
      or ${p}.id in (select l.portfolio_id from loan_assignments held join loans l on l.tenant_id = held.tenant_id and l.id = held.loan_id
                      where held.tenant_id = current_tenant() and held.ended_at is null and held.profile_id in (${people})))`;
  switch (breadthOf(actor)) {
    case 'tenant':
      return 'true';
    case 'team': {
      const people = belowOf(use(actor.userId));
      return `(${of(people)} or ${p}.created_by in (${people}))`;
    }
    case 'own':
      return of(use(actor.userId));
    case 'agency':
      return of(use(actor.agencyId));
    case 'client':
      return `${p}.client_id = ${use(actor.clientId)}`;
    case 'none':
      return 'false';
  }
}

/** Whether the portfolios that the user sees are theirs with every loan. */
export const seesWholePortfolios = (actor: Actor): boolean => ['tenant', 'client'].includes(breadthOf(actor));

/**
 * SQL: whether the user may change portfolio `p`. Tenant-wide roles every one; managers those that they or somebody below them
 * manages or made; nobody else any.
 */
export function portfolioEditable(actor: Actor, parameters: unknown[], p = 'p'): string {
  const editors: readonly Role[] = INCENTIVE_EDITORS;
  if (!editors.includes(actor.role)) return 'false';
  if (breadthOf(actor) === 'tenant') return 'true';
  const people = belowOf(`$${parameters.push(actor.userId)}::uuid`);
  return `(coalesce(${p}.created_by in (${people}), false) or exists (select 1 from portfolio_members m where m.tenant_id = ${p}.tenant_id
    and m.portfolio_id = ${p}.id and m.kind = 'manager' and m.profile_id in (${people})))`;
}
