/** Which processes a user sees, and which they change. */
import { PROCESS_KEEPERS } from '../../../core/domain/predictive';
import type { Role } from '../../../core/domain/roles';
import type { Actor } from '../../http/implement';
import { belowOf, breadthOf } from '../loans';
import { portfolioEditable, portfolioScope } from '../portfolios';

/** SQL over a row of `dial_processes` named `d`: those of the portfolios that the user sees. */
export const processScope = (actor: Actor, parameters: unknown[]): string =>
  breadthOf(actor) === 'tenant'
    ? 'true'
    : `exists (select 1 from portfolios p where p.tenant_id = d.tenant_id and p.id = d.portfolio_id and ${portfolioScope(actor, parameters)})`;

/**
 * SQL: whether the user may change process `d`. The tenant's administrators every one; managers those that they or somebody
 * below them made, and those of portfolios that are theirs to change; a client's administrator their own until it is started.
 */
export function processEditable(actor: Actor, parameters: unknown[]): string {
  const keepers: readonly Role[] = PROCESS_KEEPERS;
  if (breadthOf(actor) === 'client')
    return `coalesce(d.created_by = $${parameters.push(actor.userId)}::uuid and d.state = 'draft', false)`;
  if (!keepers.includes(actor.role)) return 'false';
  if (breadthOf(actor) === 'tenant') return 'true';
  const below = belowOf(`$${parameters.push(actor.userId)}::uuid`);
  return `(d.created_by in (${below}) or exists (select 1 from portfolios p where p.tenant_id = d.tenant_id and p.id = d.portfolio_id
    and ${portfolioEditable(actor, parameters)}))`;
}
