/** The parts of the contact gate on the wire: what it is asked, what it answers, and the rules it goes by. */
import * as z from 'zod/mini';
import { CONTACT_CHANNELS, LIFTED_BY, type LiftId, RULE_IDS, WHY, type WhyId } from '../domain/contact-gate';
import { day, id, instant, longText, sentDay, shortText } from './scalars';

export const channelSchema = z.enum(CONTACT_CHANNELS);
export const ruleIdSchema = z.enum(RULE_IDS);

export const whySchema = z.enum(Object.keys(WHY) as ['closed', ...WhyId[]]);

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter a time like 08:00'));
const someChannels = z
  .array(channelSchema)
  .check(z.minLength(1, 'Choose a channel'), z.maxLength(CONTACT_CHANNELS.length));
const weekdays = z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7));

export const packRuleSchema = z.strictObject({
  rule: ruleIdSchema,
  channels: someChannels,
  loans: z.enum(['all', 'microfinance', 'other']),
  source: z.string().check(z.trim(), z.minLength(1, 'Name the source'), z.maxLength(300)),
  from: day,
  until: z.nullable(day),
  values: z.strictObject({
    from: z.optional(clockTime),
    to: z.optional(clockTime),
    most: z.optional(z.int().check(z.gte(0), z.lte(1000))),
    minutes: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
    counts: z.optional(z.array(channelSchema).check(z.maxLength(5))),
    when: z.optional(z.enum(['warn', 'known', 'always'])),
    days: z.optional(
      z
        .array(z.strictObject({ on: day, name: shortText.check(z.minLength(1, 'Name the day')) }))
        .check(z.maxLength(200)),
    ),
    owners: z.optional(z.array(shortText).check(z.maxLength(20))),
  }),
});

export const packBodySchema = {
  /** Products whose loans are microfinance. */
  microfinance: z.array(shortText.check(z.minLength(1))).check(z.maxLength(50)),
  rules: z.array(packRuleSchema).check(z.minLength(1, 'A pack has rules'), z.maxLength(100)),
};

export const packVersionSchema = z.object({
  name: z.string(),
  from: day,
  microfinance: z.array(z.string()),
  rules: z.array(packRuleSchema),
});

export const reasonSchema = z.object({
  rule: ruleIdSchema,
  /** Names of sentences (core/domain/contact-gate/words.ts). */
  why: whySchema,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  source: z.string(),
  liftsAt: z.nullable(z.number()),
  lift: z.nullable(z.enum(Object.keys(LIFTED_BY) as ['closed', ...LiftId[]])),
});

/** Times are ms UTC, as the engine has them. */
export const answerSchema = z.object({
  allowed: z.boolean(),
  reasons: z.array(reasonSchema),
  warnings: z.array(reasonSchema),
  nextLawfulAt: z.nullable(z.number()),
  allowedUntil: z.nullable(z.number()),
});

const holdSchema = z.object({
  kind: z.enum(['do-not-contact', 'complaint', 'sensitive', 'suppressed']),
  label: z.nullable(z.string()),
  from: z.nullable(day),
  until: z.nullable(day),
  channels: z.nullable(z.array(channelSchema)),
  phoneId: z.nullable(id),
});
const windowSchema = z.object({
  kind: z.enum(['not', 'only']),
  days: z.nullable(z.array(z.int())),
  from: z.string(),
  to: z.string(),
  channels: z.nullable(z.array(channelSchema)),
  until: z.nullable(day),
});

/** Everything the engine needs besides the moment, so that a desk goes on judging when the network is gone. */
export const questionPartsSchema = z.object({
  facts: z.object({
    zone: z.string(),
    language: z.nullable(z.string()),
    product: z.string(),
    closed: z.boolean(),
    deceased: z.boolean(),
    legal: z.boolean(),
    dispute: z.boolean(),
    holds: z.array(holdSchema),
    windows: z.array(windowSchema),
    places: z.array(z.object({ place: z.string(), until: z.nullable(day) })),
  }),
  attempts: z.array(
    z.object({
      at: z.number(),
      channel: channelSchema,
      connected: z.nullable(z.boolean()),
      onRequest: z.optional(z.boolean()),
    }),
  ),
  agent: z.nullable(z.object({ draValidUntil: z.nullable(day), languages: z.array(z.string()) })),
  packs: z.array(packVersionSchema),
  /** Of the loan's portfolio: they count beside the pack's. */
  portfolioRules: z.array(packRuleSchema),
  homeZone: z.string(),
});

/** What travels with a loan to a phone, in the engine's own form; `zone` is the borrower's. */
export const contactFactsSchema = z.object({
  zone: z.string(),
  holds: z.array(holdSchema),
  windows: z.array(windowSchema),
  places: z.array(z.object({ place: z.string(), until: z.nullable(day) })),
  /** Of the last nine days, by anybody and on any loan of the borrower. A record's or a call's own id; ms UTC. */
  attempts: z.array(
    z.object({
      id,
      at: z.number(),
      channel: channelSchema,
      connected: z.nullable(z.boolean()),
      onRequest: z.optional(z.boolean()),
    }),
  ),
});
export type ContactFacts = z.infer<typeof contactFactsSchema>;

export const PREFERENCE_KINDS = [
  'do-not-contact',
  'complaint',
  'not-at-this-time',
  'only-at-this-time',
  'not-at-this-place',
  'dispute',
  'bereavement',
] as const;
export type PreferenceKind = (typeof PREFERENCE_KINDS)[number];

/** What a loan's pause says when a wish of this kind holds contact back; a device without the server knows no more. */
export const PAUSE_REASONS = {
  'do-not-contact': 'Do not contact',
  complaint: 'Complaint',
  dispute: 'Dispute',
  bereavement: 'Bereavement',
  /** Not a wish: what was agreed is being paid (server/modules/settlements/rest.ts). */
  settlement: 'A settlement is being paid',
} as const;

/** What a borrower asked for. Times are by their own clock; `until` is its last day. */
export const preferenceBodySchema = z.strictObject({
  /** Made by the client: sent again, it is the same wish. */
  id,
  kind: z.enum(PREFERENCE_KINDS),
  channels: z.nullable(someChannels),
  phoneId: z.nullable(id),
  days: z.nullable(weekdays),
  fromTime: z.nullable(clockTime),
  toTime: z.nullable(clockTime),
  place: z.nullable(z.enum(['residence', 'office', 'other'])),
  until: z.nullable(sentDay),
  note: z.nullable(longText),
});
export const preferenceSchema = z.object({
  id,
  kind: z.enum(PREFERENCE_KINDS),
  channels: z.nullable(z.array(channelSchema)),
  phoneId: z.nullable(id),
  days: z.nullable(z.array(z.int())),
  fromTime: z.nullable(z.string()),
  toTime: z.nullable(z.string()),
  place: z.nullable(z.string()),
  until: z.nullable(day),
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
  at: instant,
});
export type Preference = z.infer<typeof preferenceSchema>;
