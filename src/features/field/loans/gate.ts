/** What the gate answers at a door, in words. Loaded behind the first rows, with what judges (judge.ts). */
import { type ContactAnswer, LIFTED_BY, type Reason, readable, WHY } from '../../../../core/domain/contact-gate';
import { dayOf, formatDay, formatTime } from '../../../../core/domain/dates';
import { currentLanguage, t } from '../../../i18n';
import { phoneContact } from '../../../offline/contact-facts';
import type { OfflineEngine } from '../../../offline/types';
import { judgeLoan } from './judge';
import type { ContactNow, Judge } from './loan-words';

/** Tells `changed` how to judge now and whenever the rules or the calls of this phone change; answers the way to stop. */
export async function openGate(
  engine: OfflineEngine,
  zone: string,
  changed: (judge: Judge) => void,
): Promise<() => void> {
  const contact = await phoneContact(engine);
  const tell = () => {
    const here = contact.get();
    changed((loan, now, phone) => {
      const own = engine.loans.history(loan.id);
      const answer = judgeLoan(loan, here, own, { now, zone }, phone ? 'call' : 'visit', phone);
      return contactWords(answer, now, zone);
    });
  };
  tell();
  return contact.subscribe(tell);
}

/** What only a person or another day lifts is a block; an hour or a pause between two attempts is waited for. */
const WAITED_FOR: ReadonlySet<Reason['rule']> = new Set(['hours', 'not-at-this-time', 'gap', 'per-day']);

/** The answer in the words of a card and of the loan's page. Times are the tenant's, which are the reader's. */
export function contactWords(answer: ContactAnswer, now: number, zone: string): ContactNow {
  const [reason] = answer.reasons;
  const moment = (at: number) =>
    dayOf(at, zone) === dayOf(now, zone)
      ? formatTime(at, zone)
      : `${formatDay(dayOf(at, zone))} ${formatTime(at, zone)}`;
  if (!reason) {
    const until = answer.allowedUntil;
    return {
      allowed: true,
      word: until === null ? t('Allowed') : t('Till {time}', { time: formatTime(until, zone) }),
      why: until === null ? t('Allowed') : t('Calls and visits are allowed until {time}', { time: moment(until) }),
      tone: 'paid',
      icon: 'check',
    };
  }
  const next = answer.nextLawfulAt;
  const why = t(WHY[reason.why], readable(reason.values, currentLanguage())).trim();
  const then =
    next === null ? reason.lift && t(LIFTED_BY[reason.lift]) : t('Allowed from {time}.', { time: moment(next) });
  const waits = next !== null && WAITED_FOR.has(reason.rule);
  return {
    allowed: false,
    word: waits ? t('From {time}', { time: formatTime(next, zone) }) : t('Blocked'),
    why: then ? `${why} ${then}` : why,
    tone: 'blocked',
    icon: waits ? 'clock' : 'blocked',
  };
}
