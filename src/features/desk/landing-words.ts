/** The sentence a dashboard starts with, and the words of outcomes. Pure. */
import type { ResponseOf } from '../../../core/contract/kit';
import type { landingAnalytics } from '../../../core/contract/landing';
import type { DispositionClass } from '../../../core/domain/dispositions';
import { formatRupeesShort } from '../../../core/domain/money';
import { t, tn } from '../../i18n';
import type { IconName, Tone } from '../../ui';

export type Landing = ResponseOf<typeof landingAnalytics>['data'];

const count = new Intl.NumberFormat('en-IN');
export const formatCount = (value: number): string => count.format(value);

/** An amount that does not part from its unit at the end of a line. */
const amount = (paise: number) => formatRupeesShort(paise).replace(' ', '\u00a0');

/** What matters first: money in, what is promised for today, what has not been touched. */
export function landingSentence(data: Landing): string {
  const { allocated, attemptedToday, promisesDueToday, collectedToday } = data;
  if (allocated.loans === 0) return t('No loans are allocated to you yet.');
  const collected =
    collectedToday.count > 0
      ? tn(
          collectedToday.count,
          '{amount} collected today from {count} payment',
          '{amount} collected today from {count} payments',
          { amount: amount(collectedToday.amountPaise), count: count.format(collectedToday.count) },
        )
      : t('Nothing collected yet today');
  const promised =
    promisesDueToday.count > 0
      ? tn(
          promisesDueToday.count,
          '{count} promise worth {amount} falls due before midnight',
          '{count} promises worth {amount} fall due before midnight',
          { amount: amount(promisesDueToday.amountPaise), count: count.format(promisesDueToday.count) },
        )
      : t('no promises fall due');
  const untouched = Math.max(0, allocated.loans - attemptedToday);
  const rest =
    untouched === 0
      ? t('Every loan was attempted.')
      : tn(untouched, '{count} loan not attempted yet.', '{count} loans not attempted yet.', {
          count: count.format(untouched),
        });
  return t('{collected}; {promised}. {rest}', { collected, promised, rest });
}

/** A share as a whole per cent, 0 when there is nothing to share. */
export const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100) : 0);

const outcomes: Record<string, { words: string; tone: Tone; icon: IconName; why: string }> = {
  applied: { words: 'Applied', tone: 'paid', icon: 'check', why: 'The loan shows this record.' },
  'late-reassigned': {
    words: 'Kept, loan had moved',
    tone: 'warn',
    icon: 'alert',
    why: 'It arrived after the loan was given to somebody else. Kept as evidence, no message sent.',
  },
  'late-closed': {
    words: 'Kept, loan closed',
    tone: 'warn',
    icon: 'alert',
    why: 'It arrived after the loan was closed. Kept as evidence, no message sent.',
  },
  'late-suppressed': {
    words: 'Kept, contact paused',
    tone: 'blocked',
    icon: 'blocked',
    why: 'It arrived while contact with the borrower was paused. Kept as evidence, no message sent.',
  },
  'late-agent-inactive': {
    words: 'Kept, agent inactive',
    tone: 'warn',
    icon: 'alert',
    why: 'Its agent was no longer active. Kept as evidence, no message sent.',
  },
  'clock-skewed': {
    words: 'Kept, clock wrong',
    tone: 'warn',
    icon: 'clock',
    why: 'The clock of the device was more than a day off. Kept as evidence, no message sent.',
  },
  'signature-invalid': {
    words: 'Kept, signature wrong',
    tone: 'danger',
    icon: 'alert',
    why: 'Its signature is not of the device that it names. Kept as evidence, no message sent; the agent should be asked.',
  },
};

/** How a record took effect. An outcome this version does not know is shown as the server named it. */
export function outcomeWords(outcome: string) {
  const found = outcomes[outcome];
  return found
    ? { ...found, words: t(found.words), why: t(found.why) }
    : { words: outcome, tone: 'neutral' as Tone, icon: 'info' as IconName, why: outcome };
}

const classes: Partial<Record<DispositionClass, { tone: Tone; icon: IconName }>> = {
  PAID: { tone: 'paid', icon: 'rupee' },
  COLLECTED: { tone: 'paid', icon: 'rupee' },
  SETTLE: { tone: 'promise', icon: 'ledger' },
  PTP: { tone: 'promise', icon: 'promise' },
  CALLBACK: { tone: 'accent', icon: 'phone' },
  REFUSE: { tone: 'danger', icon: 'close' },
  DISPUTE: { tone: 'blocked', icon: 'blocked' },
  COMPLAINT: { tone: 'blocked', icon: 'blocked' },
  SENSITIVE: { tone: 'blocked', icon: 'blocked' },
  LEGAL: { tone: 'blocked', icon: 'blocked' },
  DNC: { tone: 'blocked', icon: 'blocked' },
  SAFETY: { tone: 'danger', icon: 'alert' },
};

/** Colour and icon of a class: paid green, promises blue, what stops contact striped. */
export const classLook = (name: DispositionClass | undefined): { tone: Tone; icon: IconName | undefined } =>
  (name && classes[name]) ?? { tone: 'neutral', icon: undefined };
