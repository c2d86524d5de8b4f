/**
 * Sends what waits. The page and the service worker run this same loop; what differs is the sender, and whether records
 * go readable (the device key is at hand) or in the form sealed to the server.
 *
 *   idle ──▶ recover (rows a killed sender left) ──▶ pick (the first due row of each loan) ──▶ files ──▶ batch ──▶ apply
 *                                                      ▲                                                     │
 *                                                      └──────────────── while something moved ──────────────┘
 *
 * No transaction and no lock is open while the network is used.
 */
import { type BatchItem, MAX_BATCH, recordBatch, reportQuarantine } from '../../core/contract/dispositions';
import { type Bases, urlOf } from '../../core/contract/kit';
import { wholeText } from '../../core/domain/whole-text';
import { readRequest, type Verdict } from './answers';
import type { Leadership } from './coordination';
import { readItem, resultsOf, withoutEarlier } from './item-answers';
import { ofWholeRequest, unlessHeld } from './perhaps-held';
import { dueAt, RETRY_CAP_MS, retryDelay } from './retry';
import type { Transport } from './transport';
import { noteHeld, noteNotHeld, type UploadResult, uploadFile } from './upload';
import { type OutboxRow, recordTable, type SealedRecord, type UserDb } from './user-db';
import { openJson } from './vault';

/** Requests under way at once: on a long line the next batch travels while the last one is answered. */
const BATCHES_AT_ONCE = 3;

export interface DrainContext {
  db: UserDb;
  transport: Transport;
  bases: Bases;
  /** Name of this page or worker; a row in flight carries it. */
  sender: string;
  leadership: Leadership;
  /** Without it (worker, locked phone) records go in their sealed form. */
  deviceKey?: CryptoKey;
  now: () => number;
  random?: () => number;
  /** After every change of the outbox. */
  changed?: () => void;
  /** The server answered. */
  contact?: () => void;
}

export interface DrainResult {
  accepted: number;
  /** The server wants a sign-in. */
  login: boolean;
  /** This device has been withdrawn. */
  revoked: boolean;
  /** Something is put off because nobody of ours answered, this sender or another one of the phone. */
  lost: boolean;
}

/**
 * Put off until a time. What waits for a sign-in is tried now and then as well: the device's own signature may be good
 * again, after a clock was put right for example.
 */
const isPutOff = ({ state }: Pick<OutboxRow, 'state'>): boolean =>
  state === 'retry-later' || state === 'waiting-for-login';

/** The first row of every loan, where it is due now; oldest first. */
export function dueRows(rows: readonly OutboxRow[], now: number): OutboxRow[] {
  const heads = new Map<string, OutboxRow>();
  const inOrder = [...rows].sort((a, b) => a.seq - b.seq);
  for (const row of inOrder) if (row.state !== 'quarantined' && !heads.has(row.loanId)) heads.set(row.loanId, row);
  return [...heads.values()]
    .filter((row) => row.state === 'queued' || (isPutOff(row) && dueAt(row, now) <= now))
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** When the next attempt is due, ms; undefined when nothing waits for a time. */
export function nextDue(rows: readonly OutboxRow[], now: number): number | undefined {
  const times = rows.flatMap((row) => {
    if (isPutOff(row)) return [dueAt(row, now)];
    // The server has not been told of it yet.
    return row.state === 'quarantined' && !row.mirrored ? [now + RETRY_CAP_MS] : [];
  });
  return times.length ? Math.min(...times) : undefined;
}

/** Runs until nothing more can move. Never throws for the network's sake; a storage error passes through. */
export async function drain(ctx: DrainContext): Promise<DrainResult> {
  const result: DrainResult = { accepted: 0, login: false, revoked: false, lost: false };
  await recover(ctx);
  /** Records whose form was refused: their files go the other way. */
  const formless = new Set<string>();
  let stop = false;
  while (!stop && ctx.leadership.leading()) {
    const due = dueRows(await ctx.db.outbox.toArray(), ctx.now());
    if (!due.length) break;
    const withFiles: OutboxRow[] = [];
    const ready: OutboxRow[] = [];
    for (const row of due) ((await filesPending(ctx.db, row)) ? withFiles : ready).push(row);
    // Words before pictures: on a thin line the records of the day arrive first.
    stop = await sendBatches(ctx, ready, result);
    for (const row of withFiles) {
      if (stop || !ctx.leadership.leading()) break;
      stop = (await sendForm(ctx, row, formless, result)) ?? (await sendFiles(ctx, row, result));
    }
  }
  if (!result.login) await mirrorQuarantined(ctx);
  result.lost = (await ofTheWay(ctx.db).count()) > 0;
  return result;
}

/** Rows that a killed sender left in flight: their answer is unknown, the key makes sending them again harmless. */
async function recover(ctx: DrainContext): Promise<void> {
  const { db } = ctx;
  const found = await db.outbox.where('state').equals('sending').modify({ state: 'queued', sender: null });
  if (found) ctx.changed?.();
}

async function filesPending(db: UserDb, row: OutboxRow): Promise<boolean> {
  if (!row.attachments.length) return false;
  const files = await db.attachments.bulkGet(row.attachments);
  return files.some((file) => !file?.complete);
}

async function sendFiles(ctx: DrainContext, row: OutboxRow, result: DrainResult): Promise<boolean> {
  for (const sha256 of row.attachments) {
    if (!ctx.leadership.leading()) return true;
    const upload = await uploadFile({ ...ctx, wanted: () => ctx.leadership.leading() }, sha256);
    if (upload.done) {
      ctx.contact?.();
      continue;
    }
    const [claimed] = await claim(ctx, [row]);
    if (claimed) await settleFiles(ctx, claimed, upload, result);
    return upload.stop;
  }
  // Complete: the next turn of the loop sends the record itself.
  return false;
}

async function settleFiles(
  ctx: DrainContext,
  row: OutboxRow,
  { fate, problem, waitMs }: Extract<UploadResult, { done: false }>,
  result: DrainResult,
): Promise<void> {
  const verdict = await unlessHeld(ctx, row, () => itemOf(ctx, row), { to: fate, problem, waitMs });
  await settle(ctx, [{ row, verdict }], result);
}

/** A record and its small files in one request. Undefined when it does not go that way. */
async function sendForm(
  ctx: DrainContext,
  row: OutboxRow,
  formless: Set<string>,
  result: DrainResult,
): Promise<boolean | undefined> {
  const { deviceKey } = ctx;
  if (!deviceKey || formless.has(row.key)) return undefined;
  const forms = await import('./upload-form').catch(() => undefined);
  const form = await forms?.formOf({ ...ctx, deviceKey }, row, await itemOf(ctx, row));
  if (!forms || !form) return undefined;
  const [claimed] = await claim(ctx, [row]);
  if (!claimed) return false;
  if ('result' in form) {
    if (!form.result.done) await settleFiles(ctx, claimed, form.result, result);
    return !form.result.done && form.result.stop;
  }
  if (!(await stillLeads(ctx, [claimed]))) return true;
  const answer = await ctx.transport(form.request).catch(() => null);
  const read = forms.readForm(answer, row, ctx.now());
  if (!read) {
    formless.add(row.key);
    await giveBack(ctx, [claimed]);
    return false;
  }
  if (read.verdict.to === 'accepted') {
    ctx.contact?.();
    for (const sha256 of form.files) await noteHeld(ctx.db, sha256);
  }
  await settle(ctx, [{ row: claimed, verdict: read.verdict }], result);
  return read.stop;
}

const nameOf = ({ key, hash, signature }: OutboxRow) => ({ key, hash, ...(signature !== null && { signature }) });

async function itemOf(ctx: DrainContext, row: OutboxRow): Promise<BatchItem> {
  const content = ctx.deviceKey && (await openJson<SealedRecord>(ctx.deviceKey, row.sealed).catch(() => undefined));
  return content ? { ...nameOf(row), record: content.record } : { ...nameOf(row), sealed: row.sealedForServer };
}

/** Marks rows as in flight, those that are still as they were picked. */
async function claim(ctx: DrainContext, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const { db } = ctx;
  const claimed = await db.transaction('rw', db.outbox, async () => {
    const fresh: OutboxRow[] = [];
    for (const row of await db.outbox.bulkGet(rows.map((row) => row.key)))
      if (row && (row.state === 'queued' || isPutOff(row)) && ctx.leadership.leading())
        fresh.push({ ...row, state: 'sending', sender: ctx.sender, attempts: row.attempts + 1 });
    await db.outbox.bulkPut(fresh);
    return fresh;
  });
  if (claimed.length) ctx.changed?.();
  return claimed;
}

/** Full batches, a few at a time: each loan is in one of them only, so their order does not matter. */
async function sendBatches(ctx: DrainContext, ready: readonly OutboxRow[], result: DrainResult): Promise<boolean> {
  let at = 0;
  let stop = false;
  const line = async (): Promise<void> => {
    while (at < ready.length && !stop && ctx.leadership.leading()) {
      const batch = ready.slice(at, at + MAX_BATCH);
      at += MAX_BATCH;
      if (await sendBatch(ctx, batch, result)) stop = true;
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, line));
  return stop;
}

/** Answers true when the rest of this drain should wait (no network, no login). */
async function sendBatch(ctx: DrainContext, rows: readonly OutboxRow[], result: DrainResult): Promise<boolean> {
  const claimed = await claim(ctx, rows);
  return claimed.length ? send(ctx, claimed, result) : false;
}

async function send(ctx: DrainContext, rows: OutboxRow[], result: DrainResult): Promise<boolean> {
  const items = await Promise.all(rows.map((row) => itemOf(ctx, row)));
  if (!(await stillLeads(ctx, rows))) return true;
  const answer = await ctx
    .transport({ method: 'POST', url: urlOf(ctx.bases, recordBatch), body: JSON.stringify({ items }) })
    .catch(() => null);
  const verdict = readRequest(answer, ctx.now());
  if (verdict.kind === 'answered') {
    ctx.contact?.();
    const results = resultsOf(verdict.body);
    await settle(
      ctx,
      rows.map((row) => ({ row, verdict: readItem(results.get(row.key), row) })),
      result,
    );
    return false;
  }
  if (verdict.kind === 'split' && rows.length > 1) {
    const half = Math.ceil(rows.length / 2);
    const stopped = await send(ctx, rows.slice(0, half), result);
    if (!stopped) return send(ctx, rows.slice(half), result);
    await giveBack(ctx, rows.slice(half));
    return true;
  }
  await settle(
    ctx,
    rows.map((row) => ({ row, verdict: ofWholeRequest(verdict, row) })),
    result,
  );
  if (verdict.kind !== 'all') return false;
  if (verdict.contact) ctx.contact?.();
  return verdict.fate === 'retry-later' || verdict.fate === 'waiting-for-login';
}

/** A tab may have stood still since it claimed rows: another one has sent them, and their agent may have mended them. */
async function stillLeads(ctx: DrainContext, rows: readonly OutboxRow[]): Promise<boolean> {
  if (ctx.leadership.leading()) return true;
  await giveBack(ctx, rows);
  return false;
}

/** Rows that were claimed and not sent after all. */
async function giveBack(ctx: DrainContext, rows: readonly OutboxRow[]): Promise<void> {
  await ctx.db.outbox
    .where('key')
    .anyOf(rows.map((row) => row.key))
    .filter((row) => row.state === 'sending' && row.sender === ctx.sender)
    .modify((row) => {
      row.state = 'queued';
      row.sender = null;
      row.attempts -= 1;
    });
  ctx.changed?.();
}

/** Writes what the answers mean. A receipt counts whoever asked for it; anything else only for the row's own sender. */
async function settle(
  ctx: DrainContext,
  answers: { row: OutboxRow; verdict: Verdict }[],
  result: DrainResult,
): Promise<void> {
  const { db } = ctx;
  const now = ctx.now();
  // One draw for all that failed together, so that it goes out together again: fifty draws would make fifty requests.
  const draw = (ctx.random ?? Math.random)();
  const replaced: OutboxRow[] = [];
  await db.transaction('rw', db.outbox, db.receipts, async () => {
    for (const { row, verdict: answered } of answers) {
      const stored = await db.outbox.get(row.key);
      if (!stored) continue;
      const verdict = stored.followsDiscarded ? withoutEarlier(answered) : answered;
      if (verdict.to === 'accepted') {
        if (stored.hash !== verdict.receipt.hash) continue;
        await db.receipts.put({
          key: row.key,
          loanId: row.loanId,
          channel: row.channel,
          at: now,
          savedAt: row.createdAt,
          attempts: row.attempts,
          photos: row.attachments.length,
          receipt: verdict.receipt,
        });
        await db.outbox.delete(row.key);
        continue;
      }
      if (stored.state !== 'sending' || stored.sender !== ctx.sender) continue;
      if (verdict.to === 'replaced') {
        replaced.push(stored);
        await db.outbox.delete(row.key);
        continue;
      }
      const delay = verdict.to === 'retry-later' ? retryDelay(row.attempts, verdict.waitMs, () => draw) : RETRY_CAP_MS;
      await db.outbox.put({
        ...stored,
        state: verdict.to,
        sender: null,
        problem: verdict.problem,
        nextAttemptAt: isPutOff({ state: verdict.to }) ? now + delay : 0,
        waitMs: delay,
      });
    }
  });
  for (const { key, channel } of replaced) await recordTable(db, channel).delete(key);
  for (const { row, verdict } of answers) if (lacksFiles(verdict)) await noteNotHeld(db, row.attachments);
  for (const { verdict } of answers) {
    if (verdict.to === 'accepted') result.accepted += 1;
    else if (verdict.to === 'waiting-for-login') result.login = true;
    else if (verdict.to === 'quarantined' && verdict.problem.code === 'device-revoked') result.revoked = true;
  }
  ctx.changed?.();
}

/** The server has no such file, whatever it said before: it may have been set up again from an older copy. */
const lacksFiles = (verdict: Verdict): boolean =>
  verdict.to === 'retry-later' &&
  verdict.problem.code === 'not-yet' &&
  verdict.problem.fields.some(({ path }) => path === 'attachments');

/** Tells the server of every record it refused for good, so that a manager sees it; once each. */
async function mirrorQuarantined(ctx: DrainContext): Promise<void> {
  const { db } = ctx;
  const rows = await db.outbox
    .where('state')
    .equals('quarantined')
    .filter((row) => !row.mirrored)
    .toArray();
  for (const row of rows) {
    if (!ctx.leadership.leading()) return;
    const { code, message } = row.problem ?? { code: 'unknown', message: '' };
    const answer = await ctx
      .transport({
        method: 'POST',
        url: urlOf(ctx.bases, reportQuarantine),
        body: JSON.stringify({
          item: { ...nameOf(row), sealed: row.sealedForServer },
          // Cut in the middle of a pair, the words would be refused.
          reason: wholeText({ code: code.slice(0, 64), message: message.slice(0, 500) }),
        }),
      })
      .catch(() => null);
    const verdict = readRequest(answer, ctx.now());
    const taken = verdict.kind === 'answered' ? reportQuarantine.response.safeParse(verdict.body) : undefined;
    if (!taken?.success || taken.data.data.key !== row.key) {
      if (verdict.kind === 'all' && !verdict.contact) return;
      continue;
    }
    await db.outbox.update(row.key, { mirrored: true });
  }
}

/** Rows that waited for a sign-in may go again. */
export const afterSignIn = (db: UserDb): PromiseLike<number> =>
  db.outbox.where('state').equals('waiting-for-login').modify({ state: 'queued', nextAttemptAt: 0 });

/** Failures of the way, not of the server: they are over when the network is back. */
const OF_THE_WAY: ReadonlySet<string> = new Set(['unreachable', 'not-our-server']);

const ofTheWay = (db: UserDb) =>
  db.outbox
    .where('state')
    .equals('retry-later')
    .filter((row) => OF_THE_WAY.has(row.problem?.code ?? ''));

/** What failed for want of a network is due again, spread over `spreadMs` so that phones do not all return at once. */
export const dueOnReconnect = (
  db: UserDb,
  spreadMs: number,
  now: number,
  random: () => number = Math.random,
): PromiseLike<number> => {
  // One moment for this phone's whole queue, so that it goes out in full batches.
  const at = now + Math.round(random() * spreadMs);
  return ofTheWay(db).modify((row) => {
    if (dueAt(row, now) <= at) return;
    row.nextAttemptAt = at;
    row.waitMs = spreadMs;
  });
};

/** Everything that waits for a time is due now: the user asked. */
export const dueNow = (db: UserDb): PromiseLike<number> =>
  db.outbox.where('state').equals('retry-later').modify({ nextAttemptAt: 0 });
