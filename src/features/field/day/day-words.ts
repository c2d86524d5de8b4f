/** Cash, certificate and notices of the day in words. Days are the tenant's, amounts paise. */
import { type Day, daysBetween, formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import type { DayAnswers, Notice } from '../../../offline/day-facts';
import type { LedgerEntry } from '../../../offline/types';

/** From then on the certificate is warned about. */
export const WARN_DAYS = 30;

export interface CertificateWords {
  tone: 'danger' | 'warn' | 'plain';
  title: string;
}

/** Null where the server names no last day. */
export function certificateWords(validUntil: Day | null, today: Day): CertificateWords | null {
  if (validUntil === null) return null;
  const left = daysBetween(today, validUntil);
  const day = formatDay(validUntil);
  if (left < 0) return { tone: 'danger', title: t('Your DRA certificate ended on {day}', { day }) };
  if (left === 0) return { tone: 'warn', title: t('Your DRA certificate ends today') };
  return left <= WARN_DAYS
    ? {
        tone: 'warn',
        title: tn(
          left,
          'Your DRA certificate ends in {n} day, on {day}',
          'Your DRA certificate ends in {n} days, on {day}',
          {
            day,
          },
        ),
      }
    : { tone: 'plain', title: t('Valid until {day}', { day }) };
}

/** Since when the oldest cash is in hand. */
export function ageWords(oldestOn: Day, today: Day): string {
  const days = daysBetween(oldestOn, today);
  if (days <= 0) return t('All of it is from today');
  return tn(days, 'The oldest is from {day}, {n} day ago', 'The oldest is from {day}, {n} days ago', {
    day: formatDay(oldestOn),
  });
}

/** Cash of records that the server does not hold: it is in hand, and in no figure of the server. */
export function unsentCash(ledger: readonly LedgerEntry[]): { amountPaise: number; records: number } {
  const unsent = ledger.filter(({ state, paid }) => state !== 'accepted' && paid?.mode === 'cash');
  return {
    amountPaise: unsent.reduce((sum, { paid }) => sum + (paid?.amountPaise ?? 0), 0),
    records: unsent.length,
  };
}

/** The target that is shown first: of money, of all loans; else the first. */
export const leadingTarget = (rows: DayAnswers['targets']['rows']) =>
  rows.find(({ metric, portfolio, bucket }) => metric === 'amount' && portfolio === null && bucket === 'any') ??
  rows[0];

export function noticeWords({ kind, amountPaise }: Pick<Notice, 'kind' | 'amountPaise'>): string {
  const amount = amountPaise === null ? null : formatRupees(amountPaise);
  switch (kind) {
    case 'payment-received':
      return amount ? t('{amount} was paid', { amount }) : t('A payment came');
    case 'payment-review':
      return t('A payment is being checked');
    case 'promise-broken':
      return amount ? t('The promise of {amount} was not kept', { amount }) : t('The promise was not kept');
    case 'message-failed':
      return t('A message did not arrive');
    case 'export-ready':
      return t('An export is ready');
    case 'agent-unsafe':
      return t('Somebody felt unsafe here');
    case 'request-asked':
      return t('Something was asked for');
    case 'request-answered':
      return t('Your request was answered');
    case 'settlement-turn':
    case 'settlement-step':
    case 'settlement-void':
    case 'settlement-late':
      return amount ? t('The settlement of {amount} moved on', { amount }) : t('A settlement moved on');
    case 'settlement-due':
      return amount ? t('{amount} of the settlement is due', { amount }) : t('An instalment is due');
  }
}
