/**
 * The phones of a storm, in a process of their own: each has its queue, one keep-alive connection and the app's own rules
 * (src/offline) for reading answers and for when to try again. Some lose the answer of their first request: the server has
 * it, the phone does not know.
 */
import { Agent, request } from 'node:http';
import { type BatchItem, MAX_BATCH } from '../../../core/contract/dispositions';
import { readRequest } from '../../../src/offline/answers';
import { readItem, resultsOf } from '../../../src/offline/item-answers';
import { retryDelay } from '../../../src/offline/retry';
import type { TransportAnswer } from '../../../src/offline/transport';
import { randomFrom } from '../../bench/pages/loans';
import { callRecord, fieldRecord, itemOf, type TestLoan } from '../../support/world';

export interface StormPlan {
  port: number;
  seed: number;
  phones: { token: string; loans: TestLoan[] }[];
  /** All come back within so many ms. */
  withinMs: number;
  /** Of the first requests, this share loses its answer. */
  loseAnswers: number;
  /** Longest that a phone may take; then the run has failed. */
  patienceMs: number;
}

export interface StormResult {
  /** ms from the first request to the last receipt. */
  milliseconds: number;
  /** Of requests that were answered with receipts, ms, in order. */
  latencies: number[];
  requests: number;
  /** Answers by status; `lost` for those that the phone threw away. */
  answers: Record<string, number>;
  /** 503 answers that said when to come back. */
  told: number;
  receipts: { key: string; receiptNo: string }[];
  /** What was neither a receipt nor to be tried again: must be empty. */
  odd: string[];
}

interface Queued {
  item: BatchItem;
  attempts: number;
  dueAt: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function storm(plan: StormPlan): Promise<StormResult> {
  const random = randomFrom(plan.seed);
  const result: StormResult = {
    milliseconds: 0,
    latencies: [],
    requests: 0,
    answers: {},
    told: 0,
    receipts: [],
    odd: [],
  };
  const note = (answer: string) => {
    result.answers[answer] = (result.answers[answer] ?? 0) + 1;
  };

  function post(agent: Agent, token: string, body: string): Promise<TransportAnswer | null> {
    result.requests += 1;
    return new Promise((resolve) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port: plan.port,
          method: 'POST',
          path: '/api/v2/call-disposition/batch',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(body),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', () => resolve(null));
          answer.on('end', () => {
            note(String(answer.statusCode));
            const { headers } = answer;
            if (answer.statusCode === 503 && Number(headers['retry-after']) > 0) result.told += 1;
            resolve({
              status: answer.statusCode ?? 0,
              redirected: false,
              header: (name) => {
                const value = headers[name];
                return typeof value === 'string' ? value : null;
              },
              text: Buffer.concat(parts).toString('utf8'),
            });
          });
        },
      );
      sent.on('error', () => {
        note('no answer');
        resolve(null);
      });
      sent.setTimeout(30_000, () => sent.destroy(new Error('timeout')));
      sent.end(body);
    });
  }

  async function phone({ token, loans }: StormPlan['phones'][number], index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const queue: Queued[] = loans.map((loan, at) => ({
      item: itemOf(at % 3 === 0 ? callRecord(loan) : fieldRecord(loan)),
      attempts: 0,
      dueAt: 0,
    }));
    let losing = index < plan.phones.length * plan.loseAnswers;
    await sleep(random() * plan.withinMs);
    const until = performance.now() + plan.patienceMs;
    while (queue.length > 0) {
      const next = Math.min(...queue.map(({ dueAt }) => dueAt));
      if (performance.now() > until) throw new Error(`A phone still holds ${queue.length} records`);
      if (next > Date.now()) await sleep(next - Date.now());
      const batch = queue.filter(({ dueAt }) => dueAt <= Date.now()).slice(0, MAX_BATCH);
      if (batch.length === 0) continue;
      const began = performance.now();
      let answer = await post(agent, token, JSON.stringify({ items: batch.map(({ item }) => item) }));
      const took = performance.now() - began;
      if (losing && answer?.status === 200) {
        losing = false;
        note('lost');
        answer = null;
      }
      const verdict = readRequest(answer, Date.now());
      const results = verdict.kind === 'answered' ? resultsOf(verdict.body) : undefined;
      if (verdict.kind === 'answered') result.latencies.push(took);
      const draw = random();
      const now = Date.now();
      for (const queued of batch) {
        queued.attempts += 1;
        const said = results
          ? readItem(results.get(queued.item.key), queued.item)
          : verdict.kind === 'all' && { to: verdict.fate, waitMs: verdict.waitMs, problem: verdict.problem };
        if (said && said.to === 'accepted') {
          result.receipts.push({ key: queued.item.key, receiptNo: said.receipt.receiptNo });
          queue.splice(queue.indexOf(queued), 1);
        } else if (said && said.to === 'retry-later') {
          if (results) note(said.problem.code);
          queued.dueAt = now + retryDelay(queued.attempts, said.waitMs, () => draw);
        } else {
          const problem = said && 'problem' in said ? said.problem : undefined;
          result.odd.push(said ? `${said.to}: ${problem?.code} ${problem?.message}` : verdict.kind);
          queue.splice(queue.indexOf(queued), 1);
        }
      }
    }
    agent.destroy();
  }

  const began = performance.now();
  await Promise.all(plan.phones.map(phone));
  result.milliseconds = performance.now() - began;
  result.latencies.sort((a, b) => a - b);
  return result;
}

process.on('message', (plan: StormPlan) => {
  storm(plan).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
