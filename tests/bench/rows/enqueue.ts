import type { Bench } from '../support/bench';
import { openBenchPage } from '../support/bench-page';
import { timesFaster } from '../support/result';
import { alternate } from '../support/rounds';

const SAVES = 40;
const NAME = 'enqueue-with-photo';

/** One visit with a 200 KB photo, saved durably; ms until it is. */
export const enqueue: Bench = {
  rows: [NAME],
  async run(_, { rounds, say }) {
    const page = await openBenchPage();
    try {
      say(`saving ${SAVES} visits with a photo of 200 KB`);
      await page.call('enqueueWithEngine', SAVES);
      await page.call('enqueueWithRawIndexedDb', SAVES);
      const { ours, raw } = await alternate(rounds + 2, {
        ours: () => page.call('enqueueWithEngine', SAVES),
        raw: () => page.call('enqueueWithRawIndexedDb', SAVES),
      });
      return [
        timesFaster({ name: NAME, ours, peers: { 'raw-indexeddb-strict': raw }, limit: raw, goal: 0.9, unit: 'ms' }),
      ];
    } finally {
      await page.close();
    }
  },
};
