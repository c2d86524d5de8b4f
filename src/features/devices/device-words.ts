/** A phone, its history and its records in quarantine, in a supervisor's words. */
import type { Decision, DeviceEvent, DeviceRow } from '../../../core/contract/devices';
import { t, tn } from '../../i18n';
import type { IconName, Tone } from '../../ui';

export interface Words {
  text: string;
  tone: Tone;
  icon: IconName;
}

/** How a phone stands; the most pressing first. */
export function stateWords(row: DeviceRow): Words {
  if (row.revokedAt !== null) return { text: t('Withdrawn'), tone: 'blocked', icon: 'blocked' };
  if (row.unsentOverADay) return { text: t('Unsent for over a day'), tone: 'danger', icon: 'alert' };
  if (row.silent) return { text: t('Silent'), tone: 'warn', icon: 'offline' };
  if (row.report === null) return { text: t('Not reported yet'), tone: 'neutral', icon: 'clock' };
  const { unsent, needsYou, oldestUnsentAt } = row.report;
  if (needsYou > 0) return { text: t('Needs its agent'), tone: 'warn', icon: 'edit' };
  if (unsent > 0) return { text: t('Sending'), tone: 'accent', icon: 'sync' };
  if (oldestUnsentAt !== null || row.report.quarantined > 0)
    return { text: t('Under review'), tone: 'warn', icon: 'ledger' };
  return { text: t('All sent'), tone: 'paid', icon: 'check' };
}

const MINUTE = 60_000;

/** `12 min`, `5 h`, `3 days`: how long ago, coarser the longer. */
export function agoWords(at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE));
  if (minutes < 1) return t('just now');
  if (minutes < 60) return t('{n} min', { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t('{n} h', { n: hours });
  return t('{n} days', { n: Math.floor(hours / 24) });
}

export function sizeWords(bytes: number): string {
  const mb = bytes / 1_048_576;
  if (mb >= 1024) return `${(mb / 1024).toFixed(1)} GB`;
  return mb >= 10 ? `${Math.round(mb)} MB` : `${mb.toFixed(1)} MB`;
}

type Storage = NonNullable<DeviceRow['report']>['storage'];

export function storageWords(storage: Storage): string {
  if (!storage) return t('Not told');
  return t('{used} of {total}', { used: sizeWords(storage.usedBytes), total: sizeWords(storage.quotaBytes) });
}

const records = (count: unknown): string => tn(Number(count), '{n} record', '{n} records');

/** One line of a phone's history. */
export function eventWords({ kind, by, detail }: DeviceEvent): Words & { more?: string } {
  const reason = typeof detail.reason === 'string' ? detail.reason : undefined;
  switch (kind) {
    case 'registered':
      return {
        text: t('Signed in for the first time, app {version}', { version: String(detail.appVersion) }),
        tone: 'neutral',
        icon: 'phone',
      };
    case 'app-updated':
      return {
        text: t('App updated from {from} to {version}', {
          from: String(detail.from),
          version: String(detail.appVersion),
        }),
        tone: 'neutral',
        icon: 'download',
      };
    case 'evicted':
      return {
        text: t('The browser removed this phone’s data'),
        tone: 'danger',
        icon: 'trash',
        more:
          typeof detail.unsent !== 'number'
            ? t('What it held before is not known.')
            : detail.unsent === 0
              ? t('Nothing was unsent when it last reported.')
              : t('It last reported {records} unsent: ask the agent to make them again.', {
                  records: records(detail.unsent),
                }),
      };
    case 'revoked':
      return {
        text: t('Withdrawn by {by}', { by: by ?? t('somebody') }),
        tone: 'blocked',
        icon: 'blocked',
        ...(reason && { more: reason }),
      };
    case 'allowed':
      return {
        text: t('Allowed again by {by}', { by: by ?? t('somebody') }),
        tone: 'paid',
        icon: 'check',
        ...(reason && { more: reason }),
      };
    case 'erased':
      return {
        text: t('Handed over its queue and erased itself'),
        tone: 'blocked',
        icon: 'trash',
        more: t('Nothing of this agent’s work is left on it.'),
      };
    case 'queue-uploaded':
      return {
        text: t('File of {records} taken by {by}', { records: records(detail.records), by: by ?? t('somebody') }),
        tone: 'accent',
        icon: 'share',
        more: t('{received} received, {review} under review.', {
          received: String(detail.received),
          review: String(detail.underReview),
        }),
      };
  }
}

/** Why a record was not taken, in words that help deciding. The server's own words stand beside it. */
const REASONS: Record<string, string> = {
  'not-found': 'The agent never held this loan, as far as the server knows.',
  forbidden: 'The agent’s role does not record on loans.',
  'device-revoked': 'The phone was withdrawn before this was sent.',
  'key-conflict': 'It had already been received with other contents. Both are kept.',
  'identity-mismatch': 'The phone spoke in another person’s name.',
  gone: 'What it belongs to no longer exists.',
  'payload-too-old': 'It was made by a version of the app that is no longer accepted.',
  'loan-state': 'The loan no longer takes this kind of record.',
  invalid: 'It is not complete.',
};

export const reasonWords = (code: string): string => t(REASONS[code] ?? 'The server could not take it as it is.');

const DECISIONS: Record<Decision, Words> = {
  accepted: { text: 'Accepted', tone: 'paid', icon: 'check' },
  refused: { text: 'Refused', tone: 'danger', icon: 'close' },
  returned: { text: 'Handed back', tone: 'warn', icon: 'edit' },
};
export const decisionWords = (decision: Decision): Words => ({
  ...DECISIONS[decision],
  text: t(DECISIONS[decision].text),
});

/** What became of a record of an uploaded file. */
export const UPLOADED_WORDS = {
  received: { text: 'Received', tone: 'paid', icon: 'check' },
  'already-here': { text: 'Was here already', tone: 'neutral', icon: 'check' },
  'under-review': { text: 'Under review', tone: 'warn', icon: 'ledger' },
  'try-again': { text: 'Not yet: upload again', tone: 'danger', icon: 'sync' },
} as const satisfies Record<string, Words>;
