import { expect, it } from 'vitest';
import { errorBody } from '../../core/contract/errors';
import type { TransportRequest } from './transport';
import type { Vault } from './types';
import { fieldActs } from './vault-field';

const ID = '01930000-0000-7000-8000-000000000001';
const PLAN = { loanId: ID, on: '2026-11-20' };
const HANDOVER = { id: ID, paymentIds: [ID], handedOn: '2026-11-20', place: 'bank' as const, reference: 'SLIP 7' };

it.each<
  [
    what: string,
    act: (acts: ReturnType<typeof fieldActs>) => ReturnType<Vault['planVisit' | 'handOverCash' | 'askForAnother']>,
    request: object,
  ]
>([
  ['a plan', (acts) => acts.planVisit(PLAN), { method: 'PUT', url: '/api/v2/loans/visit-day', body: PLAN }],
  [
    'a hand-over',
    (acts) => acts.handOverCash(HANDOVER),
    { method: 'POST', url: '/api/v2/cash/hand-overs', body: HANDOVER },
  ],
  [
    'a request for another agent',
    (acts) => acts.askForAnother({ loanId: ID, note: 'My cousin' }),
    { method: 'POST', url: '/api/v2/loan-requests', body: { loanId: ID, kind: 'other-agent', note: 'My cousin' } },
  ],
])(
  '%s goes to the server as it is, and what is wrong with it comes back in its field’s words',
  async (_, act, request) => {
    const asked: TransportRequest[] = [];
    const fields = [{ path: 'on', message: 'Choose today or a later day' }];
    const acts = fieldActs({
      config: { bases: { crm: 'https://r.example' } as never },
      transport: async (request) => {
        asked.push(request);
        const text = JSON.stringify(errorBody('invalid', { fields }));
        return { status: 422, redirected: false, header: () => null, text };
      },
      accessToken: async () => 't1',
      renew: async () => 'renewed',
    });
    expect(await act(acts)).toEqual({ kind: 'refused', message: 'Choose today or a later day' });
    const [{ method, url, body } = { method: '', url: '', body: '' }] = asked;
    expect({ method, url: url.replace('https://r.example', ''), body: JSON.parse(String(body)) }).toEqual(request);
  },
);
