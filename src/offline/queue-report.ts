/**
 * What this phone tells about itself, and what it hears back: how its queue stands goes to the server after every change
 * and every ten minutes, decisions about records in quarantine come with the answer. The page and the service worker use
 * the same code; a locked phone's report is signed by the device.
 */
import { type Decided, MAX_AWAITING, reportDevice } from '../../core/contract/devices';
import { type Bases, type RequestOf, urlOf } from '../../core/contract/kit';
import { readRequest } from './answers';
import type { DeviceDb } from './device-db';
import { forgetNotices, noticesOf } from './device-notices';
import type { Transport } from './transport';
import type { SyncStatus } from './types';
import type { OutboxRow, UserDb } from './user-db';

type Report = RequestOf<typeof reportDevice>['body'];

export interface ReportContext {
  db: UserDb;
  deviceDb: DeviceDb;
  transport: Transport;
  bases: Bases;
  owner: { tenantId: string; userId: string };
  appVersion: string;
  now: () => number;
  /** Server time minus device time, ms. */
  offsetMs: number;
  storage: SyncStatus['storage'];
  lastContactAt: number | null;
}

/** What a supervisor decides is asked for this often while records wait for it. */
const AWAITING_MS = 55_000;

/** The problem of a record that a supervisor refused for good; nothing more will be decided about it. */
export const REFUSED_ON_REVIEW = 'refused-on-review';
export const RETURNED_ON_REVIEW = 'returned-on-review';

const isoOf = (ms: number | null, offsetMs: number): string | null =>
  ms === null ? null : new Date(ms + offsetMs).toISOString();

/** Records in quarantine at the server whose decision is still open here. */
const awaits = (row: OutboxRow): boolean =>
  row.state === 'quarantined' && row.mirrored && row.problem?.code !== REFUSED_ON_REVIEW;

async function reportOf(ctx: ReportContext): Promise<Report> {
  const { db, offsetMs } = ctx;
  const [rows, sync, notices] = await Promise.all([
    db.outbox.toArray(),
    db.sync.get('loans'),
    noticesOf(ctx.deviceDb, ctx.owner),
  ]);
  const count = (state: OutboxRow['state']) => rows.filter((row) => row.state === state).length;
  // What the server holds in quarantine is not lost with the phone.
  const only = rows.filter((row) => !(row.state === 'quarantined' && row.mirrored));
  const oldest = only.length > 0 ? Math.min(...only.map((row) => row.createdAt)) : null;
  const { storage } = ctx;
  return {
    appVersion: ctx.appVersion,
    queue: {
      queued: count('queued'),
      sending: count('sending'),
      retryLater: count('retry-later'),
      waitingForLogin: count('waiting-for-login'),
      needsYou: count('needs-you'),
      quarantined: count('quarantined'),
    },
    oldestUnsentAt: isoOf(oldest, offsetMs),
    lastSyncAt: isoOf(sync?.asOf ?? null, offsetMs),
    lastContactAt: isoOf(ctx.lastContactAt, offsetMs),
    storage: storage && {
      usedBytes: Math.round(storage.usedBytes),
      quotaBytes: Math.round(storage.quotaBytes),
      persisted: storage.persisted,
    },
    events: notices.slice(0, 20),
    awaiting: rows
      .filter(awaits)
      .sort((a, b) => a.createdAt - b.createdAt)
      .slice(0, MAX_AWAITING)
      .map((row) => row.key),
  };
}

/** What makes a report worth telling at once; times that only pass do not. */
const signOf = ({ appVersion, queue, oldestUnsentAt, events, awaiting }: Report): string =>
  JSON.stringify([
    appVersion,
    // A record on its way is told as waiting until it has arrived.
    { ...queue, queued: queue.queued + queue.sending, sending: 0 },
    oldestUnsentAt,
    events.map(({ id }) => id),
    awaiting,
  ]);

export interface ReportResult {
  /** `not-due`: nothing has changed since the last one. `login`: the session is over. `failed`: not heard. */
  outcome: 'told' | 'not-due' | 'login' | 'failed';
  /** The server has withdrawn this phone. */
  revoked: boolean;
  /** How many records a decision moved. */
  decided: number;
}

/** Tells the server, when something has changed or `everyMs` has passed. Never rejects for the network's sake. */
export async function report(ctx: ReportContext, everyMs: number, force = false): Promise<ReportResult> {
  const { db, now } = ctx;
  const result: ReportResult = { outcome: 'not-due', revoked: false, decided: 0 };
  const body = await reportOf(ctx);
  const sign = signOf(body);
  const [told, toldAt] = await db.meta.bulkGet(['reported', 'reportedAt']);
  const age = now() - Number(toldAt?.value ?? 0);
  const wait = body.awaiting.length > 0 ? Math.min(everyMs, AWAITING_MS) : everyMs;
  if (!force && told?.value === sign && age >= 0 && age < wait) return result;
  const answer = await ctx
    .transport({ method: 'POST', url: urlOf(ctx.bases, reportDevice), body: JSON.stringify(body), timeoutMs: 15_000 })
    .catch(() => null);
  const verdict = readRequest(answer, now());
  const heard = verdict.kind === 'answered' ? reportDevice.response.safeParse(verdict.body) : undefined;
  if (!heard?.success) {
    const login = verdict.kind === 'all' && verdict.fate === 'waiting-for-login';
    const revoked = verdict.kind === 'all' && verdict.problem.code === 'device-revoked';
    return { ...result, outcome: login ? 'login' : 'failed', revoked };
  }
  const { decisions, revoked } = heard.data.data;
  await forgetNotices(
    ctx.deviceDb,
    body.events.map(({ id }) => id),
  );
  await db.meta.bulkPut([
    { key: 'reported', value: sign },
    { key: 'reportedAt', value: now() },
    { key: 'appVersion', value: ctx.appVersion },
  ]);
  return { outcome: 'told', revoked, decided: await applyDecisions(db, decisions, now()) };
}

/**
 * What was decided about records in quarantine. `accepted` lets one go, like any receipt that echoes key and hash;
 * `returned` hands it to the agent to mend; `refused` stays in the ledger with the reason until the agent discards it.
 */
export async function applyDecisions(db: UserDb, decisions: readonly Decided[], now: number): Promise<number> {
  if (decisions.length === 0) return 0;
  return db.transaction('rw', db.outbox, db.receipts, async () => {
    let moved = 0;
    for (const { key, decision, reason, by, receipt } of decisions) {
      const row = await db.outbox.get(key);
      if (!row || !awaits(row)) continue;
      if (decision === 'accepted') {
        if (receipt?.key !== key || receipt.hash !== row.hash) continue;
        await db.receipts.put({
          key,
          loanId: row.loanId,
          channel: row.channel,
          at: now,
          savedAt: row.createdAt,
          attempts: row.attempts,
          photos: row.attachments.length,
          receipt,
        });
        await db.outbox.delete(key);
      } else {
        const [code, words] =
          decision === 'refused'
            ? [REFUSED_ON_REVIEW, `${by} refused this record: ${reason ?? ''}`]
            : [RETURNED_ON_REVIEW, `${by} asks you to mend it: ${reason ?? ''}`];
        await db.outbox.update(key, {
          state: decision === 'refused' ? 'quarantined' : 'needs-you',
          problem: { code, message: words, fields: [] },
        });
      }
      moved += 1;
    }
    return moved;
  });
}
