/** Loans as lists show them: one page with its totals, and a search. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { DISPOSITION_CLASSES } from '../domain/dispositions';
import { defineEndpoint } from './kit';
import { LOAN_STATES } from './loans';
import { day, id, instant, sentDay } from './scalars';

const paise = z.int();

export const LOAN_SORTS = ['dpd', 'pos', 'tos', 'overdue', 'loanNumber', 'borrower', 'lastAt', 'ptpDueOn'] as const;
export type LoanSort = (typeof LOAN_SORTS)[number];
export const PTP_FILTERS = ['open', 'today', 'broken'] as const;

/** One line of a list: what is needed to decide which loan to open. Phones are not in it. */
export const loanRowSchema = z.object({
  id,
  /** The specification's names for id and number. */
  loanId: id,
  Loan_ID: z.string(),
  loanNumber: z.string(),
  state: z.enum(LOAN_STATES),
  borrower: z.string(),
  city: z.nullable(z.string()),
  pincode: z.nullable(z.string()),
  client: z.string(),
  portfolio: z.string(),
  product: z.string(),
  bucket: z.enum(BUCKETS),
  dpd: z.int(),
  posPaise: paise,
  tosPaise: paise,
  overduePaise: paise,
  emiPaise: paise,
  /** Who works it: the field agent and the collector or telecaller, in that order. */
  heldBy: z.array(z.string()),
  last: z.nullable(z.object({ at: instant, code: z.string(), label: z.string() })),
  /** When the last disposition was recorded, as `last.at`. */
  disCreatedAt: z.nullable(instant),
  ptp: z.nullable(z.object({ amountPaise: paise, dueOn: day, status: z.enum(['open', 'kept', 'broken']) })),
  attempts30d: z.int(),
  contactPaused: z.boolean(),
});
export type LoanRow = z.infer<typeof loanRowSchema>;

export const totalsSchema = z.object({ posPaise: paise, tosPaise: paise, overduePaise: paise });

/** A query value that may be left out or stand there empty. */
export const word = z.optional(z.string().check(z.trim(), z.maxLength(120)));
export const direction = z.optional(z.enum(['asc', 'desc']));
/** Several values of a set, comma separated. */
export const anyOf = <const V extends readonly string[]>(values: V) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(400)),
        z.transform((text: string) => text.split(',').filter(Boolean)),
      ),
      z.array(z.enum(values)),
    ),
  );
const page = z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000));
export const pageNumber = z._default(page, 1);

/**
 * How many there are: `exact`, or `quick`, which counts a large list no further than it must: then `exact` is false beside an estimate,
 * and money, which is never estimated, is null.
 */
export const countAsked = z.optional(z.enum(['exact', 'quick']));
/** Absent where the number is exact. */
export const estimated = z.optional(z.literal(false));

const daysPastDue = z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000));

export const BREAKDOWNS = ['agent', 'agency', 'pincode', 'city', 'state', 'product', 'client', 'portfolio'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];
/** The key of the row for what has no agent or no address. */
export const NO_GROUP = '-';

const pageSchema = z.object({
  success: z.literal(true),
  data: z.object({
    content: z.array(loanRowSchema),
    page: z.int(),
    pageSize: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
    exact: estimated,
    /** Of everything that matches, not of the page. */
    totals: z.nullable(totalsSchema),
  }),
});

/** By what the list is filtered and ordered, on its screen and in its file. */
export const loanFilters = {
  /** Loan number, name, pincode, whole mobile number or its last four digits. */
  q: word,
  bucket: anyOf(BUCKETS),
  state: anyOf(LOAN_STATES),
  disposition_class: anyOf(DISPOSITION_CLASSES as readonly string[]),
  /** The specification's other writings; those above go before them. */
  dispositionClass: anyOf(DISPOSITION_CLASSES as readonly string[]),
  /** The caller's own; another one is refused. */
  tenantId: z.optional(id),
  /** Loans that this manager holds, or anybody below. */
  managerId: z.optional(id),
  /** Who holds them: a field agent; anybody who works them; an agency. */
  fieldAgentProfileId: z.optional(id),
  agentId: z.optional(id),
  agencyId: z.optional(id),
  portfolioId: z.optional(id),
  /** Days past due, both ends included. */
  dpdFrom: z.optional(daysPastDue),
  dpdTo: z.optional(daysPastDue),
  ptp: z.optional(z.enum(PTP_FILTERS)),
  client: word,
  portfolio: word,
  /** `true`: only loans whose contact is suppressed; `false`: none of them. */
  isSuppressed: z.optional(z.enum(['true', 'false'])),
  /** One group of a breakdown, by the key that it answered: the loans behind its numbers. */
  by: z.optional(z.enum(BREAKDOWNS)),
  key: word,
  /** Day of the last contact, both ends included. */
  dateFrom: z.optional(sentDay),
  dateTo: z.optional(sentDay),
  sort: z.optional(z.enum(LOAN_SORTS)),
  dir: direction,
  /** The specification's two sorts; `sort` goes before them. */
  sortPos: direction,
  sortTos: direction,
};

export const listLoans = defineEndpoint({
  id: 'loans.list',
  method: 'GET',
  service: 'main',
  path: 'loans/loan2',
  summary: 'One page of the loans the caller may see: searched, filtered, sorted, with totals over all that match',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({
    page: pageNumber,
    pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(250)), 10),
    curPage: z.optional(page),
    ...loanFilters,
    count: countAsked,
  }),
  response: pageSchema,
});

export const allLoans = defineEndpoint({
  id: 'loans.all',
  method: 'GET',
  service: 'main',
  path: 'loans',
  summary: 'The loans the caller may see, ten a page',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({ page: pageNumber }),
  response: pageSchema,
});

export const searchLoans = defineEndpoint({
  id: 'loans.search',
  method: 'GET',
  service: 'main',
  path: 'loans/loan2/search',
  summary: 'Loans by number, borrower, pincode or phone, best match first',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({
    client: word,
    search: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    page: pageNumber,
    count: countAsked,
  }),
  response: pageSchema,
});

export const landingBreakdown = defineEndpoint({
  id: 'loans.landingBreakdown',
  method: 'GET',
  service: 'main',
  path: 'loans/getManagerLandingAnalytics',
  summary: "Today's figures of the loans the caller may see, by who works them, where they are or what they are",
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({ by: z._default(z.enum(BREAKDOWNS), 'agent') }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      asOf: instant,
      /** The largest by principal outstanding; `more` says how many groups are left out. */
      rows: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          loans: z.int(),
          posPaise: paise,
          overduePaise: paise,
          attemptedToday: z.int(),
          promisedTodayPaise: paise,
          collectedTodayPaise: paise,
          collectedThisMonthPaise: paise,
        }),
      ),
      more: z.int(),
    }),
  }),
});
