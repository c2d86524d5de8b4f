import type { Bench } from '../support/bench';
import { openBenchPage } from '../support/bench-page';
import { timesFaster } from '../support/result';
import { alternate } from '../support/rounds';

const LOANS = 10_000;
const NAME = 'store-10000-loans';

/** 10,000 loans into an empty database; ours sealed and durable, the peers in clear and at their defaults. */
export const storeLoans: Bench = {
  rows: [NAME],
  async run(_, { rounds, say }) {
    const page = await openBenchPage();
    try {
      const bytes = await page.call('makeLoans', LOANS);
      say(`storing ${LOANS} loans of ${Math.round(bytes / LOANS)} bytes`);
      // Once unmeasured: compiles both paths and lets each make its files.
      await page.call('storeWithEngine');
      await page.call('storeInDexie');
      const { ours, dexie, pouchdb } = await alternate(rounds, {
        ours: () => page.call('storeWithEngine'),
        dexie: () => page.call('storeInDexie'),
        pouchdb: () => page.call('storeInPouchDb'),
      });
      return [
        timesFaster({
          name: NAME,
          ours,
          peers: { 'dexie-bulkPut': dexie, pouchdb },
          limit: dexie,
          goal: 8,
          unit: 'ms',
        }),
      ];
    } finally {
      await page.close();
    }
  },
};
