/** Days off of telecallers and field agents: kept by those above them, obeyed by allocation (domain 1.7 "not on leave"). */
import * as z from 'zod/mini';
import { LEAVE_STATES, MOST_LEAVE_DAYS } from '../domain/leaves';
import { DEVICE_SUPERVISORS } from '../domain/supervisors';
import { defineEndpoint } from './kit';
import { day, id, instant, longText, sentDay } from './scalars';

const above = { kind: 'session', roles: DEVICE_SUPERVISORS, scope: 'team' } as const;
const PATH = '/api/v2/leaves';

export const leaveSchema = z.object({
  id,
  person: z.object({ id, name: z.string() }),
  /** Both days are days off. */
  from: day,
  until: day,
  reason: z.string(),
  /** Where it stands today, in the tenant's zone. */
  state: z.enum(LEAVE_STATES),
  by: z.nullable(z.string()),
  at: instant,
});
export type Leave = z.infer<typeof leaveSchema>;
const oneLeave = z.object({ success: z.literal(true), data: leaveSchema });

export const listLeaves = defineEndpoint({
  id: 'leaves.list',
  method: 'GET',
  service: 'crm',
  path: PATH,
  summary: "Days off of the caller's people, or of one of them; those that end last first",
  access: above,
  idempotency: 'safe',
  query: z.strictObject({
    personId: z.optional(id),
    state: z.optional(z.enum(LEAVE_STATES)),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(leaveSchema), total: z.int(), exact: z.boolean() }),
  }),
});

export const addLeave = defineEndpoint({
  id: 'leaves.add',
  method: 'POST',
  service: 'crm',
  path: PATH,
  summary: `Days off of a telecaller or field agent below the caller, ${MOST_LEAVE_DAYS} at most, that are not over and overlap no others. With an id that exists it is that one`,
  access: above,
  idempotency: 'natural',
  body: z.strictObject({
    id,
    personId: id,
    from: sentDay,
    until: sentDay,
    reason: longText.check(z.minLength(3, 'Give a reason'), z.maxLength(300)),
  }),
  response: oneLeave,
});

export const endLeave = defineEndpoint({
  id: 'leaves.end',
  method: 'PUT',
  service: 'crm',
  path: `${PATH}/{id}/end`,
  summary: 'They work today: days off that have begun end yesterday, those to come are taken back; what is over stays',
  access: above,
  idempotency: 'natural',
  params: z.object({ id }),
  response: oneLeave,
});
