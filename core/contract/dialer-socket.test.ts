import { describe, expect, it } from 'vitest';
import {
  DIALER_STATUSES,
  MAX_DIALER_MESSAGE,
  NOT_READY_REASONS,
  readFromDialer,
  readToDialer,
  reasonOf,
  stateOfStatus,
  type ToDialerBody,
  writeFromDialer,
  writeToDialer,
} from './dialer-socket';

const call = {
  callId: 'c-1',
  mode: 'predictive',
  number: '9812345678',
  loanNumber: 'LN1',
  offeredAt: '2026-11-21T05:00:00.000Z',
  answeredAt: null,
  held: false,
  muted: false,
} as const;

describe('messages of the dialer socket', () => {
  it('knows the 14 statuses of the specification in its order', () => {
    expect(DIALER_STATUSES).toEqual([
      'Ready',
      ...NOT_READY_REASONS.map((reason) => `Not Ready - ${reason}`),
      'After Call Work',
      'Do Not Disturb',
    ]);
    expect(DIALER_STATUSES).toHaveLength(14);
    expect(DIALER_STATUSES.map(reasonOf)).toEqual([null, ...NOT_READY_REASONS, null, null]);
    expect(DIALER_STATUSES.map(stateOfStatus).filter((state) => state === 'break')).toHaveLength(12);
  });

  it.each<ToDialerBody>([
    { type: 'hello', username: 'asha.d' },
    ...DIALER_STATUSES.map((status) => ({ type: 'agent-state' as const, status })),
    { type: 'dial', number: '9812345678', loanNumber: null },
    { type: 'release', callId: 'c-1' },
    { type: 'disposition', callId: 'c-1', outcome: 'connected', code: null },
    { type: 'markdone', callId: 'c-1' },
    { type: 'hold', callId: 'c-1', on: true },
    { type: 'mute', callId: 'c-1', on: false },
    { type: 'conference', callId: 'c-1', number: '9812345678' },
    { type: 'transfer', callId: 'c-1', to: 'ravi.d' },
    { type: 'listen', username: 'asha.d', by: 'Meera' },
    { type: 'whisper', username: 'asha.d', by: 'Meera' },
    { type: 'barge', username: 'asha.d', by: 'Meera' },
  ])('carries $type to the dialer', (body) => {
    expect(readToDialer(writeToDialer(body))).toEqual({ v: 1, ...body });
  });

  it('carries a call from the dialer', () => {
    const body = { type: 'call-offered', call } as const;
    expect(readFromDialer(writeFromDialer(body))).toEqual({ v: 1, ...body });
  });

  it.each([
    ['no JSON', '{', 'not-json'],
    ['no object', '7', 'not-json'],
    ['bytes', new Uint8Array(3), 'not-json'],
    ['another version', JSON.stringify({ v: 2, type: 'hello', username: 'a' }), 'unknown-version'],
    ['no version', JSON.stringify({ type: 'hello', username: 'a' }), 'unknown-version'],
    ['an unknown message', JSON.stringify({ v: 1, type: 'format-disk' }), 'unknown-message'],
    ['a field too many', JSON.stringify({ v: 1, type: 'hello', username: 'a', token: 't' }), 'unknown-message'],
    ['a status of its own', JSON.stringify({ v: 1, type: 'agent-state', status: 'Asleep' }), 'unknown-message'],
    ['no mobile number', JSON.stringify({ v: 1, type: 'dial', number: '12', loanNumber: null }), 'unknown-message'],
    ['more than 64 KB', `"${'x'.repeat(MAX_DIALER_MESSAGE)}"`, 'too-large'],
    ['more than 64 KB of Hindi', `"${'न'.repeat(MAX_DIALER_MESSAGE / 3)}"`, 'too-large'],
  ])('refuses %s', (_, raw, why) => {
    expect(readToDialer(raw)).toBe(why);
  });

  it('writes nothing that the other side would refuse for its size', () => {
    const by = 'x'.repeat(MAX_DIALER_MESSAGE);
    expect(() => writeToDialer({ type: 'whisper', username: 'a', by })).toThrow('64 KB');
  });
});
