/** SQL of the queue. Claims are rows locked with SKIP LOCKED, so that processes never wait for each other's work. */
import type { Tx } from '../db/database';
import type { JobData } from './types';

export interface NewJob {
  id: string;
  name: string;
  tenantId: string | null;
  key: string | null;
  data: JobData;
  runAt: Date;
  maxAttempts: number;
  createdAt: Date;
}

/** A job of that name, tenant and key that waits already stands for the new one. */
export async function insertJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  for (const { id, name, tenantId, key, data, runAt, maxAttempts, createdAt } of jobs) {
    await tx.query(
      `insert into jobs (id, name, for_tenant, key, data, run_at, max_attempts, created_at)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8) on conflict do nothing`,
      [id, name, tenantId, key, JSON.stringify(data), runAt, maxAttempts, createdAt],
    );
  }
}

export interface ClaimedJob {
  id: string;
  name: string;
  for_tenant: string | null;
  data: JobData;
  attempts: number;
  max_attempts: number;
}

export const claimJobs = (
  tx: Tx,
  names: readonly string[],
  claim: string,
  now: Date,
  until: Date,
  limit: number,
): Promise<ClaimedJob[]> =>
  tx.query<ClaimedJob>(
    `update jobs set claim = $1, claimed_until = $2, attempts = attempts + 1
      where id in (
        select id from jobs
         where failed_at is null and name = any($3::text[]) and run_at <= $4
           and (claim is null or claimed_until <= $4)
         order by run_at, id limit $5 for update skip locked)
     returning id, name, for_tenant, data, attempts, max_attempts`,
    [claim, until, names, now, limit],
  );

/** Answers whether the claim still holds; locks the job until the transaction ends. */
export async function holdsClaim(tx: Tx, id: string, claim: string): Promise<boolean> {
  const rows = await tx.query('select 1 from jobs where id = $1 and claim = $2 for update', [id, claim]);
  return rows.length > 0;
}

export async function removeJob(tx: Tx, id: string, claim: string): Promise<boolean> {
  const rows = await tx.query('delete from jobs where id = $1 and claim = $2 returning 1', [id, claim]);
  return rows.length > 0;
}

export async function renewClaim(tx: Tx, id: string, claim: string, until: Date): Promise<void> {
  await tx.query('update jobs set claimed_until = $3 where id = $1 and claim = $2', [id, claim, until]);
}

/** Back into the queue for another try. Where a job of the same key waits by now, that one stands for both. */
export async function releaseJob(tx: Tx, id: string, claim: string, runAt: Date, error: string): Promise<void> {
  await tx.query(
    `delete from jobs j where id = $1 and claim = $2 and key is not null and exists (
       select 1 from jobs o where o.name = j.name and o.for_tenant is not distinct from j.for_tenant and o.key = j.key
          and o.claim is null and o.failed_at is null)`,
    [id, claim],
  );
  await tx.query(
    'update jobs set claim = null, claimed_until = null, run_at = $3, last_error = $4 where id = $1 and claim = $2',
    [id, claim, runAt, error],
  );
}

export async function giveUpJob(tx: Tx, id: string, claim: string, now: Date, error: string): Promise<void> {
  await tx.query(
    `update jobs set claim = null, claimed_until = null, failed_at = $3, last_error = $4 where id = $1 and claim = $2`,
    [id, claim, now, error],
  );
}

export async function forgetFailed(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from jobs where failed_at < $1', [before]);
}

export async function addSchedule(tx: Tx, name: string, first: Date): Promise<void> {
  await tx.query('insert into job_schedules (name, next_at) values ($1, $2) on conflict do nothing', [name, first]);
}

/** Answers whether this call is the one that moves the schedule on. */
export async function takeTurn(tx: Tx, name: string, now: Date, next: Date): Promise<boolean> {
  const rows = await tx.query('update job_schedules set next_at = $3 where name = $1 and next_at <= $2 returning 1', [
    name,
    now,
    next,
  ]);
  return rows.length > 0;
}

export async function activeTenants(tx: Tx): Promise<string[]> {
  return (await tx.query<{ id: string }>('select id from tenants where active order by id')).map(({ id }) => id);
}
