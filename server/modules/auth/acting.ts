/** Whom a job acts for. */
import { parseRole } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';

interface Acting extends Record<string, unknown> {
  role: string;
  sub_role: string | null;
  agency_id: string | null;
  client_id: string | null;
  full_name: string;
  active: boolean;
}

/** A person as a session of theirs would make them now; undefined for somebody who is gone or inactive. */
export async function actorOf(tx: Tx, tenantId: string, userId: string): Promise<Actor | undefined> {
  const [person] = await tx.query<Acting>(
    'select role, sub_role, agency_id, client_id, full_name, active from users where tenant_id = $1 and id = $2',
    [tenantId, userId],
  );
  const role = parseRole(person?.role ?? '');
  if (!person?.active || !role) return undefined;
  return {
    tenantId,
    userId,
    role,
    subRole: person.sub_role,
    agencyId: person.agency_id,
    clientId: person.client_id,
    fullName: person.full_name,
    sessionId: null,
    deviceId: null,
    via: 'session',
  };
}
