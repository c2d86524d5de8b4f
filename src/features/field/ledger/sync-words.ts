/** What the strip under every title says. One sentence, the most pressing first; never more hopeful than the facts. */
import { dayOf, formatDay, formatTime } from '../../../../core/domain/dates';
import { t, tn } from '../../../i18n';
import type { SyncStatus } from '../../../offline/types';
import type { IconName } from '../../../ui';

export interface SyncWords {
  tone: 'good' | 'waiting' | 'busy' | 'attention';
  icon: IconName;
  text: string;
  /** A second, longer sentence where the first leaves a worry. */
  detail?: string;
}

export const NO_NETWORK = 'No network. Saved on this phone; it goes out by itself.';

const FULL = 'Nothing can be sent before there is space. Delete photos or apps.';

/** `10:42`, or with the day when it was not today. */
export function whenWords(at: number, now: number, zone: string): string {
  const day = dayOf(at, zone);
  return day === dayOf(now, zone) ? formatTime(at, zone) : `${formatDay(day).slice(0, 5)} ${formatTime(at, zone)}`;
}

export function syncWords(status: SyncStatus, now: number, zone: string): SyncWords {
  const { saved, sending, needsYou, waitingForLogin, online, lastContactAt, outOfRoom } = status;
  const unsent = saved + sending;
  const here = t('{n} saved here', { n: unsent });
  if (needsYou > 0)
    return {
      tone: 'attention',
      icon: 'alert',
      text: [tn(needsYou, '{n} needs you', '{n} need you'), unsent && here].filter(Boolean).join(' · '),
    };
  if (outOfRoom && unsent > 0)
    return { tone: 'attention', icon: 'alert', text: t('Phone is full · {here}', { here }), detail: t(FULL) };
  if (waitingForLogin && unsent > 0)
    return { tone: 'attention', icon: 'lock', text: t('Sign in to send · {here}', { here }) };
  if (sending > 0) return { tone: 'busy', icon: 'sync', text: t('Sending {sending}…', { sending }) };
  if (saved > 0)
    return online === false
      ? { tone: 'waiting', icon: 'offline', text: here, detail: t(NO_NETWORK) }
      : { tone: 'waiting', icon: 'clock', text: here };
  const last = lastContactAt === null ? '' : whenWords(lastContactAt, now, zone);
  if (online === false)
    return {
      tone: 'waiting',
      icon: 'offline',
      text: last ? t('No network · all sent {last}', { last }) : t('No network · all sent'),
    };
  if (lastContactAt === null) return { tone: 'waiting', icon: 'clock', text: t('Nothing to send') };
  return { tone: 'good', icon: 'check', text: t('All sent {last}', { last }) };
}
