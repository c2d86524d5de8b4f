/**
 * Saving a record: validated by the schema the server uses, sealed twice (for this device, for the server), then record,
 * outbox row and the end of its draft in one strict transaction. "Saved" is true exactly when that has completed. Its
 * photos were hashed, sealed and put on the disk as they were taken (attachments.ts).
 */

import {
  checkRecord,
  type DispositionRecord,
  MAX_MENDS,
  RECORD_VERSION,
  recordSchema,
} from '../../core/contract/records';
import { seal } from '../../core/contract/sealing';
import { canonicalJson, sha256Hex } from '../../core/domain/canonical';
import { dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { wholeText } from '../../core/domain/whole-text';
import { atOnce } from './at-once';
import type { DeviceDb } from './device-db';
import { storageError } from './errors';
import { followersOf } from './following';
import { type RecordSigner, recordSigner, SigningFailed } from './record-signer';
import { forgetCopyOf } from './second-copy';
import type { OfflineEngine, SaveResult, VisitDraft } from './types';
import {
  type CodesRow,
  ERASED_AT,
  ERASING_MS,
  type MetaRow,
  type OutboxRow,
  type RecordRow,
  recordTable,
  type SealedRecord,
  type UserDb,
} from './user-db';
import { openJson, sealJson } from './vault';

export type RecordInput = Parameters<OfflineEngine['record']>[0];

export interface WriteContext {
  db: UserDb;
  deviceKey: CryptoKey;
  serverPublicKey: string;
  owner: string;
  now: number;
  clockOffsetMs: number | null;
  /** When that was measured, device clock, ms. */
  clockMeasuredAt?: number | undefined;
  appVersion: string;
  /** Null before the first sync: then only the shape is checked here, the rest by the server. */
  codes: Pick<CodesRow, 'codes' | 'policy'> | null;
  borrower: string;
  /** Whose key signs; unsigned without it. */
  device?: { db: DeviceDb; tenantId: string };
}

/** What was stored comes along, so that nobody has to read it again. */
export type Written =
  | (Extract<SaveResult, { ok: true }> & { row: OutboxRow; content: SealedRecord })
  | Extract<SaveResult, { ok: false }>;

interface Sealed {
  hash: string;
  sealed: OutboxRow['sealed'];
  sealedForServer: string;
  signature: string | null;
}

/** The signature is made beside the sealing, which takes longer. */
async function sealRecord(ctx: WriteContext, signer: RecordSigner | null, content: SealedRecord): Promise<Sealed> {
  const canonical = canonicalJson(content.record);
  const hashing = sha256Hex(canonical);
  const [hash, signature, sealed, sealedForServer] = await Promise.all([
    hashing,
    signer && hashing.then((hash) => signer.sign(hash)),
    sealJson(ctx.deviceKey, content),
    seal(ctx.serverPublicKey, new TextEncoder().encode(canonical)),
  ]);
  return { hash, signature, sealed, sealedForServer };
}

const SEQ = 'seq:';
const seqKey = (loanId: string) => `${SEQ}${loanId}`;

/** The last position of each loan as this tab knows it; the write itself checks it. */
const lastSeqs = new WeakMap<UserDb, Map<string, number>>();

async function nextSeq(db: UserDb, loanId: string): Promise<number> {
  let known = lastSeqs.get(db);
  if (!known) {
    const rows = await db.meta.where('key').startsWith(SEQ).toArray();
    known = new Map(rows.map(({ key, value }) => [key.slice(SEQ.length), Number(value)]));
    lastSeqs.set(db, known);
  }
  return (known.get(loanId) ?? 0) + 1;
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

/** Followers of a replaced record as they follow its mended form: those that were never sent, so that they may be resealed. */
async function followers(
  ctx: WriteContext,
  signer: RecordSigner | null,
  replaced: OutboxRow,
  newId: string,
): Promise<OutboxRow[]> {
  const changed: OutboxRow[] = [];
  for (const { row, content } of await followersOf(ctx.db, ctx.deviceKey, replaced)) {
    if (row.attempts > 0) continue;
    // An app of the first payload version did not sign, and its record has no place to say who does.
    const by = content.record.payloadVersion < 2 ? undefined : signer;
    const record: DispositionRecord = {
      ...content.record,
      afterId: newId,
      ...(by !== undefined && { signedBy: by?.deviceId ?? null }),
    };
    changed.push({ ...row, ...(await sealRecord(ctx, by ?? null, { ...content, record })) });
  }
  return changed;
}

/** Everything that the mended form of this record replaces: each of them may still reach the server. */
async function mendedBy({ deviceKey }: WriteContext, replaced: OutboxRow): Promise<string[]> {
  const content = await openJson<SealedRecord>(deviceKey, replaced.sealed).catch(() => undefined);
  return [...(content?.record.mends ?? []), replaced.key].slice(-MAX_MENDS);
}

/** False when another visit to the same borrower has been begun meanwhile: that draft stays. */
async function isDraftOf({ db, deviceKey }: WriteContext, mended: OutboxRow): Promise<boolean> {
  const row = await db.drafts.get(mended.loanId);
  if (!row) return true;
  const draft = await openJson<VisitDraft>(deviceKey, row.sealed).catch(() => undefined);
  return draft?.mends === mended.key;
}

/**
 * Saves a record, or in place of `replaces` (a needs-you record) its mended form under a new key. Never throws: what
 * went wrong is in the answer, and then nothing was stored.
 */
export async function writeRecord(ctx: WriteContext, input: RecordInput, replaces?: OutboxRow): Promise<Written> {
  try {
    let signer = ctx.device ? await recordSigner(ctx.device.db, { ...ctx.device, userId: ctx.owner }) : null;
    // Another tab may save on the same loan in between; its position is then taken, and this one tries the next.
    for (;;) {
      const result = await tryWrite(ctx, signer, input, replaces).catch((error: unknown) => {
        if (!(error instanceof SigningFailed) || !signer) throw error;
        signer = null;
        return 'unsigned' as const;
      });
      if (typeof result === 'string') continue;
      if (replaces && result.ok) await forgetCopyOf(replaces.key);
      return result;
    }
  } catch (error) {
    const { reason, message } = storageError(error);
    return { ok: false, reason, message };
  }
}

async function tryWrite(
  ctx: WriteContext,
  signer: RecordSigner | null,
  input: RecordInput,
  replaces: OutboxRow | undefined,
): Promise<Written | 'position-taken'> {
  const { db } = ctx;
  const loanSeq = replaces?.seq ?? (await nextSeq(db, input.loanId));
  const checked = validate(ctx, {
    ...wholeText(input),
    ...(replaces && { mends: await mendedBy(ctx, replaces) }),
    id: uuidv7(ctx.now),
    payloadVersion: RECORD_VERSION,
    loanSeq,
    clockOffsetMs: ctx.clockOffsetMs,
    clockMeasuredAt: ctx.clockMeasuredAt === undefined ? null : new Date(ctx.clockMeasuredAt).toISOString(),
    appVersion: ctx.appVersion,
    signedBy: signer?.deviceId ?? null,
  });
  if (!('record' in checked)) return checked;
  const { record } = checked;
  const codeLabel = ctx.codes?.codes.find((code) => code.code === record.code)?.label ?? record.code;
  const summary = { borrower: ctx.borrower, codeLabel };
  const sealed = await sealRecord(ctx, signer, { record, summary });
  const files = [...new Set(record.attachments.map((file) => file.sha256))];
  const resealed = replaces ? await followers(ctx, signer, replaces, record.id) : [];
  const endsDraft = !replaces || (await isDraftOf(ctx, replaces));
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
    ...(replaces?.followsDiscarded && { followsDiscarded: true }),
  };
  const content: SealedRecord = { record, summary };
  const outcome: { is: Written | 'position-taken' } = { is: { ok: true, recordId: record.id, loanSeq, row, content } };
  const stopped = new Error('stopped');
  const stores = ['outbox', 'visits', 'dispositions', 'attachments', 'drafts', 'meta'];
  const storing = atOnce(db, stores, ({ store, look, stop }) => {
    const refuse = (why: typeof outcome.is) => {
      outcome.is = why;
      stop(stopped);
    };
    const putRecord = ({ key, loanId, channel, createdAt, sealed }: OutboxRow) =>
      store(recordTable(db, channel).name).put({ id: key, loanId, at: createdAt, sealed } satisfies RecordRow);
    look<MetaRow | undefined>(store('meta').get(ERASED_AT), (erased) => {
      if (erased && Math.abs(row.createdAt - Number(erased.value)) < ERASING_MS)
        refuse(invalid('', 'This device has been withdrawn.'));
    });
    for (const sha256 of files)
      look(store('attachments').getKey(sha256), (held) => {
        if (held === undefined) refuse(invalid('attachments', 'A photo is no longer on this phone. Take it again.'));
      });
    if (replaces) {
      look<OutboxRow | undefined>(store('outbox').get(replaces.key), (old) => {
        if (old?.state !== 'needs-you')
          refuse(invalid('', 'This record was already changed in another window. Open the ledger again.'));
      });
      store('outbox').delete(replaces.key);
      store(recordTable(db, replaces.channel).name).delete(replaces.key);
      for (const later of resealed) {
        store('outbox').put(later);
        putRecord(later);
      }
    } else {
      look<MetaRow | undefined>(store('meta').get(seqKey(record.loanId)), (last) => {
        if (Number(last?.value ?? 0) + 1 === loanSeq) return;
        // Another tab took it: ask the database next time.
        lastSeqs.delete(db);
        refuse('position-taken');
      });
      store('meta').put({ key: seqKey(record.loanId), value: loanSeq });
    }
    store('outbox').add(row);
    putRecord(row);
    if (endsDraft) store('drafts').delete(record.loanId);
  });
  await storing.catch((error) => {
    if (error !== stopped) throw error;
  });
  if (outcome.is !== 'position-taken' && outcome.is.ok && !replaces) lastSeqs.get(db)?.set(record.loanId, loanSeq);
  return outcome.is;
}

const invalid = (path: string, message: string): Extract<SaveResult, { ok: false }> => ({
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
  const {
    id: _id,
    payloadVersion: _v,
    loanSeq: _seq,
    clockOffsetMs: _o,
    clockMeasuredAt: _m,
    appVersion: _a,
    signedBy: _s,
    mends: _r,
    ...fields
  } = content.record;
  return { loanId: row.loanId, openedAt: row.createdAt, fields, files: fields.attachments, mends: recordId };
}
