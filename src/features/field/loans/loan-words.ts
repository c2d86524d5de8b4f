/** What a card and a loan page say about a loan: its flags in words, its promise, and whether contact is allowed now. */
import type { Loan } from '../../../../core/contract/loans';
import { contactHours } from '../../../../core/domain/contact-hours';
import { contactPaused } from '../../../../core/domain/contact-pause';
import { type Day, dayOf, daysBetween, formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { t } from '../../../i18n';
import type { IconName, Tone } from '../../../ui';

export interface LoanMark {
  word: string;
  tone: Tone;
  icon: IconName;
  /** The whole sentence, for the loan page. */
  meaning: string;
}

type Marked = Pick<Loan, 'flags' | 'contactPause' | 'state'>;

/** Why nobody may contact this borrower; undefined when contact is not stopped. */
export function blockOf(loan: Marked, today: Day): string | undefined {
  const { contactPause, flags } = loan;
  if (contactPause && contactPaused(loan, today))
    return contactPause.until
      ? t('Contact is paused until {day}: {reason}', {
          day: formatDay(contactPause.until),
          reason: contactPause.reason,
        })
      : t('Contact is paused: {reason}', { reason: contactPause.reason });
  if (flags.doNotContact) return t('The borrower must not be contacted');
  if (flags.deceased) return t('The borrower has died');
  if (loan.state === 'suppressed') return t('Contact is suppressed');
  if (loan.state === 'closed' || loan.state === 'settled')
    return loan.state === 'closed' ? t('The loan is closed') : t('The loan is settled');
  return undefined;
}

/** Flags in words, the gravest first. A block is striped wherever it shows. */
export function marksOf(loan: Marked, today: Day): LoanMark[] {
  const { flags } = loan;
  const marks: LoanMark[] = [];
  const add = (word: string, tone: Tone, icon: IconName, meaning: string) => marks.push({ word, tone, icon, meaning });
  const block = blockOf(loan, today);
  // A block that has a flag of its own is not said twice.
  if (block && (contactPaused(loan, today) || !(flags.doNotContact || flags.deceased)))
    add(contactPaused(loan, today) ? t('Paused') : t('Blocked'), 'blocked', 'blocked', block);
  if (flags.deceased) add(t('Deceased'), 'blocked', 'info', t('The borrower has died'));
  if (flags.doNotContact) add(t('Do not contact'), 'blocked', 'blocked', t('The borrower must not be contacted'));
  if (flags.dispute) add(t('Dispute'), 'warn', 'alert', t('The borrower disputes this loan'));
  if (flags.legal) add(t('Legal'), 'warn', 'info', t('Legal proceedings: speak only as instructed'));
  if (flags.vulnerable) add(t('Take care'), 'warn', 'info', t('The borrower is vulnerable: take special care'));
  return marks;
}

export interface ContactNow {
  allowed: boolean;
  /** A few words for a chip. */
  word: string;
  /** The rule, for a person who asks why. */
  why: string;
  tone: Tone;
  icon: IconName;
}

/** With a phone: whether that number may be called; without one, whether the borrower may be visited. */
export type Judge = (loan: Loan, now: number, phone?: Loan['phones'][number]) => ContactNow;

/** Whether this borrower may be called or visited at this minute. */
export function contactNow(loan: Marked, now: number, zone: string): ContactNow {
  const block = blockOf(loan, dayOf(now, zone));
  if (block) return { allowed: false, word: t('Blocked'), why: block, tone: 'blocked', icon: 'blocked' };
  const hours = contactHours(now, zone);
  if (hours.lawful)
    return {
      allowed: true,
      word: t('Till {time}', { time: hours.until.time }),
      why: t('Calls and visits are allowed until {time}', { time: hours.until.time }),
      tone: 'paid',
      icon: 'check',
    };
  const tomorrow = hours.until.day !== dayOf(now, zone);
  return {
    allowed: false,
    word: t('From {time}', { time: hours.until.time }),
    why: tomorrow
      ? t('Calls and visits are allowed from {time} tomorrow (08:00 to 19:00, RBI)', { time: hours.until.time })
      : t('Calls and visits are allowed from {time} (08:00 to 19:00, RBI)', { time: hours.until.time }),
    tone: 'blocked',
    icon: 'clock',
  };
}

/** The promise of a loan as a badge; undefined when there is none. */
export function promiseWords(ptp: Loan['ptp'], today: Day): { word: string; tone: Tone } | undefined {
  if (!ptp) return undefined;
  const amount = formatRupees(ptp.amountPaise);
  if (ptp.status === 'kept') return { word: t('Kept {amount}', { amount }), tone: 'paid' };
  if (ptp.status === 'broken') return { word: t('Broken {amount}', { amount }), tone: 'danger' };
  const days = daysBetween(today, ptp.dueOn);
  if (days < 0)
    return {
      word: t('PTP {amount} overdue since {day}', { amount, day: formatDay(ptp.dueOn).slice(0, 5) }),
      tone: 'danger',
    };
  const due = days === 0 ? t('today') : days === 1 ? t('tomorrow') : formatDay(ptp.dueOn).slice(0, 5);
  return { word: t('PTP {amount} {due}', { amount, due }), tone: 'promise' };
}

/** `today`, `yesterday`, `12 days ago`. */
export function agoWords(day: Day, today: Day): string {
  const days = daysBetween(day, today);
  if (days <= 0) return t('today');
  return days === 1 ? t('yesterday') : t('{n} days ago', { n: days });
}

/** A link that the phone's own map opens: the position where there is one, else the words of the address. */
export function mapLink(address: Loan['addresses'][number]): string {
  const words = encodeURIComponent(`${address.line}, ${address.city} ${address.pincode}`);
  return address.lat !== null && address.lng !== null
    ? `geo:${address.lat},${address.lng}?q=${address.lat},${address.lng}(${words})`
    : `geo:0,0?q=${words}`;
}

/** The number to call first: one that is not known to be wrong. */
export function phoneToCall(loan: Pick<Loan, 'phones'>): Loan['phones'][number] | undefined {
  return loan.phones.find((phone) => !phone.invalid) ?? loan.phones[0];
}
