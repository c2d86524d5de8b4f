/** Settlements as the contract shows them, to one asker: with the steps that they may take, and without what they must not know. */
import type { Settlement, SettlementRow } from '../../../core/contract/settlements';
import { authorityFor, type MatrixRow } from '../../../core/domain/settlement-matrix';
import { type LetterState, letterState } from '../../../core/domain/settlements/letters';
import { CONFIRMED, moneyDecisions } from '../../../core/domain/settlements/money';
import { planOf } from '../../../core/domain/settlements/plan';
import { knowsFloor, stageFor } from '../../../core/domain/settlements/sight';
import {
  decideStep,
  isReview,
  STEPS,
  type Step,
  type Actor as StepActor,
} from '../../../core/domain/settlements/steps';
import type { Actor } from '../../http/implement';
import type { LetterRow } from './letters';
import type { ListedRecord, LoanForOffer, OfferRow, PaymentRow, SettlementRecord, StepRow } from './repository';

const ALL_STEPS = Object.keys(STEPS) as Step[];
const GIVEN = { remarks: '–', offer: true, letter: true };

export const stepQuestion = (record: SettlementRecord, actor: { userId: string; role: StepActor }) => ({
  stage: record.stage,
  reviews: record.reviews,
  makerId: record.maker_id,
  approverIds: record.approver_ids,
  countererIds: record.counterer_ids,
  authority: record.authority,
  actor: { id: actor.userId, role: actor.role },
});

/** Whether the one in whose place a step is taken might take it. */
export const mayInPlace = (record: SettlementRecord, on: Actor, step: Step): boolean =>
  decideStep({ ...stepQuestion(record, on), step, given: GIVEN }).allowed;

const stepsFor = (record: SettlementRecord, actor: Actor, on: Actor | null): Step[] =>
  ALL_STEPS.filter((step) => [actor, on].every((one) => !one || mayInPlace(record, one, step)));

const iso = (value: string) => new Date(value).toISOString();
const person = (name: string | null, role: string | null) => (role === null ? null : { name: name ?? '', role });

export const presentRow = (row: ListedRecord, actor: Actor, on: Actor | null): SettlementRow => ({
  id: row.id,
  number: row.number,
  loanId: row.loan_id,
  loanNumber: row.loan_number,
  borrower: row.borrower,
  client: row.client,
  portfolio: row.portfolio,
  bucket: row.bucket,
  dpd: row.dpd,
  stage: stageFor(row.stage, actor.role),
  // Since when the review before this one is over is not theirs to know.
  stageAt: iso(isReview(row.stage) && !knowsFloor(actor.role) ? (row.submitted_at ?? row.created_at) : row.stage_at),
  // It begins anew with each review.
  answerBy: knowsFloor(actor.role) ? row.answer_by : null,
  round: row.round,
  outstanding: row.outstanding_paise,
  waived: row.waived_paise,
  payable: row.payable_paise,
  instalments: row.instalments,
  validTill: row.valid_till,
  paid: row.paid_paise,
  received: row.received_paise,
  nextDueOn: row.next_due_on,
  maker: person(row.maker, row.maker_role),
  heldBy: row.held_by,
  restructuring: row.restructuring,
  staffOrFraud: row.staff_or_fraud,
  createdAt: iso(row.created_at),
  letter: row.letter_id !== null,
  noDuesLetter: row.no_dues_letter_id !== null,
  voidLetter: row.void_letter_id !== null,
  inPlaceOf: on?.fullName ?? null,
  steps: stepsFor(row, actor, on),
});

/** What the matrix allows on the loan; the offer asks whom `authority` names. */
function authorityOf(row: ListedRecord, loan: LoanForOffer, matrix: readonly MatrixRow[]): Settlement['authority'] {
  const most = authorityFor(matrix, {
    bucket: loan.bucket,
    age: loan.dpd,
    waiverPercent: Number.POSITIVE_INFINITY,
    instalments: Number.POSITIVE_INFINITY,
  });
  const limits = !most.allowed && most.reason === 'too-much' ? most : null;
  return {
    approver: row.authority,
    maxWaiverPercent: limits?.maxWaiverPercent ?? null,
    maxInstalments: limits?.maxInstalments ?? null,
  };
}

type Person = Settlement['maker'];

/** The steps as one asker sees them: without the reviews in between, and without who gave the word, for whoever may not know them. */
function historyFor(steps: readonly StepRow[], actor: Actor): Settlement['history'] {
  const sees = knowsFloor(actor.role);
  return steps
    .filter(({ step, to_stage }) => sees || step !== 'approve' || !isReview(to_stage))
    .map(({ step, to_stage, round, name, by_role, for_name, asked, remarks, at }) => {
      const sealed = !sees && STEPS[step].by === 'reviewer';
      return {
        step,
        to: stageFor(to_stage, actor.role),
        round,
        by: sealed ? null : person(name, by_role),
        for: sealed ? null : for_name,
        asked,
        remarks: sealed && step === 'approve' ? '' : remarks,
        at: iso(at),
      };
    });
}

const offeredBy = (offer: OfferRow, maker: string, actor: Actor): Person =>
  knowsFloor(actor.role) || offer.by_id === maker ? person(offer.name, offer.by_role) : null;

/** A payment of a settlement as the rules of money ask for it. */
export const moneyQuestion = (payment: PaymentRow, { maker_id, counterer_ids, approver_ids }: SettlementRecord) => ({
  status: payment.status,
  mode: payment.mode,
  takenBy: payment.taken_by,
  late: payment.late,
  counts: payment.counts,
  deciderIds: [maker_id, ...counterer_ids, ...approver_ids],
});

const paymentFor = (row: PaymentRow, settlement: SettlementRecord, actor: Actor): Settlement['payments'][number] => ({
  id: row.id,
  amount: row.amount_paise,
  mode: row.mode,
  paidAt: iso(row.paid_at),
  state:
    row.status === 'reversed' ? 'taken-back' : CONFIRMED.some((one) => one === row.status) ? 'confirmed' : 'received',
  counts: row.late ? row.counts : true,
  late: row.late,
  by: row.taken_by_name,
  decisions: moneyDecisions(moneyQuestion(row, settlement), { id: actor.userId, role: actor.role }),
});

/** Whoever may send letters sees those that were not sent. */
export const maySend = ({ role }: Pick<Actor, 'role'>): boolean =>
  (STEPS['send-letter'].by as readonly string[]).includes(role);

export const stateOf = (
  letter: LetterRow,
  settlement: Pick<SettlementRecord, 'stage' | 'round' | 'no_dues_letter_id'>,
): LetterState =>
  letterState({
    ...letter,
    sent: letter.sent_at !== null,
    stage: settlement.stage,
    roundInForce: settlement.round,
    current: settlement.no_dues_letter_id === letter.document_id,
  });

const letterFor = (letter: LetterRow, row: SettlementRecord): Settlement['letters'][number] => ({
  id: letter.id,
  kind: letter.kind,
  number: letter.number,
  language: letter.language,
  day: letter.day,
  state: stateOf(letter, row),
  by: letter.by,
  sentAt: letter.sent_at && iso(letter.sent_at),
});

export function present(
  row: ListedRecord,
  parts: {
    loan: LoanForOffer;
    offers: readonly OfferRow[];
    steps: readonly StepRow[];
    payments: readonly PaymentRow[];
    letters: readonly LetterRow[];
    worth: Settlement['worth'];
    checks: Settlement['checks'];
    matrix: readonly MatrixRow[];
  },
  actor: Actor,
  on: Actor | null,
): Settlement {
  const inForce = parts.offers.find(({ round }) => round === row.round);
  return {
    ...presentRow(row, actor, on),
    hardship: row.hardship,
    dues: parts.loan.dues,
    plan: planOf(inForce?.instalments ?? [], row.paid_paise).instalments,
    offers: parts.offers.map((offer) => ({
      round: offer.round,
      by: offeredBy(offer, row.maker_id, actor),
      at: iso(offer.created_at),
      dues: offer.dues,
      waiver: offer.waiver,
      instalments: offer.instalments,
      validTill: offer.valid_till,
    })),
    history: historyFor(parts.steps, actor),
    payments: parts.payments.map((one) => paymentFor(one, row, actor)),
    authority: knowsFloor(actor.role) ? authorityOf(row, parts.loan, parts.matrix) : null,
    worth: parts.worth,
    settledOn: row.settled_on,
    checks: parts.checks,
    letters: parts.letters.flatMap((one) => (one.sent_at || maySend(actor) ? [letterFor(one, row)] : [])),
  };
}
