/** The telecaller's queues out of what this device holds, so that they are there without a network. */
import { CALL_QUEUES, type CallQueue, inQueue, QUEUE_ORDER, type QueueFacts } from '../../../core/domain/call-queues';
import { contactPaused } from '../../../core/domain/contact-pause';
import { type Day, dayOf } from '../../../core/domain/dates';
import {
  comparePlaces,
  type OrderBy,
  type OrderFacts,
  orderFacts,
  placing,
  type SortingRule,
} from '../../../core/domain/work-order';
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
  /** The sorting rule under which it stands there. */
  standsBy?: string;
}
export type Queues = Record<CallQueue, QueuedLoan[]>;

/** What orders the loans: the tenant's rules for calls, and its day. */
export interface CallOrder {
  rules: readonly SortingRule[];
  today: Day;
  zone: string;
}

/** Loans on which a record was made today on this device. */
export const workedToday = (ledger: readonly LedgerEntry[], today: Day, zone: string): ReadonlySet<string> =>
  new Set(ledger.filter(({ savedAt }) => dayOf(savedAt, zone) === today).map(({ loanId }) => loanId));

/** Nobody may contact them until somebody lifts what holds them back, or its last day is over. */
const isHeld = (loan: ListedLoan, today: Day): boolean => {
  const { deceased, doNotContact, legal, dispute } = loan.flags;
  return deceased || doNotContact || legal || dispute || contactPaused(loan, today);
};

/** As they are worked: whose turn is over, and whom nobody may contact, stand behind the others; within that by the rules. */
export function inOrder(
  rows: readonly QueuedLoan[],
  loans: Pick<LoanStore, 'history'>,
  { rules, today, zone }: CallOrder,
  otherwise: readonly OrderBy[],
): QueuedLoan[] {
  const placeOf = placing(rules, otherwise, { today, zone });
  const placed = rows.map((row) => {
    const [last] = loans.history(row.loan.id);
    const known: Partial<OrderFacts> = { callbackAt: row.callbackAt, ...(last && { last }) };
    const place = placeOf(orderFacts(row.loan, known));
    const standsBy = rules[place.rule]?.name;
    return {
      row: standsBy === undefined ? row : { ...row, standsBy },
      place,
      behind: Number(row.worked) * 2 + Number(isHeld(row.loan, today)),
    };
  });
  placed.sort(
    (a, b) => a.behind - b.behind || comparePlaces(a.place, b.place) || (a.row.loan.id < b.row.loan.id ? -1 : 1),
  );
  return placed.map(({ row }) => row);
}

export function readQueues(loans: LoanStore, ledger: readonly LedgerEntry[], order: CallOrder): Queues {
  const { today, zone } = order;
  const queues: Queues = { callback: [], 'ptp-today': [], 'ptp-broken': [], 'paid-verify': [], fresh: [] };
  const worked = workedToday(ledger, today, zone);
  for (const loan of allLoans(loans)) {
    const facts = factsOf(loan, loans, zone);
    // In the first queue that takes it: nobody is called twice for two reasons.
    const queue = CALL_QUEUES.find((name) => inQueue(name, facts, today, zone));
    if (queue) queues[queue].push({ loan, callbackAt: facts.callbackAt, worked: worked.has(loan.id) });
  }
  // Whoever asked to be called at a time is called then, whatever the rules say.
  for (const name of CALL_QUEUES)
    queues[name] = inOrder(
      queues[name],
      loans,
      name === 'callback' ? { ...order, rules: [] } : order,
      QUEUE_ORDER[name],
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
