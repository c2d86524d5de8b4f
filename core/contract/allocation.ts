/**
 * Rules by which loans are given to people and agencies, rehearsed and then committed as a job (specification 2.3, 3 "Report job",
 * 7). A rehearsal changes nothing; its commit leaves out what changed since, and can be undone.
 */
import * as z from 'zod/mini';
import {
  EXCLUSIONS,
  FACT_FIELDS,
  LISTED_FIELDS,
  METHODS,
  NUMBER_FIELDS,
  RULE_KINDS,
  STAYS,
  WISHES,
} from '../domain/allocation';
import { MAX_PAISE } from '../domain/money';
import { defineEndpoint } from './kit';
import { ASSIGNED } from './loan-changes';
import { allocators, TENANT_ADMIN_ROLES } from './loan-givers';
import { day, id, instant, lookProgress, lookQuery, sentDay, shortText, version } from './scalars';

export const RULE_WRITERS = TENANT_ADMIN_ROLES;
export const ALLOCATORS = [...TENANT_ADMIN_ROLES, 'CRM_MANAGER', 'CRM_SUPERMANAGER'] as const;

const readers = { kind: 'session', roles: ALLOCATORS, scope: 'tenant' } as const;
/** Of somebody's people: a manager sees their own runs and those of people below them. */
const runners = { kind: 'session', roles: ALLOCATORS, scope: 'team' } as const;
/** Those who give loans by hand as well, as a job that is the same kind of run. */
const watchers = { kind: 'session', roles: allocators, scope: 'team' } as const;

export const MOST_RULES = 50;
const amount = z.int().check(z.gte(0), z.lte(MAX_PAISE));
const term = z.union([
  z.strictObject({
    field: z.enum(LISTED_FIELDS),
    values: z.array(z.string().check(z.minLength(1), z.maxLength(80))).check(z.minLength(1), z.maxLength(200)),
    not: z.boolean(),
  }),
  z.strictObject({ field: z.enum(NUMBER_FIELDS), from: z.nullable(amount), to: z.nullable(amount), not: z.boolean() }),
  z.strictObject({ field: z.enum(FACT_FIELDS), not: z.boolean() }),
]);
/** Any of the groups, in which all terms hold; a group without terms takes every loan. */
const condition = z.array(z.array(term).check(z.maxLength(20))).check(z.maxLength(10));
const weight = z.int().check(z.gte(0), z.lte(10));

export const allocationRule = z.strictObject({
  id,
  name: shortText.check(z.minLength(1, 'Give the rule a name')),
  active: z.boolean(),
  condition,
  kind: z.enum(RULE_KINDS),
  target: z.strictObject({ of: z.enum(['team', 'agency', 'chosen']), ids: z.array(id).check(z.maxLength(500)) }),
  method: z.enum(METHODS),
  weights: z.strictObject({ travel: weight, language: weight, continuity: weight, balance: weight }),
  /** Of the method `share`, of each of the chosen: whole percents, and caps of their own. Money is paise. */
  shares: z.optional(
    z
      .array(
        z.strictObject({
          id,
          percent: z.int().check(z.gte(1), z.lte(100)),
          mostLoans: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
          mostPos: z.nullable(amount),
        }),
      )
      .check(z.maxLength(100)),
  ),
  keepPresent: z.boolean(),
  /** Percent of the loans that it takes: always the same, the others are left to the rules that follow. */
  part: z.optional(z.int().check(z.gte(1), z.lte(99))),
  mostLoans: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
  mostPos: z.nullable(amount),
  needsDra: z.boolean(),
  needsPresence: z.boolean(),
  from: z.nullable(sentDay),
  until: z.nullable(sentDay),
});

const ruleSet = z.object({
  /** 0 before anything was saved. */
  version,
  rules: z.array(allocationRule),
  savedBy: z.nullable(z.string()),
  savedAt: z.nullable(instant),
  /** Of the people, agencies and clients that the rules name. */
  names: z.record(z.string(), z.string()),
});
export type RuleSet = z.infer<typeof ruleSet>;
const answeredRules = z.object({ success: z.literal(true), data: ruleSet });

export const allocationRules = defineEndpoint({
  id: 'allocation.rules',
  method: 'GET',
  service: 'main',
  path: 'loans/allocation-rule',
  summary: 'The tenant’s allocation rules in their order, the newest version or an earlier one',
  access: readers,
  idempotency: 'safe',
  query: z.strictObject({ version: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_000_000_000))) }),
  response: answeredRules,
});

export const uploadAllocationRules = defineEndpoint({
  id: 'allocation.upload',
  method: 'POST',
  service: 'main',
  path: 'loans/allocation-rule/upload',
  summary:
    'Saves all rules as the next version; refused where one contradicts itself, takes nothing, or names somebody unknown or locked',
  access: { ...readers, roles: RULE_WRITERS, settings: true },
  idempotency: 'none',
  body: z.strictObject({ version, rules: z.array(allocationRule).check(z.maxLength(MOST_RULES)) }),
  response: answeredRules,
});

export const allocationRuleVersions = defineEndpoint({
  id: 'allocation.versions',
  method: 'GET',
  service: 'main',
  path: 'loans/allocation-rule/versions',
  summary: 'Who saved which version of the rules, the newest 20',
  access: readers,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.array(z.object({ version, rules: z.int(), savedBy: z.nullable(z.string()), savedAt: instant })),
  }),
});

/** So many loans are looked at where a book is too large to be counted while a rule is written. */
export const COUNT_SAMPLE = 20_000;
export const countAllocation = defineEndpoint({
  id: 'allocation.count',
  method: 'POST',
  service: 'main',
  path: 'loans/allocation-rule/count',
  summary:
    'How many of the caller’s loans each condition takes: exactly (whole), or of the lookedAt loans of a sample where that takes seconds; not known where lookedAt is 0',
  access: { kind: 'session', roles: ALLOCATORS, scope: 'loans' },
  idempotency: 'natural',
  body: z.strictObject({ conditions: z.array(condition).check(z.maxLength(MOST_RULES)) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ matching: z.array(z.int()), lookedAt: z.int(), whole: z.boolean(), total: z.int() }),
  }),
});

export const RUN_STATES = [
  'rehearsing',
  'rehearsed',
  'committing',
  'committed',
  'undoing',
  'undone',
  'failed',
  'cancelled',
] as const;

const load = z.object({ loans: z.int(), pos: z.int() });
const summary = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(RULE_KINDS),
      loans: z.int(),
      /** With another holder than now, with the same by a rule, and those that no rule takes. */
      moved: z.int(),
      kept: z.int(),
      noRule: z.int(),
      retained: z.int(),
      full: z.int(),
      nobodyEligible: z.int(),
      /** Km from loan to holder on average, before and after, of the loans of which both are known. */
      km: z.optional(z.nullable(z.object({ loans: z.int(), before: z.number(), after: z.number() }))),
      /** Paise that are expected of loans nobody would hold, and of how many nobody can say. */
      leftPaise: z.optional(z.int()),
      unknownWorth: z.optional(z.int()),
    }),
  ),
  rules: z.array(
    z.object({
      id,
      name: z.string(),
      matched: z.int(),
      placed: z.int(),
      moved: z.int(),
      /** `until`: the last day off of who is on leave. */
      excluded: z.array(z.object({ id, name: z.string(), why: z.enum(EXCLUSIONS), until: z.optional(day) })),
      /** How far above the cheapest plan this one may be, percent; null for rules that compare no cost. */
      gapPercent: z.nullable(z.number()),
      /** Steps of travel of the average loan with a wish of the rule, and without it. */
      prices: z.optional(z.array(z.object({ wish: z.enum(WISHES), travel: z.number(), without: z.number() }))),
    }),
  ),
  holders: z.array(
    z.object({
      id,
      name: z.string(),
      kind: z.enum(RULE_KINDS),
      before: load,
      after: load,
      gets: z.int(),
      loses: z.int(),
      /** Of the loans they get, those whose language they speak. */
      speaks: z.int(),
      /** Paise expected of the loans of this rehearsal that they hold, now and then; of a replay what these loans really paid. */
      worth: z.optional(z.object({ before: z.int(), after: z.int() })),
      /** Of the average loan of which both places are known; null where none is. */
      km: z.optional(z.object({ before: z.nullable(z.number()), after: z.nullable(z.number()) })),
    }),
  ),
  /** The month by whose resolution loans are expected to pay; null where none was counted yet. Of a replay the month itself. */
  worthMonth: z.optional(z.nullable(z.string())),
});
export type RunSummary = z.infer<typeof summary>;

export const HAND_KINDS = ['collector', 'field_agent', 'manager', 'agency'] as const;
export type HandKind = (typeof HAND_KINDS)[number];
/** In which capacity a run gives loans, by rules or by hand. */
const GIVEN_KINDS = [...HAND_KINDS, 'process'] as const;
export type GivenKind = (typeof GIVEN_KINDS)[number];
/** Of a loan that is not given. `held`, `no-phone`: a process may not, or cannot, call its borrower. */
const LEFT = [...ASSIGNED, 'changed-hands', 'holder-refused', 'held', 'no-phone'] as const;
/** What was given by hand: everything that matched a filter, or a list of loan numbers. */
const byHand = z.object({
  source: z.enum(['filter', 'list']),
  kind: z.enum(HAND_KINDS),
  profileId: id,
  to: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Numbers of the list that name no loan of the sender, or name one again. */
  unknown: z.int(),
});

/** Counted exactly (`whole`) or of a sample; each rule by itself, also for loans that an earlier one takes. */
const firstLook = z.object({
  total: z.int(),
  lookedAt: z.int(),
  whole: z.boolean(),
  rules: z.array(z.object({ id, name: z.string(), matching: z.int() })),
});

const run = z.object({
  id,
  state: z.enum(RUN_STATES),
  rulesVersion: z.int(),
  madeBy: z.nullable(z.string()),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  done: z.int(),
  total: z.nullable(z.int()),
  summary: z.nullable(summary),
  /** Of a rehearsal that still reads the book. */
  first: z.optional(firstLook),
  given: z.int(),
  leftOut: z.int(),
  restored: z.int(),
  problem: z.nullable(z.string()),
  /** Of those left out by a commit, how many for which reason. */
  leftWhy: z.optional(z.partialRecord(z.enum(LEFT), z.int())),
  /** Absent for a run of the rules. */
  hand: z.optional(byHand),
  /** The month that was replayed, YYYY-MM: nothing of it can be given. */
  replayed: z.optional(z.string()),
  /** Of giving to agencies by percentages: which loans (the name of what was asked), and until when. */
  agencies: z.optional(z.object({ name: z.string(), recallOn: z.nullable(day), reason: z.nullable(z.string()) })),
});
export type AllocationRun = z.infer<typeof run>;
const oneRun = z.object({ success: z.literal(true), data: run });
const byId = z.object({ id });

export const rehearseAllocation = defineEndpoint({
  id: 'allocation.rehearse',
  method: 'POST',
  service: 'main',
  path: 'loans/auto-allocation',
  summary:
    'Begins a rehearsal of the newest rules, or of those of a version, over the caller’s loans; of a month, over its opening book with what was really paid in it. With an id that exists it is that one',
  access: runners,
  idempotency: 'natural',
  body: z.strictObject({
    id,
    version: z.optional(z.int().check(z.gte(1), z.lte(2_000_000_000))),
    month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Give the month as YYYY-MM'))),
  }),
  response: oneRun,
});

export const listAllocations = defineEndpoint({
  id: 'allocation.runs',
  method: 'GET',
  service: 'main',
  path: 'loans/auto-allocation',
  summary: 'Rehearsals and commits of the caller and of people below them, the newest 20',
  access: runners,
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(z.omit(run, { summary: true })) }),
});

export const oneAllocation = defineEndpoint({
  id: 'allocation.run',
  method: 'GET',
  service: 'main',
  path: 'loans/auto-allocation/{id}',
  summary: 'One rehearsal with what would change for whom, and what became of it',
  access: watchers,
  idempotency: 'safe',
  params: byId,
  response: oneRun,
});

const step = (verb: 'commit' | 'cancel' | 'undo', says: string) =>
  ({
    method: 'PUT',
    service: 'main',
    path: `loans/auto-allocation/{id}/${verb}`,
    summary: says,
    access: runners,
    idempotency: 'natural',
    params: byId,
    response: oneRun,
  }) as const;
export const commitAllocation = defineEndpoint({
  ...step('commit', 'Gives the loans as rehearsed, as a job; what changed since is left out and named'),
  id: 'allocation.commit',
});
export const cancelAllocation = defineEndpoint({
  ...step('cancel', 'Ends a rehearsal or a commit that runs; what is given by then stays, and can be undone'),
  id: 'allocation.cancel',
  access: watchers,
});
export const undoAllocation = defineEndpoint({
  ...step('undo', 'Gives the loans of a commit back to who had them, as a job, where nobody else was given them since'),
  id: 'allocation.undo',
  access: watchers,
});

export const RUN_LOANS = ['moves', 'unallocated', 'left-out'] as const;
export const allocationLoans = defineEndpoint({
  id: 'allocation.loans',
  method: 'GET',
  service: 'main',
  path: 'loans/auto-allocation/{id}/loans',
  summary:
    'The loans of a rehearsal, 20 at a time: those that change hands, those without room, or those left out by its commit',
  access: watchers,
  idempotency: 'safe',
  params: byId,
  query: z.strictObject({
    which: z._default(z.enum(RUN_LOANS), 'moves'),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), 1),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      content: z.array(
        z.object({
          loanId: id,
          loanNumber: z.string(),
          kind: z.enum(GIVEN_KINDS),
          from: z.nullable(z.string()),
          to: z.nullable(z.string()),
          rule: z.string(),
          stays: z.nullable(z.enum(STAYS)),
          became: z.nullable(z.enum([...LEFT, 'undone'])),
        }),
      ),
      /** Whether there is another page. */
      more: z.boolean(),
    }),
  }),
});
export type RunLoan = z.infer<typeof allocationLoans.response>['data']['content'][number];

/** Of the loans that a run gave to one holder by one rule, since they were given. */
const runOutcome = z.object({
  kind: z.enum(GIVEN_KINDS),
  holderId: id,
  holder: z.string(),
  /** Null by hand. */
  rule: z.nullable(z.string()),
  loans: z.int(),
  posPaise: z.int(),
  /** Still with the holder. */
  still: z.int(),
  /** Without any record since; the others are attempted, and of those some promised or paid. */
  untouched: z.int(),
  attempted: z.int(),
  promised: z.int(),
  paid: z.int(),
  paidPaise: z.int(),
});
export type RunOutcome = z.infer<typeof runOutcome>;

export const allocationOutcomes = defineEndpoint({
  id: 'allocation.outcomes',
  method: 'GET',
  service: 'main',
  path: 'loans/auto-allocation/{id}/outcomes',
  summary:
    'What became of the loans that a run gave: untouched, attempted, promised and paid, by holder and rule. A job looks (`look=new` begins, `look=same` asks how far it is; without it the answer waits for the end)',
  access: watchers,
  idempotency: 'safe',
  params: byId,
  query: lookQuery,
  response: z.object({ success: z.literal(true), data: z.array(runOutcome), progress: lookProgress }),
});

export const allocationErrors = defineEndpoint({
  id: 'allocation.errors',
  method: 'GET',
  service: 'main',
  path: 'loans/auto-allocation/{id}/errors',
  summary: 'A CSV of the loans that were not given, with the reason of each',
  access: watchers,
  idempotency: 'safe',
  params: byId,
  response: z.unknown(),
});
