import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorBody } from '../../core/contract/errors';
import { person } from './test-device';
import type { TransportAnswer, TransportRequest } from './transport';
import { clockActs } from './vault-clock';
import type { VaultContext } from './vault-context';

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

/** What the screens get of it. */
const TIMES = { day: DAY.day, inAt: DAY.clockIn.at, outAt: null };
const opened = { profile: person('asha') } as unknown as ReturnType<VaultContext['opened']>;
/** The last minute of that day in Kolkata, and the first of the next. */
const EVENING = Date.parse('2026-11-21T18:29:00Z');
const NEXT_DAY = Date.parse('2026-11-21T18:30:00Z');
let now = EVENING;

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  now = EVENING;
});

function phone(answers: (TransportAnswer | null)[], tokens: (string | undefined)[] = ['t1', 't2']) {
  const asked: TransportRequest[] = [];
  const acts = clockActs({
    config: { bases: { crm: 'https://r.example' } as never, devicePin: false as never },
    transport: async (request) => {
      asked.push(request);
      const next = answers.shift();
      if (!next) throw new Error('no network');
      return next;
    },
    accessToken: async () => tokens.shift(),
    renew: async () => 'renewed',
    now: () => now,
    opened: () => opened,
  });
  return {
    asked,
    clocked: () => acts.clocked(),
    clock: () => acts.clock({ direction: 'in', lat: 18.5, lng: 73.8, accuracyM: 12 }),
  };
}

describe('clocking in', () => {
  it('tells the place and answers the day', async () => {
    const { asked, clock } = phone([answer(200, { success: true, data: DAY })]);
    expect(await clock()).toEqual({ kind: 'done', data: TIMES });
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: 'https://r.example/api/v2/profiles/me/clock',
        headers: { authorization: 'Bearer t1' },
        body: JSON.stringify({ direction: 'in', lat: 18.5, lng: 73.8, accuracyM: 12 }),
      },
    ]);
  });

  it('is remembered by the phone until the day is over, times alone', async () => {
    expect(await phone([]).clocked()).toBeUndefined();
    await phone([answer(200, { success: true, data: DAY })]).clock();
    // A press that was not heard changes nothing.
    const later = phone([null]);
    await later.clock();
    expect(await later.clocked()).toEqual(TIMES);
    now = NEXT_DAY;
    expect(await later.clocked()).toBeUndefined();
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
