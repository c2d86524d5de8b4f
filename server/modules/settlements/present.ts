/** Settlements as the contract shows them, to one asker: with the steps that they may take, and without what they must not know. */
import type { Settlement, SettlementRow } from '../../../core/contract/settlements';
import type { Role } from '../../../core/domain/roles';
import { authorityFor, type MatrixRow } from '../../../core/domain/settlement-matrix';
import { planOf } from '../../../core/domain/settlements/plan';
import { decideStep, STEPS, type Step } from '../../../core/domain/settlements/steps';
import type { Actor } from '../../http/implement';
import type { ListedRecord, LoanForOffer, OfferRow, SettlementRecord, StepRow } from './repository';

const ALL_STEPS = Object.keys(STEPS) as Step[];
const GIVEN = { remarks: '–', offer: true, letter: true };

export const stepQuestion = (record: SettlementRecord, actor: Pick<Actor, 'userId' | 'role'>) => ({
  stage: record.stage,
  reviews: record.reviews,
  makerId: record.maker_id,
  approverIds: record.approver_ids,
  actor: { id: actor.userId, role: actor.role },
});

const stepsFor = (record: SettlementRecord, actor: Actor): Step[] =>
  ALL_STEPS.filter((step) => decideStep({ ...stepQuestion(record, actor), step, given: GIVEN }).allowed);

/** Whoever offers settlements at the door or on the phone does not know how far the lender would go. */
const KNOW_NO_FLOOR: readonly Role[] = ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR'];
export const knowsFloor = (role: Role): boolean => !KNOW_NO_FLOOR.includes(role);

const iso = (value: string) => new Date(value).toISOString();
const person = (name: string | null, role: string | null) => (role === null ? null : { name: name ?? '', role });

export const presentRow = (row: ListedRecord, actor: Actor): SettlementRow => ({
  id: row.id,
  number: row.number,
  loanId: row.loan_id,
  loanNumber: row.loan_number,
  borrower: row.borrower,
  client: row.client,
  portfolio: row.portfolio,
  bucket: row.bucket,
  dpd: row.dpd,
  stage: row.stage,
  stageAt: iso(row.stage_at),
  round: row.round,
  outstanding: row.outstanding_paise,
  waived: row.waived_paise,
  payable: row.payable_paise,
  instalments: row.instalments,
  validTill: row.valid_till,
  paid: row.paid_paise,
  nextDueOn: row.next_due_on,
  maker: person(row.maker, row.maker_role),
  heldBy: row.held_by,
  restructuring: row.restructuring,
  staffOrFraud: row.staff_or_fraud,
  createdAt: iso(row.created_at),
  letter: row.letter_id !== null,
  noDuesLetter: row.no_dues_letter_id !== null,
  steps: stepsFor(row, actor),
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

export function present(
  row: ListedRecord,
  parts: { loan: LoanForOffer; offers: readonly OfferRow[]; steps: readonly StepRow[]; matrix: readonly MatrixRow[] },
  actor: Actor,
): Settlement {
  const inForce = parts.offers.find(({ round }) => round === row.round);
  return {
    ...presentRow(row, actor),
    hardship: row.hardship,
    dues: parts.loan.dues,
    plan: planOf(inForce?.instalments ?? [], row.paid_paise).instalments,
    offers: parts.offers.map((offer) => ({
      round: offer.round,
      by: person(offer.name, offer.by_role),
      at: iso(offer.created_at),
      dues: offer.dues,
      waiver: offer.waiver,
      instalments: offer.instalments,
      validTill: offer.valid_till,
    })),
    history: parts.steps.map((step) => ({
      step: step.step,
      to: step.to_stage,
      round: step.round,
      by: person(step.name, step.by_role),
      remarks: step.remarks,
      at: iso(step.at),
    })),
    authority: knowsFloor(actor.role) ? authorityOf(row, parts.loan, parts.matrix) : null,
    settledOn: row.settled_on,
  };
}
