/** Backups are made, verified and forgotten by jobs. One whose process dies is begun anew: its rows are of one moment. */

import { dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { lightly } from '../../db/heavy-places';
import { ClaimLost, enqueueWithin, type Jobs, type Run } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { writeBackup } from './dump';
import { backupKey } from './keys';
import {
  backupFileKey,
  endLost,
  findBackup,
  forgetBackups,
  insertBackup,
  newestNight,
  noteFailure,
  noteSteps,
  noteVerdict,
  noteWritten,
} from './rows';
import { MOST_VERIFIED, verifyBackup } from './verify';

export const MAKE_JOB = 'backups.make';
export const VERIFY_JOB = 'backups.verify';
export const NIGHTLY_JOB = 'backups.nightly';

const OURS = 'Something went wrong on our side. Make another backup.';
const NOT_TRIED = 'Something went wrong on our side while it was verified. Make another backup.';

const BEAT_MS = 1000;
const HOUR_MS = 3_600_000;
/** Hours of the tenant's clock in which one is made by night. */
const NIGHT = { from: 1, until: 5 } as const;
/** A server that was off by night makes it up by day. */
const MISSED_MS = 30 * HOUR_MS;
/** Runs that end without a word count too: a process that is killed tries again. */
const DEATHS = 5;
const FAILURES = 3;

const hourOf = (at: Date, zone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at));

export type BackupDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'logger' | 'keys'>;

const keyOf = ({ db, keys, clock }: BackupDeps, tenantId: string) =>
  db.transaction({ tenantId }, (tx) => backupKey(tx, keys, clock.now()));

/** Writes the file of a backup and says how far it is. */
function maker(deps: BackupDeps) {
  const { db, storage, clock } = deps;
  return async (run: Run, attempt: number, tenantId: string, id: string): Promise<void> => {
    const file = backupFileKey(tenantId, id, attempt);
    for (let earlier = 1; earlier < attempt; earlier += 1) await storage.remove(backupFileKey(tenantId, id, earlier));
    if (!(await run.step((tx) => noteSteps(tx, id, 0, 0)))) return;
    const key = await keyOf(deps, tenantId);
    const stop = new AbortController();
    const reached = { done: 0, of: 0, told: 0 };
    let beating = false;
    // Outside the transaction that reads: it has a short one of its own.
    const tell = () => {
      if (run.signal.aborted) stop.abort(new ClaimLost(MAKE_JOB));
      if (beating || reached.told === reached.done) return;
      beating = true;
      reached.told = reached.done;
      run
        .step((tx) => noteSteps(tx, id, reached.done, reached.of))
        .then((wanted) => wanted || stop.abort(new ClaimLost(MAKE_JOB)))
        .catch((error: unknown) => (error instanceof ClaimLost ? stop.abort(error) : undefined))
        .finally(() => {
          beating = false;
        });
    };
    const beat = lightly(() => setInterval(tell, BEAT_MS));
    try {
      await storage.remove(file);
      const written = await writeBackup(
        { db, storage },
        { tenantId, key, to: file, at: clock.now() },
        ({ tables }, of) => Object.assign(reached, { done: Object.keys(tables).length, of }),
        stop.signal,
      );
      await run.finish(async (tx) => {
        const now = clock.now();
        await noteWritten(tx, id, file, written);
        const detail = { rows: written.rows, files: written.files, bytes: written.size };
        await appendAudit(
          tx,
          [{ action: 'backup.made', subject: 'backup', subjectId: id, actorId: null, detail }],
          now,
        );
        await enqueueWithin(tx, now, VERIFY_JOB, { id }, { tenantId, singletonKey: id, attempts: DEATHS + FAILURES });
      });
    } catch (error) {
      await storage.remove(file);
      throw error;
    } finally {
      clearInterval(beat);
    }
  };
}

/** Restores it elsewhere to see, and takes away those that nobody keeps any more. */
function verifier(deps: BackupDeps) {
  const { db, storage, clock, logger } = deps;
  const rulesOf = tenantRules(db);
  return async (run: Run, tenantId: string, id: string): Promise<void> => {
    const row = await db.transaction({ tenantId }, (tx) => findBackup(tx, id));
    if (row?.state !== 'verifying' || row.file === null) return;
    const amount = { rows: row.rows ?? 0, files: row.files ?? 0 };
    const large = amount.rows > MOST_VERIFIED.rows || (row.size ?? 0) > MOST_VERIFIED.bytes;
    const differs = large
      ? null
      : ((await verifyBackup(storage, { file: row.file, key: await keyOf(deps, tenantId), ...amount })) ?? null);
    const verdict = large ? 'too-large' : differs === null ? 'verified' : 'differs';
    if (differs !== null) logger.error('a backup does not bring everything back', { tenantId, reason: differs });
    const { zone } = await rulesOf(tenantId);
    const gone = await run.finish(async (tx) => {
      const now = clock.now();
      await noteVerdict(tx, id, verdict, differs, now);
      await appendAudit(
        tx,
        [{ action: `backup.${verdict}`, subject: 'backup', subjectId: id, actorId: null, detail: { differs } }],
        now,
      );
      return forgetBackups(tx, now, zone);
    });
    for (const file of gone) await storage.remove(file);
  };
}

export function registerJobs(jobs: Jobs, deps: BackupDeps): void {
  const { db, clock, logger } = deps;
  const rulesOf = tenantRules(db);
  const define = (
    name: string,
    work: (run: Run, attempt: number, tenantId: string, id: string) => Promise<void>,
    failed: (tx: Tx, id: string) => Promise<unknown>,
  ) =>
    jobs.define(
      name,
      async ({ tenantId, data, attempt }, run) => {
        if (tenantId === null) return;
        const id = String(data.id);
        try {
          if (attempt > DEATHS) throw new Error('The server ended each time while it was at it');
          await work(run, attempt, tenantId, id);
        } catch (error) {
          if (error instanceof ClaimLost || run.signal.aborted || attempt < FAILURES) throw error;
          logger.error(`${name} failed`, { error });
          await run.finish((tx) => failed(tx, id));
        }
      },
      { attempts: DEATHS + FAILURES },
    );
  define(MAKE_JOB, maker(deps), (tx, id) => noteFailure(tx, id, OURS, clock.now()));
  // It is there, and nobody knows whether it is whole.
  const verify = verifier(deps);
  define(
    VERIFY_JOB,
    (run, _, tenantId, id) => verify(run, tenantId, id),
    (tx, id) => noteVerdict(tx, id, null, NOT_TRIED, clock.now()),
  );

  jobs.schedule(
    NIGHTLY_JOB,
    { everyMs: HOUR_MS },
    async ({ tenantId }, run) => {
      if (tenantId === null) return;
      const { zone } = await rulesOf(tenantId);
      await run.finish(async (tx) => {
        const now = clock.now();
        await endLost(tx, OURS, now);
        const newest = await newestNight(tx);
        const hour = hourOf(now, zone);
        const due =
          hour >= NIGHT.from && hour < NIGHT.until
            ? newest === null || dayOf(new Date(newest), zone) !== dayOf(now, zone)
            : newest !== null && now.getTime() - Date.parse(newest) > MISSED_MS;
        if (!due) return;
        const id = uuidv7(now.getTime());
        if ((await insertBackup(tx, { id, askedBy: null }, now)) === 'made')
          await enqueueWithin(tx, now, MAKE_JOB, { id }, { tenantId, singletonKey: id, attempts: DEATHS + FAILURES });
      });
    },
    { for: 'tenants' },
  );
}
