/**
 * What the contact gate is asked and what it answers. Everything is plain data, so that the server, a desk without a
 * network and a preview of another rule pack ask the same question of the same function.
 *
 * Two clocks decide. The **borrower's zone**: hours, weekdays, "today" and "this week" of attempts, the times they asked
 * for, holidays. The **home zone** (the tenant's): days of the office, that is from when and until when a pack, a hold or a
 * certificate counts.
 */
import type { Day } from '../dates';
import type { LiftId, WhyId } from './words';

export const CONTACT_CHANNELS = ['call', 'sms', 'whatsapp', 'visit', 'letter'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/**
 * The rules, in the order in which they decide: of several that block, the first here is the one that is told first. What
 * no time lifts comes before what a day lifts, and that before what the next hour lifts; so nobody waits for 08:00 to be
 * told that the borrower has died.
 */
export const RULE_IDS = [
  'closed',
  'deceased',
  'do-not-contact',
  'legal',
  'dispute',
  'complaint',
  'sensitive',
  'suppressed',
  'channel',
  'number-invalid',
  'third-party',
  'dra',
  'language',
  'holiday',
  'place',
  'hours',
  'not-at-this-time',
  'per-day',
  'per-week',
  'gap',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

/** What a rule needs to know beyond its name; which of them is in `VALUES_OF` (packs.ts). */
export interface RuleValues {
  /** `hours`: first lawful minute and first minute that no longer is, `HH:mm`. */
  from?: string | undefined;
  to?: string | undefined;
  /** `per-day`, `per-week`: attempts that may be made. */
  most?: number | undefined;
  /** `gap`: minutes that must lie between two attempts. */
  minutes?: number | undefined;
  /** `per-day`, `per-week`, `gap`: the channels whose attempts count. */
  counts?: ContactChannel[] | undefined;
  /**
   * `dra`, `language`: `known` blocks only what is on file and wrong, `always` also what is not on file; `warn` says what is on
   * file and wrong, and blocks nothing.
   */
  when?: 'warn' | 'known' | 'always' | undefined;
  /** `holiday`: days of the borrower's calendar. */
  days?: { on: Day; name: string }[] | undefined;
  /** `third-party`: whose phones may be called. */
  owners?: string[] | undefined;
}

/** One rule of a pack, with where it comes from and when it counts (days in the home zone, `until` is its last). */
export interface PackRule {
  rule: RuleId;
  channels: ContactChannel[];
  loans: 'all' | 'microfinance' | 'other';
  source: string;
  from: Day;
  until: Day | null;
  values: RuleValues;
}

/** The rules of a tenant from a day on, until the next version begins. */
export interface PackVersion {
  name: string;
  from: Day;
  /** Products whose loans count as microfinance, in any case of letters. */
  microfinance: string[];
  rules: PackRule[];
}

/** A hold on contact: `until` is its last day (home zone), null for as long as nobody ends it. */
export interface Hold {
  kind: 'do-not-contact' | 'complaint' | 'sensitive' | 'suppressed';
  label: string | null;
  from: Day | null;
  until: Day | null;
  /** Null: all of them. */
  channels: ContactChannel[] | null;
  /** Null: all phones. */
  phoneId: string | null;
}

/** When the borrower does not want to be contacted (`not`), or when alone they do (`only`); their own clock. */
export interface ContactWindow {
  kind: 'not' | 'only';
  /** 1 Monday … 7 Sunday; null for every day. A window over midnight belongs to the day on which it begins. */
  days: number[] | null;
  /** `HH:mm`; `to` may be `24:00`. The same twice is the whole day. */
  from: string;
  to: string;
  channels: ContactChannel[] | null;
  until: Day | null;
}

export interface BorrowerFacts {
  zone: string;
  /** As the book has it; null when nobody knows. */
  language: string | null;
  product: string;
  /** Closed or settled. */
  closed: boolean;
  deceased: boolean;
  legal: boolean;
  dispute: boolean;
  holds: Hold[];
  windows: ContactWindow[];
  /** Where the borrower does not want to be visited. */
  places: { place: string; until: Day | null }[];
}

/** `at`: ms UTC. Every channel that the ledger knows is in here; the rules choose what counts. */
export interface Attempt {
  at: number;
  channel: ContactChannel;
  connected: boolean | null;
  /** Sent because the borrower asked for it: no attempt of ours. */
  onRequest?: boolean | undefined;
}

export interface AgentFacts {
  /** Last day of the certificate; null when none is on file. */
  draValidUntil: Day | null;
  /** Empty when nothing is on file. */
  languages: string[];
}

export interface PhoneFacts {
  id: string;
  owner: string;
  invalid: boolean;
}

export interface ContactQuestion {
  /** ms UTC. */
  at: number;
  channel: ContactChannel;
  facts: BorrowerFacts;
  attempts: readonly Attempt[];
  /** Null for what nobody does in person: messages that the system sends. */
  agent: AgentFacts | null;
  phone: PhoneFacts | null;
  /** Of a visit; null when it is not known yet. */
  place: string | null;
  /** Sent because the borrower asked for it: attempts do not count against it. */
  onRequest?: boolean | undefined;
  packs: readonly PackVersion[];
  /**
   * Rules of the loan's own portfolio (`policyRules`). They count beside those of whatever pack is in force, never instead of
   * them: of two that block, the one that lasts longer says when.
   */
  portfolioRules?: readonly PackRule[] | undefined;
  homeZone: string;
}

/** A rule that blocks now; `why` and `lift` name sentences of words.ts. */
export interface Reason {
  rule: RuleId;
  why: WhyId;
  values: Record<string, string | number>;
  source: string;
  /** ms UTC at which this rule by itself lets go, if nothing else changes; null when no time lifts it. */
  liftsAt: number | null;
  /** What would lift it where time does not, or would sooner. */
  lift: LiftId | null;
}

export interface ContactAnswer {
  allowed: boolean;
  /** In the order of `RULE_IDS`; the first one is decisive. Empty when allowed. */
  reasons: Reason[];
  /** What a pack wants to be known without blocking it; allowed or not. */
  warnings: Reason[];
  /** The first whole minute from `at` on that is lawful (ms UTC); `at` itself when allowed; null: no time lifts it. */
  nextLawfulAt: number | null;
  /** When allowed: how long it stays so without another attempt; null when no end is in sight within two months. */
  allowedUntil: number | null;
}
