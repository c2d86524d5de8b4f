/**
 * Takes a group of records of one tenant in one transaction, with the same few statements for one record as for two
 * hundred: lock the loans and read what is known, take receipt numbers, append to the audit chain, write. Each item is
 * answered on its own; an item that is refused leaves nothing behind.
 */
import type { BatchResult, Receipt } from '../../../core/contract/dispositions';
import { CLASSES } from '../../../core/domain/dispositions';
import { type AuditEntry, linkAudit, takePlaces } from '../../db/audit';
import type { Tx } from '../../db/database';
import { notify } from '../alerts';
import { LateContacts } from '../contact';
import { breadthOf, receiptNumber } from '../loans';
import { addEffects, contactOf, effectOf } from './effects';
import { emptyGroup, writeGroup } from './group-write';
import { fieldError, type ItemError, itemError } from './item-error';
import { correctedTime, isOverdue, isSkewed, type Outcome, outcomeOf } from './outcome';
import { type Content, isContent, type Prepared } from './prepare';
import type { RaiseFromRecord } from './raise';
import { type Asked, type Known, readKnown, readOnceHeld } from './repository';

type Verdict =
  /** `bars`: keys of its earlier forms, which have not arrived. */
  | { kind: 'accept'; content: Content; outcome: Outcome; bars: readonly string[] }
  | { kind: 'repeat'; receipt: Receipt }
  /** The same key earlier in this group: the same answer, once there is one. */
  | { kind: 'same-as'; index: number }
  /** `why`: an earlier form of it has arrived. */
  | { kind: 'conflict'; why?: string }
  /** Its mended form was faster. */
  | { kind: 'superseded' }
  | { kind: 'refuse'; error: ItemError };

const SUPERSEDED = 'A mended form of this record has taken its place.';
const UNBELIEVED: readonly Outcome[] = ['clock-skewed', 'signature-invalid'];

const alarms = (dispositionClass: string): boolean =>
  Object.entries(CLASSES).some(([is, { effect }]) => is === dispositionClass && effect === 'alert');
const pair = (a: string, b: string) => `${a} ${b}`;

function ask(items: readonly Prepared[]): Asked {
  const asked: Asked = { keys: [], relations: [], records: [], mends: [], follows: [], files: [] };
  for (const { actor, key, content } of items) {
    const user = actor.userId;
    asked.keys.push({ user, key });
    if (!isContent(content)) continue;
    const { record } = content;
    asked.relations.push({ user, breadth: breadthOf(actor), loan: record.loanId });
    asked.records.push(record.id);
    for (const mended of record.mends ?? []) asked.mends.push({ user, key: mended });
    if (record.afterId) asked.follows.push({ user, loan: record.loanId, record: record.afterId });
    for (const { sha256 } of record.attachments) asked.files.push({ user, sha256 });
  }
  return asked;
}

/** Judges items one after the other; what was accepted counts as known for those behind it. */
class Judge {
  readonly #keys;
  readonly #inactive;
  readonly #visible;
  readonly #once;
  readonly #mended;
  readonly #records;
  readonly #followed;
  readonly #refused;
  readonly #files;
  readonly #loans;
  readonly #taken = new Map<string, number>();
  readonly #barred = new Set<string>();

  constructor(
    private readonly now: number,
    known: Known,
    onceHeld: readonly { user: string; loan: string }[],
  ) {
    this.#keys = new Map(known.keys.map((row) => [pair(row.user, row.key), row]));
    this.#inactive = new Set(known.inactive);
    this.#visible = new Set(known.visible.map((row) => pair(row.user, row.loan)));
    this.#once = new Set(onceHeld.map((row) => pair(row.user, row.loan)));
    this.#mended = new Map(known.mended.map((row) => [pair(row.user, row.key), row]));
    this.#records = new Set(known.records.map((row) => row.id));
    this.#followed = new Set(known.followed.map((row) => pair(row.id, row.loan)));
    this.#refused = new Set(known.refused.map((row) => pair(row.user, row.key)));
    this.#files = new Set(known.files.map((row) => pair(row.user, row.sha256)));
    this.#loans = new Map(known.loans.map((row) => [row.id, row.state]));
  }

  judge(items: readonly Prepared[], index: number): Verdict {
    const item = items[index];
    if (!item) throw new RangeError('No such item');
    const { actor, key, hash, content, signature } = item;
    const at = pair(actor.userId, key);
    const stored = this.#keys.get(at);
    if (stored?.by || this.#barred.has(at)) return { kind: 'superseded' };
    if (stored) {
      if (stored.hash !== hash || !stored.receipt) return { kind: 'conflict' };
      return { kind: 'repeat', receipt: stored.receipt };
    }
    const earlier = this.#taken.get(at);
    if (earlier !== undefined) {
      return items[earlier]?.hash === hash ? { kind: 'same-as', index: earlier } : { kind: 'conflict' };
    }
    if (!isContent(content)) return { kind: 'refuse', error: content };
    const verdict = this.#judgeNew(actor.userId, key, content, signature.state === 'invalid', item.reviewed === true);
    if (verdict.kind === 'accept') this.#take(actor.userId, at, index, verdict);
    return verdict;
  }

  #judgeNew(userId: string, key: string, content: Content, forged: boolean, reviewed: boolean): Verdict {
    const refuse = (error: ItemError): Verdict => ({ kind: 'refuse', error });
    const { record } = content;
    const state = this.#loans.get(record.loanId);
    const visible = reviewed || this.#visible.has(pair(userId, record.loanId));
    const once = visible || this.#once.has(pair(userId, record.loanId));
    // A loan that never was theirs is not told from one that does not exist.
    if (!state || !once) return refuse(itemError('not-found', { message: 'This loan is not known here.' }));
    if (this.#records.has(record.id)) return { kind: 'conflict' };
    const mended = (record.mends ?? []).filter((earlier) => earlier !== key);
    const arrived = mended.find((earlier) => this.#stands(userId, earlier));
    if (arrived !== undefined) return { kind: 'conflict', why: this.#arrivedWords(userId, arrived) };
    const waits = reviewed ? undefined : this.#whyItWaits(userId, record);
    if (waits) return refuse(waits);
    if (record.attachments.some(({ sha256 }) => !this.#files.has(pair(userId, sha256)))) {
      return refuse(itemError('not-yet', { fields: [{ path: 'attachments', message: 'A file has not arrived yet' }] }));
    }
    if (new Set(record.attachments.map(({ sha256 }) => sha256)).size < record.attachments.length) {
      return refuse(fieldError('attachments', 'The same file is there twice'));
    }
    const outcome = outcomeOf({
      agentActive: !this.#inactive.has(userId),
      loanState: state,
      visible,
      skewed: isSkewed(record, this.now),
      forged,
    });
    // What nobody signed takes nothing away from what may still come signed.
    const bars = forged ? [] : mended.filter((earlier) => !this.#mended.has(pair(userId, earlier)));
    return { kind: 'accept', content, outcome, bars };
  }

  /** An earlier form has arrived, or another form that took its place; not where that was taken out of its case again. */
  #stands(userId: string, key: string): boolean {
    const at = pair(userId, key);
    const known = this.#mended.get(at);
    return this.#taken.has(at) || this.#barred.has(at) || (!!known && known.receiptNo !== null && !known.withdrawn);
  }

  #arrivedWords(userId: string, key: string): string {
    const number = this.#mended.get(pair(userId, key))?.receiptNo;
    return number
      ? `This record had already arrived as ${receiptNumber(number)}. The correction does not count by itself.`
      : 'This record had already arrived. The correction does not count by itself.';
  }

  /**
   * What a follow-up is told while the record that it follows is not here. A phone sends the records of a loan in their
   * order, so that one is in quarantine, or its agent threw it away, and it may never come. A supervisor who vouches for the
   * follow-up takes it without.
   */
  #whyItWaits(userId: string, { afterId, loanId, ...made }: Content['record']): ItemError | undefined {
    if (!afterId || this.#followed.has(pair(afterId, loanId))) return undefined;
    const because = (code: 'not-yet' | 'gone', message: string) =>
      itemError(code, { message, fields: [{ path: 'afterId', message }] });
    if (this.#refused.has(pair(userId, afterId)))
      return because('gone', 'The record that this one follows was refused.');
    return isOverdue(made, this.now)
      ? because('gone', 'The record that this one follows never came.')
      : because('not-yet', 'The record that this one follows is not here yet.');
  }

  #take(
    userId: string,
    at: string,
    index: number,
    { content, outcome, bars }: Extract<Verdict, { kind: 'accept' }>,
  ): void {
    this.#taken.set(at, index);
    for (const barred of bars) {
      this.#barred.add(pair(userId, barred));
      // What follows an earlier form follows this one.
      this.#followed.add(pair(barred, content.record.loanId));
    }
    this.#records.add(content.record.id);
    this.#followed.add(pair(content.record.id, content.record.loanId));
    if (outcome === 'applied' && effectOf(content) === 'suppress') {
      this.#loans.set(content.record.loanId, 'suppressed');
    }
  }
}

function auditEntry({ actor, key, hash, signature }: Prepared, verdict: Verdict): AuditEntry | undefined {
  if (verdict.kind === 'accept') {
    const { record } = verdict.content;
    return {
      action: 'dispositions.recorded',
      subject: 'disposition',
      subjectId: record.id,
      actorId: actor.userId,
      detail: {
        loanId: record.loanId,
        code: record.code,
        outcome: verdict.outcome,
        hash,
        via: actor.via,
        ...(verdict.bars.length > 0 && { mends: verdict.bars }),
        // The chain holds the signature itself: one that is exchanged later, together with its key, shows.
        ...(signature.state !== 'none' && { signature }),
      },
    };
  }
  if (verdict.kind !== 'conflict') return undefined;
  return {
    action: 'dispositions.key-conflict',
    subject: 'disposition',
    subjectId: key,
    actorId: actor.userId,
    detail: { hash, via: actor.via },
  };
}

/** Answers in the order of `items`. Throws only when the transaction as a whole cannot go on. */
export async function acceptGroup(
  tx: Tx,
  tenantId: string,
  zone: string,
  items: readonly Prepared[],
  now: Date,
  raise: RaiseFromRecord,
): Promise<BatchResult[]> {
  const asked = ask(items);
  const happened = items.flatMap(({ actor, content }) =>
    isContent(content) ? [contactOf(content, actor.userId)] : [],
  );
  const [known, late] = await Promise.all([
    readKnown(tx, tenantId, asked),
    LateContacts.of(tx, tenantId, zone, happened),
  ]);
  const visible = new Set(known.visible.map((row) => pair(row.user, row.loan)));
  const unseen = asked.relations.filter((row) => !visible.has(pair(row.user, row.loan)));
  const onceHeld = unseen.length > 0 ? await readOnceHeld(tx, tenantId, unseen) : [];
  const judge = new Judge(now.getTime(), known, onceHeld);
  const verdicts = items.map((_, index) => judge.judge(items, index));

  // Before places in the audit chain are taken: a settlement takes its own.
  const settlements = new Map<number, Receipt['settlement']>();
  for (const [index, { actor }] of items.entries()) {
    const verdict = verdicts[index];
    if (verdict?.kind !== 'accept' || !verdict.content.record.settlement) continue;
    settlements.set(index, await raise(tx, actor, verdict.content.record, verdict.outcome, { now, zone }));
  }

  const audited = items.flatMap((item, index) => {
    const entry = auditEntry(item, verdicts[index] as Verdict);
    return entry ? [{ index, entry }] : [];
  });
  const accepted = verdicts.filter(({ kind }) => kind === 'accept').length;
  const taken =
    audited.length > 0
      ? await takePlaces<'receipt'>(tx, audited.length, accepted > 0 ? { receipt: accepted } : {})
      : null;
  let receiptNo = taken?.first.receipt ?? 0;
  const audit =
    taken &&
    linkAudit(
      audited.map(({ entry }) => entry),
      now,
      taken.place,
    );

  const receivedAt = now.toISOString();
  const group = emptyGroup();
  const receipts = new Map<number, Receipt>();
  for (const [at, { index }] of audited.entries()) {
    const verdict = verdicts[index];
    const item = items[index];
    const chain = audit?.links[at];
    if (verdict?.kind !== 'accept' || !item || !chain) continue;
    const { content, outcome } = verdict;
    const { record, definition } = content;
    const { key, hash, actor, signature } = item;
    const receipt: Receipt = {
      key,
      hash,
      recordId: record.id,
      receiptNo: receiptNumber(receiptNo),
      outcome,
      receivedAt,
      chain,
      signature: signature.state,
      ...(settlements.has(index) && { settlement: settlements.get(index) }),
    };
    receipts.set(index, receipt);
    group.records.push({
      id: record.id,
      key,
      user_id: actor.userId,
      device_id: actor.deviceId,
      hash,
      receipt,
      loan_id: record.loanId,
      channel: record.channel,
      code: record.code,
      class: definition.class,
      rank: definition.rank,
      outcome,
      recorded_at: new Date(correctedTime(record)).toISOString(),
      receipt_no: receiptNo,
      remarks: record.remarks ?? null,
      record: content.raw,
      signature: signature.value,
      signature_state: signature.state,
    });
    for (const barred of verdict.bars)
      group.barred.push({ user_id: actor.userId, key: barred, superseded_by: record.id });
    addEffects(group, { userId: actor.userId, content, outcome }, zone);
    // At a time that is not believed nothing can be judged, and nothing is counted.
    const noted = UNBELIEVED.includes(outcome) ? null : late.note(contactOf(content, actor.userId));
    if (noted) group.attempts.push(noted.attempt);
    group.blocks.push(...(noted?.blocks ?? []));
    receiptNo += 1;
  }
  // Both leave together.
  await Promise.all([audit?.store(tx), group.records.length > 0 && writeGroup(tx, tenantId, receivedAt, group)]);
  // Whatever else the record is worth: that somebody is in danger is believed.
  for (const { id, class: is, loan_id: loanId, user_id: happenedTo } of group.records)
    if (alarms(is)) await notify(tx, { kind: 'agent-unsafe', loanId, cause: `unsafe:${id}`, happenedTo }, now);

  return items.map(({ key }, index): BatchResult => {
    const verdict = verdicts[index] as Verdict;
    if (verdict.kind === 'refuse') return { key, error: verdict.error };
    if (verdict.kind === 'conflict')
      return { key, error: itemError('key-conflict', verdict.why === undefined ? {} : { message: verdict.why }) };
    if (verdict.kind === 'superseded') return { key, error: itemError('superseded', { message: SUPERSEDED }) };
    const receipt =
      verdict.kind === 'repeat' ? verdict.receipt : receipts.get(verdict.kind === 'same-as' ? verdict.index : index);
    return receipt ? { key, receipt } : { key, error: itemError('internal') };
  });
}
