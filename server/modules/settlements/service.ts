/**
 * Raising settlements and taking their steps. Every step goes through `decideStep`, is written with who took it, audited, and told to
 * whoever has the next word. The loan is locked first, then the settlement, in the order in which payments lock them.
 */
import type { OfferSent, Settlement } from '../../../core/contract/settlements';
import type { Day } from '../../../core/domain/dates';
import { formatDateTime } from '../../../core/domain/dates';
import { ROLES } from '../../../core/domain/roles';
import { type Approver, authorityFor, type MatrixRow } from '../../../core/domain/settlement-matrix';
import { type MoneyDecision, moneyDecisions } from '../../../core/domain/settlements/money';
import {
  coolingEnds,
  DUE_HEADS,
  isRestructuring,
  type OfferError,
  offerErrors,
  offerTotals,
} from '../../../core/domain/settlements/offer';
import { knowsFloor, type ShownStage, stageFor } from '../../../core/domain/settlements/sight';
import {
  decideStep,
  isFinal,
  isReview,
  reviewersOf,
  reviewsFor,
  STEPS,
  type Step,
  turnsOf,
} from '../../../core/domain/settlements/steps';
import { presentValue, rollHistory } from '../../../core/domain/settlements/worth';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { notify } from '../alerts';
import { rollMonths } from '../figures';
import { findVisibleLoan } from '../loans';
import { readForeclosure } from '../portfolios';
import { stoodInFor, tellDeputies } from './absences';
import { checksOf } from './letter-check';
import { drawnLetters } from './letters';
import type { Moment } from './moment';
import { insertOfferLink } from './offer-links';
import { mayInPlace, moneyQuestion, present, stepQuestion } from './present';
import {
  confirmPayment,
  counteredBy,
  countPayment,
  insertOffer,
  insertSettlement,
  type ListedRecord,
  type LoanForOffer,
  lastSettledOn,
  lastStep,
  listedSettlement,
  loanForOffer,
  loanOfSettlement,
  lockSettlement,
  moveOn,
  nextNumber,
  type OfferFacts,
  type OfferRow,
  offersOf,
  openSettlementOf,
  paymentsOf,
  rateOf,
  type SettlementRecord,
  stepsOf,
} from './repository';

export interface Sight {
  loanId: string;
  /** In whose place the actor sees it; null where they see its loan themselves. */
  on: Actor | null;
}

/** The loan of the settlement, where the actor sees it or, unless `alone`, stands in for somebody who does. */
export async function insistOnSettlement(tx: Tx, actor: Actor, id: string, today: Day | 'alone'): Promise<Sight> {
  const loanId = await loanOfSettlement(tx, id);
  if (!loanId) throw new ApiError('not-found');
  const sees = async (viewer: Actor) => (await findVisibleLoan(tx, viewer, loanId)) === loanId;
  if (await sees(actor)) return { loanId, on: null };
  if (today !== 'alone') for (const on of await stoodInFor(tx, actor, today)) if (await sees(on)) return { loanId, on };
  throw new ApiError('not-found');
}

/** What the offer in force is worth, for whoever may know how far the lender would go. */
async function worthOf(tx: Tx, actor: Actor, row: ListedRecord, offers: readonly OfferRow[], today: Day) {
  if (!knowsFloor(actor.role)) return null;
  const { rate = null, clientId = '' } = (await rateOf(tx, row.loan_id)) ?? {};
  const instalments = offers.find(({ round }) => round === row.round)?.instalments ?? [];
  const bucket = { clientId, portfolioId: row.portfolio_id, bucket: row.bucket };
  return {
    presentValue: presentValue(instalments, rate, today),
    ratePercent: rate,
    rolls: rollHistory(await rollMonths(tx, bucket, today)),
  };
}

export async function shown(
  tx: Tx,
  actor: Actor,
  id: string,
  today: Day,
  on: Actor | null = null,
): Promise<Settlement> {
  const row = await listedSettlement(tx, id);
  const loan = row && (await loanForOffer(tx, row.loan_id, false));
  if (!row || !loan) throw new ApiError('not-found');
  const { matrix } = await readForeclosure(tx, row.portfolio_id);
  const offers = await offersOf(tx, id);
  const parts = {
    offers,
    worth: await worthOf(tx, actor, row, offers, today),
    steps: await stepsOf(tx, id),
    payments: await paymentsOf(tx, id),
    letters: await drawnLetters(tx, id),
    checks: await checksOf(tx, row),
  };
  return present(row, { loan, matrix, ...parts }, actor, on);
}

const WRONG: Record<OfferError['reason'], string> = {
  'waiver-negative': 'A waiver is nothing or more.',
  'waiver-above-dues': 'No more can be waived than is due.',
  past: 'This day is over.',
  none: 'Say when it is paid.',
  order: 'Each instalment comes after the one before.',
  amount: 'Each instalment is a whole amount.',
  sum: 'The instalments do not add up to what is to be paid.',
};

/** Refuses an offer that is wrong in itself. What the lender would allow is no part of it, so that nobody learns it by trying. */
function insistOnOffer(loan: LoanForOffer, offer: OfferSent, today: Day): void {
  if (DUE_HEADS.some((head) => offer.dues[head] !== loan.dues[head]))
    throw new ApiError('conflict', { message: 'The dues of this loan have changed. Look at the offer again.' });
  const wrong = offerErrors(offer, today);
  if (wrong.length > 0)
    throw new ApiError('invalid', {
      fields: wrong.map(({ field, reason }) => ({
        path: field === 'validTill' || field === 'instalments' ? `offer.${field}` : `offer.waiver.${field}`,
        message: WRONG[reason],
      })),
    });
  if (offerTotals(offer).payable === 0)
    throw new ApiError('invalid', { fields: [{ path: 'offer.waiver', message: 'Something must remain to be paid.' }] });
}

/** Who is asked. Beyond the matrix everybody is, and `authority` is null. */
function factsOf(
  offer: OfferSent,
  loan: LoanForOffer,
  matrix: readonly MatrixRow[],
  maker: Pick<SettlementRecord, 'maker_role' | 'staff_or_fraud'>,
  today: Day,
): OfferFacts {
  const totals = offerTotals(offer);
  const asked = authorityFor(matrix, {
    bucket: loan.bucket,
    age: loan.dpd,
    waiverPercent: totals.waiverPercent,
    instalments: offer.instalments.length,
  });
  const authority: Approver | null = asked.allowed ? asked.approver : null;
  return {
    authority,
    reviews: reviewsFor(authority ?? 'CRM_TENANTADMIN', maker.staff_or_fraud, maker.maker_role),
    restructuring: isRestructuring(offer.instalments, today),
    outstanding: totals.outstanding,
    waived: totals.waived,
    payable: totals.payable,
  };
}

export interface NewSettlement {
  id: string;
  loanId: string;
  offer: OfferSent;
  hardship: string;
  staffOrFraud: boolean;
}

/** Raised twice under one id, it is one settlement. */
export async function raise(tx: Tx, actor: Actor, asked: NewSettlement, moment: Moment): Promise<Settlement> {
  const { now, today } = moment;
  const { id, loanId, offer } = asked;
  if ((await findVisibleLoan(tx, actor, loanId)) !== loanId) throw new ApiError('not-found');
  const loan = await loanForOffer(tx, loanId, true);
  if (!loan) throw new ApiError('not-found');
  const there = await lockSettlement(tx, id);
  if (there) {
    if (there.maker_id !== actor.userId || there.loan_id !== loanId) throw new ApiError('not-found');
    return shown(tx, actor, id, today);
  }
  if (loan.state !== 'active' && loan.state !== 'suppressed')
    throw new ApiError('loan-state', { message: 'This loan is closed or settled already.' });
  if (await openSettlementOf(tx, loanId))
    throw new ApiError('conflict', { message: 'A settlement of this loan is open already.' });
  const settledOn = await lastSettledOn(tx, loan.borrower_id);
  if (settledOn && coolingEnds(settledOn) > today)
    throw new ApiError('invalid', {
      fields: [{ path: 'loanId', message: 'The borrower settled less than twelve months ago.' }],
    });
  insistOnOffer(loan, offer, today);
  const { matrix } = await readForeclosure(tx, loan.portfolio_id);
  const maker = { maker_role: actor.role, staff_or_fraud: asked.staffOrFraud };
  const facts = factsOf(offer, loan, matrix, maker, today);
  const number = await nextNumber(tx, today.slice(0, 4));
  await insertSettlement(
    tx,
    { id, number, loan, actor, hardship: asked.hardship, staffOrFraud: asked.staffOrFraud },
    offer,
    facts,
    now,
  );
  await take(tx, actor, id, { step: 'submit', offer, remarks: '' }, moment);
  return shown(tx, actor, id, today);
}

export interface Taken {
  step: Step;
  /** What the actor saw; left out by calls whose step says it. */
  stage?: ShownStage;
  round?: number;
  offer?: OfferSent | undefined;
  remarks: string;
  letter?: boolean;
}

const DONE: Partial<Record<Step, string>> = {
  submit: 'submitted',
  approve: 'approved',
  counter: 'countered',
  reject: 'rejected',
  withdraw: 'withdrew',
  acknowledge: 'acknowledged',
  'send-letter': 'sent the letter of',
  'confirm-no-dues': 'sent the no-dues letter of',
  lapse: 'let lapse',
};

async function faster(tx: Tx, actor: Actor, id: string, zone: string): Promise<ApiError> {
  const last = await lastStep(tx, id);
  if (!last) return new ApiError('conflict');
  const sealed = !knowsFloor(actor.role) && STEPS[last.step].by === 'reviewer';
  const nobody = last.by_role === 'BORROWER' ? 'The borrower' : 'The calendar';
  const who = sealed ? 'Whoever decides' : (last.by ?? nobody);
  return new ApiError('conflict', {
    message: `${who} ${DONE[last.step] ?? 'changed'} this settlement on ${formatDateTime(last.at, zone)}. Look at it again.`,
  });
}

const REFUSED = {
  role: 'Your role does not take this step.',
  'not-maker': 'Only whoever raised the settlement takes this step.',
  maker: 'Whoever raised a settlement does not decide about it.',
  'approved-before': 'You have approved this offer before; somebody else decides now.',
  'own-terms': 'These terms are yours; somebody else approves them.',
} as const;
const MISSING = {
  remarks: 'Say why',
  offer: 'Make an offer',
  letter: 'Add the letter',
} as const;

/** Takes a step of a settlement that the actor sees. The same step again is answered as it stands. */
export async function takeStep(tx: Tx, actor: Actor, id: string, taken: Taken, moment: Moment): Promise<Settlement> {
  const { loanId, on } = await insistOnSettlement(tx, actor, id, moment.today);
  await loanForOffer(tx, loanId, true);
  await take(tx, actor, id, taken, moment, on);
  return shown(tx, actor, id, moment.today, on);
}

async function take(
  tx: Tx,
  actor: Actor,
  id: string,
  taken: Taken,
  moment: Moment,
  on: Actor | null = null,
): Promise<void> {
  const { now, today, zone, origin } = moment;
  const record = await lockSettlement(tx, id);
  if (!record) throw new ApiError('not-found');
  const { step, offer, remarks } = taken;
  const moved =
    (taken.stage !== undefined && taken.stage !== stageFor(record.stage, actor.role)) ||
    (taken.round !== undefined && taken.round !== record.round);
  if (moved) {
    const last = await lastStep(tx, id);
    const again =
      last?.by_id === actor.userId &&
      last.step === step &&
      (taken.stage === undefined || taken.stage === stageFor(last.from_stage, actor.role));
    if (again) return;
    throw await faster(tx, actor, id, zone);
  }
  const answer = decideStep({
    ...stepQuestion(record, actor),
    step,
    given: { remarks, offer: offer !== undefined, letter: taken.letter === true },
  });
  if (!answer.allowed) {
    if (answer.reason === 'stage') throw await faster(tx, actor, id, zone);
    if (answer.reason === 'missing') {
      const path = answer.field === 'offer' ? 'data.offer' : answer.field;
      throw new ApiError('invalid', { fields: [{ path, message: MISSING[answer.field] }] });
    }
    throw new ApiError('forbidden', { message: REFUSED[answer.reason] });
  }
  // In somebody's place nobody does what that person might not.
  if (on && !mayInPlace(record, on, step))
    throw new ApiError('forbidden', { message: 'Whoever you stand in for does not take this step either.' });
  let { to } = answer;
  let { round } = record;
  if (offer) {
    const loan = await loanForOffer(tx, record.loan_id, false);
    if (!loan) throw new ApiError('not-found');
    insistOnOffer(loan, offer, today);
    const { matrix } = await readForeclosure(tx, loan.portfolio_id);
    // Terms that a manager wrote are a manager's offer, whoever sends them.
    const ofManager =
      step === 'submit' && record.counterer_ids.length > 0 && (await counteredBy(tx, id, 'CRM_MANAGER'));
    const maker = ofManager ? { ...record, maker_role: 'CRM_MANAGER' as const } : record;
    const facts = factsOf(offer, loan, matrix, maker, today);
    round += 1;
    await insertOffer(tx, id, round, offer, actor, facts, now);
    // The reviews are those of the new offer.
    if (step === 'submit') {
      const first = decideStep({
        ...stepQuestion(record, actor),
        reviews: facts.reviews,
        authority: facts.authority,
        step,
        given: { offer: true },
      });
      if (first.allowed) to = first.to;
    }
  }
  const place = await moveOn(
    tx,
    id,
    {
      step,
      from: record.stage,
      to,
      round,
      by: { id: actor.userId, role: actor.role },
      remarks,
      ended: isFinal(to),
      today,
      forId: on?.userId,
    },
    now,
  );
  await appendAudit(
    tx,
    [
      {
        action: `settlements.${step}`,
        subject: 'settlement',
        subjectId: id,
        actorId: actor.userId,
        detail: {
          loanId: record.loan_id,
          round,
          before: { stage: record.stage },
          after: { stage: to },
          ...(remarks && { remarks }),
          ...(on && { for: on.userId }),
        },
      },
    ],
    now,
  );
  if (to === 'letter-out') await insertOfferLink(tx, { tenantId: actor.tenantId, settlementId: id, origin }, now);
  await tell(tx, record, { to, place, by: actor.userId }, now, today);
}

/** Whoever has the next word hears of it, and whoever raised the settlement. */
export async function tell(
  tx: Tx,
  record: Pick<SettlementRecord, 'id' | 'loan_id' | 'maker_id' | 'payable_paise' | 'authority'>,
  { to, place, by }: { to: SettlementRecord['stage']; place: number; by: string | null },
  now: Date,
  today: Day,
): Promise<void> {
  const roles = isReview(to)
    ? reviewersOf(to, record.authority)
    : ROLES.filter((role) => turnsOf(role).letters.includes(to));
  const news = {
    loanId: record.loan_id,
    cause: `settlement:${record.id}:${place}`,
    amountPaise: record.payable_paise,
    ...(by && { happenedTo: by }),
  };
  if (roles.length > 0) {
    await notify(tx, { ...news, kind: 'settlement-turn', roles }, now);
    await tellDeputies(tx, news.cause, today);
  }
  // From one review to the next is no news for whoever must not know them.
  if (!isReview(to))
    await notify(tx, { ...news, kind: 'settlement-step', cause: `${news.cause}:step`, userId: record.maker_id }, now);
}

/** A no-dues letter is out that is not true: whoever approved it, manages the loan or lent the money hears of it. */
export async function tellOfVoid(tx: Tx, record: SettlementRecord, letterId: string, now: Date): Promise<void> {
  const news = {
    loanId: record.loan_id,
    cause: `settlement-void:${record.id}:${letterId}`,
    amountPaise: record.payable_paise,
  };
  for (const userId of record.approver_ids) await notify(tx, { ...news, kind: 'settlement-void', userId }, now);
}

/** What somebody says of a payment on a settlement: that it arrived, or whether a late one counts. */
export async function decideMoney(
  tx: Tx,
  actor: Actor,
  { id, paymentId, decision, remarks }: { id: string; paymentId: string; decision: MoneyDecision; remarks: string },
  { now, today }: Moment,
): Promise<Settlement> {
  const { loanId } = await insistOnSettlement(tx, actor, id, 'alone');
  await loanForOffer(tx, loanId, true);
  const [record, [payment]] = [await lockSettlement(tx, id), await paymentsOf(tx, id, paymentId)];
  if (!record || !payment) throw new ApiError('not-found');
  const { status, mode, late, counts } = payment;
  const done = decision === 'arrived' ? status === 'verified' : late && counts === (decision === 'counts');
  if (done) return shown(tx, actor, id, today);
  const money = moneyQuestion(payment, record);
  if (!moneyDecisions(money, { id: actor.userId, role: actor.role }).includes(decision))
    throw new ApiError('conflict', {
      message:
        status === 'reversed'
          ? 'This payment was taken back.'
          : payment.taken_by === actor.userId
            ? 'Whoever took the money does not confirm it.'
            : money.deciderIds.includes(actor.userId)
              ? 'Whoever raised or approved a settlement does not confirm its money.'
              : mode === 'cash' && decision === 'arrived'
                ? 'Cash is confirmed by its hand-over.'
                : 'This payment needs no such word.',
    });
  if (decision === 'arrived') await confirmPayment(tx, paymentId);
  else await countPayment(tx, id, paymentId, decision === 'counts', actor.userId, now);
  await appendAudit(
    tx,
    [
      {
        action: 'settlements.money-decided',
        subject: 'settlement',
        subjectId: id,
        actorId: actor.userId,
        detail: {
          loanId,
          payment: paymentId,
          amountPaise: payment.amount_paise,
          before: { status, counts },
          after: { decision },
          ...(remarks && { remarks }),
        },
      },
    ],
    now,
  );
  return shown(tx, actor, id, today);
}
