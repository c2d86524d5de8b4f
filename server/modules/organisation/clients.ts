/** What may be done with clients, and what the audit keeps of it. */
import type { Client, createClient, listClients, updateClient } from '../../../core/contract/clients';
import type { RequestOf } from '../../../core/contract/kit';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { CLIENT_COLUMNS, clientNameTaken, clientPage, findClient, portfoliosOfClients } from './clients-repository';
import { difference, insertRecord, namesAreNew, note, refuseStale, updateRecord } from './records';

const NAME_TAKEN = 'There is already a client with this name.';
const TAKEN = { clients_name: { path: 'name', message: NAME_TAKEN } };

export function clientService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, work);

  async function found(tx: Tx, actor: Actor, id: string, lock = false): Promise<Client> {
    const client = await findClient(tx, actor, id, lock);
    if (!client) throw new ApiError('not-found');
    return client;
  }

  return {
    list: (actor: Actor, query: RequestOf<typeof listClients>['query']) =>
      run(actor, (tx) => clientPage(tx, actor, query)),

    get: (actor: Actor, id: string) => run(actor, (tx) => found(tx, actor, id)),

    async validateName(actor: Actor, name: string, except: string | undefined) {
      if (name === '') return { available: false, message: 'This Field Is Required' };
      const taken = await run(actor, (tx) => clientNameTaken(tx, name, except));
      return { available: !taken, message: taken ? NAME_TAKEN : null };
    },

    async create(actor: Actor, body: RequestOf<typeof createClient>['body']): Promise<Client> {
      const now = clock.now();
      const id = uuidv7(now.getTime());
      return namesAreNew(
        () =>
          run(actor, async (tx) => {
            await insertRecord(tx, 'clients', CLIENT_COLUMNS, id, body, {
              created_at: now,
              created_by: actor.userId,
              updated_at: now,
              updated_by: actor.userId,
            });
            await note(tx, actor, 'clients.created', { kind: 'client', id }, { after: body }, now);
            return found(tx, actor, id);
          }),
        TAKEN,
      );
    },

    async update(actor: Actor, id: string, body: RequestOf<typeof updateClient>['body']): Promise<Client> {
      const now = clock.now();
      const { version, ...fields } = body;
      return namesAreNew(
        () =>
          run(actor, async (tx) => {
            const held = await found(tx, actor, id, true);
            refuseStale(held, version);
            const changed = difference(held, fields);
            if (!changed) return held;
            await updateRecord(tx, 'clients', CLIENT_COLUMNS, id, fields, {
              updated_at: now,
              updated_by: actor.userId,
            });
            await note(tx, actor, 'clients.updated', { kind: 'client', id }, changed, now);
            return found(tx, actor, id);
          }),
        TAKEN,
      );
    },

    async activate(actor: Actor, id: string, active: boolean): Promise<Client> {
      const now = clock.now();
      if (!active && actor.clientId === id) {
        throw new ApiError('invalid', { message: 'This is your own client: switching it off would shut you out.' });
      }
      return run(actor, async (tx) => {
        const held = await found(tx, actor, id, true);
        if (held.active === active) return held;
        await updateRecord(tx, 'clients', {}, id, {}, { active, updated_at: now, updated_by: actor.userId });
        await note(
          tx,
          actor,
          active ? 'clients.activated' : 'clients.deactivated',
          { kind: 'client', id },
          { before: { active: held.active }, after: { active } },
          now,
        );
        return found(tx, actor, id);
      });
    },

    async portfolios(actor: Actor, clientIds: readonly string[], active: boolean | undefined) {
      const rows = await run(actor, (tx) => portfoliosOfClients(tx, actor, clientIds, active));
      const byClient = new Map<string, { clientId: string; clientName: string; portfolios: PortfolioBrief[] }>();
      for (const { client_id: clientId, client_name: clientName, id, ...rest } of rows) {
        const client = byClient.get(clientId) ?? { clientId, clientName, portfolios: [] };
        if (id !== null) client.portfolios.push({ id, ...rest });
        byClient.set(clientId, client);
      }
      return [...byClient.values()];
    },
  };
}

interface PortfolioBrief {
  id: string;
  name: string;
  product: string;
  secured: boolean;
  region: string;
  active: boolean;
}
