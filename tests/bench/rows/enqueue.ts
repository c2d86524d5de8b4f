import type { Bench } from '../support/bench';
import { openBenchPage } from '../support/bench-page';
import { timesFaster } from '../support/result';
import { alternate } from '../support/rounds';

const SAVES = 40;
const NAME = 'enqueue-with-photo';
const FROM_PHOTO = 'enqueue-with-photo-from-the-photo';

/**
 * One visit with a 200 KB photo, saved durably; ms until it is. The first row's clock starts at the tap on Save, as the
 * agent's does: the photo was taken before. The second's starts before the photo is handed over, so that nothing is left out.
 */
export const enqueue: Bench = {
  rows: [NAME, FROM_PHOTO],
  async run(_, { rounds, say }) {
    const page = await openBenchPage();
    try {
      say(`saving ${SAVES} visits with a photo of 200 KB`);
      const contestants = {
        ours: () => page.call('enqueueWithEngine', SAVES, 'save'),
        fromPhoto: () => page.call('enqueueWithEngine', SAVES, 'photo'),
        raw: () => page.call('enqueueWithRawIndexedDb', SAVES, 'together'),
        rawRow: () => page.call('enqueueWithRawIndexedDb', SAVES, 'row'),
      };
      for (const warmUp of Object.values(contestants)) await warmUp();
      const { ours, fromPhoto, raw, rawRow } = await alternate(rounds + 2, contestants);
      const limit = { limit: raw, goal: 0.9, unit: 'ms' };
      const together = { 'raw-indexeddb-strict': raw };
      return [
        timesFaster({ name: NAME, ours, peers: { ...together, 'raw-row-after-its-photo': rawRow }, ...limit }),
        timesFaster({ name: FROM_PHOTO, ours: fromPhoto, peers: together, ...limit }),
      ];
    } finally {
      await page.close();
    }
  },
};
