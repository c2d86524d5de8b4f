/** A dialer's secret names its tenant and is known here by its hash only: `ds_<tenant>.<256 random bits>`. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../db/database';
import { ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantActivity } from '../tenants';

const FORM = /^ds_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.[A-Za-z0-9_-]{43}$/;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new secret for the tenant's dialer of that name; the one it had before is good no more. */
export async function issueServiceToken(db: Database, tenantId: string, name: string): Promise<string> {
  const token = `ds_${tenantId}.${randomBytes(32).toString('base64url')}`;
  await db.transaction({ tenantId }, (tx) =>
    tx.query(
      `insert into dialer_services (tenant_id, name, token_hash) values ($1, $2, $3)
       on conflict (tenant_id, name) do update set token_hash = excluded.token_hash, created_at = now()`,
      [tenantId, name, hashOf(token)],
    ),
  );
  return token;
}

/** Answers the tenant whose dialer shows a secret. Throws `ApiError` `not-signed-in`, also for a tenant that was closed. */
export function serviceAuthority({ db, clock }: Pick<Deps, 'db' | 'clock'>): (token: string) => Promise<string> {
  const isActive = tenantActivity(db, clock);
  return async (token) => {
    const tenantId = await tenantOfService(db, token, clock.now());
    if (!(await isActive(tenantId))) throw new ApiError('not-signed-in');
    return tenantId;
  };
}

async function tenantOfService(db: Database, token: string, now: Date): Promise<string> {
  const tenantId = FORM.exec(token)?.[1];
  if (!tenantId) throw new ApiError('not-signed-in');
  const rows = await db.transaction({ tenantId }, (tx) =>
    tx.query('update dialer_services set seen_at = $3 where tenant_id = $1 and token_hash = $2 returning name', [
      tenantId,
      hashOf(token),
      now,
    ]),
  );
  if (rows.length === 0) throw new ApiError('not-signed-in');
  return tenantId;
}
