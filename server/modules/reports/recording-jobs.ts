/** The sound of a call is looked at once when the dialer has it, and forgotten when the tenant's days are over. */
import { MOST_RECORDING_BYTES } from '../../../core/domain/recordings';
import { type Waveform, waveReader } from '../../../core/domain/waveform';
import { appendAudit } from '../../db/audit';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { OutgoingRefused } from '../../platform/senders/outgoing';
import { RECORDED } from '../dialer';
import { tenantRules } from '../tenants';
import { allForgotten, forgetSound, keepWaveform, undrawn } from './recording-rows';
import { soundFetcher } from './recordings';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export function registerJobs(jobs: Jobs, deps: Pick<Deps, 'db' | 'clock' | 'config'>): void {
  const { db, clock, config } = deps;
  const fetched = soundFetcher(config.recordingHosts);
  const rulesOf = tenantRules(db);

  /** Undefined for what is no sound that is read here, such as MP3: the page draws that when it has it. */
  async function waveformOf(link: string): Promise<Waveform | undefined> {
    const reader = waveReader();
    try {
      const { status, content } = await fetched(link, MOST_RECORDING_BYTES);
      try {
        if (status !== 200) return undefined;
        for await (const chunk of content) reader.add(chunk as Buffer);
      } finally {
        content.destroy();
      }
      return reader.end();
    } catch (error) {
      if (error instanceof OutgoingRefused || error instanceof RangeError) return undefined;
      throw error;
    }
  }

  jobs.define(
    RECORDED,
    async ({ tenantId, data }, run) => {
      if (tenantId === null) return;
      const id = String(data.id);
      const link = await db.transaction({ tenantId }, (tx) => undrawn(tx, id));
      const waveform = link === undefined ? undefined : await waveformOf(link);
      await run.finish(async (tx) => {
        if (waveform) await keepWaveform(tx, id, waveform);
      });
    },
    { attempts: 4 },
  );

  jobs.schedule(
    'recordings.over',
    { everyMs: HOUR_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const { recordingDays } = await rulesOf(tenantId);
      const until = new Date(clock.now().getTime() - recordingDays * DAY_MS);
      for (let count = Number.POSITIVE_INFINITY; !allForgotten(count) && !run.signal.aborted; )
        count = await run.step(async (tx) => {
          const calls = await forgetSound(tx, until);
          if (calls > 0)
            await appendAudit(
              tx,
              [
                {
                  action: 'recordings.forgotten',
                  subject: 'tenant',
                  subjectId: tenantId,
                  actorId: null,
                  detail: { calls, until, recordingDays },
                },
              ],
              clock.now(),
            );
          return calls;
        });
      await run.finish(async () => undefined);
    },
    { for: 'tenants' },
  );
}
