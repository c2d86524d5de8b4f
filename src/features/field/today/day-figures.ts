/** The day in one sentence and a few figures, all from what is on this phone. */
import type { HistoryEntry } from '../../../../core/contract/loans';
import { dayOf } from '../../../../core/domain/dates';
import { doorOf } from '../../../../core/domain/door';
import { formatRupees } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import type { LedgerEntry, ListedLoan } from '../../../offline/types';

export interface DayFigures {
  visits: number;
  promised: { count: number; amountPaise: number };
  collected: { count: number; amountPaise: number };
  /** Of this phone's own records: what the server tells of others has no mode. */
  cashPaise: number;
  /** Money was taken with another phone of the agent, in whichever mode. */
  paidElsewhere: boolean;
}

/** Visits of `agent`, by full name, that another phone recorded on a day, as the server tells them. */
export function visitsElsewhere(
  ledger: readonly LedgerEntry[],
  visited: readonly ListedLoan[],
  agent: string,
  today: string,
  zone: string,
): HistoryEntry[] {
  const own = new Set(ledger.map(({ id }) => id));
  return visited.flatMap(({ recent }) =>
    recent.filter(
      ({ id, at, by, channel }) => channel === 'field' && by === agent && !own.has(id) && dayOf(at, zone) === today,
    ),
  );
}

/** Figures of a day from the agent's records, of this phone and elsewhere; those that were refused for good do not count. */
export function dayFigures(
  ledger: readonly LedgerEntry[],
  elsewhere: readonly Pick<HistoryEntry, 'paidPaise' | 'ptp'>[],
  today: string,
  zone: string,
): DayFigures {
  const mine = ledger.filter((entry) => dayOf(entry.savedAt, zone) === today && entry.state !== 'quarantined');
  const sum = (amounts: number[]) => ({ count: amounts.length, amountPaise: amounts.reduce((a, b) => a + b, 0) });
  const paid = mine.flatMap((entry) => (entry.paid ? [entry.paid] : []));
  const paidThere = elsewhere.flatMap(({ paidPaise }) => (paidPaise ? [paidPaise] : []));
  const amountOf = (promise: { amountPaise: number } | null) => (promise ? [promise.amountPaise] : []);
  return {
    visits: mine.length + elsewhere.length,
    promised: sum([...mine.map((entry) => entry.promised), ...elsewhere.map((entry) => entry.ptp)].flatMap(amountOf)),
    collected: sum([...paid.map((payment) => payment.amountPaise), ...paidThere]),
    paidElsewhere: paidThere.length > 0,
    cashPaise: paid.reduce((total, payment) => total + (payment.mode === 'cash' ? payment.amountPaise : 0), 0),
  };
}

/** "4 of 12 done · ₹38,000 promised today". */
export function daySentence(
  plan: { total: number; done: number },
  figures: Pick<DayFigures, 'visits' | 'promised' | 'collected'>,
): string {
  const parts =
    plan.total > 0
      ? [t('{done} of {total} done', { done: plan.done, total: plan.total })]
      : [figures.visits ? tn(figures.visits, '{n} visit today', '{n} visits today') : t('Nothing planned today')];
  if (figures.collected.amountPaise)
    parts.push(t('{amount} collected', { amount: formatRupees(figures.collected.amountPaise) }));
  if (figures.promised.amountPaise)
    parts.push(t('{amount} promised today', { amount: formatRupees(figures.promised.amountPaise) }));
  return parts.join(' · ');
}

/** Why a loan is on today's plan. */
export function reasonOnPlan(loan: Pick<ListedLoan, 'ptp' | 'nextVisitOn'>, today: string): string {
  if (loan.ptp?.status === 'open' && loan.ptp.dueOn <= today)
    return loan.ptp.dueOn === today
      ? t('Promised {amount} for today', { amount: formatRupees(loan.ptp.amountPaise) })
      : t('Promise of {amount} is overdue', { amount: formatRupees(loan.ptp.amountPaise) });
  if (loan.nextVisitOn && loan.nextVisitOn < today) return t('Visit is overdue');
  return t('Visit due today');
}

/** A visit that is done: of this phone's ledger, or of another phone of the agent, as the server tells it. */
export type DoneVisit = Pick<
  LedgerEntry,
  'id' | 'state' | 'loanId' | 'loanNumber' | 'borrower' | 'codeLabel' | 'savedAt'
> & {
  paid: { amountPaise: number } | null;
};

/**
 * What was recorded on a day, the newest first, one row a loan. `visited` are loans with a visit on that day; of those that the ledger
 * does not know the visits of `agent`, by full name, count.
 */
export function doneOn(
  ledger: readonly LedgerEntry[],
  visited: readonly ListedLoan[],
  agent: string,
  today: string,
  zone: string,
): DoneVisit[] {
  const newest = new Map<string, DoneVisit>();
  const take = (one: DoneVisit) => {
    if (dayOf(one.savedAt, zone) === today && one.savedAt > (newest.get(one.loanId)?.savedAt ?? 0))
      newest.set(one.loanId, one);
  };
  ledger.forEach(take);
  for (const { id: loanId, loanNumber, borrower, recent } of visited)
    if (!newest.has(loanId))
      for (const entry of recent)
        if (entry.channel === 'field' && entry.by === agent)
          take({
            ...entry,
            state: 'accepted',
            loanId,
            loanNumber,
            borrower: borrower.name,
            savedAt: Date.parse(entry.at),
            paid: entry.paidPaise ? { amountPaise: entry.paidPaise } : null,
          });
  return [...newest.values()].sort((a, b) => b.savedAt - a.savedAt);
}

/** Pincode and city of the address to go to, for a line in a list. */
export function doorWords(loan: Pick<ListedLoan, 'addresses'>): string {
  const door = doorOf(loan);
  return [door?.pincode, door?.city].filter(Boolean).join(' ');
}
