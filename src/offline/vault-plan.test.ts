import { expect, it } from 'vitest';
import { errorBody } from '../../core/contract/errors';
import type { TransportRequest } from './transport';
import { planActs } from './vault-plan';

it('a plan goes to the server as it is, and what is wrong with it comes back in its field’s words', async () => {
  const asked: TransportRequest[] = [];
  const fields = [{ path: 'on', message: 'Choose today or a later day' }];
  const acts = planActs({
    config: { bases: { crm: 'https://r.example' } as never },
    transport: async (request) => {
      asked.push(request);
      const text = JSON.stringify(errorBody('invalid', { fields }));
      return { status: 422, redirected: false, header: () => null, text };
    },
    accessToken: async () => 't1',
    renew: async () => 'renewed',
  });
  const plan = { loanId: '01930000-0000-7000-8000-000000000001', on: '2026-11-20' };
  expect(await acts.planVisit(plan)).toEqual({ kind: 'refused', message: 'Choose today or a later day' });
  expect(asked).toMatchObject([
    { method: 'PUT', url: 'https://r.example/api/v2/loans/visit-day', body: JSON.stringify(plan) },
  ]);
});
