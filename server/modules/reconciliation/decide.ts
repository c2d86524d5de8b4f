/**
 * What people say of a line. The line is locked first, then its loans in the order of their ids, then payments; two people at once:
 * one acts, the other hears of it. Each step stands in the audit.
 */
import type { RequestOf } from '../../../core/contract/kit';
import type { acceptBankLine, askAboutBankLine, reverseBankLine } from '../../../core/contract/reconciliation';
import { RECONCILING } from '../../../core/contract/reconciliation';
import { instantAt } from '../../../core/domain/local-time';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { notify, silenceLoan } from '../alerts';
import {
  confirmPayment,
  findVisibleLoan,
  type PaymentUndo,
  type PostedPayment,
  postPayment,
  takeBackPayment,
} from '../loans';
import { cancelLinks } from '../payment-links';
import { type LockedLine, lockLine, type Moment } from './lines';

const wrong = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });
const refuse = (message: string) => new ApiError('conflict', { message });

const audit = (tx: Tx, actor: Actor, action: string, id: string, detail: object, now: Date) =>
  appendAudit(tx, [{ action, subject: 'bank-line', subjectId: id, actorId: actor.userId, detail: { ...detail } }], now);

interface Part {
  loanId: string;
  paymentId: string | null;
  amountPaise: number;
}
interface Kept extends Part {
  posted: boolean;
  undo: PaymentUndo | null;
}

const partsOf = (tx: Tx, lineId: string) =>
  tx.query<{ loan_id: string; payment_id: string | null; amount_paise: number; posted: boolean }>(
    'select loan_id, payment_id, amount_paise, posted from bank_parts where tenant_id = current_tenant() and line_id = $1 order by place',
    [lineId],
  );

/**
 * Before the first of them changes anything: whoever writes the audit holds it for the tenant, and must wait for no row any more.
 * Loans and then payments, each in the order of their ids, as whoever posts one of them does.
 */
async function lockParts(tx: Tx, parts: readonly Pick<Part, 'loanId' | 'paymentId'>[]): Promise<void> {
  await tx.query(
    'select 1 from loans where tenant_id = current_tenant() and id = any($1::uuid[]) order by id for no key update',
    [[...new Set(parts.map(({ loanId }) => loanId))]],
  );
  await tx.query(
    'select 1 from payments where tenant_id = current_tenant() and id = any($1::uuid[]) order by id for update',
    [[...new Set(parts.flatMap(({ paymentId }) => paymentId ?? []))]],
  );
}

/** A part by its receipt: it takes no more than other accepted lines leave of it, and what is covered whole is confirmed. */
async function cover(
  tx: Tx,
  part: Part & { paymentId: string },
  at: Moment,
  actorId: string,
): Promise<PostedPayment | undefined> {
  const [payment] = await tx.query<{ loan_id: string; amount_paise: number; status: string }>(
    'select loan_id, amount_paise, status from payments where tenant_id = current_tenant() and id = $1',
    [part.paymentId],
  );
  if (!payment || payment.loan_id !== part.loanId) throw wrong('parts', 'This receipt is of another loan');
  if (payment.status === 'reversed') throw refuse('A receipt of this line was reversed. Look at it again.');
  const [taken] = await tx.query<{ paise: number }>(
    `select coalesce(sum(amount_paise), 0)::bigint as paise from bank_parts
      where tenant_id = current_tenant() and payment_id = $1 and accepted`,
    [part.paymentId],
  );
  const covered = (taken?.paise ?? 0) + part.amountPaise;
  if (covered > payment.amount_paise) throw refuse('Another line has this receipt already. Look at it again.');
  if (covered < payment.amount_paise || payment.status === 'verified') return undefined;
  return confirmPayment(tx, part.paymentId, { zone: at.zone, now: at.now, actorId });
}

async function settle(tx: Tx, line: LockedLine, part: Part, at: Moment, actorId: string): Promise<Kept> {
  const { now, zone } = at;
  const { loanId, paymentId, amountPaise } = part;
  const done =
    paymentId === null
      ? await postPayment(
          tx,
          {
            loanId,
            amountPaise,
            mode: 'bank-transfer',
            reference: line.reference ?? line.id,
            paidAt: new Date(Math.min(now.getTime(), instantAt(line.paid_on, '12:00', zone).getTime())),
            detail: { bankLine: line.id },
          },
          zone,
          now,
        )
      : await cover(tx, { ...part, paymentId }, at, actorId);
  if (done?.cleared) {
    await cancelLinks(tx, { loanId }, now);
    await silenceLoan(tx, loanId, now);
  }
  if (done)
    await notify(
      tx,
      { kind: 'payment-received', loanId, cause: `bank-line:${line.id}:${line.version}`, amountPaise },
      now,
    );
  return { ...part, paymentId: done?.paymentId ?? paymentId, posted: done !== undefined, undo: done?.undo ?? null };
}

async function keepAccepted(
  tx: Tx,
  actor: Actor,
  line: LockedLine,
  parts: readonly Kept[],
  { now }: Moment,
): Promise<void> {
  for (const [place, { loanId, paymentId, amountPaise, posted, undo }] of parts.entries())
    await tx.query(
      `insert into bank_parts (tenant_id, line_id, place, loan_id, payment_id, amount_paise, accepted, posted, undo)
       values (current_tenant(), $1, $2, $3, $4, $5, true, $6, $7::jsonb)`,
      [line.id, place, loanId, paymentId, amountPaise, posted, undo],
    );
  await tx.query(
    `update bank_lines set status = 'accepted', version = version + 1, loan_id = $2, decided_by = $3, decided_at = $4
      where tenant_id = current_tenant() and id = $1`,
    [line.id, parts[0]?.loanId, actor.userId, now],
  );
}

async function acceptParts(tx: Tx, actor: Actor, line: LockedLine, parts: readonly Part[], at: Moment): Promise<void> {
  if (parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0) !== line.amount_paise)
    throw wrong('parts', 'The parts must be the whole amount of the line');
  const receipts = parts.flatMap(({ paymentId }) => paymentId ?? []);
  if (new Set(receipts).size < receipts.length) throw wrong('parts', 'A receipt stands here twice');
  await lockParts(tx, parts);
  const before = await partsOf(tx, line.id);
  await tx.query('delete from bank_parts where tenant_id = current_tenant() and line_id = $1', [line.id]);
  const kept: Kept[] = [];
  for (const part of parts) kept.push(await settle(tx, line, part, at, actor.userId));
  await keepAccepted(tx, actor, line, kept, at);
  const detail = {
    before: {
      status: line.status,
      parts: before.map(({ loan_id, payment_id, amount_paise }) => ({ loan_id, payment_id, amount_paise })),
    },
    after: { status: 'accepted', parts: kept.map(({ undo: _, ...part }) => part) },
  };
  await audit(tx, actor, 'reconciliation.accepted', line.id, detail, at.now);
}

/** The own answer that was lost is asked for again: nothing more happens. */
const isRepeat = (line: LockedLine, actor: Actor, version: number): boolean =>
  line.status === 'accepted' && line.decided_by === actor.userId && line.version === version + 1;

export async function acceptLine(
  tx: Tx,
  actor: Actor,
  id: string,
  body: RequestOf<typeof acceptBankLine>['body'],
  at: Moment,
) {
  const line = await lockLine(tx, actor, id);
  if (isRepeat(line, actor, body.version)) return;
  if (line.status === 'accepted' || line.version !== body.version) throw new ApiError('conflict');
  const parts: Part[] = [];
  for (const [at, { loanNumber, paymentId, amountPaise }] of body.parts.entries()) {
    const loanId = await findVisibleLoan(tx, actor, loanNumber);
    const [own] = loanId
      ? await tx.query('select 1 from loans where tenant_id = current_tenant() and id = $1 and client_id = $2', [
          loanId,
          line.client_id,
        ])
      : [];
    if (!loanId || !own) throw wrong(`parts.${at}.loanNumber`, 'There is no such loan of this client');
    parts.push({ loanId, paymentId: paymentId?.toLowerCase() ?? null, amountPaise });
  }
  await acceptParts(tx, actor, line, parts, at);
}

/** A line whose reference and amount leave no doubt; otherwise refused with words. */
export async function acceptExact(tx: Tx, actor: Actor, id: string, at: Moment): Promise<void> {
  const line = await lockLine(tx, actor, id);
  if (line.status === 'accepted' && line.decided_by === actor.userId) return;
  if (line.status === 'accepted') throw new ApiError('conflict');
  if (line.status !== 'matched' || line.score < 100)
    throw refuse('Only a person can say whose money this is: open it.');
  const proposed = await partsOf(tx, id);
  // Of a line for loans of several people each sees their own: all of them must be the caller's to say.
  for (const { loan_id } of proposed) if (!(await findVisibleLoan(tx, actor, loan_id))) throw new ApiError('forbidden');
  await acceptParts(
    tx,
    actor,
    line,
    proposed.map(({ loan_id, payment_id, amount_paise }) => ({
      loanId: loan_id,
      paymentId: payment_id,
      amountPaise: amount_paise,
    })),
    at,
  );
}

export async function reverseLine(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, reason }: RequestOf<typeof reverseBankLine>['body'],
  at: Moment,
) {
  const line = await lockLine(tx, actor, id);
  if (line.status !== 'accepted' && line.version === version + 1 && line.decided_by === actor.userId) return;
  if (line.status !== 'accepted' || line.version !== version) throw new ApiError('conflict');
  const parts = await partsOf(tx, id);
  for (const { loan_id } of parts) if (!(await findVisibleLoan(tx, actor, loan_id))) throw new ApiError('forbidden');
  await lockParts(
    tx,
    parts.map(({ loan_id, payment_id }) => ({ loanId: loan_id, paymentId: payment_id })),
  );
  // A receipt that several lines cover was confirmed by the last of them: without this one it is not covered.
  const effects = await tx.query<{
    line_id: string;
    place: number;
    loan_id: string;
    payment_id: string;
    undo: PaymentUndo;
  }>(
    `select line_id, place, loan_id, payment_id, undo from bank_parts
      where tenant_id = current_tenant() and payment_id = any($1::uuid[]) and undo is not null order by loan_id, payment_id`,
    [parts.flatMap(({ payment_id }) => payment_id ?? [])],
  );
  for (const { line_id, place, loan_id, payment_id, undo } of effects) {
    await takeBackPayment(tx, { paymentId: payment_id, loanId: loan_id, undo }, { now: at.now, actorId: actor.userId });
    await tx.query(
      `update bank_parts set undo = null, posted = false, payment_id = case when $4 then null else payment_id end
        where tenant_id = current_tenant() and line_id = $1 and place = $2 and payment_id = $3`,
      [line_id, place, payment_id, undo.was === null],
    );
  }
  await tx.query('update bank_parts set accepted = false where tenant_id = current_tenant() and line_id = $1', [id]);
  await tx.query(
    `update bank_lines set status = found, version = version + 1, decided_by = $2, decided_at = $3
      where tenant_id = current_tenant() and id = $1`,
    [id, actor.userId, at.now],
  );
  const detail = {
    before: { status: 'accepted' },
    after: { status: line.found },
    reason,
    payments: effects.map(({ payment_id }) => payment_id),
  };
  await audit(tx, actor, 'reconciliation.reversed', id, detail, at.now);
}

/** Who may be asked about a line, by name: everybody who reconciles, and of clients those of the line's. */
export const colleaguesFor = (tx: Tx, actor: Actor, line: Pick<LockedLine, 'client_id'>) =>
  tx.query<{ id: string; name: string }>(
    `select u.id, u.full_name as name from users u
      where u.tenant_id = current_tenant() and u.active and u.id <> $1 and upper(u.role) = any($2::text[])
        and (upper(u.role) <> 'CLIENT_ADMIN' or u.client_id = $3) order by lower(u.full_name), u.id limit 200`,
    [actor.userId, RECONCILING, line.client_id],
  );

export async function askAbout(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, userId, question }: RequestOf<typeof askAboutBankLine>['body'],
  { now }: Moment,
) {
  const line = await lockLine(tx, actor, id);
  const asked = userId.toLowerCase();
  if (
    line.version === version + 1 &&
    line.asked_by === actor.userId &&
    line.asked_of === asked &&
    line.question === question
  )
    return;
  if (line.version !== version) throw new ApiError('conflict');
  const people = await colleaguesFor(tx, actor, line);
  if (!people.some((person) => person.id === asked)) throw wrong('userId', 'They do not reconcile this client’s lines');
  await tx.query(
    `update bank_lines set asked_of = $2, asked_by = $3, question = $4, asked_at = $5, answer = null, answered_at = null,
            version = version + 1 where tenant_id = current_tenant() and id = $1`,
    [id, asked, actor.userId, question, now],
  );
  const detail = { before: { question: line.question, answer: line.answer }, after: { question, asked } };
  await audit(tx, actor, 'reconciliation.asked', id, detail, now);
}

export async function answerAbout(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, answer }: { version: number; answer: string },
  { now }: Moment,
) {
  const line = await lockLine(tx, actor, id);
  if (line.asked_of !== actor.userId || line.question === null) throw new ApiError('forbidden');
  if (line.version === version + 1 && line.answer === answer) return;
  if (line.version !== version || line.answer !== null) throw new ApiError('conflict');
  await tx.query(
    'update bank_lines set answer = $2, answered_at = $3, version = version + 1 where tenant_id = current_tenant() and id = $1',
    [id, answer, now],
  );
  const detail = { before: { answer: null }, after: { answer }, question: line.question };
  await audit(tx, actor, 'reconciliation.answered', id, detail, now);
}
