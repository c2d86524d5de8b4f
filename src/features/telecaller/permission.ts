/**
 * Whether a phone may be called now, and why not: what this device knows of it. The server's gate asks more (attempts,
 * packs of rules) and has the last word when a call is started.
 */
import type { Loan } from '../../../core/contract/loans';
import { contactHours } from '../../../core/domain/contact-hours';
import { formatDay } from '../../../core/domain/dates';
import { t } from '../../i18n';

export interface Permission {
  allowed: boolean;
  /** The rule and, where time lifts it, from when on it is allowed again. */
  words: string;
}

const no = (words: string): Permission => ({ allowed: false, words });

export function mayCall(loan: Loan, phone: Loan['phones'][number], now: number, zone: string): Permission {
  if (loan.state !== 'active') return no(t('This loan is not worked any more'));
  if (loan.flags.deceased) return no(t('The borrower has died'));
  if (loan.flags.doNotContact) return no(t('The borrower asked not to be contacted'));
  if (loan.contactPause) {
    const until = loan.contactPause.until;
    return no(
      until
        ? t('Paused: {reason}, until {day}', { reason: loan.contactPause.reason, day: formatDay(until) })
        : t('Paused: {reason}', { reason: loan.contactPause.reason }),
    );
  }
  if (loan.flags.dispute) return no(t('In dispute: no contact until it is resolved'));
  if (phone.invalid) return no(t('This number is wrong or not in service'));
  const hours = contactHours(now, zone);
  if (!hours.lawful)
    return no(t('Allowed from {time} on {day}', { time: hours.until.time, day: formatDay(hours.until.day) }));
  return { allowed: true, words: t('Allowed until {time}', { time: hours.until.time }) };
}
