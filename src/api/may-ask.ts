/** Whether an endpoint would admit somebody: its contract row decides, so that no button is shown that the server refuses. */
import type { Endpoint } from '../../core/contract/kit';
import { mayChangeSettings } from '../../core/domain/people';
import { parseRole, type Role } from '../../core/domain/roles';

interface Asker {
  role: unknown;
  subRole?: string | null;
}

export function mayAsk({ access }: Pick<Endpoint, 'access'>, asker: Asker): boolean {
  if (access.kind === 'public') return true;
  const role = parseRole(asker.role);
  if (!role || (access.roles !== '*' && !(access.roles as readonly Role[]).includes(role))) return false;
  return !access.settings || mayChangeSettings({ role, subRole: asker.subRole || null });
}
