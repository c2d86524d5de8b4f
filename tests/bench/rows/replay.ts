import type { Target } from '../pages/records';
import type { Bench } from '../support/bench';
import { openBenchPage } from '../support/bench-page';
import { AGENT, configOf, signIn, startDemoServer } from '../support/installation';
import { inform, timesFaster } from '../support/result';
import { alternate } from '../support/rounds';

const RECORDS = 500;
const GOAL_AT: Record<number, number | undefined> = { 150: 30 };
const nameOf = (ms: number) => `replay-500-records-at-${ms}-ms`;

/** Every loan the agent holds, through the endpoint that phones use. */
async function loansOf(origin: string, token: string): Promise<Target[]> {
  const loans: Target[] = [];
  let cursor = '';
  for (;;) {
    const answer = await fetch(`${origin}/api/v2/sync/loans?limit=1000${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`sync answered ${answer.status}: ${await answer.text()}`);
    const { data } = (await answer.json()) as {
      data: { loans: { id: string; loanNumber: string }[]; cursor: string; more: boolean };
    };
    loans.push(...data.loans.map(({ id, loanNumber }) => ({ loanId: id, loanNumber })));
    if (!data.more) return loans;
    cursor = encodeURIComponent(data.cursor);
  }
}

/** 500 saved records to a real server (embedded database) and their receipts back, over a network with a round trip. */
export const replay: Bench = {
  rows: [nameOf(0), nameOf(150)],
  async run(wanted, { rounds, say }) {
    const { server, stop } = await startDemoServer(RECORDS);
    try {
      const agent = await signIn(server.origin, AGENT.username);
      const { bases, sealing } = await configOf(server.origin);
      const loans = (await loansOf(server.origin, agent.token)).slice(0, RECORDS);
      if (loans.length !== RECORDS) throw new Error(`the agent holds only ${loans.length} loans`);
      const plan = { agent, bases, sealingKey: sealing.publicKey, loans };
      const page = await openBenchPage(server.origin);
      const results = [];
      try {
        await page.call('replayWithEngine', plan);
        for (const ms of [0, 150]) {
          if (!wanted.has(nameOf(ms))) continue;
          say(`sending ${RECORDS} records at a round trip of ${ms} ms`);
          page.setRoundTrip(ms);
          const { ours, workbox } = await alternate(rounds, {
            ours: () => page.call('replayWithEngine', plan),
            workbox: () => page.call('replayPeer', plan),
          });
          const row = { name: nameOf(ms), ours, peers: { 'workbox-queue': workbox }, limit: workbox, unit: 'ms' };
          const goal = GOAL_AT[ms];
          results.push(goal === undefined ? { ...inform(row), ratio: workbox / ours } : timesFaster({ ...row, goal }));
        }
        return results;
      } finally {
        await page.close();
      }
    } finally {
      await stop();
    }
  },
};
