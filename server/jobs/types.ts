/** What a module may know of the queue. */
import type { Tx } from '../db/database';

export type JobData = Record<string, unknown>;

export interface Job {
  id: string;
  name: string;
  /** Whose work it is; null for the installation's own. */
  tenantId: string | null;
  data: JobData;
  /** 1 the first time. */
  attempt: number;
}

/**
 * The run of one job. Effects belong into `step` and `finish`: each is one transaction (of the job's tenant, or of the
 * platform) that goes through only while this run still holds the job. So when a process is killed, or is so slow that
 * another one took the job over, every effect happens once.
 */
export interface Run {
  /** A part of the work. Rejects with `ClaimLost` when another process has the job now. */
  step<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The last part; the job is gone with the same commit. A handler that returns without it has done nothing that counts. */
  finish<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Aborted when the process ends: begin nothing new. */
  signal: AbortSignal;
}

export type JobHandler = (job: Job, run: Run) => Promise<void>;

export interface JobOptions {
  /** How often it is tried before it is given up, 10 when left out. */
  attempts?: number;
}

export interface EnqueueOptions {
  tenantId?: string;
  /** Does nothing while a job of this name, tenant and key is waiting. */
  singletonKey?: string;
  runAt?: Date;
}

/** At every multiple of `everyMs`, or daily at a time of day in UTC (`HH:MM`). */
export type When = { everyMs: number } | { dailyAt: string };

export interface Jobs {
  /** What is done with jobs of a name; before `start`. */
  define(name: string, handler: JobHandler, options?: JobOptions): void;
  /** Enqueues a job of that name again and again, once over all processes; `for: 'tenants'` makes one for each active tenant. */
  schedule(
    name: string,
    when: When,
    handler: JobHandler,
    options?: JobOptions & { for?: 'tenants' | 'installation' },
  ): void;
  enqueue(name: string, data: JobData, options?: EnqueueOptions): Promise<void>;
  /** In the caller's transaction: the job exists exactly when what it is about does. */
  enqueueIn(tx: Tx, name: string, data: JobData, options?: EnqueueOptions): Promise<void>;
  /** Begins to look for work; a database that is away is waited for. */
  start(): void;
  /** Takes no more work and waits for what is running; what is not over after `graceMs` is left to another process. */
  stop(graceMs?: number): Promise<void>;
}

export class ClaimLost extends Error {
  constructor(name: string) {
    super(`The job ${name} was taken over by another process`);
    this.name = 'ClaimLost';
  }
}
