/** What the bench page offers to its driver (tests/bench/support/bench-page.ts): one function a round. */
import type { Loan } from '../../../core/contract/loans';
import { changeDevice, fillDevice, filterDevice, searchDevice, searchPrepared, startDevice } from './device';
import { enqueueWithEngine, enqueueWithRawIndexedDb } from './enqueueing';
import { makeLoans } from './loans';
import { storeByPage, storeWithEngine } from './ours-store';
import { storeInDexie } from './peer-dexie';
import { storeInPouchDb } from './peer-pouchdb';
import { prepareQueries, type QueryContestant } from './querying';
import { replayPeer, replayWithEngine } from './replaying';
import { firstSync, nextSync } from './syncing';

let loans: Loan[] = [];
let queries: Awaited<ReturnType<typeof prepareQueries>> | undefined;

const rounds = {
  /** Answers the bytes of the loans as JSON. */
  makeLoans(count: number): number {
    loans = makeLoans(count);
    return JSON.stringify(loans).length;
  },
  storeWithEngine: () => storeWithEngine(loans),
  storeByPage: () => storeByPage(loans),
  storeInDexie: () => storeInDexie(loans),
  storeInPouchDb: () => storeInPouchDb(loans),
  async prepareQueries(): Promise<void> {
    queries = await prepareQueries(loans);
  },
  async query(contestant: QueryContestant, seed: number): Promise<number> {
    if (!queries) throw new Error('prepareQueries comes first');
    return queries[contestant](seed);
  },
  enqueueWithEngine,
  enqueueWithRawIndexedDb,
  replayWithEngine,
  replayPeer,
  firstSync,
  nextSync,
  fillDevice,
  startDevice,
  searchDevice,
  searchPrepared,
  filterDevice,
  changeDevice,
};
export type Rounds = typeof rounds;

declare global {
  interface Window {
    rounds?: Rounds;
  }
}
window.rounds = rounds;
