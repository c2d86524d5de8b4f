/** The day's work over a real line: the engine's own sync against a real server. */
import type { Bases } from '../../../core/contract/kit';
import type { LoanQuery, OfflineEngine } from '../../../src/offline/types';
import { type Agent, freshEngine } from './engine';

export interface SyncPlan {
  agent: Agent;
  bases: Bases;
  sealingKey: string;
}

export interface SyncTimes {
  /** ms until the first loan can be shown. */
  firstRowMs: number;
  /** ms until all are stored. */
  allMs: number;
  count: number;
  /** Of the sync's answers, as they came over the line, and what they were once unpacked. */
  bytes: number;
  plainBytes: number;
  requests: number;
}

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

let engine: OfflineEngine | undefined;

async function timed(opened: OfflineEngine): Promise<SyncTimes> {
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(1000);
  const began = performance.now();
  let firstRowMs = 0;
  const stop = opened.loans.revision.subscribe(() => {
    if (!firstRowMs && opened.loans.query(ALL).at(0)) firstRowMs = performance.now() - began;
  });
  await opened.loans.refresh();
  const allMs = performance.now() - began;
  stop();
  const { phase, problem, count } = opened.loans.status.get();
  if (phase !== 'ready') throw new Error(`the sync ended ${phase}: ${problem}`);
  const answers = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry.name.includes('/sync/loans'));
  return {
    firstRowMs,
    allMs,
    count,
    bytes: answers.reduce((sum, { transferSize }) => sum + transferSize, 0),
    plainBytes: answers.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
    requests: answers.length,
  };
}

/** A phone that holds nothing yet; it stays open for `nextSync`. */
export async function firstSync({ agent, bases, sealingKey }: SyncPlan): Promise<SyncTimes> {
  await engine?.close();
  engine = await freshEngine(agent, { bases, sealingKey });
  return timed(engine);
}

/** What has changed since. */
export async function nextSync(): Promise<SyncTimes> {
  if (!engine) throw new Error('firstSync comes first');
  return timed(engine);
}
