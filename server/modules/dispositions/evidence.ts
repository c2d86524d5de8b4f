/**
 * Checks stored records against everything that proves them: the hash and signature of what was saved on the phone, the
 * receipt that was given, the files, and the audit chain. Reads only.
 */
import { createHash } from 'node:crypto';
import type { SignatureState } from '../../../core/contract/dispositions';
import { type DispositionRecord, recordSchema } from '../../../core/contract/records';
import { type Fix, type Hint, placeHints, speedHint, timeHints } from '../../../core/domain/evidence';
import type { AuditProblem } from '../../db/audit';
import type { Storage } from '../../platform/storage';
import { receiptNumber } from '../loans';
import type { NeighbouringVisit, StoredEvidence } from './evidence-repository';
import { judgeSignature } from './evidence-signature';
import { correctedTime, isSkewed } from './outcome';
import { hashOfPayload } from './prepare';
import { liftPayload } from './versions';

/**
 * `pass`, `fail`: something contradicts the record. `look`: nothing does, yet a person should look. `none`: there is
 * nothing to check.
 */
export type Verdict = 'pass' | 'fail' | 'look' | 'none';

export const CHECKS = ['record', 'columns', 'receipt', 'signature', 'files', 'chain', 'time', 'place'] as const;

export interface Check {
  name: (typeof CHECKS)[number];
  verdict: Verdict;
  words: string;
}

export interface EvidenceReport {
  tenantId: string;
  id: string;
  receiptNo: string;
  receivedAt: string;
  /** No check failed. */
  ok: boolean;
  checks: Check[];
}

const same = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null);
const sameTime = (a: string, b: string): boolean => Date.parse(a) === Date.parse(b);

/** Names of what differs; none when all agree. */
const differing = (pairs: Record<string, boolean>): string[] =>
  Object.entries(pairs)
    .filter(([, agrees]) => !agrees)
    .map(([name]) => name);

const verdictOf = (differs: string[], good: string, bad: string): Pick<Check, 'verdict' | 'words'> =>
  differs.length === 0 ? { verdict: 'pass', words: good } : { verdict: 'fail', words: `${bad}: ${differs.join(', ')}` };

/** The record in today's shape; undefined when it cannot be read any more. */
function readRecord(raw: Record<string, unknown>): DispositionRecord | undefined {
  const lifted = liftPayload(raw);
  const parsed = lifted && recordSchema.safeParse(lifted);
  return parsed?.success ? parsed.data : undefined;
}

function checkHash(stored: StoredEvidence): Check {
  const good = hashOfPayload(stored.record) === stored.payload_hash;
  return {
    name: 'record',
    verdict: good ? 'pass' : 'fail',
    words: good
      ? `SHA-256 of the stored record is the one it came with, ${stored.payload_hash.slice(0, 12)}…`
      : 'The stored record is not the one that came: its SHA-256 differs',
  };
}

/** What lists and reports show must be what the record says. */
function checkColumns(stored: StoredEvidence, record: DispositionRecord): Check {
  const at = correctedTime(record);
  const { visit, payment } = stored;
  const differs = differing({
    id: same(stored.id, record.id.toLowerCase()),
    loan: same(stored.loan_id, record.loanId.toLowerCase()),
    channel: same(stored.channel, record.channel),
    code: same(stored.code, record.code),
    'recorded time': Date.parse(stored.recorded_at) === at,
    remarks: same(stored.remarks, record.remarks),
    visit: (visit !== null) === (record.channel === 'field'),
    'visit time': !visit || Date.parse(visit.visited_at) === at,
    'visit place': !visit || same(visit.place, record.place),
    'person met': !visit || same(visit.person_met, record.personMet?.relation),
    position:
      !visit ||
      (same(visit.lat, record.gps?.lat) &&
        same(visit.lng, record.gps?.lng) &&
        same(visit.accuracy_m, record.gps?.accuracyM) &&
        same(visit.mock, record.gps?.mock)),
    payment:
      (payment !== null) === (record.payment !== undefined) &&
      (!payment || (payment.amount_paise === record.payment?.amountPaise && payment.mode === record.payment.mode)),
  });
  return {
    name: 'columns',
    ...verdictOf(differs, 'Lists and reports show what the record says', 'Other than in the record'),
  };
}

function checkReceipt(stored: StoredEvidence): Check {
  const receipt = stored.key?.receipt;
  if (!stored.key || !receipt) return { name: 'receipt', verdict: 'fail', words: 'No receipt is stored for it' };
  const differs = differing({
    hash: stored.key.payload_hash === stored.payload_hash && receipt.hash === stored.payload_hash,
    record: receipt.recordId === stored.id,
    number: receipt.receiptNo === receiptNumber(stored.receipt_no),
    outcome: receipt.outcome === stored.outcome,
    'time of receipt': sameTime(receipt.receivedAt, stored.received_at),
    signature: (receipt.signature ?? 'none') === stored.signature_state,
  });
  const good = `${receipt.receiptNo} of ${new Date(stored.received_at).toISOString()}, ${stored.outcome}`;
  return { name: 'receipt', ...verdictOf(differs, good, 'The receipt says otherwise') };
}

const SIGNATURE_WORDS: Record<SignatureState, Pick<Check, 'verdict' | 'words'>> = {
  valid: { verdict: 'pass', words: 'By the key that the device had registered then' },
  none: { verdict: 'none', words: 'The record says that it is unsigned' },
  'unknown-key': { verdict: 'look', words: 'By a key that was not registered for this user then' },
  invalid: { verdict: 'fail', words: 'Not by the device that the record names' },
};

async function checkSignature(tenantId: string, stored: StoredEvidence, record: DispositionRecord): Promise<Check> {
  const by = { tenantId, userId: stored.user_id };
  const state = await judgeSignature(by, record, stored.payload_hash, stored.signature, stored.keys);
  if (state !== stored.signature_state) {
    const words = `It was ${stored.signature_state} when it came and is ${state} now`;
    return { name: 'signature', verdict: 'fail', words };
  }
  return { name: 'signature', ...SIGNATURE_WORDS[state] };
}

async function checkFiles(storage: Storage, stored: StoredEvidence, record: DispositionRecord): Promise<Check> {
  if (record.attachments.length === 0 && stored.files.length === 0) {
    const words = record.photoMissing ? `No files; reason given: ${record.photoMissing}` : 'No files';
    return { name: 'files', verdict: 'none', words };
  }
  const problems: string[] = [];
  for (const { sha256, size } of record.attachments) {
    const name = `${sha256.slice(0, 12)}…`;
    const file = stored.files.find((one) => one.sha256 === sha256);
    const bytes = file?.complete && file.storage_key ? await storage.get(file.storage_key) : undefined;
    if (!file) problems.push(`${name} is not among its files`);
    else if (!bytes) problems.push(`${name} is gone`);
    else if (bytes.length !== size || createHash('sha256').update(bytes).digest('hex') !== sha256)
      problems.push(`${name} was altered`);
  }
  for (const { sha256 } of stored.files)
    if (!record.attachments.some((one) => one.sha256 === sha256))
      problems.push(`${sha256.slice(0, 12)}… is not named by the record`);
  const count = record.attachments.length;
  return {
    name: 'files',
    ...verdictOf(
      problems,
      `${count} ${count === 1 ? 'file' : 'files'}, each with the SHA-256 it was taken with`,
      'Files',
    ),
  };
}

function checkChain(stored: StoredEvidence, problems: readonly AuditProblem[]): Check {
  const fail = (words: string): Check => ({ name: 'chain', verdict: 'fail', words });
  const { entry } = stored;
  const receipt = stored.key?.receipt;
  if (!entry) return fail('The audit chain has no entry for it');
  const { detail } = entry;
  const signed = detail.signature as { state?: string; value?: string | null } | undefined;
  const differs = differing({
    'its place on the receipt': !receipt || (receipt.chain.seq === entry.seq && receipt.chain.hash === entry.hash),
    hash: detail.hash === stored.payload_hash,
    loan: detail.loanId === stored.loan_id,
    code: detail.code === stored.code,
    outcome: detail.outcome === stored.outcome,
    agent: entry.actor_id === stored.user_id,
    'time of receipt': sameTime(entry.at, stored.received_at),
    signature: (signed?.state ?? 'none') === stored.signature_state && same(signed?.value ?? null, stored.signature),
  });
  if (differs.length > 0) return fail(`Entry ${entry.seq} says otherwise: ${differs.join(', ')}`);
  const broken = problems.find(({ seq }) => seq >= entry.seq);
  if (broken)
    return fail(`Entry ${entry.seq} holds, the chain behind it is broken at ${broken.seq} (${broken.problem})`);
  return { name: 'chain', verdict: 'pass', words: `Entry ${entry.seq}, unbroken from there to the head` };
}

const hinted = (hints: readonly Hint[], good: string): Pick<Check, 'verdict' | 'words'> =>
  hints.length === 0
    ? { verdict: 'pass', words: good }
    : { verdict: 'look', words: hints.map(({ words }) => words).join('. ') };

function checkTime(stored: StoredEvidence, record: DispositionRecord): Check {
  const receivedAt = Date.parse(stored.received_at);
  if (stored.outcome === 'applied' && isSkewed(record, receivedAt)) {
    return { name: 'time', verdict: 'fail', words: 'It took effect although its clock cannot be believed' };
  }
  const offset = record.clockOffsetMs === null ? 'offset unknown' : `offset ${record.clockOffsetMs} ms`;
  return {
    name: 'time',
    ...hinted(timeHints(record, receivedAt), `Recorded ${record.recordedAt}, ${offset}, then received`),
  };
}

function checkPlace(stored: StoredEvidence, record: DispositionRecord): Check {
  if (record.channel !== 'field') return { name: 'place', verdict: 'none', words: 'A call has no position' };
  const { gps } = record;
  if (!gps) return { name: 'place', verdict: 'none', words: `No position: ${record.gpsMissing ?? 'no reason given'}` };
  const here: Fix = { ...gps, at: correctedTime(record) };
  const hints = placeHints(gps);
  for (const neighbour of [stored.before, stored.after]) {
    const hint = neighbour && speedHint(here, fixOf(neighbour));
    if (hint) hints.push(hint);
  }
  const mock = gps.mock === null ? 'the platform does not tell of mocks' : 'no mock';
  return { name: 'place', ...hinted(hints, `${gps.lat}, ${gps.lng} within ${Math.round(gps.accuracyM)} m; ${mock}`) };
}

const fixOf = ({ lat, lng, accuracy_m, visited_at }: NeighbouringVisit): Fix => ({
  lat,
  lng,
  accuracyM: accuracy_m,
  at: Date.parse(visited_at),
});

/** `problems` are all breaks of the tenant's chain. */
export async function examine(
  tenantId: string,
  stored: StoredEvidence,
  problems: readonly AuditProblem[],
  storage: Storage,
): Promise<EvidenceReport> {
  const record = readRecord(stored.record);
  const checks: Check[] = [checkHash(stored)];
  if (record) {
    checks.push(
      checkColumns(stored, record),
      checkReceipt(stored),
      await checkSignature(tenantId, stored, record),
      await checkFiles(storage, stored, record),
      checkChain(stored, problems),
      checkTime(stored, record),
      checkPlace(stored, record),
    );
  } else {
    checks.push(
      { name: 'columns', verdict: 'fail', words: 'The stored record cannot be read' },
      checkReceipt(stored),
      checkChain(stored, problems),
    );
  }
  return {
    tenantId,
    id: stored.id,
    receiptNo: receiptNumber(stored.receipt_no),
    receivedAt: stored.received_at,
    ok: checks.every(({ verdict }) => verdict !== 'fail'),
    checks,
  };
}
