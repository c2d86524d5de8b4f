import { describe, expect, it } from 'vitest';
import { errorBody } from '../../core/contract/errors';
import type { TransportAnswer, TransportRequest } from './transport';
import { onlineActs } from './vault-online';

const DAY = {
  day: '2026-11-21',
  clockIn: { at: '2026-11-21T03:30:00.000Z', lat: 18.5, lng: 73.8, accuracyM: 12, battery: 81 },
  clockOut: null,
  firstSignInAt: null,
  lastSeenAt: null,
  records: 0,
  minutes: 0,
};
const answer = (status: number, body: unknown): TransportAnswer => ({
  status,
  redirected: false,
  header: () => null,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

function phone(answers: (TransportAnswer | null)[], tokens: (string | undefined)[] = ['t1', 't2']) {
  const asked: TransportRequest[] = [];
  const acts = onlineActs({
    config: { bases: { crm: 'https://r.example' } as never, devicePin: false as never },
    transport: async (request) => {
      asked.push(request);
      const next = answers.shift();
      if (!next) throw new Error('no network');
      return next;
    },
    accessToken: async () => tokens.shift(),
    renew: async () => 'renewed',
  });
  return { asked, acts, clock: () => acts.clock({ direction: 'in', lat: 18.5, lng: 73.8, accuracyM: 12 }) };
}

describe('clocking in', () => {
  it('tells the place and answers the day', async () => {
    const { asked, clock } = phone([answer(200, { success: true, data: DAY })]);
    expect(await clock()).toEqual({ kind: 'done', data: DAY });
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: 'https://r.example/api/v2/profiles/me/clock',
        headers: { authorization: 'Bearer t1' },
        body: JSON.stringify({ direction: 'in', lat: 18.5, lng: 73.8, accuracyM: 12 }),
      },
    ]);
  });

  it('renews the session once and asks again', async () => {
    const { asked, clock } = phone([
      answer(401, errorBody('session-ended')),
      answer(200, { success: true, data: DAY }),
    ]);
    expect(await clock()).toMatchObject({ kind: 'done' });
    expect(asked.map(({ headers }) => headers?.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it.each<[string, (TransportAnswer | null)[], (string | undefined)[], object]>([
    ['no network', [null], ['t1'], { kind: 'unreachable' }],
    ['a sign-in that the server has not confirmed', [], [undefined], { kind: 'unreachable' }],
    ['a portal’s page', [answer(200, '<html>')], ['t1'], { kind: 'unreachable' }],
    ['a full server', [answer(429, errorBody('too-many'))], ['t1'], { kind: 'unreachable' }],
    ['a refusal', [answer(422, errorBody('invalid', { message: 'No' }))], ['t1'], { kind: 'refused', message: 'No' }],
  ])('%s', async (_, answers, tokens, expected) => expect(await phone(answers, tokens).clock()).toEqual(expected));
});

it('a plan goes to the server as it is, and what is wrong with it comes back in its field’s words', async () => {
  const fields = [{ path: 'on', message: 'Choose today or a later day' }];
  const { asked, acts } = phone([answer(422, errorBody('invalid', { fields }))]);
  const plan = { loanId: '01930000-0000-7000-8000-000000000001', on: '2026-11-20' };
  expect(await acts.planVisit(plan)).toEqual({ kind: 'refused', message: 'Choose today or a later day' });
  expect(asked).toMatchObject([
    { method: 'PUT', url: 'https://r.example/api/v2/loans/visit-day', body: JSON.stringify(plan) },
  ]);
});
