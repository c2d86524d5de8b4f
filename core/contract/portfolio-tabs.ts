/** The second and third tab of a portfolio: script and communication, foreclosure and settlement. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { FORECLOSURE_PARTS } from '../domain/foreclosure';
import { LANGUAGE_CODES } from '../domain/languages';
import { FLOOR_READERS } from '../domain/portfolio-roles';
import { CONTACT_CHANNELS, isDltTemplateId, isSenderHeader, policyErrors } from '../domain/portfolio-rules';
import { APPROVERS, matrixRowErrors } from '../domain/settlement-matrix';
import { MOST_ANSWER_DAYS } from '../domain/settlements/plan';
import { defineEndpoint } from './kit';
import { onePortfolio, portfolioEditors, portfolioReaders, tabStateSchema } from './portfolios';
import { code, id, paise, shortText, version } from './scalars';

const bucketOrAny = z.enum(['any', ...BUCKETS]);
const required = 'This Field Is Required';
const text = (max: number) => z.string().check(z.trim(), z.minLength(1, required), z.maxLength(max));

export const scriptSchema = z.strictObject({
  id,
  bucket: bucketOrAny,
  language: z.enum(LANGUAGE_CODES),
  body: text(4000),
});
export type Script = z.infer<typeof scriptSchema>;

export const TEMPLATE_CHANNELS = ['sms', 'whatsapp'] as const;
export const templateSchema = z
  .strictObject({
    id,
    channel: z.enum(TEMPLATE_CHANNELS),
    name: shortText.check(z.minLength(1, required)),
    language: z.enum(LANGUAGE_CODES),
    /** Registered with the operators for SMS; empty where there is none (WhatsApp). */
    dltTemplateId: z.string().check(z.trim(), z.maxLength(19)),
    /** Sender header of an SMS, as registered. */
    header: z.string().check(z.trim(), z.maxLength(9)),
    body: text(2000),
  })
  .check(
    z.superRefine(({ channel, dltTemplateId, header }, context) => {
      const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (channel === 'sms' || dltTemplateId !== '')
        if (!isDltTemplateId(dltTemplateId)) wrong('dltTemplateId', 'A DLT template id has 19 digits.');
      if (channel === 'sms' || header !== '')
        if (!isSenderHeader(header)) wrong('header', 'A sender header has 3 to 9 capital letters or digits.');
    }),
  );
export type MessageTemplate = z.infer<typeof templateSchema>;

export const contactPolicySchema = z
  .strictObject({
    fromHour: z.int().check(z.gte(0), z.lte(24)),
    toHour: z.int().check(z.gte(0), z.lte(24)),
    perDay: z.int().check(z.gte(0), z.lte(50)),
    perWeek: z.int().check(z.gte(0), z.lte(200)),
    gapMinutes: z.int().check(z.gte(0), z.lte(7 * 24 * 60)),
    channels: z.array(z.enum(CONTACT_CHANNELS)).check(z.maxLength(5)),
  })
  .check(
    z.superRefine((policy, context) => {
      for (const [path, message] of Object.entries(policyErrors(policy)))
        context.addIssue({ code: 'custom', path: [path], message });
    }),
  );

const scriptShape = {
  scripts: z.array(scriptSchema).check(z.maxLength(100)),
  /** Codes that may be used on this portfolio's loans; empty: all of the tenant's. */
  dispositionCodes: z.array(code).check(z.maxLength(200)),
  templates: z.array(templateSchema).check(z.maxLength(100)),
  contactPolicy: contactPolicySchema,
  recordingNotice: z.string().check(z.trim(), z.maxLength(500)),
};
export const scriptTabSchema = z.strictObject(scriptShape);
export type ScriptTab = z.infer<typeof scriptTabSchema>;
const scriptAnswer = z.object({
  success: z.literal(true),
  data: z.object({ ...tabStateSchema.shape, ...scriptShape, mayEdit: z.boolean() }),
});

export const getPortfolioScript = defineEndpoint({
  id: 'portfolios.script',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/script',
  summary: 'Scripts, disposition set, message templates, contact policy and recording notice of a portfolio',
  access: portfolioReaders,
  idempotency: 'safe',
  params: onePortfolio,
  response: scriptAnswer,
});

export const savePortfolioScript = defineEndpoint({
  id: 'portfolios.saveScript',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/script',
  summary: 'Save the second tab',
  access: portfolioEditors,
  idempotency: 'natural',
  params: onePortfolio,
  bodyLimit: 1024 * 1024,
  body: z.strictObject({ version, ...scriptShape }),
  response: scriptAnswer,
});

const percent = z.number().check(z.gte(0), z.lte(100));
export const matrixRowSchema = z
  .strictObject({
    bucket: bucketOrAny,
    minAge: z.int().check(z.gte(0), z.lte(20_000)),
    maxAge: z.int().check(z.gte(0), z.lte(20_000)),
    maxWaiverPercent: percent,
    maxInstalments: z.int().check(z.gte(0), z.lte(120)),
    approver: z.enum(APPROVERS),
  })
  .check(
    z.superRefine((row, context) => {
      for (const [path, message] of Object.entries(matrixRowErrors(row)))
        context.addIssue({ code: 'custom', path: [path], message });
    }),
  );

export const foreclosureFormulaSchema = z.strictObject({
  includes: z.array(z.enum(FORECLOSURE_PARTS)).check(z.maxLength(3)),
  chargePercent: percent,
  minChargePaise: paise,
  gstPercent: percent,
  validDays: z.int().check(z.gte(1), z.lte(90)),
});

const foreclosureShape = {
  formula: foreclosureFormulaSchema,
  matrix: z.array(matrixRowSchema).check(z.maxLength(60)),
  /** Days in which whoever is asked about a settlement is to answer; left out, they stay as they are. */
  answerDays: z.optional(z.int().check(z.gte(1), z.lte(MOST_ANSWER_DAYS))),
};
export const foreclosureTabSchema = z.strictObject(foreclosureShape);
export type ForeclosureTab = z.infer<typeof foreclosureTabSchema>;
const foreclosureAnswer = z.object({
  success: z.literal(true),
  data: z.object({ ...tabStateSchema.shape, ...foreclosureShape, mayEdit: z.boolean() }),
});

export const getPortfolioForeclosure = defineEndpoint({
  id: 'portfolios.foreclosure',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/foreclosure',
  summary: 'Foreclosure formula and settlement matrix of a portfolio',
  access: { ...portfolioReaders, roles: FLOOR_READERS },
  idempotency: 'safe',
  params: onePortfolio,
  response: foreclosureAnswer,
});

export const savePortfolioForeclosure = defineEndpoint({
  id: 'portfolios.saveForeclosure',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/foreclosure',
  summary: 'Save the third tab',
  access: portfolioEditors,
  idempotency: 'natural',
  params: onePortfolio,
  body: z.strictObject({ version, ...foreclosureShape }),
  response: foreclosureAnswer,
});
