/** The day in one sentence and a few figures, all from what is on this phone. */
import { dayOf } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import type { LedgerEntry, ListedLoan } from '../../../offline/types';

export interface DayFigures {
  visits: number;
  promised: { count: number; amountPaise: number };
  collected: { count: number; amountPaise: number };
  cashPaise: number;
}

/** Figures of a day from the agent's own records; those that were refused for good do not count. */
export function dayFigures(ledger: readonly LedgerEntry[], today: string, zone: string): DayFigures {
  const mine = ledger.filter((entry) => dayOf(entry.savedAt, zone) === today && entry.state !== 'quarantined');
  const sum = (amounts: number[]) => ({ count: amounts.length, amountPaise: amounts.reduce((a, b) => a + b, 0) });
  const paid = mine.flatMap((entry) => (entry.paid ? [entry.paid] : []));
  return {
    visits: mine.length,
    promised: sum(mine.flatMap((entry) => (entry.promised ? [entry.promised.amountPaise] : []))),
    collected: sum(paid.map((payment) => payment.amountPaise)),
    cashPaise: paid.reduce((total, payment) => total + (payment.mode === 'cash' ? payment.amountPaise : 0), 0),
  };
}

/** "4 of 12 done · ₹38,000 promised today". */
export function daySentence(plan: { total: number; done: number }, figures: DayFigures): string {
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

/** What was recorded on a day, the newest first, one row a loan. */
export function doneOn(ledger: readonly LedgerEntry[], today: string, zone: string): LedgerEntry[] {
  const newest = new Map<string, LedgerEntry>();
  for (const entry of ledger)
    if (dayOf(entry.savedAt, zone) === today && entry.savedAt > (newest.get(entry.loanId)?.savedAt ?? 0))
      newest.set(entry.loanId, entry);
  return [...newest.values()].sort((a, b) => b.savedAt - a.savedAt);
}
