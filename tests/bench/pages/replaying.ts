import { recordBatch } from '../../../core/contract/dispositions';
import { urlOf } from '../../../core/contract/kit';
import { payloadHash } from '../../../core/domain/canonical';
import type { ReplayPlan } from './ours-replay';
import { replayWithWorkbox } from './peer-workbox';
import { wireRecord } from './records';

export { replayWithEngine } from './ours-replay';

/** The same records through Workbox: one request a record, to the same endpoint of the same server. */
export async function replayPeer(plan: ReplayPlan): Promise<number> {
  const requests = await Promise.all(
    plan.loans.map(async (loan) => {
      const record = wireRecord(loan);
      return {
        url: new URL(urlOf(plan.bases, recordBatch), location.href).href,
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${plan.agent.token}` },
          body: JSON.stringify({ items: [{ key: record.id, hash: await payloadHash(record), record }] }),
        },
      };
    }),
  );
  return replayWithWorkbox(requests);
}
