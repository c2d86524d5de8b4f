/** What may be done with clients, and what the audit keeps of it. */
import type { Client, createClient, listClients, updateClient } from '../../../core/contract/clients';
import type { RequestOf } from '../../../core/contract/kit';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { CLIENT_COLUMNS, clientNameTaken, clientPage, findClient, portfoliosOfClients } from './clients-repository';
import { recordWrites } from './records';

const NAME_TAKEN = 'There is already a client with this name.';

export function clientService(deps: Pick<Deps, 'db' | 'clock'>) {
  const { run, ...records } = recordWrites<Client>(deps, {
    table: 'clients',
    subject: 'client',
    columns: CLIENT_COLUMNS,
    find: findClient,
    taken: { clients_name: { path: 'name', message: NAME_TAKEN } },
  });

  return {
    list: (actor: Actor, query: RequestOf<typeof listClients>['query']) =>
      run(actor, (tx) => clientPage(tx, actor, query)),
    get: records.get,
    create: (actor: Actor, body: RequestOf<typeof createClient>['body']) => records.create(actor, body),
    update: (actor: Actor, id: string, body: RequestOf<typeof updateClient>['body']) => records.update(actor, id, body),

    async validateName(actor: Actor, name: string, except: string | undefined) {
      if (name === '') return { available: false, message: 'This Field Is Required' };
      const taken = await run(actor, (tx) => clientNameTaken(tx, name, except));
      return { available: !taken, message: taken ? NAME_TAKEN : null };
    },

    async activate(actor: Actor, id: string, active: boolean): Promise<Client> {
      if (!active && actor.clientId === id) {
        throw new ApiError('invalid', { message: 'This is your own client: switching it off would shut you out.' });
      }
      return records.activate(actor, id, active);
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
