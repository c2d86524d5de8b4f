/** Who decides about settlements while somebody is away: a colleague of the same authority, from one day to another. */
import * as z from 'zod/mini';
import { ABSENCE_STATES } from '../domain/settlements/absences';
import { defineEndpoint } from './kit';
import { day, id, sentDay } from './scalars';
import { REVIEWING } from './settlements';

const reviewing = { kind: 'session', roles: REVIEWING, scope: 'self' } as const;

const absenceSchema = z.object({
  id,
  person: z.string(),
  deputy: z.string(),
  from: day,
  to: day,
  state: z.enum(ABSENCE_STATES),
  /** The caller's own, which they may end; the others are those for which they stand in. */
  own: z.boolean(),
});
export type AbsenceRow = z.infer<typeof absenceSchema>;
const one = z.object({ success: z.literal(true), data: absenceSchema });

export const listAbsences = defineEndpoint({
  id: 'settlements.absences',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement/absences',
  summary: "The caller's absences and those for which they stand in, the latest first",
  access: reviewing,
  idempotency: 'safe',
  query: z.strictObject({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(absenceSchema), total: z.int() }),
  }),
});

export const listColleagues = defineEndpoint({
  id: 'settlements.colleagues',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement/colleagues',
  summary: 'Who may stand in for the caller: the same role, the same client; at most two hundred, by name',
  access: reviewing,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(z.object({ id, name: z.string() })) }),
  }),
});

export const goAway = defineEndpoint({
  id: 'settlements.goAway',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/settlement/absences',
  summary:
    'Name who decides for the caller from one day to another; the id comes from the caller, so that a repeat makes no second one',
  access: reviewing,
  idempotency: 'natural',
  body: z.strictObject({ id, deputyId: id, from: sentDay, to: sentDay }),
  response: one,
});

export const endAbsence = defineEndpoint({
  id: 'settlements.endAbsence',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/settlement/absences/{id}/end',
  summary: 'The caller decides again by themselves; ending one that is over changes nothing',
  access: reviewing,
  idempotency: 'natural',
  params: z.object({ id }),
  response: one,
});
