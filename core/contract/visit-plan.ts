/** When an agent means to visit. */
import * as z from 'zod/mini';
import { FIELD_ROLES } from '../domain/roles';
import { day, id } from './first-scalars';
import { defineEndpoint } from './kit';
import { loanSchema } from './loans';

export const planVisit = defineEndpoint({
  id: 'loans.planVisit',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/loans/visit-day',
  summary: 'The day on which an agent plans to visit one of their loans; null takes it off the plan. Audited',
  access: { kind: 'session', roles: FIELD_ROLES, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({ loanId: id, on: z.nullable(day) }),
  response: z.object({ success: z.literal(true), data: loanSchema }),
});
