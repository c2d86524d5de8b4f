import type { Bench } from '../support/bench';
import { openBenchPage } from '../support/bench-page';
import { inform, timesFaster } from '../support/result';
import { alternate } from '../support/rounds';

const LOANS = 10_000;
const NAME = 'store-10000-loans';
const BY_PAGE = 'store-10000-loans-by-page';

/** 10,000 loans into an empty database; ours sealed and durable, the peers in clear and at their defaults. */
export const storeLoans: Bench = {
  rows: [NAME, BY_PAGE],
  async run(_, { rounds, say }) {
    const page = await openBenchPage();
    try {
      const bytes = await page.call('makeLoans', LOANS);
      say(`storing ${LOANS} loans of ${Math.round(bytes / LOANS)} bytes`);
      // Once unmeasured: compiles both paths and lets each make its files.
      await page.call('storeWithEngine');
      await page.call('storeInDexie');
      const { ours, byPage, dexie, pouchdb } = await alternate(rounds + 2, {
        ours: () => page.call('storeWithEngine'),
        byPage: () => page.call('storeByPage'),
        dexie: () => page.call('storeInDexie'),
        pouchdb: () => page.call('storeInPouchDb'),
      });
      const peers = { 'dexie-bulkPut': dexie, pouchdb };
      return [
        timesFaster({ name: NAME, ours, peers, limit: dexie, goal: 8, unit: 'ms' }),
        inform({ name: BY_PAGE, ours: byPage, peers, unit: 'ms' }),
      ];
    } finally {
      await page.close();
    }
  },
};
