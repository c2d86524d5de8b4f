/**
 * Saving a record: validated by the schema the server uses, sealed twice (for this device, for the server), then record,
 * outbox row and the end of its draft in one strict transaction. "Saved" is true exactly when that has completed.
 */

import { checkRecord, type DispositionRecord, RECORD_VERSION, recordSchema } from '../../core/contract/records';
import { seal } from '../../core/contract/sealing';
import { canonicalJson, sha256Hex } from '../../core/domain/canonical';
import { dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { storageError } from './errors';
import type { OfflineEngine, SaveResult, VisitDraft } from './types';
import { type CodesRow, type OutboxRow, recordTable, type SealedRecord, type UserDb } from './user-db';
import { openJson, sealJson } from './vault';

export type RecordInput = Parameters<OfflineEngine['record']>[0];

export interface WriteContext {
  db: UserDb;
  deviceKey: CryptoKey;
  serverPublicKey: string;
  owner: string;
  now: number;
  clockOffsetMs: number | null;
  appVersion: string;
  /** Null before the first sync: then only the shape is checked here, the rest by the server. */
  codes: Pick<CodesRow, 'codes' | 'policy'> | null;
  borrower: string;
}

interface Sealed {
  hash: string;
  sealed: OutboxRow['sealed'];
  sealedForServer: string;
}

async function sealRecord(ctx: WriteContext, content: SealedRecord): Promise<Sealed> {
  const canonical = canonicalJson(content.record);
  const [hash, sealed, sealedForServer] = await Promise.all([
    sha256Hex(canonical),
    sealJson(ctx.deviceKey, content),
    seal(ctx.serverPublicKey, new TextEncoder().encode(canonical)),
  ]);
  return { hash, sealed, sealedForServer };
}

const seqKey = (loanId: string) => `seq:${loanId}`;

async function nextSeq(db: UserDb, loanId: string): Promise<number> {
  return Number((await db.meta.get(seqKey(loanId)))?.value ?? 0) + 1;
}

/** Shape first, then what the code requires; the record as it will be sent, or the fields to mend. */
function validate(
  ctx: WriteContext,
  candidate: DispositionRecord,
): { record: DispositionRecord } | Extract<SaveResult, { reason: 'invalid' }> {
  const parsed = recordSchema.safeParse(candidate);
  if (!parsed.success)
    return {
      ok: false,
      reason: 'invalid',
      fields: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    };
  const record = parsed.data;
  if (!ctx.codes) return { record };
  const definition = ctx.codes.codes.find((code) => code.code === record.code);
  const fields = definition
    ? checkRecord(record, definition, {
        maxPtpDays: ctx.codes.policy.maxPtpDays,
        today: dayOf(record.recordedAt, ctx.codes.policy.zone),
      })
    : [{ path: 'code', message: 'Choose what happened' }];
  return fields.length ? { ok: false, reason: 'invalid', fields } : { record };
}

/** Later records that name the replaced one as the one they follow; they have never been sent, so they may be resealed. */
async function followers(ctx: WriteContext, replaced: OutboxRow, newId: string): Promise<OutboxRow[]> {
  const later = await ctx.db.outbox
    .where('loanId')
    .equals(replaced.loanId)
    .filter((row) => row.seq > replaced.seq && row.attempts === 0)
    .toArray();
  const changed: OutboxRow[] = [];
  for (const row of later) {
    const content = await openJson<SealedRecord>(ctx.deviceKey, row.sealed).catch(() => undefined);
    if (content?.record.afterId !== replaced.key) continue;
    const record = { ...content.record, afterId: newId };
    changed.push({ ...row, ...(await sealRecord(ctx, { ...content, record })) });
  }
  return changed;
}

/**
 * Saves a record, or in place of `replaces` (a needs-you record) its mended form under a new key. Never throws: what
 * went wrong is in the answer, and then nothing was stored.
 */
export async function writeRecord(ctx: WriteContext, input: RecordInput, replaces?: OutboxRow): Promise<SaveResult> {
  try {
    // Another tab may save on the same loan in between; its position is then taken, and this one tries the next.
    for (;;) {
      const result = await tryWrite(ctx, input, replaces);
      if (result !== 'position-taken') return result;
    }
  } catch (error) {
    const { reason, message } = storageError(error);
    return { ok: false, reason, message };
  }
}

async function tryWrite(
  ctx: WriteContext,
  input: RecordInput,
  replaces: OutboxRow | undefined,
): Promise<SaveResult | 'position-taken'> {
  const { db } = ctx;
  const loanSeq = replaces?.seq ?? (await nextSeq(db, input.loanId));
  const checked = validate(ctx, {
    ...input,
    id: uuidv7(ctx.now),
    payloadVersion: RECORD_VERSION,
    loanSeq,
    clockOffsetMs: ctx.clockOffsetMs,
    appVersion: ctx.appVersion,
  });
  if (!('record' in checked)) return checked;
  const { record } = checked;
  const codeLabel = ctx.codes?.codes.find((code) => code.code === record.code)?.label ?? record.code;
  const sealed = await sealRecord(ctx, { record, summary: { borrower: ctx.borrower, codeLabel } });
  const files = [...new Set(record.attachments.map((file) => file.sha256))];
  const resealed = replaces ? await followers(ctx, replaces, record.id) : [];
  const row: OutboxRow = {
    key: record.id,
    owner: ctx.owner,
    loanId: record.loanId,
    channel: record.channel,
    seq: loanSeq,
    payloadVersion: record.payloadVersion,
    state: 'queued',
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: ctx.now,
    ...sealed,
    attachments: files,
    sender: null,
    problem: null,
    mirrored: false,
  };
  const tables = [db.outbox, db.dispositions, db.visits, db.attachments, db.drafts, db.meta];
  return db.transaction('rw', tables, async (): Promise<SaveResult | 'position-taken'> => {
    // All checks come before the first write: what returns early has changed nothing.
    // Asked together: each question to IndexedDB costs a trip to another process.
    const [held, seq] = await Promise.all([
      db.attachments.bulkGet(files),
      replaces ? loanSeq : nextSeq(db, record.loanId),
    ]);
    if (held.includes(undefined)) return invalid('attachments', 'A photo is no longer on this phone. Take it again.');
    if (replaces) {
      const old = await db.outbox.get(replaces.key);
      if (old?.state !== 'needs-you')
        return invalid('', 'This record was already changed in another window. Open the ledger again.');
      await db.outbox.delete(replaces.key);
      await recordTable(db, replaces.channel).delete(replaces.key);
      for (const later of resealed) {
        await db.outbox.put(later);
        await recordTable(db, later.channel).update(later.key, { sealed: later.sealed });
      }
    } else if (seq !== loanSeq) return 'position-taken';
    await Promise.all([
      replaces ? undefined : db.meta.put({ key: seqKey(record.loanId), value: loanSeq }),
      db.outbox.add(row),
      recordTable(db, record.channel).put({
        id: record.id,
        loanId: record.loanId,
        at: ctx.now,
        sealed: sealed.sealed,
      }),
      db.drafts.delete(record.loanId),
    ]);
    return { ok: true, recordId: record.id, loanSeq };
  });
}

const invalid = (path: string, message: string): SaveResult => ({
  ok: false,
  reason: 'invalid',
  fields: [{ path, message }],
});

/** A needs-you record as a draft to be mended; undefined when it is no longer there or an older key sealed it. */
export async function draftOf(db: UserDb, deviceKey: CryptoKey, recordId: string): Promise<VisitDraft | undefined> {
  const row = await db.outbox.get(recordId);
  if (row?.state !== 'needs-you') return undefined;
  const content = await openJson<SealedRecord>(deviceKey, row.sealed).catch(() => undefined);
  if (!content) return undefined;
  // The draft gets an id, a position and a version of its own when it is saved.
  const { id: _id, payloadVersion: _v, loanSeq: _seq, clockOffsetMs: _o, appVersion: _a, ...fields } = content.record;
  return { loanId: row.loanId, openedAt: row.createdAt, fields, files: fields.attachments, mends: recordId };
}

/** The user's own discard. A record in flight cannot be recalled: false, try again when it has been answered. */
export async function discardRecord(db: UserDb, recordId: string): Promise<boolean> {
  return db.transaction('rw', db.outbox, db.dispositions, db.visits, async () => {
    const row = await db.outbox.get(recordId);
    if (!row) return true;
    if (row.state === 'sending') return false;
    await db.outbox.delete(recordId);
    await recordTable(db, row.channel).delete(recordId);
    return true;
  });
}
