/** How the tables of cases are written: a row names what differs from a quiet morning on which everything is allowed. */
import type { ContactPolicy } from '../portfolio-rules';
import { DEFAULT_PACK } from './packs';
import { policyRules } from './portfolio-policy';
import type {
  AgentFacts,
  Attempt,
  BorrowerFacts,
  ContactChannel,
  ContactQuestion,
  ContactWindow,
  Hold,
  PackRule,
  PackVersion,
  PhoneFacts,
  RuleId,
} from './types';

export interface Given {
  channel?: ContactChannel;
  zone?: string;
  home?: string;
  product?: string;
  language?: string | null;
  flags?: ('closed' | 'deceased' | 'legal' | 'dispute')[];
  holds?: Hold[];
  windows?: ContactWindow[];
  places?: BorrowerFacts['places'];
  place?: string;
  agent?: AgentFacts;
  phone?: PhoneFacts;
  attempts?: Attempt[];
  onRequest?: boolean;
  packs?: PackVersion[];
  /** Of the loan's portfolio. */
  policy?: ContactPolicy;
}

/** What, at (with its offset), given, expected rules in their order (`ok`: none), the next lawful minute or `never`. */
export type Case = [what: string, at: string, given: Given, rules: RuleId[] | 'ok', next: string];

export const questionOf = (at: string, given: Given): ContactQuestion => {
  const flags = given.flags ?? [];
  return {
    at: Date.parse(at),
    channel: given.channel ?? 'call',
    facts: {
      zone: given.zone ?? 'Asia/Kolkata',
      language: given.language === undefined ? 'hi' : given.language,
      product: given.product ?? 'Personal loan',
      closed: flags.includes('closed'),
      deceased: flags.includes('deceased'),
      legal: flags.includes('legal'),
      dispute: flags.includes('dispute'),
      holds: given.holds ?? [],
      windows: given.windows ?? [],
      places: given.places ?? [],
    },
    attempts: given.attempts ?? [],
    agent: given.agent ?? null,
    phone: given.phone ?? null,
    place: given.place ?? null,
    onRequest: given.onRequest,
    packs: given.packs ?? [DEFAULT_PACK],
    ...(given.policy && { portfolioRules: policyRules('Two wheelers', given.policy) }),
    homeZone: given.home ?? 'Asia/Kolkata',
  };
};

/** Attempts at these times, calls unless a channel stands behind the time: `2026-11-23T09:00+05:30 sms`. */
export const tried = (...times: string[]): Attempt[] =>
  times.map((text) => {
    const [at = '', channel = 'call'] = text.split(' ');
    return { at: Date.parse(at), channel: channel as ContactChannel, connected: null };
  });

export const held = (kind: Hold['kind'], until: string | null, more: Partial<Hold> = {}): Hold => ({
  kind,
  label: 'Wedding',
  from: null,
  until,
  channels: null,
  phoneId: null,
  ...more,
});

export const asked = (
  kind: 'not' | 'only',
  from: string,
  to: string,
  more: Partial<ContactWindow> = {},
): ContactWindow => ({
  kind,
  days: null,
  from,
  to,
  channels: null,
  until: null,
  ...more,
});

/** The default pack from another day on, with some of its rules' values changed. */
export const packFrom = (
  from: string,
  change: (rule: PackRule) => PackRule | null = (rule) => rule,
  more: PackRule[] = [],
): PackVersion => ({
  ...DEFAULT_PACK,
  name: `From ${from}`,
  from,
  rules: [
    ...DEFAULT_PACK.rules.flatMap((rule) => {
      const changed = change(rule);
      return changed ? [changed] : [];
    }),
    ...more,
  ],
});

export const ruleOf = (rule: RuleId, more: Partial<PackRule> = {}): PackRule => ({
  rule,
  channels: ['call', 'sms', 'whatsapp', 'visit'],
  loans: 'all',
  source: 'Test',
  from: '2000-01-01',
  until: null,
  values: {},
  ...more,
});
