/** Disposition codes on the wire (domain.md section 2). Apart from the records, so that a list does not load their schemas. */
import * as z from 'zod/mini';
import { CHANNELS, DISPOSITION_CLASSES, REQUIREMENTS } from '../domain/dispositions';
import { defineEndpoint } from './kit';

export const codeSchema = z.object({
  code: z.string(),
  label: z.string(),
  class: z.enum(DISPOSITION_CLASSES as ['PAID', ...typeof DISPOSITION_CLASSES]),
  channel: z.enum(CHANNELS),
  rank: z.int(),
  requires: z.array(z.enum(REQUIREMENTS)),
  selectable: z.boolean(),
  subCodes: z.optional(z.array(z.string())),
});

export const allCodes = defineEndpoint({
  id: 'dispositions.codes',
  method: 'GET',
  service: 'main',
  path: 'disposition/all',
  summary: "The tenant's disposition codes and the policy that goes with them",
  access: { kind: 'session', roles: '*', scope: 'tenant' },
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      codes: z.array(codeSchema),
      policy: z.object({
        maxPtpDays: z.int(),
        zone: z.string(),
        /** The sorting rules (`workOrder` in work-order.ts), read apart so that no codes are lost over a form that a phone does not know yet. */
        order: z.optional(z.unknown()),
      }),
    }),
  }),
});

export const codeByCode = defineEndpoint({
  id: 'dispositions.codeByCode',
  method: 'GET',
  service: 'main',
  path: 'disposition/with/code',
  summary: 'One disposition code',
  access: { kind: 'session', roles: '*', scope: 'tenant' },
  idempotency: 'safe',
  query: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(16)) }),
  response: z.object({ success: z.literal(true), data: codeSchema }),
});
