/** What the gate's answers, rules and channels are called. */
import {
  type ContactAnswer,
  type ContactChannel,
  LIFTED_BY,
  type Reason,
  type RuleId,
  readable,
  WHY,
} from '../../../core/domain/contact-gate';
import { dayOf, formatDay, formatTime } from '../../../core/domain/dates';
import { currentLanguage, t } from '../../i18n';

/** The English is the key of a translation: draw them with `t`. */
export const RULE_WORDS: Record<RuleId, string> = {
  closed: 'Loan is closed',
  deceased: 'Borrower has died',
  'do-not-contact': 'Do not contact',
  legal: 'Legal matter',
  dispute: 'Dispute',
  complaint: 'Open complaint',
  sensitive: 'Bereavement, illness, calamity',
  suppressed: 'Suppressed',
  channel: 'Not by this channel',
  'number-invalid': 'Wrong number',
  'third-party': 'Third party’s phone',
  dra: 'DRA certificate',
  language: 'Borrower’s language',
  holiday: 'Holiday',
  place: 'Not at this place',
  hours: 'Contact hours',
  'not-at-this-time': 'Not at this time',
  'per-day': 'Attempts a day',
  'per-week': 'Attempts a week',
  gap: 'Time between calls',
};
export const CHANNEL_WORDS: Record<ContactChannel, string> = {
  call: 'Call',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  visit: 'Visit',
  letter: 'Letter',
};

/** Today's times alone, other days with their date. */
export function momentWords(at: number, now: number, zone: string): string {
  const time = formatTime(at, zone);
  return dayOf(at, zone) === dayOf(now, zone) ? time : `${formatDay(at, zone)} ${time}`;
}

export const reasonWords = ({ why, values }: Pick<Reason, 'why' | 'values'>): string =>
  t(WHY[why], readable(values, currentLanguage())).trim();

/** The chip's few words. Times are shown in the tenant's zone, which is the reader's. */
export function chipWords(answer: ContactAnswer, now: number, zone: string): string {
  if (answer.allowed) {
    return answer.allowedUntil === null
      ? t('Allowed')
      : t('Allowed until {time}', { time: momentWords(answer.allowedUntil, now, zone) });
  }
  return answer.nextLawfulAt === null
    ? t('Blocked')
    : t('Blocked until {time}', { time: momentWords(answer.nextLawfulAt, now, zone) });
}

/** One sentence: blocked because, and until when or what would lift it. */
export function answerWords(answer: ContactAnswer, now: number, zone: string): string {
  const [reason] = answer.reasons;
  if (!reason) return [chipWords(answer, now, zone), ...answer.warnings.map(reasonWords)].join(' · ');
  const why = reasonWords(reason);
  if (answer.nextLawfulAt !== null) {
    return `${why} ${t('Allowed from {time}.', { time: momentWords(answer.nextLawfulAt, now, zone) })}`;
  }
  return reason.lift ? `${why} ${t(LIFTED_BY[reason.lift])}` : why;
}
