/** Server, network and phone for one test file. The phone only knows the network's address, which never changes. */
import { inject } from 'vitest';
import type { Database } from '../../server/db/database';
import { openDatabase } from '../../server/db/open';
import { AppServer } from '../support/app-server';
import { Phone, type PhoneOptions } from '../support/browser';
import { type Proxy as Network, startProxy } from '../support/proxy';
import { ServerView, type SignIn } from './server-view';

export interface Stage {
  server: AppServer;
  network: Network;
  phone: Phone;
  origin: string;
  agent: SignIn;
  /** The agent as the server's API sees them; signed in anew, so that a test may take its time. */
  view(): Promise<ServerView>;
  /** No network at all: for pages, for the service worker and on the wire. */
  setOffline(offline: boolean): Promise<void>;
  /** Stops the server, works on its data folder through the project's own adapter, and starts it again. */
  atRest<T>(work: (db: Database) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** `installation`: the program that runs first (support/installation.ts); the build of today otherwise. */
export async function setStage({
  installation,
  ...options
}: PhoneOptions & { installation?: string } = {}): Promise<Stage> {
  const server = await AppServer.start({ from: inject('demoData'), ...(installation && { installation }) });
  const network = await startProxy(server.port);
  const phone = await Phone.start({ ...options, origin: network.origin });
  const agent = await ServerView.signInFor(server.origin, 'CRM_FIELDAGENT');
  return {
    server,
    network,
    phone,
    origin: network.origin,
    agent,
    view: () => ServerView.as(server.origin, agent),
    async setOffline(offline) {
      network.setDown(offline);
      await phone.setOffline(offline);
    },
    async atRest(work) {
      await server.stop();
      const opened = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, databasePool: 1 });
      try {
        return await work(opened.db);
      } finally {
        await opened.close();
        await server.run();
      }
    },
    async end() {
      await phone.destroy();
      await network.close();
      await server.destroy();
    },
  };
}
