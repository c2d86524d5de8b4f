/**
 * The rule packs that the product brings. `DEFAULT_PACK` counts for every tenant that has none of its own; the draft is
 * not law and counts only where a tenant takes it. Sources are those of the regulators' texts; what has none says so.
 */
import { CONTACT_HOURS } from '../contact-hours';
import type { Day } from '../dates';
import {
  CONTACT_CHANNELS,
  type ContactChannel,
  type PackRule,
  type PackVersion,
  type RuleId,
  type RuleValues,
} from './types';

const all: ContactChannel[] = [...CONTACT_CHANNELS];
const live: ContactChannel[] = ['call', 'sms', 'whatsapp', 'visit'];
const phones: ContactChannel[] = ['call', 'sms', 'whatsapp'];
const inPerson: ContactChannel[] = ['call', 'visit'];

const HOURS =
  'RBI/2022-23/108, 12 August 2022: no calls before 8:00 a.m. and after 7:00 p.m.; microfinance loans excluded';
const MFI_HOURS =
  'RBI (Regulatory Framework for Microfinance Loans) Directions, 14 March 2022: no calls before 9:00 a.m. and after 6:00 p.m.';
const DRAFT = 'RBI draft of 12 February 2026 (press release 62215), not in force';
const LENDER = 'Policy of the lender';
const POLICY = 'Policy of the lender; no text of the regulator gives a number';
const CONDUCT = 'Conduct of agents: no harassment, RBI/2022-23/108, 12 August 2022';
const HOUSE = 'House rule of collection work';

/** Which values a rule has; a pack that leaves one out, or names another, is refused. */
export const VALUES_OF: Partial<Record<RuleId, readonly (keyof RuleValues)[]>> = {
  hours: ['from', 'to'],
  'per-day': ['most', 'counts'],
  'per-week': ['most', 'counts'],
  gap: ['minutes', 'counts'],
  dra: ['when'],
  language: ['when'],
  holiday: ['days'],
  'third-party': ['owners'],
};

/** Rules that no tenant's pack may be without. */
export const ALWAYS: readonly RuleId[] = ['closed', 'deceased', 'do-not-contact', 'sensitive', 'suppressed', 'hours'];

/** Contact hours may be shorter than the regulator's, never longer. */
export const WIDEST_HOURS = { other: CONTACT_HOURS, microfinance: { from: '09:00', to: '18:00' } } as const;

export const MICROFINANCE_PRODUCTS = ['Microfinance', 'Microfinance loan', 'MFI', 'JLG loan', 'Group loan'];

const EVER: Day = '2000-01-01';
const rule = (
  id: RuleId,
  channels: ContactChannel[],
  source: string,
  more: { values?: RuleValues; from?: Day; loans?: PackRule['loans'] } = {},
): PackRule => ({
  rule: id,
  channels: [...channels],
  loans: more.loans ?? 'all',
  source,
  from: more.from ?? EVER,
  until: null,
  values: more.values ?? {},
});

const base: PackRule[] = [
  rule('closed', all, HOUSE),
  rule('deceased', live, HOUSE),
  rule('do-not-contact', all, HOUSE),
  rule('legal', live, HOUSE),
  rule('dispute', live, HOUSE),
  rule('complaint', live, HOUSE),
  rule('sensitive', all, HOUSE),
  rule('suppressed', all, HOUSE),
  rule('number-invalid', phones, HOUSE),
  rule('dra', inPerson, LENDER, { values: { when: 'known' } }),
  rule('language', inPerson, LENDER, { values: { when: 'warn' } }),
  rule('place', ['visit'], HOUSE),
  rule('hours', live, HOURS, {
    values: { from: CONTACT_HOURS.from, to: CONTACT_HOURS.to },
    from: '2022-08-12',
    loans: 'other',
  }),
  rule('hours', live, MFI_HOURS, { values: { from: '09:00', to: '18:00' }, from: '2022-04-01', loans: 'microfinance' }),
  rule('not-at-this-time', live, CONDUCT),
  rule('per-day', live, POLICY, { values: { most: 3, counts: live } }),
  rule('per-week', live, POLICY, { values: { most: 12, counts: live } }),
  rule('gap', ['call'], CONDUCT, { values: { minutes: 30, counts: ['call'] } }),
];

export const DEFAULT_PACK: PackVersion = {
  name: 'Rules in force',
  from: EVER,
  microfinance: MICROFINANCE_PRODUCTS,
  rules: base,
};

const CITED: Partial<Record<RuleId, string>> = {
  complaint: `${DRAFT}: no recovery by an agent while a grievance is open, unless it is frivolous`,
  sensitive: `${DRAFT}: none in bereavement, calamity, wedding or festival`,
  place: `${DRAFT}: honour "not at this place"`,
  'not-at-this-time': `${DRAFT}: honour "not at this time"`,
};

/**
 * The draft directions on recovery agents. Proposed for 1 July 2026, one later report says 1 October 2026; no final text was
 * found, so it counts only where a tenant takes it, and the festivals are the tenant's to enter.
 */
export const DRAFT_PACK: PackVersion = {
  name: 'Draft of 12 February 2026',
  from: EVER,
  microfinance: MICROFINANCE_PRODUCTS,
  rules: [
    ...base.filter(({ rule: id }) => id !== 'dra').map((one) => ({ ...one, source: CITED[one.rule] ?? one.source })),
    rule('third-party', phones, `${DRAFT}: only the borrower or guarantor`, {
      values: { owners: ['borrower', 'co-borrower', 'guarantor'] },
    }),
    rule('dra', inPerson, `${DRAFT}: agents hold the IIBF certificate`, { values: { when: 'always' } }),
    rule('holiday', live, `${DRAFT}: none on festivals`, { values: { days: [] } }),
  ],
};

export const BUILT_IN = { default: DEFAULT_PACK, 'draft-2026-02': DRAFT_PACK } as const;
export type BuiltIn = keyof typeof BUILT_IN;
