import { describe, expect, it } from 'vitest';
import { DIALER_STATUSES, type DialerCall } from '../../core/contract/dialer-socket';
import { DIALER_FAILURES } from '../api/error-words-catalogue';
import { createDialer, NOT_OPEN } from './client';
import { FakeSocket, fakeAccess, fakeClock, fakeSeat, memoryKeyValue } from './test-parts';
import type { LocalAccess } from './types';

const NOW = '2026-11-21T05:00:00.000Z';
const call: DialerCall = {
  callId: 'c-1',
  mode: 'predictive',
  number: '9812345678',
  loanNumber: 'LN1',
  offeredAt: NOW,
  answeredAt: null,
  held: false,
  muted: false,
};
const welcome = (more: { call?: DialerCall | null } = {}) => ({
  type: 'welcome' as const,
  connectionId: 'k1',
  username: 'asha.d',
  status: 'Ready' as const,
  state: 'idle' as const,
  since: NOW,
  call: null,
  ...more,
});

function desk({
  access = 'granted',
  stored = {},
}: {
  access?: LocalAccess | null;
  stored?: Record<string, string>;
} = {}) {
  const time = fakeClock();
  const sockets: FakeSocket[] = [];
  const storage = memoryKeyValue(stored);
  const log: string[] = [];
  const failures: string[] = [];
  const seat = fakeSeat();
  const permission = fakeAccess(access);
  let refuse = false;
  const dialer = createDialer({
    url: 'ws://127.0.0.1:8181',
    username: 'asha.d',
    clock: time.clock,
    connect: () => {
      if (refuse) throw new DOMException('refused', 'SecurityError');
      const socket = new FakeSocket(time.clock.now);
      sockets.push(socket);
      return socket;
    },
    storage,
    seat: seat.seat,
    watchAccess: permission.watchAccess,
    log: (text) => void log.push(text),
    onFailure: (text) => void failures.push(text),
  });
  const socket = () => sockets.at(-1) ?? expect.fail('no socket was made');
  return {
    ...time,
    dialer,
    sockets,
    storage,
    log,
    failures,
    seat,
    permission,
    socket,
    refuse: () => {
      refuse = true;
    },
    /** This tab has the dialer, the socket is open, the dialer has said welcome. */
    connected(call: DialerCall | null = null) {
      seat.give();
      socket().accept();
      socket().say(welcome({ call }));
      socket().sent.length = 0;
      return socket();
    },
    sent: () => socket().sent.map(({ message: { v: _, ...body } }) => body),
  };
}

describe('the connection', () => {
  it('says hello with the dialer user name and nothing else', () => {
    const { seat, socket, dialer, sent } = desk();
    expect(dialer.get().connection).toBe('closed');
    seat.give();
    expect(dialer.get().connection).toBe('reconnecting');
    socket().accept();
    expect(dialer.get().connection).toBe('connected');
    expect(sent()).toEqual([{ type: 'hello', username: 'asha.d' }]);
  });

  it('is looked after every 2 seconds and opened again by itself', () => {
    const { connected, socket, sockets, dialer, pass } = desk();
    connected();
    pass(20_000);
    expect(sockets).toHaveLength(1);
    socket().fall();
    expect(dialer.get().connection).toBe('reconnecting');
    expect(sockets).toHaveLength(1);
    pass(1999);
    expect(sockets).toHaveLength(1);
    pass(1);
    expect(sockets).toHaveLength(2);
    socket().accept();
    expect(dialer.get().connection).toBe('connected');
  });

  it('is disconnected after five checks in vain, goes on checking, and is found when the dialer starts', () => {
    const { connected, socket, sockets, dialer, pass } = desk();
    connected();
    socket().fall();
    for (let check = 1; check <= 5; check += 1) {
      pass(2000);
      socket().fall();
      expect(dialer.get().connection, `check ${check}`).toBe('reconnecting');
    }
    pass(2000);
    expect(dialer.get().connection).toBe('closed');
    const before = sockets.length;
    socket().fall();
    pass(2000);
    expect(dialer.get().connection).toBe('closed');
    expect(sockets).toHaveLength(before + 1);
    socket().accept();
    expect(dialer.get().connection).toBe('connected');
  });

  it('gives an attempt up that neither opens nor fails', () => {
    const { seat, sockets, pass } = desk();
    seat.give();
    pass(8000);
    expect(sockets).toHaveLength(1);
    pass(4000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('survives an address that the browser refuses at once', () => {
    const { seat, refuse, pass, dialer } = desk();
    refuse();
    seat.give();
    pass(20_000);
    expect(dialer.get().connection).toBe('closed');
  });

  it('logs what is sent while closed, and does not send it', async () => {
    const { dialer, log, sockets } = desk();
    expect(await dialer.setStatus('Ready')).toBe('unsent');
    expect(dialer.get().asked).toBeNull();
    expect(dialer.dial('9812345678', null)).toBe(false);
    expect(log).toEqual([NOT_OPEN, NOT_OPEN]);
    expect(NOT_OPEN).toBe('WebSocket is not open.');
    expect(sockets).toHaveLength(0);
  });

  it('ends with its timers', () => {
    const { connected, dialer, pending } = desk();
    const socket = connected();
    dialer.stop();
    expect(pending()).toBe(0);
    expect(socket.readyState).toBe(3);
  });
});

describe('the permission for the local network', () => {
  it('is known before the first attempt', () => {
    const { seat, sockets, permission } = desk({ access: null });
    seat.give();
    expect(sockets).toHaveLength(0);
    permission.change('prompt');
    expect(sockets).toHaveLength(1);
  });

  it('refused: closed, and tried only now and then; granted later: connected by itself', () => {
    const { seat, sockets, permission, dialer, pass } = desk({ access: 'denied' });
    seat.give();
    sockets[0]?.fall();
    pass(2000);
    expect(dialer.get()).toMatchObject({ connection: 'closed', access: 'denied' });
    expect(sockets).toHaveLength(1);
    pass(10_000);
    expect(sockets).toHaveLength(2);
    sockets[1]?.fall();
    permission.change('granted');
    pass(2000);
    expect(sockets).toHaveLength(3);
  });

  it('refused, and yet a page of this machine connects', () => {
    const { seat, socket, dialer, pass } = desk({ access: 'denied' });
    seat.give();
    socket().accept();
    pass(20_000);
    expect(dialer.get()).toMatchObject({ connection: 'connected', access: 'denied' });
  });
});

describe('status', () => {
  it('sends each of the 14 in its words and waits for the dialer', async () => {
    const { connected, dialer, sent } = desk();
    const socket = connected();
    for (const status of DIALER_STATUSES) {
      const answer = dialer.setStatus(status);
      expect(dialer.get().asked).toBe(status);
      socket.say({ type: 'agent-state', status, state: 'break', since: NOW });
      expect(dialer.get()).toMatchObject({ status, asked: null });
      expect(await answer).toBe('heard');
    }
    expect(sent()).toEqual(DIALER_STATUSES.map((status) => ({ type: 'agent-state', status })));
  });

  it('keeps the agent’s flags', () => {
    const { connected, storage } = desk();
    const socket = connected();
    expect(storage.all()).toMatchObject({ agentReady: 'true', agentActive: 'true' });
    socket.say({ type: 'agent-state', status: 'Not Ready - Tea', state: 'break', since: NOW });
    expect(storage.all()).toMatchObject({ agentReady: 'false', agentActive: 'false' });
  });

  it('forgets what was asked of a socket that fell, or of a dialer that says nothing of it', async () => {
    const { connected, dialer, pass } = desk();
    const socket = connected();
    const silent = dialer.setStatus('Not Ready - Tea');
    pass(4999);
    socket.say({ type: 'agent-state', status: 'Ready', state: 'idle', since: NOW });
    expect(dialer.get()).toMatchObject({ status: 'Ready', asked: 'Not Ready - Tea' });
    pass(1);
    expect(await silent).toBe('silent');
    const lost = dialer.setStatus('Do Not Disturb');
    socket.fall();
    expect(await lost).toBe('silent');
    expect(dialer.get().asked).toBeNull();
  });
});

describe('a call', () => {
  it('is kept from its offer to markdone, by id and never by number', () => {
    const { connected, dialer, storage } = desk();
    const socket = connected();
    socket.say({ type: 'call-offered', call });
    expect(storage.all()).toMatchObject({
      connectionId: 'c-1',
      dialerEvent: 'call-offered',
      callConnected: 'false',
      isPredictive: 'true',
    });
    socket.say({ type: 'call-answered', callId: 'c-1', at: NOW });
    expect(storage.all()).toMatchObject({ dialerEvent: 'call-answered', callConnected: 'true' });
    socket.say({ type: 'call-changed', callId: 'c-1', held: true, muted: true });
    expect(dialer.get().call).toMatchObject({ held: true, muted: true });
    socket.say({ type: 'call-ended', callId: 'c-1', reason: 'hung-up', at: NOW });
    expect(dialer.get().call?.ended?.reason).toBe('hung-up');
    expect(storage.all()).toMatchObject({ dialerEvent: 'call-ended', callConnected: 'false' });
    expect(JSON.stringify(storage.all())).not.toContain('9812345678');
    socket.say({ type: 'markdone', callId: 'c-1' });
    expect(dialer.get()).toMatchObject({ call: null, callId: null });
    for (const gone of ['connectionId', 'dialerEvent', 'callConnected']) expect(storage.all()).not.toHaveProperty(gone);
  });

  it('is not ended by news of another one', () => {
    const { connected, dialer } = desk();
    const socket = connected(call);
    socket.say({ type: 'markdone', callId: 'c-0' });
    socket.say({ type: 'call-ended', callId: 'c-0', reason: 'busy', at: NOW });
    expect(dialer.get().call).toMatchObject({ callId: 'c-1', ended: null });
  });

  it('goes on after the socket fell in the middle', () => {
    const { connected, dialer, socket, pass } = desk();
    connected(call).fall();
    expect(dialer.get().call?.callId).toBe('c-1');
    pass(2000);
    socket().accept();
    socket().say(welcome({ call: { ...call, answeredAt: NOW } }));
    expect(dialer.get().call).toMatchObject({ callId: 'c-1', answeredAt: NOW });
  });

  it('is gone when the dialer was started anew', () => {
    const { connected, dialer, socket, pass, storage } = desk();
    connected(call).fall();
    pass(2000);
    socket().accept();
    socket().say(welcome());
    expect(dialer.get().callId).toBeNull();
    expect(storage.all()).not.toHaveProperty('connectionId');
  });

  it.each(['hold', 'mute', 'release', 'markDone'] as const)('%s needs a call', (act) => {
    const { connected, dialer, sent } = desk();
    connected();
    expect(act === 'hold' || act === 'mute' ? dialer[act](true) : dialer[act]()).toBe(false);
    expect(sent()).toEqual([]);
  });

  it.each(DIALER_FAILURES)('%j shows a toast', (text) => {
    const { connected, failures } = desk();
    connected().say({ type: 'error', message: `DN 981: ${text}`, callId: null });
    expect(failures).toEqual([`DN 981: ${text}`]);
  });

  it('other words of the dialer are logged', () => {
    const { connected, failures, log } = desk();
    connected().say({ type: 'error', message: 'Licence ends soon', callId: null });
    expect(failures).toEqual([]);
    expect(log).toEqual(['Licence ends soon']);
  });

  it.each(['{', '{"v":9,"type":"markdone"}', '{"v":1,"type":"explode"}'])(
    '%s is logged and changes nothing',
    (text) => {
      const { connected, dialer, log } = desk();
      const socket = connected(call);
      const before = dialer.get();
      socket.onmessage?.({ data: text });
      expect(dialer.get()).toBe(before);
      expect(log).toHaveLength(1);
    },
  );
});

describe('unfreeze', () => {
  it('releases at 0.5 s, disposes 0.3 s later, marks done 0.2 s after that, and a second time at 1 s', () => {
    const { connected, dialer, clock, pass, storage } = desk();
    const socket = connected(call);
    const start = clock.now();
    expect(dialer.unfreeze()).toBe(true);
    expect(dialer.get().unfreezing).toBe(true);
    pass(5000);
    const steps = socket.sent.map(({ at, message: { v: _, ...body } }) => ({ ms: at - start, ...body }));
    expect(steps).toEqual([
      { ms: 500, type: 'release', callId: 'c-1' },
      { ms: 800, type: 'disposition', callId: 'c-1', outcome: 'connected', code: null },
      { ms: 1000, type: 'markdone', callId: 'c-1' },
      { ms: 1000, type: 'markdone', callId: 'c-1' },
    ]);
    expect(dialer.get()).toMatchObject({ unfreezing: false, callId: null, call: null });
    expect(storage.all()).not.toHaveProperty('connectionId');
  });

  it('is possible only while a call id exists, and once at a time', () => {
    const { connected, dialer, pass } = desk();
    const socket = connected();
    expect(dialer.unfreeze()).toBe(false);
    socket.say({ type: 'call-offered', call });
    expect(dialer.unfreeze()).toBe(true);
    expect(dialer.unfreeze()).toBe(false);
    pass(1000);
    expect(dialer.unfreeze()).toBe(false);
  });

  it('works from the stored id alone, after a reload in front of a dialer that says nothing', () => {
    const { seat, socket, dialer, pass } = desk({ stored: { connectionId: 'c-9' } });
    seat.give();
    socket().accept();
    expect(dialer.get()).toMatchObject({ call: null, callId: 'c-9' });
    expect(dialer.unfreeze()).toBe(true);
    pass(1000);
    expect(socket().sent.filter(({ message }) => 'callId' in message && message.callId === 'c-9')).toHaveLength(4);
    expect(dialer.get().callId).toBeNull();
  });

  it('does not claim to have worked when nothing could be sent', () => {
    const { connected, dialer, pass, log } = desk();
    connected(call).fall();
    dialer.unfreeze();
    pass(1000);
    expect(log.filter((text) => text === NOT_OPEN)).toHaveLength(4);
    expect(dialer.get()).toMatchObject({ unfreezing: false, callId: 'c-1' });
  });

  it('stops when the dialer itself marks the call done', () => {
    const { connected, dialer, pass } = desk();
    const socket = connected(call);
    dialer.unfreeze();
    pass(600);
    socket.say({ type: 'markdone', callId: 'c-1' });
    pass(5000);
    expect(socket.sent).toHaveLength(1);
    expect(dialer.get().unfreezing).toBe(false);
  });
});

describe('two tabs', () => {
  it('one has the socket; the other shows what it tells and can take over', () => {
    const { seat, sockets, dialer, connected } = desk();
    expect(sockets).toHaveLength(0);
    seat.from({ ...dialer.get(), holder: 'here', connection: 'connected', status: 'After Call Work', callId: 'c-5' });
    expect(dialer.get()).toMatchObject({ holder: 'elsewhere', connection: 'connected', status: 'After Call Work' });
    expect(dialer.unfreeze()).toBe(false);
    connected();
    expect(dialer.get().holder).toBe('here');
    expect(seat.told.at(-1)).toMatchObject({ status: 'Ready', connection: 'connected' });
  });

  it('the one that lost it closes its socket and tries no more', () => {
    const { seat, connected, dialer, sockets, pass } = desk();
    const socket = connected(call);
    dialer.unfreeze();
    seat.steal();
    expect(socket.readyState).toBe(3);
    pass(10_000);
    expect(sockets).toHaveLength(1);
    expect(socket.sent).toEqual([]);
    expect(dialer.get()).toMatchObject({ holder: 'elsewhere', unfreezing: false });
  });
});
