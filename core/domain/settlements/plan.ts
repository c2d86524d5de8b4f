/** A settlement's plan against what was paid and the calendar. Amounts in whole paise, days in the tenant's zone. */
import { addDays, type Day } from '../dates';
import type { Instalment } from './offer';
import { isReview, REVIEWS, type Stage, type Step } from './steps';

/** Days after an instalment's day before the settlement lapses or is breached. */
export const GRACE_DAYS = 7;
/** Days before an instalment on which its payment is called to mind. */
export const NOTICE_DAYS = 3;

/** Days in which a reviewer is expected to answer, where the portfolio does not say otherwise. */
export const ANSWER_DAYS = 3;
export const MOST_ANSWER_DAYS = 30;

export interface PlannedInstalment extends Instalment {
  paid: number;
}

export interface Plan {
  instalments: PlannedInstalment[];
  payable: number;
  paid: number;
  /** The first one that is not wholly paid. */
  next: PlannedInstalment | undefined;
}

/** What was paid fills the instalments in their order; more than the plan asks for is left out. */
export function planOf(instalments: readonly Instalment[], paid: number): Plan {
  let left = paid;
  const filled = instalments.map((one) => {
    const share = Math.min(left, one.amount);
    left -= share;
    return { ...one, paid: share };
  });
  return {
    instalments: filled,
    payable: instalments.reduce((sum, { amount }) => sum + amount, 0),
    paid,
    next: filled.find((one) => one.paid < one.amount),
  };
}

export interface Judged {
  stage: Stage;
  /** The last day on which it may be approved and its letter go out. */
  validTill: Day;
  /** By confirmed money alone. */
  plan: Plan;
  /** By what was received as well: who has paid is not late, and a plan runs that is paid. */
  received: Plan;
  /** By when whoever has the word is to answer; null where nobody is asked. */
  answerBy: Day | null;
  /** When a payment was last taken back after the end; what was due before is due anew from that day. */
  reopenedOn: Day | null;
}

const OPEN: readonly Stage[] = ['draft', ...REVIEWS, 'countered', 'approved'];
const LETTER: readonly Stage[] = ['letter-out', 'acknowledged'];
const lastDayFor = ({ dueOn }: Instalment, reopenedOn: Day | null): Day =>
  addDays(reopenedOn && reopenedOn > dueOn ? reopenedOn : dueOn, GRACE_DAYS);

/** The step that days and payments ask for, if any; ask again at the stage it leads to. */
export function systemStep({ stage, validTill, plan, received, reopenedOn }: Judged, today: Day): Step | undefined {
  const late = received.next !== undefined && lastDayFor(received.next, reopenedOn) < today;
  if (OPEN.includes(stage)) return validTill < today ? 'lapse' : undefined;
  if (LETTER.includes(stage)) return received.paid > 0 ? 'start' : late ? 'lapse' : undefined;
  if (stage === 'running') return plan.next === undefined ? 'complete' : late ? 'breach' : undefined;
  if (stage === 'completed') return plan.next ? 'reopen' : undefined;
  // The borrower holds a letter: it falls with the money, and not because nobody has confirmed the money yet.
  if (stage === 'no-dues') return received.next ? 'reopen' : undefined;
  return undefined;
}

/** The next day on which the calendar alone asks for something: a notice or a step. Null when it never does. */
export function wakeDay(
  { stage, validTill, answerBy, received: { next }, reopenedOn }: Judged,
  today: Day,
): Day | null {
  const over = addDays(validTill, 1);
  if (OPEN.includes(stage)) return answerBy && answerBy >= today && answerBy < validTill ? addDays(answerBy, 1) : over;
  if (!next || !(LETTER.includes(stage) || stage === 'running')) return null;
  const notice = addDays(next.dueOn, -NOTICE_DAYS);
  return notice > today ? notice : addDays(lastDayFor(next, reopenedOn), 1);
}

/** Whether somebody should have answered by now. */
export const answerOverdue = ({ stage, answerBy }: Pick<Judged, 'answerBy'> & { stage: string }, today: Day): boolean =>
  isReview(stage) && answerBy !== null && answerBy < today;

/** Whether an instalment is near enough, or past, to call it to mind. */
export const noticeDue = ({ stage, received: { next } }: Judged, today: Day): boolean =>
  next !== undefined && (LETTER.includes(stage) || stage === 'running') && addDays(next.dueOn, -NOTICE_DAYS) <= today;

/** The borrower has accepted the letter, or pays by it. */
export const isAgreed = (stage: Stage): boolean => stage === 'acknowledged' || stage === 'running';

/**
 * Until when nobody calls or visits, because the borrower has agreed and pays as agreed: the day before the next instalment is called to mind.
 * Null where that is over, where one is late, and where nobody has agreed yet.
 */
export function restUntil({ stage, received: { next } }: Pick<Judged, 'stage' | 'received'>, today: Day): Day | null {
  if (!next || !isAgreed(stage)) return null;
  const last = addDays(next.dueOn, -NOTICE_DAYS - 1);
  return last >= today ? last : null;
}
