import { parseRole, type Role } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';

export interface LivingSession {
  id: string;
  /** Null for a role that is none. */
  role: Role | null;
  agencyId: string | null;
  clientId: string | null;
}

/** Which of these sessions still hold, and their people's places now. */
export async function livingSessions(tx: Tx, sessionIds: readonly string[], now: Date): Promise<LivingSession[]> {
  const rows = await tx.query<{ id: string; role: string; agency_id: string | null; client_id: string | null }>(
    `select s.id, u.role, u.agency_id, u.client_id from sessions s
       join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
       left join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id and d.user_id = s.user_id
      where s.tenant_id = current_tenant() and s.id = any($1::uuid[]) and s.ended_at is null and s.expires_at > $2
        and u.active and d.revoked_at is null`,
    [sessionIds, now],
  );
  return rows.map((row) => ({
    id: row.id,
    role: parseRole(row.role) ?? null,
    agencyId: row.agency_id,
    clientId: row.client_id,
  }));
}
