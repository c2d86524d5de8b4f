/**
 * The stages of a settlement and who may take it from one to the next (product specification, sections 2.3 and 3).
 * Pure: the server records a step only when `decideStep` allows it, a screen offers the same ones.
 */

import type { Role } from '../roles';
import { APPROVERS, type Approver } from '../settlement-matrix';

/** Stages in which somebody's decision is awaited, in the order in which they are asked. */
export const REVIEWS = ['manager', 'super-manager', 'client', 'board'] as const;
export type Review = (typeof REVIEWS)[number];

export const STAGES = [
  'draft',
  ...REVIEWS,
  'countered',
  'approved',
  'letter-out',
  'acknowledged',
  'running',
  'completed',
  'no-dues',
  'rejected',
  'lapsed',
  'breached',
  'withdrawn',
] as const;
export type Stage = (typeof STAGES)[number];

/** The server's own daily work takes the steps that follow from days and payments, borrowers those of their own page. */
export type Actor = Role | 'SYSTEM' | 'BORROWER';

export const RAISERS = [
  'CRM_TELECALLER',
  'CRM_FIELDAGENT',
  'COLLECTOR',
  'CRM_MANAGER',
  // The lender offers as well; another one of its people decides.
  'CLIENT_ADMIN',
  'CUSTOMER',
] as const satisfies readonly Role[];

/** Who decides in each review. A super manager speaks for the client too (section 6 of the specification maps that role to Client). */
export const REVIEWERS: Record<Review, readonly Role[]> = {
  manager: ['CRM_MANAGER'],
  'super-manager': ['CRM_SUPERMANAGER'],
  client: ['CUSTOMER', 'CLIENT_ADMIN', 'CRM_SUPERMANAGER'],
  board: ['CRM_TENANTADMIN', 'TENANT_ADMIN'],
};

interface StepRule {
  from: readonly Stage[];
  /** `reviewer`: the roles of the review in which the settlement stands. */
  by: readonly Actor[] | 'reviewer';
  /** `next-review` asks the next reviewer of the settlement, or approves it after the last; `same` leaves it where it stands. */
  to: Stage | 'next-review' | 'same';
  /** What must come with the step. */
  asks: readonly ('remarks' | 'offer' | 'letter')[];
  /** Only the person who raised the settlement takes the step. */
  makerOnly?: true;
}

/** The stages in which a borrower sees their offer on its own page. */
export const OFFER_OPEN = ['letter-out', 'acknowledged', 'running'] as const satisfies readonly Stage[];
export const isOfferOpen = (stage: Stage): boolean => (OFFER_OPEN as readonly Stage[]).includes(stage);

const BEFORE_LETTER: readonly Stage[] = ['draft', ...REVIEWS, 'countered', 'approved'];

export const STEPS = {
  submit: { from: ['draft', 'countered'], by: RAISERS, to: 'next-review', asks: ['offer'], makerOnly: true },
  approve: { from: REVIEWS, by: 'reviewer', to: 'next-review', asks: [] },
  counter: { from: REVIEWS, by: 'reviewer', to: 'countered', asks: ['offer', 'remarks'] },
  reject: { from: REVIEWS, by: 'reviewer', to: 'rejected', asks: ['remarks'] },
  withdraw: { from: BEFORE_LETTER, by: RAISERS, to: 'withdrawn', asks: ['remarks'], makerOnly: true },
  'send-letter': { from: ['approved'], by: ['CRM_SUPERMANAGER'], to: 'letter-out', asks: ['letter'] },
  acknowledge: { from: ['letter-out'], by: [...RAISERS, 'BORROWER'], to: 'acknowledged', asks: [] },
  // When, where or in which language they are to be spoken with.
  ask: { from: OFFER_OPEN, by: ['BORROWER'], to: 'same', asks: [] },
  start: { from: ['letter-out', 'acknowledged'], by: ['SYSTEM'], to: 'running', asks: [] },
  complete: { from: ['running'], by: ['SYSTEM'], to: 'completed', asks: [] },
  lapse: { from: [...BEFORE_LETTER, 'letter-out', 'acknowledged'], by: ['SYSTEM'], to: 'lapsed', asks: [] },
  breach: { from: ['running'], by: ['SYSTEM'], to: 'breached', asks: [] },
  // A payment that had completed it was taken back; a no-dues letter that is out says what is no longer so.
  reopen: { from: ['completed', 'no-dues'], by: ['SYSTEM'], to: 'running', asks: [] },
  'confirm-no-dues': { from: ['completed'], by: ['CRM_SUPERMANAGER'], to: 'no-dues', asks: ['letter'] },
} as const satisfies Record<string, StepRule>;
export type Step = keyof typeof STEPS;

export const isReview = (stage: string): stage is Review => (REVIEWS as readonly string[]).includes(stage);

/** Nothing follows these stages, unless a payment is taken back. */
export const isFinal = (stage: Stage): boolean =>
  Object.entries<StepRule>(STEPS).every(([step, { from }]) => step === 'reopen' || !from.includes(stage));

/** Who decides in a review of an offer that the matrix gives to `authority`: what asks for the client's own word is not said for it. */
export const reviewersOf = (review: Review, authority: Approver | null): readonly Role[] =>
  review === 'client' && authority === 'CLIENT_ADMIN' ? ['CLIENT_ADMIN'] : REVIEWERS[review];

/**
 * The stages in which the next word is a role's: reviews of others' offers, in which nobody speaks twice; letters to be sent; and, of its own
 * offers alone, those sent back.
 */
export function turnsOf(role: Role): { reviews: Stage[]; letters: Stage[]; own: Stage[] } {
  const sends = (['send-letter', 'confirm-no-dues'] as const).filter((step) =>
    (STEPS[step].by as readonly Actor[]).includes(role),
  );
  return {
    reviews: STAGES.filter((stage) => isReview(stage) && REVIEWERS[stage].includes(role)),
    letters: sends.flatMap((step) => [...STEPS[step].from]),
    own: RAISERS.some((one) => one === role) ? ['countered'] : [],
  };
}

/**
 * The reviews an offer passes. The client always decides; the super manager where the matrix asks for more than a manager;
 * the board where the matrix asks for it, and for staff and fraud cases (RBI, compromise settlements, 8 June 2023). What a manager
 * raises goes to a super manager instead of another manager.
 */
export function reviewsFor(approver: Approver, staffOrFraud: boolean, makerRole?: Role): Review[] {
  const ofManager = makerRole === 'CRM_MANAGER';
  const aboveManager = APPROVERS.indexOf(approver) > APPROVERS.indexOf('CRM_MANAGER');
  const asked: Record<Review, boolean> = {
    manager: !ofManager,
    'super-manager': ofManager || aboveManager || staffOrFraud,
    client: true,
    board: staffOrFraud || approver === 'CRM_TENANTADMIN',
  };
  return REVIEWS.filter((review) => asked[review]);
}

export interface StepQuestion {
  step: Step;
  stage: Stage;
  reviews: readonly Review[];
  /** Who raised it, and who approved it in earlier reviews of the same offer. */
  makerId: string;
  approverIds: readonly string[];
  /** Who wrote other terms on the way. */
  countererIds: readonly string[];
  /** Whom the matrix asks; null beyond it. */
  authority: Approver | null;
  actor: { id: string; role: Actor };
  given: { remarks?: string; offer?: boolean; letter?: boolean };
}

type Refusal = 'stage' | 'role' | 'not-maker' | 'maker' | 'approved-before' | 'own-terms';

export type StepAnswer =
  | { allowed: true; to: Stage }
  | { allowed: false; reason: Refusal }
  | { allowed: false; reason: 'missing'; field: 'remarks' | 'offer' | 'letter' };

const refused = (reason: Refusal): StepAnswer => ({ allowed: false, reason });

/**
 * Whether a step may be taken and where it leads. Nobody decides about an offer of their own, nor twice about one, nor
 * approves terms that they wrote.
 */
export function decideStep(question: StepQuestion): StepAnswer {
  const { stage, actor, given } = question;
  const rule: StepRule = STEPS[question.step];
  if (!rule.from.includes(stage)) return refused('stage');
  const roles = rule.by === 'reviewer' ? (isReview(stage) ? reviewersOf(stage, question.authority) : []) : rule.by;
  if (!roles.includes(actor.role)) return refused('role');
  if (rule.makerOnly && actor.id !== question.makerId) return refused('not-maker');
  if (rule.by === 'reviewer') {
    if (actor.id === question.makerId) return refused('maker');
    if (question.approverIds.includes(actor.id)) return refused('approved-before');
    if (question.step === 'approve' && question.countererIds.includes(actor.id)) return refused('own-terms');
  }
  const field = rule.asks.find((asked) => (asked === 'remarks' ? !given.remarks?.trim() : !given[asked]));
  if (field) return { allowed: false, reason: 'missing', field };
  if (rule.to === 'same') return { allowed: true, to: stage };
  if (rule.to !== 'next-review') return { allowed: true, to: rule.to };
  const place = isReview(stage) ? question.reviews.indexOf(stage) : -1;
  return { allowed: true, to: question.reviews[place + 1] ?? 'approved' };
}
