/**
 * Settlement reports that lenders send about a portfolio (specification 7 "settlement-report upload"): the file is kept, and
 * of a CSV it is said which lines name a loan of the portfolio.
 */
import * as z from 'zod/mini';
import { fileName, MAX_DOCUMENT } from './documents';
import { defineEndpoint } from './kit';
import { onePortfolio, portfolioEditors, portfolioReaders } from './portfolios';
import { id, instant } from './scalars';

export const settlementReportSchema = z.object({
  id,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  /** Lines of a CSV that name a loan, and how many of those are of this portfolio; null for other files. */
  lines: z.nullable(z.int()),
  matched: z.nullable(z.int()),
  /** At most fifty numbers that are not. */
  unknown: z.array(z.string()),
  uploadedBy: z.nullable(z.string()),
  uploadedAt: instant,
});
export type SettlementReport = z.infer<typeof settlementReportSchema>;

export const uploadSettlementReport = defineEndpoint({
  id: 'portfolios.uploadSettlementReport',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/settlement-reports',
  summary: 'Keeps a settlement report of a portfolio (CSV, XLSX or PDF); the same file twice is one report',
  access: portfolioEditors,
  idempotency: 'natural',
  heavy: true,
  params: onePortfolio,
  query: z.strictObject({ fileName }),
  bodyKind: 'bytes',
  bodyLimit: MAX_DOCUMENT,
  response: z.object({ success: z.literal(true), data: settlementReportSchema }),
});

export const listSettlementReports = defineEndpoint({
  id: 'portfolios.settlementReports',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/settlement-reports',
  summary: 'Settlement reports of a portfolio, newest first',
  access: portfolioReaders,
  idempotency: 'safe',
  params: onePortfolio,
  query: z.strictObject({
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(settlementReportSchema), total: z.int() }),
  }),
});

export const settlementReportFile = defineEndpoint({
  id: 'portfolios.settlementReportFile',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/settlement-reports/{reportId}/file',
  summary: 'The report as it was sent, as a download',
  access: portfolioReaders,
  idempotency: 'safe',
  params: z.object({ ...onePortfolio.shape, reportId: id }),
  response: z.unknown(),
});
