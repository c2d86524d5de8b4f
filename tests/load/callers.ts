/**
 * A shift of telecallers in a process of its own: each has a stream of alerts open, asks for them by the clock as well, and
 * works their list: home, next loan, its history, the call, the record. Field agents on some of the same loans record visits;
 * how long their callers' streams take to say so is measured. (The dialer's socket is local to each desk and no load for
 * the server.)
 */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { ALERT_POLL_MS } from '../../core/contract/alerts';
import { uuidv7 } from '../../core/domain/ids';
import { randomFrom } from '../bench/pages/loans';
import type { CrewMember } from '../support/crew';
import { callRecord, fieldRecord, itemOf } from '../support/world';

export interface LoadPlan {
  port: number;
  seed: number;
  milliseconds: number;
  callers: CrewMember[];
  /** Each with the loans that a caller holds as well, every one visited once. */
  agents: CrewMember[];
  /** Between one call and the next, on average. */
  pauseMs: number;
}

export interface LoadResult {
  /** ms of each read and each write, in order. */
  reads: number[];
  writes: number[];
  answers: Record<string, number>;
  /** What should not have been answered. */
  odd: string[];
  /** ms from the answer to a visit until its caller's stream said so, in order. */
  alerts: number[];
  /** Visits that no stream told of. */
  unheard: number;
  visits: number;
  calls: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Alerts still on their way when the shift ends. */
const LAST_ALERTS_MS = 5_000;

async function shift(plan: LoadPlan): Promise<LoadResult> {
  const random = randomFrom(plan.seed);
  const result: LoadResult = {
    reads: [],
    writes: [],
    answers: {},
    odd: [],
    alerts: [],
    unheard: 0,
    visits: 0,
    calls: 0,
  };
  const visited = new Map<string, number>();
  const heard = new Map<string, number>();
  const until = performance.now() + plan.milliseconds;
  const streams: ClientRequest[] = [];
  let over = false;

  async function send(agent: Agent, token: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const began = performance.now();
    const { status, said } = await new Promise<{ status: number; said: string }>((resolve) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port: plan.port,
          method: text === undefined ? 'GET' : 'POST',
          path,
          headers: {
            authorization: `Bearer ${token}`,
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(text)),
            }),
            ...headers,
          },
        },
        (answer: IncomingMessage) => {
          const parts: Buffer[] = [];
          answer.on('data', (piece: Buffer) => parts.push(piece));
          answer.on('error', () => resolve({ status: 0, said: 'broken off' }));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, said: Buffer.concat(parts).toString('utf8') }),
          );
        },
      );
      sent.on('error', (error) => resolve({ status: 0, said: error.message }));
      sent.setTimeout(30_000, () => sent.destroy(new Error('no answer in 30 s')));
      sent.end(text);
    });
    (text === undefined ? result.reads : result.writes).push(performance.now() - began);
    result.answers[status] = (result.answers[status] ?? 0) + 1;
    if (status !== 200) result.odd.push(`${path.split('?')[0]} ${status}: ${said.slice(0, 160)}`);
    return said;
  }

  /** Comes back with the last id it heard, as the desk does. */
  function listen(token: string, since = ''): void {
    let last = since;
    const open = request(
      {
        host: '127.0.0.1',
        port: plan.port,
        path: `/api/v2/alerts/stream${since ? `?since=${since}` : ''}`,
        headers: { authorization: `Bearer ${token}` },
      },
      (answer) => {
        if (answer.statusCode !== 200) result.odd.push(`stream ${answer.statusCode}`);
        const again = answer.statusCode === 200 ? 0 : 1000 * Number(answer.headers['retry-after'] ?? 2);
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const event = text.slice(0, end);
            text = text.slice(end + 2);
            last = /^id: (\d+)$/m.exec(event)?.[1] ?? last;
            const loanId = /"loanId":"([^"]+)"/.exec(event)?.[1];
            if (loanId && !heard.has(loanId)) heard.set(loanId, performance.now());
          }
        });
        answer.on('close', () => {
          if (!over) setTimeout(() => over || listen(token, last), again);
        });
      },
    );
    open.on('error', () => {
      if (!over) setTimeout(() => listen(token, last), 1000);
    });
    open.end();
    streams.push(open);
  }

  async function caller({ id, token, loans }: CrewMember): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    // People come in one after the other.
    await sleep(random() * Math.min(plan.pauseMs, plan.milliseconds / 4));
    listen(token);
    let asked = performance.now() + random() * ALERT_POLL_MS;
    for (let at = 0; performance.now() < until; at += 1) {
      const loan = loans[at % loans.length];
      if (!loan) throw new Error('A caller has no loan');
      if (performance.now() >= asked) {
        await send(agent, token, '/api/v2/alerts/new', undefined, { collectorid: id });
        asked = performance.now() + ALERT_POLL_MS;
      }
      await send(agent, token, '/api/v1/loans/scheduledCases');
      await send(agent, token, `/api/v1/loans/active/loans?page=${1 + (at % 3)}`);
      await send(agent, token, `/api/v1/loans/loanByLoanId/${loan.id}`);
      await send(agent, token, '/api/v1/call-disposition/caseHistory', undefined, { loanid: loan.id });
      await send(
        agent,
        token,
        '/api/v1/call-disposition',
        { call_status: 'CALL_STARTED', loanId: loan.id, phoneId: loan.phoneId },
        { 'idempotency-key': uuidv7() },
      );
      await sleep(plan.pauseMs * (0.3 + random() * 0.4));
      await send(agent, token, '/api/v2/call-disposition/batch', { items: [itemOf(callRecord(loan))] });
      result.calls += 1;
      await sleep(plan.pauseMs * (0.3 + random() * 0.4));
    }
    agent.destroy();
  }

  async function visitor({ token, loans }: CrewMember): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Everybody listens by then.
    await sleep(Math.min(plan.pauseMs, plan.milliseconds / 4) + 1_000);
    const gap = (until - performance.now()) / (loans.length + 1);
    for (const loan of loans) {
      await sleep(gap * (0.5 + random() * 0.5));
      if (performance.now() >= until) break;
      await send(agent, token, '/api/v2/call-disposition/batch', { items: [itemOf(fieldRecord(loan))] });
      visited.set(loan.id, performance.now());
    }
    agent.destroy();
  }

  await Promise.all([...plan.callers.map(caller), ...plan.agents.map(visitor)]);
  const patience = performance.now() + LAST_ALERTS_MS;
  while (performance.now() < patience && [...visited.keys()].some((loan) => !heard.has(loan))) await sleep(100);
  over = true;
  for (const stream of streams) stream.destroy();
  result.visits = visited.size;
  for (const [loan, at] of visited) {
    const said = heard.get(loan);
    if (said === undefined) result.unheard += 1;
    else result.alerts.push(Math.max(0, said - at));
  }
  for (const times of [result.reads, result.writes, result.alerts]) times.sort((a, b) => a - b);
  return result;
}

process.on('message', (plan: LoadPlan) => {
  shift(plan).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
