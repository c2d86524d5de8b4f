/** What a portfolio's contact policy adds to the pack in force, and what it can never take from it. A Monday. */
import type { ContactPolicy } from '../portfolio-rules';
import { asked, type Case, held, packFrom, ruleOf, tried } from './cases-support';

const AT = '2026-11-23T10:30:00+05:30';
const NY = 'America/New_York';
/** Ten to five, two a day, five a week, two hours between, no WhatsApp and no letters. */
export const POLICY: ContactPolicy = {
  fromHour: 10,
  toHour: 17,
  perDay: 2,
  perWeek: 5,
  gapMinutes: 120,
  channels: ['call', 'sms', 'visit'],
};
const wide: ContactPolicy = {
  fromHour: 8,
  toHour: 19,
  perDay: 50,
  perWeek: 200,
  gapMinutes: 0,
  channels: ['call', 'sms', 'whatsapp', 'visit', 'letter'],
};
const of = (more: Partial<ContactPolicy>): ContactPolicy => ({ ...wide, ...more });

export const POLICY_CASES: Case[] = [
  ['a policy that allows it', AT, { policy: POLICY }, 'ok', 'now'],
  // Hours.
  [
    'before the portfolio’s hours',
    '2026-11-23T09:59:59+05:30',
    { policy: POLICY },
    ['hours'],
    '2026-11-23T10:00:00+05:30',
  ],
  ['its first minute', '2026-11-23T10:00:00+05:30', { policy: POLICY }, 'ok', 'now'],
  ['its last second', '2026-11-23T16:59:59+05:30', { policy: POLICY }, 'ok', 'now'],
  ['its end', '2026-11-23T17:00:00+05:30', { policy: POLICY }, ['hours'], '2026-11-24T10:00:00+05:30'],
  [
    'at night both hours block, and the portfolio’s say when',
    '2026-11-23T22:00:00+05:30',
    { policy: POLICY },
    ['hours', 'hours'],
    '2026-11-24T10:00:00+05:30',
  ],
  [
    'hours as wide as can be leave a microfinance loan its own',
    '2026-11-23T08:30:00+05:30',
    { policy: wide, product: 'MFI' },
    ['hours'],
    '2026-11-23T09:00:00+05:30',
  ],
  [
    'a portfolio of the early morning and a microfinance loan never meet',
    '2026-11-23T08:30:00+05:30',
    { policy: of({ toHour: 9 }), product: 'MFI' },
    ['hours'],
    'never',
  ],
  [
    'the portfolio’s hours are the borrower’s',
    '2026-11-23T09:30:00-05:00',
    { policy: POLICY, zone: NY },
    ['hours'],
    '2026-11-23T10:00:00-05:00',
  ],
  [
    'a pack without rules does not lift them',
    '2026-11-23T17:00:00+05:30',
    { policy: POLICY, packs: [packFrom('2026-01-01', () => null)] },
    ['hours'],
    '2026-11-24T10:00:00+05:30',
  ],
  [
    'without any pack they count too',
    '2026-11-23T17:00:00+05:30',
    { policy: POLICY, packs: [] },
    ['hours'],
    '2026-11-24T10:00:00+05:30',
  ],
  // Channels.
  ['a channel that it does not use', AT, { policy: POLICY, channel: 'whatsapp' }, ['channel'], 'never'],
  ['a letter that it does not send', AT, { policy: POLICY, channel: 'letter' }, ['channel'], 'never'],
  ['a letter has no hours here either', '2026-11-23T22:00:00+05:30', { policy: wide, channel: 'letter' }, 'ok', 'now'],
  ['a channel that it uses', AT, { policy: POLICY, channel: 'visit' }, 'ok', 'now'],
  [
    'a channel that it does not use, at night, of a dead borrower',
    '2026-11-23T22:00:00+05:30',
    { policy: POLICY, channel: 'whatsapp', flags: ['deceased'] },
    ['deceased', 'channel', 'hours', 'hours'],
    'never',
  ],
  // A day and a week.
  [
    'two of two a day',
    '2026-11-23T16:00:00+05:30',
    { policy: POLICY, attempts: tried('2026-11-23T10:00+05:30', '2026-11-23T13:00+05:30 sms') },
    ['per-day'],
    '2026-11-24T10:00:00+05:30',
  ],
  [
    'two of two a day, sent because it was asked for',
    '2026-11-23T16:00:00+05:30',
    { policy: POLICY, onRequest: true, attempts: tried('2026-11-23T10:00+05:30', '2026-11-23T15:00+05:30') },
    'ok',
    'now',
  ],
  [
    'three of the pack’s three, where the portfolio allows more',
    '2026-11-23T16:00:00+05:30',
    {
      policy: wide,
      attempts: tried('2026-11-23T09:00+05:30', '2026-11-23T11:00+05:30', '2026-11-23T13:00+05:30'),
    },
    ['per-day'],
    '2026-11-24T08:00:00+05:30',
  ],
  [
    'three of both: the portfolio’s morning is later',
    '2026-11-23T16:30:00+05:30',
    {
      policy: of({ fromHour: 11, perDay: 3 }),
      attempts: tried('2026-11-23T11:00+05:30', '2026-11-23T13:00+05:30', '2026-11-23T15:00+05:30'),
    },
    ['per-day', 'per-day'],
    '2026-11-24T11:00:00+05:30',
  ],
  [
    'five of five a week',
    '2026-11-27T16:00:00+05:30',
    {
      policy: POLICY,
      attempts: tried(
        '2026-11-23T10:00+05:30',
        '2026-11-24T10:00+05:30',
        '2026-11-25T10:00+05:30',
        '2026-11-26T10:00+05:30',
        '2026-11-27T10:00+05:30 visit',
      ),
    },
    ['per-week'],
    '2026-11-30T10:00:00+05:30',
  ],
  // Minutes between two, over channels.
  [
    'too soon after a visit',
    '2026-11-23T11:00:00+05:30',
    { policy: POLICY, attempts: tried('2026-11-23T10:15+05:30 visit') },
    ['gap'],
    '2026-11-23T12:15:00+05:30',
  ],
  [
    'an SMS too soon after a call',
    '2026-11-23T12:14:59+05:30',
    { policy: POLICY, channel: 'sms', attempts: tried('2026-11-23T10:15+05:30') },
    ['gap'],
    '2026-11-23T12:15:00+05:30',
  ],
  [
    'both gaps block a call, the longer one says when',
    '2026-11-23T10:30:00+05:30',
    { policy: POLICY, attempts: tried('2026-11-23T10:15+05:30') },
    ['gap', 'gap'],
    '2026-11-23T12:15:00+05:30',
  ],
  [
    'a gap over the evening ends in the portfolio’s morning',
    '2026-11-23T16:30:00+05:30',
    { policy: of({ fromHour: 10, toHour: 17, gapMinutes: 60 }), attempts: tried('2026-11-23T16:15+05:30 sms') },
    ['gap'],
    '2026-11-24T10:00:00+05:30',
  ],
  [
    'no gap of its own leaves the pack’s',
    '2026-11-23T10:30:00+05:30',
    { policy: wide, attempts: tried('2026-11-23T10:15+05:30') },
    ['gap'],
    '2026-11-23T10:45:00+05:30',
  ],
  [
    'a gap of a week',
    '2026-11-24T10:30:00+05:30',
    { policy: of({ gapMinutes: 7 * 1440 }), attempts: tried('2026-11-23T10:30+05:30 visit') },
    ['gap'],
    '2026-11-30T10:30:00+05:30',
  ],
  // With what else there is.
  [
    'a hold, then the portfolio’s morning',
    AT,
    { policy: POLICY, holds: [held('do-not-contact', '2026-11-25')] },
    ['do-not-contact'],
    '2026-11-26T10:00:00+05:30',
  ],
  [
    'a wish outside the portfolio’s hours',
    AT,
    { policy: POLICY, windows: [asked('only', '17:00', '19:00')] },
    ['not-at-this-time'],
    'never',
  ],
  [
    'a pack of tomorrow that is stricter still',
    '2026-11-23T17:30:00+05:30',
    {
      policy: POLICY,
      packs: [
        packFrom('2026-01-01'),
        packFrom('2026-11-24', (rule) => rule, [ruleOf('hours', { values: { from: '14:00', to: '18:00' } })]),
      ],
    },
    ['hours'],
    '2026-11-24T14:00:00+05:30',
  ],
];
