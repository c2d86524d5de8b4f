/** The leaderboard (domain 1.6): how people stand in their cohort, why, and whether their promises hold. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { BOARD_COUNTS, type BoardCount, GAIN_PARTS, PROMISE_SIGNS, SCORE_PARTS } from '../domain/leaderboard';
import { LOAN_CARRIERS } from '../domain/roles';
import { defineEndpoint } from './kit';
import { TENANT_ADMIN_ROLES } from './loan-givers';
import { anyOf, pageQuery } from './organisation';
import { day, id, instant, longText, version } from './scalars';
import { month } from './targets';

const everyone = { kind: 'session', roles: '*', scope: 'team' } as const;
const keepers = { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'tenant' } as const;
/** Who asks people about their month, and has it counted anew. */
export const BOARD_ASKERS = [...TENANT_ADMIN_ROLES, 'CRM_SUPERMANAGER', 'CRM_MANAGER', 'MANAGER', 'PARTNER'] as const;
const askers = { kind: 'session', roles: BOARD_ASKERS, scope: 'team' } as const;

/** They must be the caller's (specification 7, identity headers). */
const identity = z.object({ profileid: z.optional(id), tenantid: z.optional(id) });
const whole = z.int();
const counts = z.object(
  Object.fromEntries(BOARD_COUNTS.map((name) => [name, whole])) as Record<BoardCount, typeof whole>,
);
const share = z.nullable(z.number());

const row = z.object({
  /** Names the row in its list. */
  id: z.string(),
  /** With all else that names somebody null for others of the caller's cohort, unless the tenant shows names. */
  profileId: z.nullable(id),
  name: z.nullable(z.string()),
  agency: z.nullable(z.string()),
  own: z.boolean(),
  role: z.enum(LOAN_CARRIERS),
  bucket: z.enum(BUCKETS),
  /** Null with fewer than `LEAST_ACCOUNTS` loans, or nothing known. */
  rank: z.nullable(z.int()),
  /** The rank of the month before in the same cohort. */
  rankBefore: z.nullable(z.int()),
  /** Hundredths of a point. */
  score: z.nullable(z.int()),
  ...counts.shape,
  /** From 0 to 1, null when not known; the cohort's median beside the share of principal that is resolved. */
  resolution: share,
  median: share,
  kept: share,
  conversion: share,
  quality: share,
  attendance: share,
  /** Promises with a sign of not having been made, of all that were taken. */
  doubtful: z.int(),
  promises: z.int(),
});
export type BoardRow = z.infer<typeof row>;

const run = z.object({
  month,
  /** Counted up to the beginning of this day. */
  before: day,
  at: instant,
});

export const BOARD_SORTS = ['rank', 'score', 'name', 'accounts', 'openingPaise', 'collectedPaise', 'doubtful'] as const;

export const boardList = defineEndpoint({
  id: 'leaderboard.list',
  method: 'GET',
  service: 'main',
  path: 'agentprofile/getList',
  summary:
    'The leaderboard of a month: the caller’s people, or for who is on it their own rows and their cohorts without names',
  access: everyone,
  idempotency: 'safe',
  headers: identity,
  query: z.strictObject({
    ...pageQuery,
    /** Without it the newest that was counted. */
    month: z.optional(month),
    role: anyOf(LOAN_CARRIERS),
    bucket: anyOf(BUCKETS),
    agencyId: z.optional(id),
    sort: z.optional(z.enum(BOARD_SORTS)),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      rows: z.array(row),
      total: z.int(),
      /** Null until the month was counted. */
      counted: z.nullable(run),
      /** A count that runs, or failed after the one that is shown. */
      counting: z.nullable(z.object({ state: z.enum(['counting', 'failed']), done: z.int(), total: z.int() })),
      agencies: z.array(z.object({ id, name: z.string() })),
      /** Months about which a question waits for the caller’s answer, the oldest question first. */
      waiting: z.array(z.object({ month })),
    }),
  }),
});

const question = z.object({
  id,
  askedBy: z.nullable(z.string()),
  askedAt: instant,
  question: z.string(),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
});

export const boardPerson = defineEndpoint({
  id: 'leaderboard.person',
  method: 'GET',
  service: 'main',
  path: 'agentprofile',
  summary:
    'One person of the leaderboard, the caller unless somebody is named: how the score came about, what would gain a rank, the signs of their promises, questions and answers',
  access: everyone,
  idempotency: 'safe',
  headers: identity,
  query: z.strictObject({ profileId: z.optional(id), month: z.optional(month), bucket: z.optional(z.enum(BUCKETS)) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      counted: run,
      row,
      /** People of the cohort, and how many of them are ranked. */
      cohort: z.object({ people: z.int(), ranked: z.int() }),
      lines: z.array(
        z.object({
          part: z.enum(SCORE_PARTS),
          share,
          index: share,
          weight: z.int(),
          given: z.number(),
          points: z.int(),
        }),
      ),
      /** Hundredths of a point. */
      penalty: z.int(),
      /** The smallest change first. */
      gains: z.array(z.object({ part: z.enum(GAIN_PARTS), change: z.int(), by: z.number(), rank: z.int() })),
      questions: z.array(question),
      mayAsk: z.boolean(),
      mayAnswer: z.boolean(),
    }),
  }),
});
export type BoardPerson = z.infer<typeof boardPerson.response>['data'];

export const boardPromises = defineEndpoint({
  id: 'leaderboard.promises',
  method: 'GET',
  service: 'main',
  path: 'agentprofile/promises',
  summary: 'The promises that somebody took in a month, with the signs that each has and what was kept of it',
  access: everyone,
  idempotency: 'safe',
  query: z.strictObject({
    dir: pageQuery.dir,
    page: pageQuery.page,
    size: pageQuery.size,
    profileId: id,
    month,
    /** Those with one of these signs; without it those with any. */
    sign: anyOf(PROMISE_SIGNS),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      rows: z.array(
        z.object({
          /** Of the call or visit. */
          id,
          at: instant,
          channel: z.enum(['call', 'field']),
          /** Null when the caller does not see the loan. */
          loanId: z.nullable(id),
          loanNumber: z.nullable(z.string()),
          borrower: z.nullable(z.string()),
          paise: z.int(),
          dueOn: day,
          status: z.enum(['open', 'kept', 'broken', 'replaced']),
          /** Null of a visit, and where the dialer told nothing. */
          talkSeconds: z.nullable(z.int()),
          brokenBefore: z.int(),
          signs: z.array(z.enum(PROMISE_SIGNS)),
        }),
      ),
      total: z.int(),
      /** Of the whole month: how many of each sign, and what is worth anything of it. */
      counts: z.object({ short: z.int(), burst: z.int(), again: z.int() }),
      promises: z.int(),
      promisedPaise: z.int(),
      keptPaise: z.int(),
    }),
  }),
});

const points = z.int().check(z.gte(0), z.lte(100));
const settings = {
  ...(Object.fromEntries(SCORE_PARTS.map((part) => [part, points])) as Record<
    (typeof SCORE_PARTS)[number],
    typeof points
  >),
  breach: z.int().check(z.gte(0), z.lte(50)),
  names: z.boolean(),
  shortTalk: z.int().check(z.gte(0), z.lte(300)),
};
const kept = z.object({ version, ...settings, savedBy: z.nullable(z.string()), savedAt: z.nullable(instant) });
export type BoardSettingsKept = z.infer<typeof kept>;

export const boardSettings = defineEndpoint({
  id: 'leaderboard.settings',
  method: 'GET',
  service: 'main',
  path: 'agentprofile/settings',
  summary: 'The weights of the leaderboard, and who saved which before: the newest 20',
  access: keepers,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.object({ ...kept.shape, history: z.array(kept) }) }),
});

export const saveBoardSettings = defineEndpoint({
  id: 'leaderboard.saveSettings',
  method: 'PUT',
  service: 'main',
  path: 'agentprofile/settings',
  summary: 'Saves the weights as the next version and has the newest month counted anew; they add up to 100',
  access: { ...keepers, settings: true },
  idempotency: 'none',
  body: z.strictObject({ version, ...settings }),
  response: z.object({ success: z.literal(true), data: kept }),
});

export const countBoard = defineEndpoint({
  id: 'leaderboard.count',
  method: 'POST',
  service: 'main',
  path: 'agentprofile/count',
  summary: 'Has a month counted anew; while somebody else’s count of it runs, that is the one',
  access: askers,
  idempotency: 'natural',
  body: z.strictObject({ month }),
  response: z.object({ success: z.literal(true), data: z.object({ done: z.int(), total: z.int() }) }),
});

const said = longText.check(z.minLength(3, 'At least three letters'));
const asked = z.object({ success: z.literal(true), data: question });

export const askPerson = defineEndpoint({
  id: 'leaderboard.ask',
  method: 'POST',
  service: 'main',
  path: 'agentprofile/questions',
  summary: 'Asks one of the caller’s people about their month; with an id that exists it is that question',
  access: askers,
  idempotency: 'natural',
  body: z.strictObject({ id, profileId: id, month, question: said }),
  response: asked,
});

export const answerQuestion = defineEndpoint({
  id: 'leaderboard.answer',
  method: 'PUT',
  service: 'main',
  path: 'agentprofile/questions/{id}',
  summary: 'Answers a question that the caller was asked; once, and both stay',
  access: { kind: 'session', roles: LOAN_CARRIERS, scope: 'self' },
  idempotency: 'natural',
  params: z.object({ id }),
  body: z.strictObject({ answer: said }),
  response: asked,
});
