/** What may be done with agencies, and what the audit keeps of it. */
import type { Agency, agencyStatus, createAgency, listAgencies, updateAgency } from '../../../core/contract/agencies';
import type { RequestOf } from '../../../core/contract/kit';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { AGENCY_COLUMNS, agencyHas, agencyPage, findAgency, type StoredAs } from './agencies-repository';
import { difference, note, recordWrites, updateRecord } from './records';
import { tenantName } from './tenants-repository';

const WORDS = {
  agency: 'There is already an agency with this name.',
  code: 'Another agency has this code.',
} as const;
const TAKEN = {
  agencies_name: { path: 'agency', message: WORDS.agency },
  agencies_code: { path: 'code', message: WORDS.code },
};

export function agencyService(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db, clock } = deps;
  const { run, found, ...records } = recordWrites<StoredAs>(deps, {
    table: 'agencies',
    subject: 'agency',
    columns: AGENCY_COLUMNS,
    find: findAgency,
    taken: TAKEN,
  });
  const tenantOf = async (actor: Actor) => ({
    id: actor.tenantId,
    name: await db.platform((tx) => tenantName(tx, actor.tenantId)),
  });
  const withTenant = async (actor: Actor, agency: StoredAs): Promise<Agency> => ({
    ...agency,
    tenant: await tenantOf(actor),
  });

  return {
    async list(actor: Actor, query: RequestOf<typeof listAgencies>['query']) {
      const { rows, total } = await run(actor, (tx) => agencyPage(tx, actor, query));
      const tenant = await tenantOf(actor);
      return { rows: rows.map((row) => ({ ...row, tenant })), total };
    },

    get: async (actor: Actor, id: string) => withTenant(actor, await records.get(actor, id)),

    async validate(actor: Actor, field: 'agency' | 'code', value: string, except: string | undefined) {
      if (value === '') return { available: false, message: 'This Field Is Required' };
      const taken = await run(actor, (tx) => agencyHas(tx, field, value, except));
      return { available: !taken, message: taken ? WORDS[field] : null };
    },

    create: async (actor: Actor, body: RequestOf<typeof createAgency>['body']) =>
      withTenant(actor, await records.create(actor, body)),

    update: async (actor: Actor, id: string, body: RequestOf<typeof updateAgency>['body']) =>
      withTenant(actor, await records.update(actor, id, body)),

    /** Sets flags. They need no version: each says what it shall be, and a second word is meant as it is said. */
    async status(actor: Actor, id: string, flags: RequestOf<typeof agencyStatus>['body']): Promise<Agency> {
      const now = clock.now();
      if (flags.active === false && actor.agencyId === id) {
        throw new ApiError('invalid', { message: 'This is your own agency: switching it off would shut you out.' });
      }
      const agency = await run(actor, async (tx) => {
        const held = await found(tx, actor, id, true);
        const changed = difference(held, flags);
        if (!changed) return held;
        await updateRecord(
          tx,
          'agencies',
          {},
          id,
          {},
          {
            active: flags.active ?? held.active,
            locked: flags.locked ?? held.locked,
            in_house: flags.inHouse ?? held.inHouse,
            updated_at: now,
            updated_by: actor.userId,
          },
        );
        await note(tx, actor, 'agencies.status', { kind: 'agency', id }, changed, now);
        return found(tx, actor, id);
      });
      return withTenant(actor, agency);
    },
  };
}
