/** Whose work a user looks after: the same breadths as for loans, over people instead. */
import type { Actor } from '../../http/implement';
import { breadthOf } from './scope';

/**
 * A SQL condition over a column that names a user (`tenant` and `user` are SQL expressions); the ids it needs are
 * appended to `parameters`. A supervisor's people include themselves.
 */
export function peopleScope(actor: Actor, parameters: unknown[], tenant: string, user: string): string {
  const use = (value: string | null) => `$${parameters.push(value)}::uuid`;
  const of = (column: 'agency_id' | 'client_id', value: string | null) =>
    `exists (select 1 from users theirs where theirs.tenant_id = ${tenant} and theirs.id = ${user} and theirs.${column} = ${use(value)})`;
  switch (breadthOf(actor)) {
    case 'tenant':
      return 'true';
    case 'team':
      return `exists (select 1 from user_tree below where below.tenant_id = ${tenant} and below.ancestor_id = ${use(actor.userId)} and below.descendant_id = ${user})`;
    case 'own':
      return `${user} = ${use(actor.userId)}`;
    case 'agency':
      return of('agency_id', actor.agencyId);
    case 'client':
      return of('client_id', actor.clientId);
    case 'none':
      return 'false';
  }
}
