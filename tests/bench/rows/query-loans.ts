import type { Bench } from '../support/bench';
import { openBenchPage } from '../support/bench-page';
import { inform, timesFaster } from '../support/result';
import { alternate } from '../support/rounds';

const LOANS = 10_000;
const NAME = 'query-10000-loans';
const AFTER_CHANGE = 'query-10000-loans-after-a-change';

/** Filter, sort and first page of 25, a different question each time. */
export const queryLoans: Bench = {
  rows: [NAME, AFTER_CHANGE],
  async run(_, { rounds, say }) {
    const page = await openBenchPage();
    try {
      await page.call('makeLoans', LOANS);
      say(`asking ${LOANS} loans`);
      await page.call('prepareQueries');
      const found = await alternate(rounds + 2, {
        ours: (round) => page.call('query', 'engine', round),
        afterChange: (round) => page.call('query', 'engineAfterChange', round),
        dexie: (round) => page.call('query', 'dexie', round),
        ordered: (round) => page.call('query', 'dexieOrdered', round),
        pouchdb: (round) => page.call('query', 'pouchdb', round),
      });
      const peers = { 'dexie-sortBy': found.dexie, 'dexie-sort-index': found.ordered, pouchdb: found.pouchdb };
      return [
        timesFaster({ name: NAME, ours: found.ours, peers, limit: found.dexie, goal: 50, unit: 'ms' }),
        inform({ name: AFTER_CHANGE, ours: found.afterChange, peers, unit: 'ms' }),
      ];
    } finally {
      await page.close();
    }
  },
};
