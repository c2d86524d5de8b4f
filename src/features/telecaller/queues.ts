/** The telecaller's queues out of what this device holds, so that they are there without a network. */
import { CALL_QUEUES, type CallQueue, inQueue, type QueueFacts } from '../../../core/domain/call-queues';
import { contactPaused } from '../../../core/domain/contact-pause';
import { type Day, dayOf } from '../../../core/domain/dates';
import type { LedgerEntry, ListedLoan, LoanStore } from '../../offline/types';

const EVERYTHING = {
  text: '',
  buckets: [],
  pincode: '',
  ptp: 'any',
  notVisitedDays: 0,
  plan: 'any',
  visit: 'any',
  paid: 'any',
  legal: false,
  sort: 'dpd',
  near: null,
} as const;

/** Every loan of the user that matches what was typed (number, name, pincode, last four digits of a phone). */
export function allLoans(loans: LoanStore, text = ''): ListedLoan[] {
  const page = loans.query({ ...EVERYTHING, buckets: [], text });
  return Array.from({ length: page.total }, (_, at) => page.at(at)).filter((loan) => loan !== undefined);
}

/** What is recorded here lies on top of what the server said: a call that was made answers the callback. */
export function factsOf(loan: ListedLoan, loans: Pick<LoanStore, 'history'>, zone: string): QueueFacts {
  const history = loans.history(loan.id);
  const [last] = history;
  const known = new Set(loan.recent.map(({ id }) => id));
  const calledSince = history.some(
    ({ id, local, channel }) => local !== null && local !== 'quarantined' && channel === 'call' && !known.has(id),
  );
  return {
    state: loan.state,
    callbackAt: calledSince ? null : (loan.callbackAt ?? null),
    ptp: loan.ptp,
    last: last ? { class: last.class, on: dayOf(last.at, zone) } : null,
    lastPaymentOn: loan.lastPayment?.on ?? null,
  };
}

export interface QueuedLoan {
  loan: ListedLoan;
  callbackAt: string | null;
  /** A record was made on it today; it stays in the queue, and its turn is over. */
  worked: boolean;
}
export type Queues = Record<CallQueue, QueuedLoan[]>;

/** The order in which each queue is worked: who waits longest, then what is worth most. */
const ORDER: Record<CallQueue, (a: QueuedLoan, b: QueuedLoan) => number> = {
  callback: (a, b) => Date.parse(a.callbackAt ?? '') - Date.parse(b.callbackAt ?? ''),
  'ptp-today': (a, b) => (b.loan.ptp?.amountPaise ?? 0) - (a.loan.ptp?.amountPaise ?? 0),
  'ptp-broken': (a, b) => (a.loan.ptp?.dueOn ?? '').localeCompare(b.loan.ptp?.dueOn ?? ''),
  'paid-verify': (a, b) => b.loan.overduePaise - a.loan.overduePaise,
  fresh: (a, b) => b.loan.dpd - a.loan.dpd,
};

/** Loans on which a record was made today on this device. */
export const workedToday = (ledger: readonly LedgerEntry[], today: Day, zone: string): ReadonlySet<string> =>
  new Set(ledger.filter(({ savedAt }) => dayOf(savedAt, zone) === today).map(({ loanId }) => loanId));

/** Nobody may contact them until somebody lifts what holds them back, or its last day is over. */
const isHeld = (loan: ListedLoan, today: Day): boolean => {
  const { deceased, doNotContact, legal, dispute } = loan.flags;
  return deceased || doNotContact || legal || dispute || contactPaused(loan, today);
};

export function readQueues(loans: LoanStore, ledger: readonly LedgerEntry[], today: Day, zone: string): Queues {
  const queues: Queues = { callback: [], 'ptp-today': [], 'ptp-broken': [], 'paid-verify': [], fresh: [] };
  const worked = workedToday(ledger, today, zone);
  for (const loan of allLoans(loans)) {
    const facts = factsOf(loan, loans, zone);
    // In the first queue that takes it: nobody is called twice for two reasons.
    const queue = CALL_QUEUES.find((name) => inQueue(name, facts, today, zone));
    if (queue) queues[queue].push({ loan, callbackAt: facts.callbackAt, worked: worked.has(loan.id) });
  }
  for (const name of CALL_QUEUES)
    queues[name].sort(
      (a, b) =>
        Number(a.worked) - Number(b.worked) ||
        // Whoever can be called comes before them.
        Number(isHeld(a.loan, today)) - Number(isHeld(b.loan, today)) ||
        ORDER[name](a, b) ||
        (a.loan.id < b.loan.id ? -1 : 1),
    );
  return queues;
}

/**
 * Whose turn it is after `loanId`: the next one behind it that was not worked today, from the top again at the end; undefined when
 * there is none.
 */
export function nextOf(queue: readonly QueuedLoan[], loanId: string): ListedLoan | undefined {
  const at = queue.findIndex(({ loan }) => loan.id === loanId || loan.loanNumber === loanId);
  return [...queue.slice(at + 1), ...queue.slice(0, Math.max(0, at))].find(({ worked }) => !worked)?.loan;
}
