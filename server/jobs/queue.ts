/**
 * The queue: jobs are rows, claimed in the database, so any number of processes share them.
 *
 *   waiting ── claimed (lease, renewed while it runs) ──▶ finished: the row goes with the effects' commit
 *      ▲                │
 *      ├── failed ──────┤  tried again later, and later; given up after its last attempt
 *      └── lease ran out┘  the process died: another one takes over
 */
import { uuidv7 } from '../../core/domain/ids';
import type { Database, Tx } from '../db/database';
import { heavily } from '../db/heavy-places';
import { withPlatform } from '../db/with-platform';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/logger';
import {
  activeTenants,
  addSchedule,
  type ClaimedJob,
  claimJobs,
  forgetFailed,
  giveUpJob,
  holdsClaim,
  insertJobs,
  type NewJob,
  releaseJob,
  removeJob,
  renewClaim,
  takeTurn,
} from './repository';
import {
  ClaimLost,
  type EnqueueOptions,
  type Job,
  type JobData,
  type JobHandler,
  type Jobs,
  type Run,
  type When,
} from './types';
import { wakeSoon, wakeWith } from './wake';
import { nextAfter } from './when';

export interface QueueOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** How often the queue is looked at; a job of this process's own is seen at once. */
  pollMs?: number;
  /** After so long without a sign of life a run counts as dead. */
  leaseMs?: number;
  /** Jobs that this process runs at a time. */
  atOnce?: number;
}

const ATTEMPTS = 10;
const FAILED_KEPT_MS = 30 * 86_400_000;
const BACKOFF_MS = { first: 5_000, most: 3_600_000 };
const GRACE_MS = 10_000;

interface Definition {
  handler: JobHandler;
  attempts: number;
}
interface Schedule {
  when: When;
  forTenants: boolean;
}

export function createJobs(options: QueueOptions): Jobs {
  const { db, clock, logger, pollMs = 5_000, leaseMs = 60_000, atOnce = 4 } = options;
  const definitions = new Map<string, Definition>();
  const schedules = new Map<string, Schedule>();
  const running = new Set<Promise<void>>();
  const ending = new AbortController();
  let looking: Promise<void> | undefined;
  /** Takes it out of those that this process wakes. */
  let sleep: (() => void) | undefined;
  let scheduled = false;

  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  function newJob(name: string, data: JobData, more: EnqueueOptions): NewJob {
    const now = clock.now();
    return {
      id: uuidv7(now.getTime()),
      name,
      tenantId: more.tenantId ?? null,
      key: more.singletonKey ?? null,
      data,
      runAt: more.runAt ?? now,
      maxAttempts: definitions.get(name)?.attempts ?? ATTEMPTS,
      createdAt: now,
    };
  }

  /** Ends the pause between two looks. */
  let wake = () => {};
  let wanted = false;
  const look = () => {
    wanted = true;
    wake();
  };

  /** Runs in the calls of `start` alone: who asks for a look may be inside a transaction, and the look must not be. */
  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      wanted = false;
      await round().catch((error: unknown) => logger.error('the queue could not be looked at', { error }));
      if (wanted || ending.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async function round(): Promise<void> {
    await enqueueDue();
    const free = atOnce - running.size;
    // The end may have been asked for while the schedules were looked at.
    if (free <= 0 || ending.signal.aborted) return;
    const claim = uuidv7();
    const jobs = await db.platform((tx) =>
      claimJobs(tx, [...definitions.keys()], claim, clock.now(), later(leaseMs), free),
    );
    for (const job of jobs) {
      const run: Promise<void> = perform(job, claim).finally(() => {
        running.delete(run);
        look();
      });
      running.add(run);
    }
  }

  /** Each turn of a schedule is taken by one process, in the transaction that makes its jobs. */
  async function enqueueDue(): Promise<void> {
    const now = clock.now();
    if (!scheduled) {
      // The first turn of a schedule is at once: what was due while nobody worked is made up for.
      await db.platform(async (tx) => {
        for (const name of schedules.keys()) await addSchedule(tx, name, now);
      });
      scheduled = true;
    }
    await db.platform(async (tx) => {
      for (const [name, { when, forTenants }] of schedules) {
        if (!(await takeTurn(tx, name, now, nextAfter(when, now)))) continue;
        const tenants = forTenants ? await activeTenants(tx) : [undefined];
        await insertJobs(
          tx,
          tenants.map((tenantId) => newJob(name, {}, { singletonKey: name, ...(tenantId && { tenantId }) })),
        );
        if (!forTenants) await forgetFailed(tx, later(-FAILED_KEPT_MS));
      }
    });
  }

  async function perform(claimed: ClaimedJob, claim: string): Promise<void> {
    const { id, name } = claimed;
    const job: Job = { id, name, tenantId: claimed.for_tenant, data: claimed.data, attempt: claimed.attempts };
    const beat = setInterval(() => {
      db.platform((tx) => renewClaim(tx, id, claim, later(leaseMs))).catch((error: unknown) =>
        logger.warn('a job could not say that it is alive', { job: name, error }),
      );
    }, leaseMs / 3);
    let finished = false;
    /** One transaction, of the job's tenant or of the platform, that begins by making sure of the claim. */
    const within = <T>(hold: (tx: Tx) => Promise<boolean>, work: (tx: Tx) => Promise<T>): Promise<T> => {
      const held = async (tx: Tx) => {
        if (!(await withPlatform(tx, () => hold(tx)))) throw new ClaimLost(name);
        return work(tx);
      };
      return job.tenantId === null ? db.platform(held) : db.transaction({ tenantId: job.tenantId }, held);
    };
    try {
      // A process that dies in the middle cannot count its failure: the next one does.
      if (claimed.attempts > claimed.max_attempts) throw new Error('Its last run ended without a word');
      const definition = definitions.get(name);
      if (!definition) throw new Error(`No handler for ${name}`);
      const { handler } = definition;
      const run: Run = {
        signal: ending.signal,
        step: (work) => within((tx) => holdsClaim(tx, id, claim), work),
        async finish(work) {
          const result = await within((tx) => removeJob(tx, id, claim), work);
          finished = true;
          return result;
        },
      };
      await heavily(() => handler(job, run));
      if (!finished) await db.platform((tx) => removeJob(tx, id, claim));
    } catch (error) {
      if (error instanceof ClaimLost) logger.warn('a job was taken over', { job: name });
      else await failed(claimed, claim, error);
    } finally {
      clearInterval(beat);
    }
  }

  async function failed(
    { id, name, attempts, max_attempts }: ClaimedJob,
    claim: string,
    error: unknown,
  ): Promise<void> {
    const final = attempts >= max_attempts;
    const words = String(error instanceof Error ? error.message : error).slice(0, 500);
    const tenths = 0.5 + Math.random();
    const wait = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** Math.min(attempts - 1, 20)) * tenths;
    logger[final ? 'error' : 'warn'](final ? 'a job was given up' : 'a job failed and is tried again', {
      job: name,
      count: attempts,
      error,
    });
    await db
      .platform((tx) =>
        final ? giveUpJob(tx, id, claim, clock.now(), words) : releaseJob(tx, id, claim, later(wait), words),
      )
      // The database is away: the lease runs out, and somebody takes the job over.
      .catch((reason: unknown) => logger.warn('a failed job could not be given back', { job: name, error: reason }));
  }

  const jobs: Jobs = {
    define(name, handler, { attempts = ATTEMPTS } = {}) {
      if (definitions.has(name)) throw new Error(`The job ${name} is defined twice`);
      definitions.set(name, { handler, attempts });
    },
    schedule(name, when, handler, more = {}) {
      jobs.define(name, handler, more);
      schedules.set(name, { when, forTenants: more.for === 'tenants' });
    },
    async enqueue(name, data, more = {}) {
      await db.platform((tx) => insertJobs(tx, [newJob(name, data, more)]));
      look();
    },
    async enqueueIn(tx, name, data, more = {}) {
      await withPlatform(tx, () => insertJobs(tx, [newJob(name, data, more)]));
      wakeSoon();
    },
    start() {
      sleep ??= wakeWith(look);
      looking ??= loop();
    },
    async stop(graceMs = GRACE_MS) {
      ending.abort();
      sleep?.();
      wake();
      await looking;
      let late: ReturnType<typeof setTimeout> | undefined;
      const grace = new Promise<void>((resolve) => {
        late = setTimeout(resolve, graceMs);
      });
      await Promise.race([Promise.all(running), grace]);
      clearTimeout(late);
    },
  };
  return jobs;
}
