/** The first tenant of an installation, which nobody could set up through the screens: its people set up all others. */
import { INVITATION_DAYS } from '../../../core/contract/tenants';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import { ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { type Invited, invite, noPassword } from '../auth';
import { addDefaultCodes } from '../dispositions';
import { insertAdministrator } from './administrators';
import { addBuckets } from './lookups-repository';
import { namesAreNew, note } from './records';
import { insertTenant, setTenantActive } from './tenants-repository';

/** Whoever runs the command sees all of them; a second start of it must not found a second tenant. */
async function refuseTenantName(tx: Tx, name: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('tenant names:', 0))");
  const taken = await tx.query('select 1 from tenants where lower(name) = lower($1)', [name]);
  if (taken.length === 0) return;
  const message = 'There is already a tenant with this name.';
  throw new ApiError('invalid', { message, fields: [{ path: 'name', message }] });
}

export interface Founding {
  name: string;
  zone: string;
  fullName: string;
  email: string;
}

/**
 * Makes an active tenant with a super admin and answers the link with which they choose their password. Throws `ApiError`
 * `invalid` where the name or the address is taken.
 */
export async function foundTenant(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { name, zone, fullName, email }: Founding,
): Promise<Invited & { tenantId: string }> {
  const now = clock.now();
  const [tenantId, userId] = [uuidv7(now.getTime()), uuidv7(now.getTime())];
  const passwordHash = await noPassword();
  const by = { userId: null };
  return namesAreNew(
    () =>
      db.withPlatform({ tenantId }, async (tx) => {
        await refuseTenantName(tx, name);
        await insertTenant(tx, { id: tenantId, operatorId: null, by: null }, { name, zone }, now);
        await setTenantActive(tx, tenantId, true, null, now);
        await addBuckets(tx, now);
        await addDefaultCodes(tx, tenantId);
        await note(tx, by, 'tenants.created', { kind: 'tenant', id: tenantId }, { after: { name, zone } }, now);
        const person = { id: userId, role: 'CRM_SUPERADMIN', fullName, email, mobile: null, passwordHash } as const;
        await insertAdministrator(tx, { ...person, createdBy: null }, now);
        const after = { role: person.role, username: email.toLowerCase(), fullName };
        await note(tx, by, 'users.created', { kind: 'user', id: userId }, { after }, now);
        const invited = await invite(tx, { config }, { tenantId, userId, actorId: null }, INVITATION_DAYS, now);
        return { ...invited, tenantId };
      }),
    {
      logins_pkey: { path: 'email', message: 'Somebody already signs in with this address.' },
    },
  );
}
