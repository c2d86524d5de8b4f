/**
 * Setting tenants up. A super admin works across tenants here and nowhere else: each call finds the tenant among those
 * the caller may see (tenants-repository.ts), then works in a transaction of that one tenant, whose audit chain says who
 * it was and from where. The operator's own chain says the same, so that neither side has to ask the other.
 */

import type { RequestOf } from '../../../core/contract/kit';
import { SUPER_ADMINS } from '../../../core/contract/organisation';
import type {
  activateTenant,
  addAdministrator,
  createTenant,
  Invitation,
  listTenants,
  Tenant,
  updateTenant,
} from '../../../core/contract/tenants';
import { INVITATION_DAYS } from '../../../core/contract/tenants';
import { uuidv7 } from '../../../core/domain/ids';
import { reportsInUse } from '../../../core/domain/reports';
import type { Role } from '../../../core/domain/roles';
import { personName } from '../../../core/domain/validators';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import { invite, mailInvitation, noPassword } from '../auth';
import { addDefaultCodes } from '../dispositions';
import { administratorsOf, insertAdministrator } from './administrators';
import { addBuckets, addProducts } from './lookups-repository';
import { difference, namesAreNew, note, refuseStale, type Values } from './records';
import {
  briefTenants,
  findTenant,
  insertTenant,
  lockTenantNames,
  setTenantActive,
  tenantNameTaken,
  tenantPage,
  updateTenantRow,
} from './tenants-repository';

const NAME_TAKEN = 'There is already a tenant with this name.';
const TAKEN = {
  logins_pkey: { path: 'administrator.email', message: 'Somebody already signs in with this address.' },
};
const supers: readonly Role[] = SUPER_ADMINS;

type Person = RequestOf<typeof addAdministrator>['body'];
type NewTenant = RequestOf<typeof createTenant>['body'];

export function tenantService(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'mail'>, background: Background) {
  const { db, clock } = deps;

  /** A transaction of a tenant that the caller may see; 404 for every other. */
  async function inTenant<T>(actor: Actor, id: string, work: (tx: Tx, tenant: Tenant) => Promise<T>): Promise<T> {
    return db.withPlatform({ tenantId: id, userId: actor.userId }, async (tx) => {
      const tenant = await findTenant(tx, actor, id, true);
      if (!tenant) throw new ApiError('not-found');
      return work(tx, tenant);
    });
  }

  async function refuseTakenName(tx: Tx, actor: Actor, name: string, id: string): Promise<void> {
    await lockTenantNames(tx, actor);
    if (!(await tenantNameTaken(tx, actor, name, id))) return;
    throw new ApiError('invalid', { message: NAME_TAKEN, fields: [{ path: 'name', message: NAME_TAKEN }] });
  }

  const subjectOf = (id: string) => ({ kind: 'tenant', id });
  /** Who it was, for a chain in which the actor's id leads nowhere. */
  const from = (actor: Actor, id: string): Values =>
    actor.tenantId === id ? {} : { by: { tenantId: actor.tenantId, name: actor.fullName } };

  /** The same entry in the chain of the operator, after the fact has been committed in the tenant's own. */
  async function noteAtHome(actor: Actor, action: string, id: string, detail: Values, now: Date): Promise<void> {
    if (actor.tenantId === id) return;
    await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) =>
      note(tx, actor, action, subjectOf(id), detail, now),
    );
  }

  async function addPerson(
    tx: Tx,
    actor: Actor,
    tenantId: string,
    person: Person,
    passwordHash: string,
    now: Date,
  ): Promise<Invitation> {
    const problem = personName(person.fullName);
    if (problem) throw new ApiError('invalid', { fields: [{ path: 'fullName', message: problem }] });
    const userId = uuidv7(now.getTime());
    await insertAdministrator(
      tx,
      { id: userId, role: 'CRM_TENANTADMIN', ...person, passwordHash, createdBy: actor.userId },
      now,
    );
    const username = person.email.toLowerCase();
    await note(
      tx,
      actor,
      'users.created',
      { kind: 'user', id: userId },
      { after: { role: 'CRM_TENANTADMIN', username, fullName: person.fullName }, ...from(actor, tenantId) },
      now,
    );
    const who = { tenantId, userId, actorId: actor.userId };
    const { link, expiresAt } = await invite(tx, deps, who, INVITATION_DAYS, now);
    return { fullName: person.fullName, username, link, expiresAt: expiresAt.toISOString() };
  }

  function sendMail(person: Person, tenant: string, invitation: Invitation): void {
    const to = { fullName: person.fullName, address: person.email, username: invitation.username, tenant };
    background.run('mail with an invitation', () => mailInvitation(deps, to, invitation.link, INVITATION_DAYS));
  }

  return {
    list: (actor: Actor, query: RequestOf<typeof listTenants>['query']) =>
      db.platform((tx) => tenantPage(tx, actor, query)),

    /** Every tenant has the same reports; what is asked of the database is whether the caller may ask about this one. */
    async reports(actor: Actor, id: string) {
      if (!(await db.platform((tx) => findTenant(tx, actor, id)))) throw new ApiError('not-found');
      return reportsInUse();
    },

    brief: (actor: Actor) => db.platform((tx) => briefTenants(tx, actor)),

    get: (actor: Actor, id: string) =>
      inTenant(actor, id, async (tx, tenant) => ({ tenant, administrators: await administratorsOf(tx) })),

    async validateName(actor: Actor, name: string, except: string | undefined) {
      if (name === '') return { available: false, message: 'This Field Is Required' };
      const taken = await db.platform((tx) => tenantNameTaken(tx, actor, name, except));
      return { available: !taken, message: taken ? NAME_TAKEN : null };
    },

    async create(actor: Actor, body: NewTenant): Promise<{ tenant: Tenant; invitation: Invitation | null }> {
      const now = clock.now();
      const id = uuidv7(now.getTime());
      const { products, administrator, ...fields } = body;
      const passwordHash = administrator ? await noPassword() : '';
      const detail = { after: { ...fields, products: products.map(({ name }) => name) } };
      const made = await namesAreNew(
        () =>
          db.withPlatform({ tenantId: id, userId: actor.userId }, async (tx) => {
            await refuseTakenName(tx, actor, fields.name, id);
            await insertTenant(tx, { id, operatorId: actor.tenantId, by: actor.fullName }, fields, now);
            await addBuckets(tx, now);
            await addProducts(tx, products, now);
            await addDefaultCodes(tx, id);
            await note(tx, actor, 'tenants.created', subjectOf(id), { ...detail, ...from(actor, id) }, now);
            const invitation = administrator && (await addPerson(tx, actor, id, administrator, passwordHash, now));
            const tenant = await findTenant(tx, actor, id);
            if (!tenant) throw new ApiError('not-found');
            return { tenant, invitation };
          }),
        { ...TAKEN, products_name: { path: 'products', message: 'A product is named twice.' } },
      );
      await noteAtHome(actor, 'tenants.created', id, detail, now);
      if (administrator && made.invitation) sendMail(administrator, made.tenant.name, made.invitation);
      return made;
    },

    async update(actor: Actor, id: string, body: RequestOf<typeof updateTenant>['body']): Promise<Tenant> {
      const now = clock.now();
      const { version, ...fields } = body;
      const done = await inTenant(actor, id, async (tx, held) => {
        refuseStale(held, version);
        const changed = difference(held, fields);
        if (!changed) return { tenant: held, changed };
        if (fields.name !== undefined) await refuseTakenName(tx, actor, fields.name, id);
        await updateTenantRow(tx, id, fields, actor.fullName, now);
        await note(tx, actor, 'tenants.updated', subjectOf(id), { ...changed, ...from(actor, id) }, now);
        const tenant = await findTenant(tx, actor, id);
        if (!tenant) throw new ApiError('not-found');
        return { tenant, changed };
      });
      if (done.changed) await noteAtHome(actor, 'tenants.updated', id, done.changed, now);
      return done.tenant;
    },

    async activate(actor: Actor, id: string, { active }: RequestOf<typeof activateTenant>['body']): Promise<Tenant> {
      const now = clock.now();
      const action = active ? 'tenants.activated' : 'tenants.deactivated';
      const detail = { before: { active: !active }, after: { active } };
      const done = await inTenant(actor, id, async (tx, held) => {
        if ((held.status === 'active') === active) return { tenant: held, changed: false };
        if (held.own) {
          throw new ApiError('invalid', { message: 'You work in this tenant yourself, so you cannot switch it off.' });
        }
        if (active && !(await administratorsOf(tx)).some((person) => person.active)) {
          throw new ApiError('invalid', { message: 'Add an administrator first: nobody could sign in there.' });
        }
        await setTenantActive(tx, id, active, actor.fullName, now);
        await note(tx, actor, action, subjectOf(id), { ...detail, ...from(actor, id) }, now);
        const tenant = await findTenant(tx, actor, id);
        if (!tenant) throw new ApiError('not-found');
        return { tenant, changed: true };
      });
      if (done.changed) await noteAtHome(actor, action, id, detail, now);
      return done.tenant;
    },

    async addAdministrator(actor: Actor, id: string, person: Person): Promise<Invitation> {
      if (!supers.includes(actor.role)) throw new ApiError('forbidden');
      const now = clock.now();
      const passwordHash = await noPassword();
      const { invitation, tenant } = await namesAreNew(
        () =>
          inTenant(actor, id, async (tx, held) => ({
            tenant: held,
            invitation: await addPerson(tx, actor, id, person, passwordHash, now),
          })),
        { logins_pkey: { path: 'email', message: TAKEN.logins_pkey.message } },
      );
      await noteAtHome(
        actor,
        'tenants.administrator-added',
        id,
        { after: { fullName: person.fullName, username: invitation.username } },
        now,
      );
      sendMail(person, tenant.name, invitation);
      return invitation;
    },
  };
}
