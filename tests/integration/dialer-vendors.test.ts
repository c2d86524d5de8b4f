/** The page in front of dialers that speak as other makers' do, in virtual time: whatever order their words come in. */
import { describe, expect, it } from 'vitest';
import { toDialerSchema } from '../../core/contract/dialer-socket';
import { chance } from '../../server/twin/chance';
import { simulatedClock } from '../../server/twin/clock';
import { createExchange } from '../../server/twin/exchange';
import { takeMessage } from '../../server/twin/page-messages';
import { vendorIds, vendorVoice } from '../../server/twin/vendor';
import { createDialer } from '../../src/dialer/client';
import { fakeAccess, fakeSeat, memoryKeyValue } from '../../src/dialer/test-parts';
import type { DialerSocket } from '../../src/dialer/types';

const START = Date.UTC(2026, 10, 23, 4);
const RATES = { answer: 0.6, busy: 0.15, error: 0.1, drop: 0.1 };

/** One agent's page and a dialer of some maker, both on one virtual clock. */
function desk(seed: number) {
  const clock = simulatedClock(START);
  const random = chance(seed);
  const voice = vendorVoice(chance(seed + 1), clock);
  const socket: DialerSocket = {
    readyState: 1,
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    close() {},
    send(text) {
      const message = toDialerSchema.parse(JSON.parse(text));
      if (message.type === 'hello') {
        const { status, state, since } = exchange.enter(message.username);
        hear({ type: 'welcome', connectionId: 'k', username: message.username, status, state, since, call: null });
      } else takeMessage(exchange, agent(), message, (_, body) => hear(body));
    },
  };
  const hear = (body: Parameters<typeof voice>[0]) => voice(body, (data) => socket.onmessage?.({ data }));
  const exchange = createExchange(
    clock,
    random,
    { say: (_, body) => hear(body), agentChanged() {}, callChanged() {} },
    () => RATES,
    vendorIds(chance(seed + 2), clock),
  );
  const agent = () => exchange.agent('asha.d') ?? expect.fail('the agent never came');
  const seat = fakeSeat();
  const log: string[] = [];
  const dialer = createDialer({
    url: 'ws://127.0.0.1:8181',
    username: 'asha.d',
    clock,
    connect: () => socket,
    storage: memoryKeyValue(),
    seat: seat.seat,
    watchAccess: fakeAccess().watchAccess,
    log: (text) => void log.push(text),
    onFailure: () => {},
  });
  seat.give();
  socket.onopen?.();
  const pass = (ms: number) => clock.runUntil(clock.now() + ms);
  return { clock, random, exchange, agent, dialer, log, pass };
}

/** Long enough for every word that is on its way. */
const ALL_SAID = 2000;

describe('a dialer of another maker', () => {
  it.each(Array.from({ length: 150 }, (_, at) => at * 31 + 7))(
    'seed %i: the page ends up knowing what is so',
    (seed) => {
      const { random, exchange, agent, dialer, pass } = desk(seed);
      const shown = new Set<string>();
      const watch = dialer.subscribe(() => {
        const { call } = dialer.get();
        if (call) shown.add(call.callId);
      });
      void dialer.setStatus('Ready');
      pass(ALL_SAID);
      expect(dialer.get()).toMatchObject({ status: 'Ready', state: 'idle', asked: null });
      for (let round = 0; round < 6; round += 1) {
        const ref = `ours-${round}`;
        const byHand = random.next() < 0.5;
        if (byHand) expect(dialer.dial('9812345678', 'LN1', ref)).toBe(true);
        else exchange.inject(agent(), { number: '9876501234', loanNumber: 'LN2' }, 'predictive', 20_000);
        const truth = agent().call ?? expect.fail('no call');
        pass(ALL_SAID + random.between(0, 40_000));
        const view = dialer.get();
        expect(view.call, `${truth.id} in round ${round}`).toMatchObject({
          callId: truth.id,
          mode: truth.mode,
          ref: byHand ? ref : null,
        });
        // Over, it stays over, whatever comes behind.
        while (truth.phase !== 'ended') {
          if (random.next() < 0.3) dialer.release();
          pass(10_000);
        }
        pass(ALL_SAID);
        expect(dialer.get().call).toMatchObject({
          callId: truth.id,
          answeredAt: truth.answeredAt,
          ended: { reason: truth.reason, at: truth.endedAt },
        });
        // The next call may be there before the last word about this one.
        expect(dialer.finish('another call', 'connected', 'PTP')).toBe(false);
        expect(dialer.finish(truth.id, 'connected', 'PTP')).toBe(true);
        if (random.next() < 0.5) pass(ALL_SAID);
        else pass(random.between(0, 300));
        expect(exchange.calls()).toEqual([]);
      }
      pass(ALL_SAID);
      expect(dialer.get()).toMatchObject({ call: null, callId: null, status: 'Ready', state: 'idle' });
      expect(shown.size).toBe(6);
      watch();
    },
  );
});
