/** What a borrower asked for, as a form holds it, and as the server takes it. */

import type { addPreference } from '../../../core/contract/contact';
import type { Preference, PreferenceKind } from '../../../core/contract/contact-parts';
import type { CallOf } from '../../../core/contract/kit';
import type { ContactChannel } from '../../../core/domain/contact-gate';
import { formatDay } from '../../../core/domain/dates';
import { t } from '../../i18n';
import { CHANNEL_WORDS } from './contact-words';

export type NewWish = CallOf<typeof addPreference>['body'];

/** The English is the key of a translation: draw them with `t`. */
export const WISH_WORDS: Record<PreferenceKind, string> = {
  'do-not-contact': 'Do not contact',
  complaint: 'Open complaint',
  'not-at-this-time': 'Not at this time',
  'only-at-this-time': 'Only at this time',
  'not-at-this-place': 'Not at this place',
  dispute: 'Disputes the loan',
  bereavement: 'Death in the family',
};
export const PLACE_WORDS: Record<string, string> = {
  residence: 'At home',
  office: 'At the office',
  other: 'Elsewhere',
};
/** By ISO weekday. */
export const DAY_WORDS: Record<string, string> = {
  '1': 'Mon',
  '2': 'Tue',
  '3': 'Wed',
  '4': 'Thu',
  '5': 'Fri',
  '6': 'Sat',
  '7': 'Sun',
};

export interface WishForm {
  kind: PreferenceKind;
  /** None: all of them. */
  channels: ContactChannel[];
  phoneId: string;
  days: string[];
  fromTime: string;
  toTime: string;
  place: 'residence' | 'office' | 'other';
  until: string;
  note: string;
}
export const BLANK_WISH: WishForm = {
  kind: 'do-not-contact',
  channels: [],
  phoneId: '',
  days: [],
  fromTime: '',
  toTime: '',
  place: 'office',
  until: '',
  note: '',
};

/** Holds on every channel and phone. */
export const isWhole = (kind: PreferenceKind): boolean =>
  kind === 'complaint' || kind === 'dispute' || kind === 'bereavement';
export const isTimed = (kind: PreferenceKind): boolean => kind === 'not-at-this-time' || kind === 'only-at-this-time';

/** `id` is the wish's own, so that a repeat is the same wish. What does not belong to the kind is left out. */
export function wishBody(id: string, form: WishForm): NewWish {
  const { kind } = form;
  const timed = isTimed(kind);
  const place = kind === 'not-at-this-place';
  return {
    id,
    kind,
    channels: place || isWhole(kind) || form.channels.length === 0 ? null : form.channels,
    phoneId: kind === 'do-not-contact' && form.phoneId ? form.phoneId : null,
    days: timed && form.days.length > 0 ? form.days.map(Number) : null,
    fromTime: timed && form.fromTime ? form.fromTime : null,
    toTime: timed && form.toTime ? form.toTime : null,
    place: place ? form.place : null,
    until: kind === 'dispute' ? null : form.until || null,
    note: form.note.trim() || null,
  };
}

/** One line: what, when, where, by which channel, until when. */
export function wishWords(wish: Preference, masked: (phoneId: string) => string | undefined): string {
  const parts = [
    t(WISH_WORDS[wish.kind]),
    wish.fromTime !== null && wish.toTime !== null ? `${wish.fromTime}–${wish.toTime}` : '',
    wish.days
      ? [...wish.days]
          .sort()
          .map((day) => t(DAY_WORDS[day] ?? ''))
          .join(', ')
      : '',
    wish.place !== null ? t(PLACE_WORDS[wish.place] ?? wish.place) : '',
    wish.channels ? wish.channels.map((channel) => t(CHANNEL_WORDS[channel])).join(', ') : '',
    wish.phoneId !== null ? (masked(wish.phoneId) ?? '') : '',
    wish.until !== null ? t('until {day}', { day: formatDay(wish.until) }) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
