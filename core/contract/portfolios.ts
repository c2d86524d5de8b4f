/**
 * Portfolios: the list, their people, and the first of the four tabs (specification 2.10, 7 "Portfolios, tenants, clients"; domain
 * 1.10). The other tabs are portfolio-tabs.ts, letters portfolio-letters.ts, incentives incentives.ts. Each tab has its own version:
 * saving one that somebody else saved meanwhile is a `conflict`.
 */
import * as z from 'zod/mini';
import { AGEING_MODES, PAYMENT_EFFECTS, STAB_RULES } from '../domain/ageing';
import { BUCKETS } from '../domain/buckets';
import { LANGUAGE_CODES } from '../domain/languages';
import { INSTITUTIONS, REGIONS } from '../domain/lookups';
import { PORTFOLIO_CHOOSERS, PORTFOLIO_EDITORS, PORTFOLIO_READERS } from '../domain/portfolio-roles';
import { MEMBER_KINDS, PORTFOLIO_TABS, portfolioNameProblem } from '../domain/portfolio-rules';
import { incentiveEntrySchema } from './incentive-tiers';
import { defineEndpoint } from './kit';
import { day, id, instant, sentDay, shortText, version } from './scalars';

export const portfolioReaders = { kind: 'session', roles: PORTFOLIO_READERS, scope: 'team' } as const;
export const portfolioEditors = { kind: 'session', roles: PORTFOLIO_EDITORS, scope: 'team' } as const;

export const named = z.object({ id, name: z.string() });

/** Specification section 9: a tenant's portfolios come 250 a page. */
export const PORTFOLIO_PAGE = 250;
export const PORTFOLIO_SORTS = ['name', 'client', 'region', 'loans', 'pos', 'created'] as const;
export type PortfolioSort = (typeof PORTFOLIO_SORTS)[number];

const pageNumber = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1);
const pageSize = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PORTFOLIO_PAGE)), PORTFOLIO_PAGE);
const word = z.optional(z.string().check(z.trim(), z.maxLength(80)));

/** How a tab stands; `savedAt` is null until it was saved for the first time. */
export const tabStateSchema = z.object({
  version,
  savedAt: z.nullable(instant),
  savedBy: z.nullable(z.string()),
});
export type TabState = z.infer<typeof tabStateSchema>;
const tabStates = z.object({
  details: tabStateSchema,
  script: tabStateSchema,
  foreclosure: tabStateSchema,
  incentive: tabStateSchema,
});
export type TabStates = z.infer<typeof tabStates>;

export const portfolioRowSchema = z.object({
  id,
  name: z.string(),
  client: named,
  institutionType: z.enum(INSTITUTIONS),
  products: z.array(z.string()),
  secured: z.boolean(),
  region: z.enum(REGIONS),
  active: z.boolean(),
  startsOn: z.nullable(day),
  endsOn: z.nullable(day),
  managers: z.int(),
  collectors: z.int(),
  fieldAgents: z.int(),
  agencies: z.int(),
  /** Loans that are open, and their principal outstanding in paise. */
  loans: z.int(),
  posPaise: z.int(),
  /** Which of the four tabs have been saved. */
  saved: z.array(z.enum(PORTFOLIO_TABS)),
  incentives: z.array(incentiveEntrySchema),
  mayEdit: z.boolean(),
});
export type PortfolioRow = z.infer<typeof portfolioRowSchema>;

export const searchPortfolios = defineEndpoint({
  id: 'portfolios.search',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/search',
  summary: 'The portfolios the caller may see: searched, filtered, sorted, a page at a time',
  access: portfolioReaders,
  idempotency: 'safe',
  /** The identity headers are checked against the token; `active` and `agencyid` narrow the list. */
  headers: z.object({
    tenantid: z.optional(id),
    sub: z.optional(id),
    profileid: z.optional(id),
    profiletype: z.optional(z.string().check(z.maxLength(40))),
    active: z.optional(z.enum(['true', 'false'])),
    agencyid: z.optional(id),
  }),
  query: z.strictObject({
    pageNumber,
    pageSize,
    /** A part of the portfolio's, its client's or a product's name. */
    q: word,
    client: z.optional(id),
    region: z.optional(z.enum(REGIONS)),
    sort: z.optional(z.enum(PORTFOLIO_SORTS)),
    dir: z.optional(z.enum(['asc', 'desc'])),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      content: z.array(portfolioRowSchema),
      totalElements: z.int(),
      /** Over the whole search, whichever page is looked at: open loans, and their principal outstanding in paise. */
      totals: z.object({ loans: z.int(), posPaise: z.int() }),
      totalPages: z.int(),
      pageNumber: z.int(),
      pageSize: z.int(),
    }),
  }),
});

export const memberSchema = z.object({
  id,
  name: z.string(),
  kind: z.enum(MEMBER_KINDS),
  /** The specification's agent type; null for managers and agencies. */
  agentType: z.nullable(z.enum(['Collector', 'Field_Agent'])),
  agency: z.nullable(z.string()),
  active: z.boolean(),
  /** Open loans of this portfolio that they hold. */
  loans: z.int(),
});
export type Member = z.infer<typeof memberSchema>;

export const portfolioMembers = defineEndpoint({
  id: 'portfolios.members',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/members',
  summary: 'Who works a portfolio, by name, with the loans each holds',
  access: portfolioReaders,
  idempotency: 'safe',
  headers: z.object({ portfolioid: id }),
  query: z.strictObject({ kind: z.optional(z.enum(MEMBER_KINDS)), q: word, pageNumber, pageSize }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ content: z.array(memberSchema), totalElements: z.int(), pageNumber: z.int(), pageSize: z.int() }),
  }),
});

const MAX_PEOPLE = 5000;
const ids = z.array(id).check(z.maxLength(MAX_PEOPLE));

export const portfolioName = z.string().check(
  z.trim(),
  z.maxLength(200),
  z.superRefine((typed, context) => {
    const problem = portfolioNameProblem(typed);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  }),
);

const detailsShape = {
  name: portfolioName,
  clientId: id,
  institutionType: z.enum(INSTITUTIONS),
  secured: z.boolean(),
  products: z.array(shortText.check(z.minLength(1))).check(z.minLength(1, 'This Field Is Required'), z.maxLength(30)),
  buckets: z.array(z.enum(BUCKETS)).check(z.minLength(1, 'This Field Is Required'), z.maxLength(6)),
  region: z.enum(REGIONS),
  languages: z.array(z.enum(LANGUAGE_CODES)).check(z.minLength(1, 'This Field Is Required'), z.maxLength(20)),
  startsOn: z.nullable(sentDay),
  endsOn: z.nullable(sentDay),
  /** How DPD move between two files; a form of before leaves them as they are. */
  ageing: z.optional(z.enum(AGEING_MODES)),
  paymentEffect: z.optional(z.enum(PAYMENT_EFFECTS)),
  /** Whether a loan that stays in its bucket is resolved. */
  stab: z.optional(z.enum(STAB_RULES)),
  agencyIds: ids,
  managerIds: ids,
  collectorIds: ids,
  fieldAgentIds: ids,
};
const inOrder = z.refine<{ startsOn: string | null; endsOn: string | null }>(
  ({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn,
  { error: 'The end must not be before the beginning.', path: ['endsOn'] },
);
export const portfolioDetailsSchema = z.strictObject(detailsShape).check(inOrder);
export type PortfolioDetails = z.infer<typeof portfolioDetailsSchema>;

const person = z.object({ id, name: z.string() });
export const portfolioSchema = z.object({
  id,
  active: z.boolean(),
  mayEdit: z.boolean(),
  tenant: named,
  client: named,
  ...detailsShape,
  name: z.string(),
  products: z.array(z.string()),
  buckets: z.array(z.enum(BUCKETS)),
  languages: z.array(z.enum(LANGUAGE_CODES)),
  ageing: z.enum(AGEING_MODES),
  paymentEffect: z.enum(PAYMENT_EFFECTS),
  stab: z.optional(z.enum(STAB_RULES)),
  /** The people behind the ids, by name. */
  agencies: z.array(person),
  managers: z.array(person),
  collectors: z.array(person),
  fieldAgents: z.array(person),
  incentives: z.array(incentiveEntrySchema),
  tabs: tabStates,
});
export type Portfolio = z.infer<typeof portfolioSchema>;

const wholePortfolio = z.object({ success: z.literal(true), data: portfolioSchema });
export const onePortfolio = z.object({ id });

export const getPortfolio = defineEndpoint({
  id: 'portfolios.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/{id}',
  summary: 'One portfolio: details, people, and how its four tabs stand',
  access: portfolioReaders,
  idempotency: 'safe',
  params: onePortfolio,
  response: wholePortfolio,
});

export const createPortfolio = defineEndpoint({
  id: 'portfolios.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/portfolios',
  summary: 'A new portfolio from its first tab. Its id comes from the caller, so that a repeat makes no second one',
  access: portfolioEditors,
  idempotency: 'natural',
  body: z.strictObject({ id, ...detailsShape }).check(inOrder),
  response: wholePortfolio,
});

export const updatePortfolio = defineEndpoint({
  id: 'portfolios.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/portfolios/{id}',
  summary: 'Save the first tab',
  access: portfolioEditors,
  idempotency: 'natural',
  params: onePortfolio,
  body: z.strictObject({ version, ...detailsShape }).check(inOrder),
  response: wholePortfolio,
});

export const activatePortfolio = defineEndpoint({
  id: 'portfolios.activate',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/active',
  summary: 'Activate or deactivate a portfolio',
  access: portfolioEditors,
  idempotency: 'natural',
  params: onePortfolio,
  body: z.strictObject({ active: z.boolean() }),
  response: wholePortfolio,
});

export const validatePortfolioName = defineEndpoint({
  id: 'portfolios.validateName',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/portfolios/validate',
  summary: 'Whether a name may be used; a name that may not is refused with the reason',
  access: portfolioEditors,
  idempotency: 'natural',
  body: z.strictObject({
    name: z.string().check(z.trim(), z.maxLength(200)),
    /** The portfolio that may go on having this name. */
    portfolioId: z.optional(id),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ name: z.string() }) }),
});

export const CHOICE_LIMIT = 1000;
const choice = z.object({
  id,
  name: z.string(),
  hint: z.string(),
  /** Of a person who is on leave today: their last day off. */
  awayUntil: z.optional(z.nullable(day)),
});

export const portfolioChoices = defineEndpoint({
  id: 'portfolios.choices',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/choices',
  summary:
    'What the forms of a portfolio offer: active clients, agencies, products in use, people of the caller; to a partner the people of their agency alone',
  access: { ...portfolioEditors, roles: [...PORTFOLIO_CHOOSERS, 'PARTNER'] },
  idempotency: 'safe',
  query: z.strictObject({ q: word }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      tenant: named,
      clients: z.array(z.object({ id, name: z.string(), institutionType: z.enum(INSTITUTIONS) })),
      agencies: z.array(choice),
      portfolios: z.array(choice),
      products: z.array(z.string()),
      /** At most `CHOICE_LIMIT` of each by name; `q` finds the others. */
      managers: z.array(choice),
      collectors: z.array(choice),
      fieldAgents: z.array(choice),
    }),
  }),
});
