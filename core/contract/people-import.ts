/** People by file: checked line by line, then created by one job (docs/server-work.md). */
import * as z from 'zod/mini';
import { PEOPLE_ADMINS } from '../domain/people';
import { defineEndpoint } from './kit';
import { id, instant } from './scalars';

export const MAX_PEOPLE_FILE = 5 * 1024 * 1024;
export const MAX_PEOPLE_ROWS = 5000;

const admins = { kind: 'session', roles: PEOPLE_ADMINS, scope: 'team' } as const;
const counts = {
  /** Lines with anything in them. */
  rows: z.int(),
  ready: z.int(),
  /** Users of this tenant already: left as they are. */
  already: z.int(),
  wrong: z.int(),
};

export const checkPeopleFile = defineEndpoint({
  id: 'people.importCheck',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/imports/check',
  summary: 'What a CSV of people would do; nothing is changed',
  access: admins,
  idempotency: 'natural',
  bodyKind: 'bytes',
  heavy: true,
  bodyLimit: MAX_PEOPLE_FILE,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      ...counts,
      encoding: z.string(),
      /** Columns of the file that are not known, and are left out. */
      ignored: z.array(z.string()),
      /** At most 200, in the order of the file; its header is line 1. */
      problems: z.array(z.object({ line: z.int(), column: z.string(), message: z.string() })),
      /** The first of those to be created, as they were understood. */
      preview: z.array(
        z.object({ line: z.int(), fullName: z.string(), username: z.string(), role: z.string(), manager: z.string() }),
      ),
    }),
  }),
});
export type PeopleFileCheck = z.infer<typeof checkPeopleFile.response>['data'];

export const importSchema = z.object({
  id,
  fileName: z.string(),
  state: z.enum(['running', 'done']),
  createdAt: instant,
  createdBy: z.string(),
  finishedAt: z.nullable(instant),
  total: z.int(),
  waiting: z.int(),
  created: z.int(),
  already: z.int(),
  wrong: z.int(),
});
export type PeopleImport = z.infer<typeof importSchema>;
const oneImport = z.object({ success: z.literal(true), data: importSchema });

export const commitPeopleFile = defineEndpoint({
  id: 'people.import',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/imports',
  summary:
    'Create the people of a CSV as one job; lines that are wrong go to the error file. The same file again creates nobody twice',
  access: admins,
  idempotency: 'natural',
  heavy: true,
  bodyKind: 'bytes',
  bodyLimit: MAX_PEOPLE_FILE,
  query: z.strictObject({ fileName: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  response: oneImport,
});

export const listPeopleImports = defineEndpoint({
  id: 'people.imports',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/imports',
  summary: "The caller's last 20 imports, newest first",
  access: { ...admins, scope: 'self' },
  idempotency: 'safe',
  response: z.object({ success: z.literal(true), data: z.array(importSchema) }),
});

export const onePeopleImport = defineEndpoint({
  id: 'people.importOne',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/imports/{id}',
  summary: "How far one of the caller's imports is",
  access: { ...admins, scope: 'self' },
  idempotency: 'safe',
  params: z.object({ id }),
  response: oneImport,
});

export const peopleImportErrors = defineEndpoint({
  id: 'people.importErrors',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/imports/{id}/errors',
  summary: 'The lines that were not created, in the layout of the file, with the reason in a last column',
  access: { ...admins, scope: 'self' },
  idempotency: 'safe',
  heavy: true,
  params: z.object({ id }),
  response: z.object({ success: z.literal(true), data: z.object({ fileName: z.string(), csv: z.string() }) }),
});
