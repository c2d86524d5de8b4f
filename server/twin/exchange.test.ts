/** The exchange by itself, on a clock that only tests move: what supervisors and third persons do to a call. */
import { describe, expect, it } from 'vitest';
import { type FromDialerBody, SUPERVISION_MODES } from '../../core/contract/dialer-socket';
import type { Fate } from './borrowers';
import { chance } from './chance';
import { simulatedClock } from './clock';
import { createExchange } from './exchange';

const ANSWER: Fate = { kind: 'answer', setUpMs: 1000, ringMs: 5000, talkMs: 600_000, breaks: false };

/** An agent who has dialed, with everything their page is told. */
function dialed() {
  const clock = simulatedClock(0);
  const said: FromDialerBody[] = [];
  const changed: string[][] = [];
  const exchange = createExchange(clock, chance(1), {
    say: (_, body) => said.push(body),
    agentChanged: () => {},
    callChanged: ({ others }) => changed.push([...others]),
  });
  const agent = exchange.enter('asha.d', 'Ready');
  const call = exchange.dial(agent, { number: '9812345678', loanNumber: null }, ANSWER);
  if (!call) throw new Error('not dialed');
  const told = (type: FromDialerBody['type']) => said.filter((body) => body.type === type);
  return { clock, exchange, agent, call, told, changed };
}

describe('a supervisor', () => {
  it.each(SUPERVISION_MODES)('comes into talk and hold to %s, and nowhere else', (mode) => {
    const { clock, exchange, agent, call, told } = dialed();
    const come = () => exchange.supervise(agent, mode, 'Meera');
    expect(come()).toBe(false);
    clock.runUntil(2000);
    expect([call.phase, come()]).toEqual(['ringing', false]);
    expect(told('supervised')).toEqual([]);
    clock.runUntil(7000);
    expect([call.phase, come()]).toEqual(['talk', true]);
    exchange.hold(agent, call.id, true);
    expect([call.phase, come()]).toEqual(['hold', true]);
    // Who listens is not heard of.
    const once = { type: 'supervised', mode, by: 'Meera' };
    expect(told('supervised')).toEqual(mode === 'listen' ? [] : [once, once]);
    exchange.release(agent, call.id);
    expect(come()).toBe(false);
  });
});

describe('a third person', () => {
  it('comes into a connected call only', () => {
    const { clock, exchange, agent, call, told, changed } = dialed();
    const take = (number: string) => exchange.conference(agent, call.id, number);
    take('9800000001');
    clock.runUntil(2000);
    take('9800000002');
    expect(told('error')).toHaveLength(2);
    expect(call.others).toEqual([]);
    clock.runUntil(7000);
    take('9800000003');
    expect(call.others).toEqual(['9800000003']);
    expect(changed.at(-1)).toEqual(['9800000003']);
    exchange.release(agent, call.id);
    take('9800000004');
    expect(call.others).toEqual(['9800000003']);
    expect(told('error').at(-1)).toEqual({
      type: 'error',
      message: 'Only a connected call takes a third person',
      callId: call.id,
    });
  });
});
