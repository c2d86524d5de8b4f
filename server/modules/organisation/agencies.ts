/** What may be done with agencies, and what the audit keeps of it. */
import type { Agency, agencyStatus, createAgency, listAgencies, updateAgency } from '../../../core/contract/agencies';
import type { RequestOf } from '../../../core/contract/kit';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { AGENCY_COLUMNS, agencyHas, agencyPage, findAgency, type StoredAs } from './agencies-repository';
import { difference, insertRecord, namesAreNew, note, refuseStale, updateRecord } from './records';
import { tenantName } from './tenants-repository';

const WORDS = {
  agency: 'There is already an agency with this name.',
  code: 'Another agency has this code.',
} as const;
const TAKEN = {
  agencies_name: { path: 'agency', message: WORDS.agency },
  agencies_code: { path: 'code', message: WORDS.code },
};

export function agencyService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, work);
  const tenantOf = async (actor: Actor) => ({
    id: actor.tenantId,
    name: await db.platform((tx) => tenantName(tx, actor.tenantId)),
  });

  async function found(tx: Tx, actor: Actor, id: string, lock = false): Promise<StoredAs> {
    const agency = await findAgency(tx, actor, id, lock);
    if (!agency) throw new ApiError('not-found');
    return agency;
  }
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

    get: async (actor: Actor, id: string) => withTenant(actor, await run(actor, (tx) => found(tx, actor, id))),

    async validate(actor: Actor, field: 'agency' | 'code', value: string, except: string | undefined) {
      if (value === '') return { available: false, message: 'This Field Is Required' };
      const taken = await run(actor, (tx) => agencyHas(tx, field, value, except));
      return { available: !taken, message: taken ? WORDS[field] : null };
    },

    async create(actor: Actor, body: RequestOf<typeof createAgency>['body']): Promise<Agency> {
      const now = clock.now();
      const id = uuidv7(now.getTime());
      const made = await namesAreNew(
        () =>
          run(actor, async (tx) => {
            await insertRecord(tx, 'agencies', AGENCY_COLUMNS, id, body, {
              created_at: now,
              created_by: actor.userId,
              updated_at: now,
              updated_by: actor.userId,
            });
            await note(tx, actor, 'agencies.created', { kind: 'agency', id }, { after: body }, now);
            return found(tx, actor, id);
          }),
        TAKEN,
      );
      return withTenant(actor, made);
    },

    async update(actor: Actor, id: string, body: RequestOf<typeof updateAgency>['body']): Promise<Agency> {
      const now = clock.now();
      const { version, ...fields } = body;
      const agency = await namesAreNew(
        () =>
          run(actor, async (tx) => {
            const held = await found(tx, actor, id, true);
            refuseStale(held, version);
            const changed = difference(held, fields);
            if (!changed) return held;
            await updateRecord(tx, 'agencies', AGENCY_COLUMNS, id, fields, {
              updated_at: now,
              updated_by: actor.userId,
            });
            await note(tx, actor, 'agencies.updated', { kind: 'agency', id }, changed, now);
            return found(tx, actor, id);
          }),
        TAKEN,
      );
      return withTenant(actor, agency);
    },

    /** Sets flags. They need no version: each says what it shall be, and a second word is meant as it is said. */
    async status(actor: Actor, id: string, flags: RequestOf<typeof agencyStatus>['body']): Promise<Agency> {
      const now = clock.now();
      if (flags.active === false && actor.agencyId === id) {
        throw new ApiError('invalid', { message: 'This is your own agency: switching it off would shut you out.' });
      }
      const agency = await run(actor, async (tx) => {
        const held = await found(tx, actor, id, true);
        const changed = difference({ ...held }, flags);
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
