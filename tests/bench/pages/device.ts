/** One phone that holds very many loans: what a start, a search, a filter and a change cost its page. */
import Dexie from 'dexie';
import type { Loan } from '../../../core/contract/loans';
import { BUCKETS } from '../../../core/domain/buckets';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import { LoanShelf } from '../../../src/offline/loan-chunks';
import type { Transport } from '../../../src/offline/transport';
import type { LoanQuery, OfflineEngine } from '../../../src/offline/types';
import { openUserDb, userDbName } from '../../../src/offline/user-db';
import { importDeviceKey } from '../../../src/offline/vault';
import { type Agent, anySealingKey, openEngine } from './engine';
import { makeLoans, randomFrom } from './loans';

const AGENT: Agent = {
  tenantId: '01990000-0000-7000-8000-00000000000a',
  userId: '01990000-0000-7000-8000-00000000000b',
  token: '',
};
/** The same at every start, as the device's own key is. */
const deviceKey = () => importDeviceKey(new Uint8Array(32).fill(7));
const KEY_ID = 'bench';
const PAGE = 500;

const ALL: LoanQuery = {
  text: '',
  buckets: [],
  pincode: '',
  ptp: 'any',
  notVisitedDays: 0,
  plan: 'any',
  visit: 'any',
  paid: 'any',
  legal: false,
  sort: 'priority',
  near: null,
};

/** Longest time, ms, in which the page could do nothing else while `work` ran: a tap in it would have waited so long. */
async function freezes<T>(work: () => Promise<T>): Promise<{ result: T; longestMs: number }> {
  let longestMs = 0;
  let last = performance.now();
  let going = true;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
    // With rests between: work that waits for an idle page has to get its turn.
    if (going) setTimeout(() => port2.postMessage(null), 8);
  };
  port2.postMessage(null);
  const result = await work();
  longestMs = Math.max(longestMs, performance.now() - last);
  going = false;
  port1.close();
  return { result, longestMs };
}

/** Stores `count` loans as a finished sync leaves them. */
export async function fillDevice(count: number): Promise<void> {
  await Dexie.delete(userDbName(AGENT.tenantId, AGENT.userId));
  const db = openUserDb(AGENT.tenantId, AGENT.userId);
  await db.open();
  const shelf = new LoanShelf(db, { key: await deviceKey(), keyId: KEY_ID });
  const loans = makeLoans(count);
  for (let done = 0; done < count; done += PAGE)
    await shelf.apply({
      reset: false,
      loans: loans.slice(done, done + PAGE),
      revoked: [],
      sync: { key: 'loans', cursor: String(done), asOf: Date.now(), progress: null },
    });
  await db.codes.put({
    key: 'codes',
    codes: [...DEFAULT_CODES],
    policy: { maxPtpDays: 30, zone: 'Asia/Kolkata' },
    at: Date.now(),
  });
  db.close();
}

let engine: OfflineEngine | undefined;
/** What the server would say to the next pull; no network otherwise. */
let delta: { loans: Loan[]; revoked: { loanId: string; reason: string }[] } | undefined;

const transport: Transport = async ({ url }) => {
  if (!delta || !url.includes('/sync/loans')) throw new TypeError('no network');
  const data = {
    owner: AGENT.userId,
    reset: false,
    ...delta,
    cursor: 'next',
    more: false,
    total: 0,
    digests: null,
    serverTime: new Date().toISOString(),
  };
  return { status: 200, redirected: false, header: () => null, text: JSON.stringify({ success: true, data }) };
};

export interface DeviceStart {
  firstRowMs: number;
  allMs: number;
  longestMs: number;
  count: number;
}

/** The engine's own start on what is stored: ms until the first row can be shown, until all loans are there. */
export async function startDevice(): Promise<DeviceStart> {
  const began = performance.now();
  let firstRowMs = 0;
  const { longestMs } = await freezes(async () => {
    const opened = await openEngine(AGENT, {
      sealingKey: await anySealingKey(),
      deviceKey: await deviceKey(),
      keyId: KEY_ID,
      transport,
      automatic: true,
    });
    engine = opened;
    // As the list screen does it: the question is asked again whenever something changed.
    const look = () => {
      const page = opened.loans.query(ALL);
      if (page.at(0) && !firstRowMs) firstRowMs = performance.now() - began;
    };
    opened.loans.revision.subscribe(look);
    look();
    await new Promise<void>((resolve) => {
      const done = () => opened.loans.status.get().phase === 'ready' && resolve();
      opened.loans.status.subscribe(done);
      done();
    });
    look();
  });
  return {
    firstRowMs,
    allMs: performance.now() - began,
    longestMs,
    count: engine?.loans.status.get().count ?? 0,
  };
}

const started = (): OfflineEngine => {
  if (!engine) throw new Error('startDevice comes first');
  return engine;
};

/** ms of one question with the rows that a screen shows. */
function ask(query: LoanQuery): number {
  const began = performance.now();
  const page = started().loans.query(query);
  for (let at = 0; at < 12; at += 1) page.at(at);
  return performance.now() - began;
}

/** ms of each letter typed, in order; every search begins with its first letter. */
export function searchDevice(seed: number): number[] {
  const random = randomFrom(seed);
  const { total, at } = started().loans.query(ALL);
  const times: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const loan = at(Math.floor(random() * total));
    if (!loan) throw new Error('no loan');
    const word =
      [loan.borrower.name, loan.loanNumber, loan.phones[0]?.number.slice(-4), loan.addresses[0]?.pincode][turn % 4] ??
      '';
    for (let letters = 1; letters <= Math.min(8, word.length); letters += 1)
      times.push(ask({ ...ALL, text: word.slice(0, letters) }));
  }
  return times;
}

/** Resolves when the search has been prepared: questions no longer look at every loan. */
export async function searchPrepared(): Promise<void> {
  // The slowest question without preparation is a word that nobody has.
  const nobody = () => Math.min(...Array.from({ length: 5 }, () => ask({ ...ALL, text: 'qqqqqq' })));
  const unprepared = nobody();
  const until = performance.now() + 120_000;
  while (nobody() > unprepared / 4) {
    if (performance.now() > until) throw new Error('the search was never prepared');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** ms of each change of filter or order. */
export function filterDevice(seed: number): number[] {
  const random = randomFrom(seed);
  const times: number[] = [];
  for (const sort of ['overdue', 'dpd', 'name', 'pincode', 'ptp', 'distance', 'priority'] as const)
    for (let turn = 0; turn < 3; turn += 1)
      times.push(
        ask({
          ...ALL,
          sort,
          near: sort === 'distance' ? { lat: 18.5 + random() / 10, lng: 73.8 } : null,
          buckets: turn ? [BUCKETS[Math.floor(random() * BUCKETS.length)] ?? '0-30'] : [],
          ptp: turn === 2 ? 'open' : 'any',
        }),
      );
  return times;
}

/** A sync that brings `changed` loans anew: ms until it is stored and shown, and the longest freeze. */
export async function changeDevice(changed: number, seed: number): Promise<{ ms: number; longestMs: number }> {
  const random = randomFrom(seed);
  const { total, at } = started().loans.query(ALL);
  const loans: Loan[] = [];
  for (let turn = 0; turn < changed; turn += 1) {
    const listed = at(Math.floor(random() * total));
    if (!listed) throw new Error('no loan');
    const { unsent: _unsent, kmAway: _km, ...loan } = listed;
    loans.push({ ...loan, version: loan.version + 1, overduePaise: loan.overduePaise + 100 });
  }
  delta = { loans: [...new Map(loans.map((loan) => [loan.id, loan])).values()], revoked: [] };
  const began = performance.now();
  const { longestMs } = await freezes(async () => {
    await started().loans.refresh();
    started().loans.query(ALL).at(0);
  });
  delta = undefined;
  const { phase, problem } = started().loans.status.get();
  if (phase !== 'ready') throw new Error(`the sync ended ${phase}: ${problem}`);
  return { ms: performance.now() - began, longestMs };
}
