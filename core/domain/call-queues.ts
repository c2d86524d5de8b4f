/**
 * Which queue of a telecaller a loan stands in (domain.md 1.2, "Home"). The server lists by the same rules
 * (server/modules/loans/list.ts); a test holds the two together. A loan stands in the first queue that takes it.
 */
import type { Day } from './dates';
import { dayOf } from './dates';
import type { DispositionClass } from './dispositions';
import type { OrderBy } from './work-order';

/** In the order in which they are worked. */
export const CALL_QUEUES = ['callback', 'ptp-today', 'ptp-broken', 'paid-verify', 'fresh'] as const;
export type CallQueue = (typeof CALL_QUEUES)[number];

/** In which order a queue is worked where no sorting rule says another: who waits longest, then what is worth most. */
export const QUEUE_ORDER: Readonly<Record<CallQueue, readonly OrderBy[]>> = {
  callback: [{ key: 'callbackAt', dir: 'asc' }],
  'ptp-today': [{ key: 'promiseAmount', dir: 'desc' }],
  'ptp-broken': [{ key: 'promiseOn', dir: 'asc' }],
  'paid-verify': [{ key: 'overdue', dir: 'desc' }],
  fresh: [{ key: 'dpd', dir: 'desc' }],
};

export interface QueueFacts {
  state: 'active' | 'closed' | 'settled' | 'suppressed';
  /** When the borrower asked to be called again; null when nobody did, or since somebody has called. */
  callbackAt: string | null;
  ptp: { dueOn: Day; status: 'open' | 'kept' | 'broken' } | null;
  /** The newest record, by phone or at the door. */
  last: { class: DispositionClass; on: Day } | null;
  lastPaymentOn: Day | null;
}

/** Whether the loan belongs into a queue now; `today` is the tenant's day, `zone` its zone. */
export function inQueue(queue: CallQueue, loan: QueueFacts, today: Day, zone: string): boolean {
  if (loan.state !== 'active') return false;
  switch (queue) {
    case 'callback':
      return loan.callbackAt !== null && dayOf(loan.callbackAt, zone) <= today;
    case 'ptp-today':
      return loan.ptp?.status === 'open' && loan.ptp.dueOn === today;
    case 'ptp-broken':
      return loan.ptp?.status === 'broken' || (loan.ptp?.status === 'open' && loan.ptp.dueOn < today);
    case 'paid-verify':
      return loan.last?.class === 'PAID' && (loan.lastPaymentOn === null || loan.lastPaymentOn < loan.last.on);
    case 'fresh':
      return loan.last === null;
  }
}
