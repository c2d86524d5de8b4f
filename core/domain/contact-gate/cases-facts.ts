/** What is known of the borrower, the phone and the agent, and the packs that decide. 23 November 2026 is a Monday. */
import { asked, type Case, type Given, held, packFrom, ruleOf, tried } from './cases-support';
import { DEFAULT_PACK, DRAFT_PACK } from './packs';
import type { PackRule, PhoneFacts } from './types';

const AT = '2026-11-23T10:00:00+05:30';
const NIGHT = '2026-11-23T22:00:00+05:30';
const NY = 'America/New_York';
const phone = (more: Partial<PhoneFacts> = {}): PhoneFacts => ({
  id: 'p1',
  owner: 'borrower',
  invalid: false,
  ...more,
});
const agent = (draValidUntil: string | null, ...languages: string[]) => ({ draValidUntil, languages });
const draft: Given = { packs: [DRAFT_PACK], agent: agent('2027-01-01', 'hi') };
const languageBlocks = (rule: PackRule): PackRule =>
  rule.rule === 'language' ? { ...rule, values: { when: 'known' } } : rule;
const festival = ruleOf('holiday', {
  values: {
    days: [
      { on: '2026-11-23', name: 'Diwali' },
      { on: '2026-11-24', name: 'Bhai Dooj' },
    ],
  },
});

export const FACT_CASES: Case[] = [
  // What no time lifts.
  ['closed', AT, { flags: ['closed'] }, ['closed'], 'never'],
  ['closed, by letter too', AT, { flags: ['closed'], channel: 'letter' }, ['closed'], 'never'],
  ['deceased', AT, { flags: ['deceased'] }, ['deceased'], 'never'],
  ['deceased, a letter to the estate', AT, { flags: ['deceased'], channel: 'letter' }, 'ok', 'now'],
  ['deceased at night: death is told first', NIGHT, { flags: ['deceased'] }, ['deceased', 'hours'], 'never'],
  ['with an advocate', AT, { flags: ['legal'] }, ['legal'], 'never'],
  ['with an advocate, a letter', AT, { flags: ['legal'], channel: 'letter' }, 'ok', 'now'],
  ['disputed', AT, { flags: ['dispute'] }, ['dispute'], 'never'],
  ['disputed, a visit', AT, { flags: ['dispute'], channel: 'visit' }, ['dispute'], 'never'],
  ['disputed, the answer by letter', AT, { flags: ['dispute'], channel: 'letter' }, 'ok', 'now'],
  [
    'closed, legal and disputed, in their order',
    AT,
    { flags: ['dispute', 'legal', 'closed'] },
    ['closed', 'legal', 'dispute'],
    'never',
  ],
  // Do not contact.
  ['do not contact, for good', AT, { holds: [held('do-not-contact', null)] }, ['do-not-contact'], 'never'],
  [
    'do not contact until a day',
    AT,
    { holds: [held('do-not-contact', '2026-11-30')] },
    ['do-not-contact'],
    '2026-12-01T08:00:00+05:30',
  ],
  [
    'do not contact, its last day',
    '2026-11-30T18:59:00+05:30',
    { holds: [held('do-not-contact', '2026-11-30')] },
    ['do-not-contact'],
    '2026-12-01T08:00:00+05:30',
  ],
  [
    'do not contact, the day after',
    '2026-12-01T08:00:00+05:30',
    { holds: [held('do-not-contact', '2026-11-30')] },
    'ok',
    'now',
  ],
  [
    'do not call, an SMS',
    AT,
    { channel: 'sms', holds: [held('do-not-contact', null, { channels: ['call'] })] },
    'ok',
    'now',
  ],
  [
    'do not call, a call',
    AT,
    { holds: [held('do-not-contact', null, { channels: ['call'] })] },
    ['do-not-contact'],
    'never',
  ],
  [
    'do not visit, a visit',
    AT,
    { channel: 'visit', holds: [held('do-not-contact', '2026-11-24', { channels: ['visit'] })] },
    ['do-not-contact'],
    '2026-11-25T08:00:00+05:30',
  ],
  [
    'not on this phone',
    AT,
    { phone: phone(), holds: [held('do-not-contact', null, { phoneId: 'p1' })] },
    ['do-not-contact'],
    'never',
  ],
  [
    'not on the other phone',
    AT,
    { phone: phone({ id: 'p2' }), holds: [held('do-not-contact', null, { phoneId: 'p1' })] },
    'ok',
    'now',
  ],
  [
    'not on a phone, a visit',
    AT,
    { channel: 'visit', holds: [held('do-not-contact', null, { phoneId: 'p1' })] },
    'ok',
    'now',
  ],
  [
    'two requests, the longer one',
    AT,
    { holds: [held('do-not-contact', '2026-11-25'), held('do-not-contact', '2026-12-10')] },
    ['do-not-contact'],
    '2026-12-11T08:00:00+05:30',
  ],
  [
    'two requests, one for good',
    AT,
    { holds: [held('do-not-contact', null), held('do-not-contact', '2026-12-10')] },
    ['do-not-contact'],
    'never',
  ],
  [
    'one after the other',
    AT,
    { holds: [held('do-not-contact', '2026-11-24'), held('do-not-contact', '2026-11-27', { from: '2026-11-25' })] },
    ['do-not-contact'],
    '2026-11-28T08:00:00+05:30',
  ],
  ['one that begins tomorrow', AT, { holds: [held('do-not-contact', null, { from: '2026-11-24' })] }, 'ok', 'now'],
  [
    'one that begins tomorrow, asked at night',
    NIGHT,
    { holds: [held('do-not-contact', null, { from: '2026-11-24' })] },
    ['hours'],
    'never',
  ],
  // The office's day ends by the office's clock.
  [
    'a hold ends at midnight of the office',
    '2026-11-23T14:00:00-05:00',
    { zone: NY, holds: [held('do-not-contact', '2026-11-23')] },
    'ok',
    'now',
  ],
  [
    'a hold until the office’s tomorrow',
    '2026-11-23T09:00:00-05:00',
    { zone: NY, holds: [held('do-not-contact', '2026-11-24')] },
    ['do-not-contact'],
    '2026-11-24T13:30:00-05:00',
  ],
  [
    'the same with the office in New York',
    '2026-11-24T09:00:00-05:00',
    { zone: NY, home: NY, holds: [held('do-not-contact', '2026-11-24')] },
    ['do-not-contact'],
    '2026-11-25T08:00:00-05:00',
  ],
  // Complaint, sensitive, suppression.
  ['a complaint', AT, { holds: [held('complaint', null)] }, ['complaint'], 'never'],
  [
    'a complaint with a date',
    AT,
    { holds: [held('complaint', '2026-11-26')] },
    ['complaint'],
    '2026-11-27T08:00:00+05:30',
  ],
  ['a complaint, the answer by letter', AT, { channel: 'letter', holds: [held('complaint', null)] }, 'ok', 'now'],
  ['a wedding', AT, { holds: [held('sensitive', '2026-11-25')] }, ['sensitive'], '2026-11-26T08:00:00+05:30'],
  [
    'in hospital, no end known',
    AT,
    { holds: [held('sensitive', null, { label: 'In hospital' })] },
    ['sensitive'],
    'never',
  ],
  [
    'a wedding, by letter too',
    AT,
    { channel: 'letter', holds: [held('sensitive', '2026-11-25')] },
    ['sensitive'],
    '2026-11-26T00:00:00+05:30',
  ],
  [
    'suppressed',
    AT,
    { holds: [held('suppressed', '2026-11-23', { label: 'Claims paid' })] },
    ['suppressed'],
    '2026-11-24T08:00:00+05:30',
  ],
  ['suppressed from tomorrow', AT, { holds: [held('suppressed', '2026-11-30', { from: '2026-11-24' })] }, 'ok', 'now'],
  [
    'a wedding within a suppression',
    AT,
    { holds: [held('suppressed', '2026-11-30'), held('sensitive', '2026-11-25')] },
    ['sensitive', 'suppressed'],
    '2026-12-01T08:00:00+05:30',
  ],
  [
    'a calamity, and a request for good',
    AT,
    { holds: [held('sensitive', '2026-11-25'), held('do-not-contact', null)] },
    ['do-not-contact', 'sensitive'],
    'never',
  ],
  ['a wedding that ended yesterday', AT, { holds: [held('sensitive', '2026-11-22')] }, 'ok', 'now'],
  // The phone.
  ['a wrong number', AT, { phone: phone({ invalid: true }) }, ['number-invalid'], 'never'],
  ['a wrong number, by SMS', AT, { channel: 'sms', phone: phone({ invalid: true }) }, ['number-invalid'], 'never'],
  ['a wrong number, a visit', AT, { channel: 'visit', phone: phone({ invalid: true }) }, 'ok', 'now'],
  ['a neighbour’s phone, today’s rules', AT, { phone: phone({ owner: 'reference' }) }, 'ok', 'now'],
  ['a neighbour’s phone, the draft', AT, { ...draft, phone: phone({ owner: 'reference' }) }, ['third-party'], 'never'],
  ['a guarantor’s phone, the draft', AT, { ...draft, phone: phone({ owner: 'guarantor' }) }, 'ok', 'now'],
  ['the borrower’s phone, the draft', AT, { ...draft, phone: phone() }, 'ok', 'now'],
  // The agent.
  ['a valid certificate', AT, { agent: agent('2026-12-31', 'hi') }, 'ok', 'now'],
  ['a certificate on its last day', '2026-11-23T18:59:59+05:30', { agent: agent('2026-11-23', 'hi') }, 'ok', 'now'],
  [
    'a certificate the day after, at midnight',
    '2026-11-24T00:00:00+05:30',
    { agent: agent('2026-11-23', 'hi') },
    ['dra', 'hours'],
    'never',
  ],
  [
    'a certificate the day after, in the morning',
    '2026-11-24T08:00:00+05:30',
    { agent: agent('2026-11-23', 'hi') },
    ['dra'],
    'never',
  ],
  [
    'a certificate that ends before the next morning',
    '2026-11-23T19:00:00+05:30',
    { agent: agent('2026-11-23', 'hi') },
    ['hours'],
    'never',
  ],
  [
    'a certificate by the office’s midnight, New York still at noon',
    '2026-11-23T14:00:00-05:00',
    { zone: NY, agent: agent('2026-11-23', 'hi') },
    ['dra'],
    'never',
  ],
  ['no certificate on file, today’s rules', AT, { agent: agent(null, 'hi') }, 'ok', 'now'],
  ['no certificate on file, the draft', AT, { ...draft, agent: agent(null, 'hi') }, ['dra'], 'never'],
  ['an ended certificate does not stop an SMS', AT, { channel: 'sms', agent: agent('2026-01-01', 'hi') }, 'ok', 'now'],
  ['an ended certificate stops a visit', AT, { channel: 'visit', agent: agent('2026-01-01', 'hi') }, ['dra'], 'never'],
  ['the system has no certificate', AT, { packs: [DRAFT_PACK] }, 'ok', 'now'],
  ['another language is a warning', AT, { language: 'ta', agent: agent('2027-01-01', 'hi', 'en') }, 'ok', 'now'],
  [
    'another language, a pack that blocks it',
    AT,
    { language: 'ta', agent: agent('2027-01-01', 'hi', 'en'), packs: [packFrom('2026-01-01', languageBlocks)] },
    ['language'],
    'never',
  ],
  ['the same language', AT, { language: 'ta', agent: agent('2027-01-01', 'hi', 'ta') }, 'ok', 'now'],
  ['an agent whose languages nobody entered', AT, { language: 'ta', agent: agent('2027-01-01') }, 'ok', 'now'],
  ['a borrower whose language nobody knows', AT, { language: null, agent: agent('2027-01-01', 'hi') }, 'ok', 'now'],
  [
    'certificate and language, in their order',
    AT,
    { language: 'ta', agent: agent('2026-01-01', 'hi'), packs: [packFrom('2026-01-01', languageBlocks)] },
    ['dra', 'language'],
    'never',
  ],
  // Places.
  [
    'not at the office',
    AT,
    { channel: 'visit', place: 'office', places: [{ place: 'office', until: null }] },
    ['place'],
    'never',
  ],
  [
    'not at the office, at home',
    AT,
    { channel: 'visit', place: 'residence', places: [{ place: 'office', until: null }] },
    'ok',
    'now',
  ],
  [
    'not at the office, the place still open',
    AT,
    { channel: 'visit', places: [{ place: 'office', until: null }] },
    'ok',
    'now',
  ],
  [
    'not at home for now',
    AT,
    { channel: 'visit', place: 'residence', places: [{ place: 'residence', until: '2026-11-23' }] },
    ['place'],
    '2026-11-24T08:00:00+05:30',
  ],
  ['not at the office, a call', AT, { place: 'office', places: [{ place: 'office', until: null }] }, 'ok', 'now'],
  // Packs by date.
  ['no pack at all', NIGHT, { packs: [] }, 'ok', 'now'],
  [
    'a pack to come does not count yet',
    '2026-11-23T18:00:00+05:30',
    {
      packs: [
        DEFAULT_PACK,
        packFrom('2026-12-01', (rule) =>
          rule.rule === 'hours' ? { ...rule, values: { from: '10:00', to: '17:00' } } : rule,
        ),
      ],
    },
    'ok',
    'now',
  ],
  [
    'the evening before it counts, the next morning is shorter',
    '2026-11-30T20:00:00+05:30',
    {
      packs: [
        DEFAULT_PACK,
        packFrom('2026-12-01', (rule) =>
          rule.rule === 'hours' ? { ...rule, values: { from: '10:00', to: '17:00' } } : rule,
        ),
      ],
    },
    ['hours'],
    '2026-12-01T10:00:00+05:30',
  ],
  [
    'it counts from its midnight on',
    '2026-12-01T09:59:59+05:30',
    {
      packs: [
        DEFAULT_PACK,
        packFrom('2026-12-01', (rule) =>
          rule.rule === 'hours' ? { ...rule, values: { from: '10:00', to: '17:00' } } : rule,
        ),
      ],
    },
    ['hours'],
    '2026-12-01T10:00:00+05:30',
  ],
  [
    'two versions of one day: the later',
    NIGHT,
    { packs: [packFrom('2026-11-01'), packFrom('2026-11-01', () => null)] },
    'ok',
    'now',
  ],
  [
    'a pack to come that drops a rule lifts it',
    AT,
    {
      flags: ['dispute'],
      packs: [DEFAULT_PACK, packFrom('2026-12-01', (rule) => (rule.rule === 'dispute' ? null : rule))],
    },
    ['dispute'],
    '2026-12-01T08:00:00+05:30',
  ],
  [
    'a pack by the office’s midnight',
    '2026-11-30T20:00:00-05:00',
    { zone: NY, packs: [DEFAULT_PACK, packFrom('2026-12-01', () => null)] },
    'ok',
    'now',
  ],
  [
    'a rule that begins later',
    AT,
    {
      packs: [
        packFrom('2026-01-01', (rule) => rule, [
          ruleOf('gap', { from: '2026-11-24', values: { minutes: 600, counts: ['call'] } }),
        ]),
      ],
      attempts: tried('2026-11-23T09:00+05:30'),
    },
    'ok',
    'now',
  ],
  [
    'a rule that begins in the night',
    NIGHT,
    {
      packs: [
        packFrom('2026-01-01', (rule) => rule, [
          ruleOf('gap', { from: '2026-11-24', values: { minutes: 1000, counts: ['call'] } }),
        ]),
      ],
      attempts: tried('2026-11-23T18:00+05:30'),
    },
    ['hours'],
    '2026-11-24T10:40:00+05:30',
  ],
  [
    'a rule that has ended',
    AT,
    {
      packs: [packFrom('2026-01-01', (rule) => (rule.rule === 'dispute' ? { ...rule, until: '2026-11-22' } : rule))],
      flags: ['dispute'],
    },
    'ok',
    'now',
  ],
  [
    'a rule on its last day',
    AT,
    {
      packs: [packFrom('2026-01-01', (rule) => (rule.rule === 'dispute' ? { ...rule, until: '2026-11-23' } : rule))],
      flags: ['dispute'],
    },
    ['dispute'],
    '2026-11-24T08:00:00+05:30',
  ],
  ['before the circular there were no hours', '2022-08-11T22:00:00+05:30', {}, 'ok', 'now'],
  ['since the circular there are', '2022-08-12T00:00:00+05:30', {}, ['hours'], '2022-08-12T08:00:00+05:30'],
  // Holidays.
  [
    'a festival',
    AT,
    {
      packs: [
        packFrom('2026-01-01', (rule) => rule, [
          ruleOf('holiday', { values: { days: [{ on: '2026-11-23', name: 'Diwali' }] } }),
        ]),
      ],
    },
    ['holiday'],
    '2026-11-24T08:00:00+05:30',
  ],
  [
    'two festivals in a row',
    AT,
    { packs: [packFrom('2026-01-01', (rule) => rule, [festival])] },
    ['holiday'],
    '2026-11-25T08:00:00+05:30',
  ],
  [
    'a festival at night',
    NIGHT,
    { packs: [packFrom('2026-01-01', (rule) => rule, [festival])] },
    ['holiday', 'hours'],
    '2026-11-25T08:00:00+05:30',
  ],
  [
    'the eve of a festival',
    '2026-11-22T20:00:00+05:30',
    { packs: [packFrom('2026-01-01', (rule) => rule, [festival])] },
    ['hours'],
    '2026-11-25T08:00:00+05:30',
  ],
  [
    'a festival by the borrower’s calendar',
    '2026-11-22T18:30:00-05:00',
    { zone: NY, packs: [packFrom('2026-01-01', (rule) => rule, [festival])] },
    'ok',
    'now',
  ],
  // Numbers of a tenant's own.
  [
    'two a day',
    AT,
    {
      packs: [
        packFrom('2026-01-01', (rule) =>
          rule.rule === 'per-day' ? { ...rule, values: { ...rule.values, most: 2 } } : rule,
        ),
      ],
      attempts: tried('2026-11-23T08:00+05:30', '2026-11-23T09:00+05:30 sms'),
    },
    ['per-day'],
    '2026-11-24T08:00:00+05:30',
  ],
  [
    'none at all',
    AT,
    {
      packs: [
        packFrom('2026-01-01', (rule) =>
          rule.rule === 'per-day' ? { ...rule, values: { ...rule.values, most: 0 } } : rule,
        ),
      ],
    },
    ['per-day'],
    'never',
  ],
  [
    'only calls count',
    AT,
    {
      packs: [
        packFrom('2026-01-01', (rule) =>
          rule.rule === 'per-day' ? { ...rule, values: { most: 1, counts: ['call'] } } : rule,
        ),
      ],
      attempts: tried('2026-11-23T08:00+05:30 sms', '2026-11-23T09:00+05:30 visit'),
    },
    'ok',
    'now',
  ],
  [
    'a gap of a day and a half',
    AT,
    {
      packs: [
        packFrom('2026-01-01', (rule) =>
          rule.rule === 'gap' ? { ...rule, values: { minutes: 2160, counts: ['call'] } } : rule,
        ),
      ],
      attempts: tried('2026-11-22T18:00+05:30'),
    },
    ['gap'],
    '2026-11-24T08:00:00+05:30',
  ],
  // All at once.
  [
    'everything',
    NIGHT,
    {
      flags: ['closed', 'deceased', 'legal', 'dispute'],
      language: 'ta',
      channel: 'call',
      phone: phone({ invalid: true, owner: 'office' }),
      agent: agent(null, 'hi'),
      packs: [{ ...DRAFT_PACK, rules: [...DRAFT_PACK.rules, festival] }],
      holds: [held('do-not-contact', null), held('complaint', null), held('sensitive', null), held('suppressed', null)],
      windows: [asked('not', '21:00', '23:00')],
      attempts: tried('2026-11-23T21:40+05:30', '2026-11-23T21:45+05:30', '2026-11-23T21:50+05:30'),
    },
    [
      'closed',
      'deceased',
      'do-not-contact',
      'legal',
      'dispute',
      'complaint',
      'sensitive',
      'suppressed',
      'number-invalid',
      'third-party',
      'dra',
      'holiday',
      'hours',
      'not-at-this-time',
      'per-day',
      'gap',
    ],
    'never',
  ],
];
