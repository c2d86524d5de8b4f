/** Clients' own report formats (BOI Reports): which columns, in which order, under which headings; and the report by one. */
import * as z from 'zod/mini';
import {
  AMOUNT_STYLES,
  DAY_STYLES,
  FORMAT_FAMILIES,
  FORMAT_KINDS,
  MOST_FORMAT_COLUMNS,
  MOST_HEADING,
  MOST_REPORT_LINES,
  MOST_SHEET_NAME,
} from '../domain/report-kinds';
import { defineEndpoint } from './kit';
import { TENANT_ADMIN_ROLES } from './loan-givers';
import { reportFilters, reportPageSchema, reportPaging } from './reports';
import { id, shortText, version } from './scalars';

/** Bytes of an example. */
export const MOST_EXAMPLE = 5 * 1024 * 1024;

const administrators = { kind: 'session', roles: TENANT_ADMIN_ROLES, scope: 'tenant' } as const;
const readers = { kind: 'session', roles: '*', scope: 'loans' } as const;

const columnSchema = z.strictObject({
  /** Of `REPORT_COLUMNS` of the format's kind. */
  id: z.string().check(z.regex(/^[a-zA-Z]{1,30}$/, 'Not a column')),
  label: z.string().check(z.trim(), z.minLength(1, 'Give the column a heading'), z.maxLength(MOST_HEADING)),
});
const settings = {
  name: shortText.check(z.minLength(3, 'At least three letters')),
  /** Whose loans it shows; null: every client's. */
  clientId: z.nullable(id),
  kind: z.enum(FORMAT_KINDS),
  columns: z.array(columnSchema).check(z.minLength(1, 'Choose at least one column'), z.maxLength(MOST_FORMAT_COLUMNS)),
  dayStyle: z.enum(DAY_STYLES),
  /** Left out: `boi` for a new one, otherwise as it was. */
  family: z.optional(z.enum(FORMAT_FAMILIES)),
  /** Of its workbooks; null: the format's name. Left out, it stays as it was. */
  sheetName: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Give the sheet a name'),
          z.maxLength(MOST_SHEET_NAME),
          z.regex(/^[^[\]:*?/\\]+$/, 'A sheet’s name holds none of [ ] : * ? / \\'),
        ),
    ),
  ),
  /** Left out: `plain` for a new one, otherwise as it was. */
  amountStyle: z.optional(z.enum(AMOUNT_STYLES)),
};

export const formatSchema = z.object({
  id,
  name: z.string(),
  clientId: z.nullable(id),
  client: z.nullable(z.string()),
  kind: z.enum(FORMAT_KINDS),
  columns: z.array(z.object({ id: z.string(), label: z.string() })),
  dayStyle: z.enum(DAY_STYLES),
  /** `encore` only to those who have Encore Reports. */
  family: z.optional(z.enum(FORMAT_FAMILIES)),
  sheetName: z.optional(z.nullable(z.string())),
  amountStyle: z.optional(z.enum(AMOUNT_STYLES)),
  version: z.int(),
});
export type ReportFormat = z.infer<typeof formatSchema>;
const one = z.object({ success: z.literal(true), data: formatSchema });
const byId = z.object({ id });

export const listFormats = defineEndpoint({
  id: 'reportFormats.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/report-formats',
  summary: 'Formats by name; people of a client get its own and those for everybody',
  access: { kind: 'session', roles: '*', scope: 'tenant' },
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(formatSchema) }),
});

export const createFormat = defineEndpoint({
  id: 'reportFormats.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/report-formats',
  summary: 'A new format; with an id that exists it is that one',
  access: { ...administrators, settings: true },
  idempotency: 'natural',
  body: z.strictObject({ id, ...settings }),
  response: one,
});

export const updateFormat = defineEndpoint({
  id: 'reportFormats.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/report-formats/{id}',
  summary: 'Change a format; with an older version than the present one it is a conflict',
  access: { ...administrators, settings: true },
  idempotency: 'natural',
  params: byId,
  body: z.strictObject({ version, ...settings }),
  response: one,
});

export const deleteFormat = defineEndpoint({
  id: 'reportFormats.delete',
  method: 'DELETE',
  service: 'crm',
  path: '/api/v2/report-formats/{id}',
  summary: 'Take a format away; what it showed stays in the other reports',
  access: { ...administrators, settings: true },
  idempotency: 'natural',
  params: byId,
  response: z.object({ success: z.literal(true), data: byId }),
});

export const learnFormat = defineEndpoint({
  id: 'reportFormats.learn',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/report-formats/learn',
  summary:
    'What a format would be whose files look like the CSV or XLSX of the body: nothing is kept. Headings that no report has are named; what the example does not show is null',
  access: administrators,
  idempotency: 'natural',
  heavy: true,
  bodyKind: 'bytes',
  bodyLimit: MOST_EXAMPLE,
  /** Left out: of whichever report knows the most of its headings. */
  query: z.strictObject({ kind: z.optional(z.enum(FORMAT_KINDS)) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      kind: z.enum(FORMAT_KINDS),
      columns: z.array(z.object({ id: z.string(), label: z.string() })),
      unknown: z.array(z.string()),
      dayStyle: z.nullable(z.enum(DAY_STYLES)),
      amountStyle: z.nullable(z.enum(AMOUNT_STYLES)),
      sheetName: z.nullable(z.string()),
    }),
  }),
});

export const additionalReport = defineEndpoint({
  id: 'reportFormats.report',
  method: 'GET',
  service: 'main',
  path: 'call-disposition/additionalreports',
  summary: 'A report in a client’s format; without one named the first by name. `format` is null where there is none',
  access: readers,
  idempotency: 'safe',
  heavy: true,
  query: z.strictObject({ formatId: z.optional(id), ...reportFilters, ...reportPaging }),
  response: z.object({
    success: z.literal(true),
    data: z.extend(reportPageSchema, { format: z.nullable(formatSchema) }),
  }),
});

export const additionalFile = defineEndpoint({
  id: 'reportFormats.file',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/report-formats/{id}/file',
  summary: `The same as CSV in the client’s columns, headings and days, at most ${MOST_REPORT_LINES} lines; noted in the audit`,
  access: readers,
  idempotency: 'safe',
  heavy: true,
  params: byId,
  query: z.strictObject(reportFilters),
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});
