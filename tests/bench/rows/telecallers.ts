import { percentile } from '../../faults/storm/storm';
import { ALERT_MS, ERROR_SHARE, memoryLine, READ_P95_MS, runLoad } from '../../load/load';
import type { Bench } from '../support/bench';
import { startDurablePostgres } from '../support/installation';
import { atMost } from '../support/result';

const CALLERS = 100;
const SECONDS = 20;
/** Seconds between one call and the next: shorter than a call, for a sample that is short too. */
const PAUSE = 10;
const READS = 'telecallers-100-reads-p95';
const ERRORS = 'telecallers-100-errors-percent';
const ALERTS = 'telecallers-100-alerts-longest';

/** A sample of `npm run test:load`. */
export const telecallers: Bench = {
  rows: [READS, ERRORS, ALERTS],
  async run(_, { say }) {
    const postgres = await startDurablePostgres();
    if (!postgres) {
      say('telecallers: left out, this machine has no PostgreSQL');
      return [];
    }
    try {
      say(`${CALLERS} telecallers work for ${SECONDS} s`);
      const report = await runLoad(postgres.url, { callers: CALLERS, seconds: SECONDS, pause: PAUSE });
      say(`MiB of the server: ${memoryLine(report.memory)}`);
      for (const odd of new Set(report.odd)) say(odd);
      const requests = report.reads.length + report.writes.length;
      return [
        atMost({
          name: READS,
          ours: Math.round(percentile(report.reads, 0.95)),
          peers: { p50: Math.round(percentile(report.reads, 0.5)) },
          limit: READ_P95_MS,
          goal: 1,
          unit: 'ms',
        }),
        atMost({
          name: ERRORS,
          ours: (100 * report.odd.length) / requests,
          limit: 100 * ERROR_SHARE,
          goal: 1,
          unit: '% of requests',
        }),
        atMost({
          name: ALERTS,
          // One that nobody heard of is later than any.
          ours:
            report.visits === 0 || report.unheard > 0
              ? Number.POSITIVE_INFINITY
              : Math.round(report.alerts.at(-1) ?? 0),
          limit: ALERT_MS,
          goal: 1,
          unit: 'ms',
        }),
      ];
    } finally {
      await postgres.stop();
    }
  },
};
