/** The call window's size outlives a page, and is all of the dialer that screens share and keep (specification 3). */
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { DialerCall } from '../../core/contract/dialer-socket';
import { callWindow } from './call-window';
import { createDialer } from './client';
import { FakeSocket, fakeAccess, fakeClock, fakeSeat } from './test-parts';
import { useCallWindow } from './use-dialer';

function Window() {
  const [size, setSize] = useCallWindow();
  return (
    <button type="button" onClick={() => setSize(size === 'maximized' ? 'minimized' : 'maximized')}>
      {size}
    </button>
  );
}
const press = () => act(async () => screen.getByRole('button').click());
const kept = () => Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));

beforeEach(() => localStorage.clear());

it('is minimised by default; maximised it stays so over a new mount, and so does minimised', async () => {
  const first = render(<Window />);
  screen.getByRole('button', { name: 'minimized' });
  expect(kept()).toEqual({});
  await press();
  screen.getByRole('button', { name: 'maximized' });
  first.unmount();
  const second = render(<Window />);
  screen.getByRole('button', { name: 'maximized' });
  expect(kept()).toEqual({ callWindow: 'maximized' });
  await press();
  second.unmount();
  render(<Window />);
  screen.getByRole('button', { name: 'minimized' });
});

it('follows another tab, and is minimised where something else is stored', async () => {
  render(<Window />);
  localStorage.setItem('callWindow', 'maximized');
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'callWindow' })));
  screen.getByRole('button', { name: 'maximized' });
  localStorage.setItem('callWindow', 'huge');
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'callWindow' })));
  screen.getByRole('button', { name: 'minimized' });
});

it('stands in storage beside the six values of the specification, and nothing else of a call does', () => {
  const time = fakeClock();
  const seat = fakeSeat();
  const socket = new FakeSocket(time.clock.now);
  const call: DialerCall = {
    callId: 'c-1',
    mode: 'predictive',
    number: '9812345678',
    loanNumber: 'LN0001',
    offeredAt: '2026-11-21T05:00:00.000Z',
    answeredAt: null,
    held: false,
    muted: false,
  };
  const dialer = createDialer({
    url: 'ws://127.0.0.1:8181',
    username: 'asha.d',
    clock: time.clock,
    connect: () => socket,
    storage: localStorage,
    seat: seat.seat,
    watchAccess: fakeAccess().watchAccess,
    log: () => {},
    onFailure: () => {},
  });
  callWindow.set('maximized');
  seat.give();
  socket.accept();
  const since = '2026-11-21T05:00:00.000Z';
  socket.say({
    type: 'welcome',
    connectionId: 'k1',
    username: 'asha.d',
    status: 'Ready',
    state: 'idle',
    since,
    call: null,
  });
  socket.say({ type: 'call-offered', call });
  socket.say({ type: 'call-answered', callId: 'c-1', at: since });
  socket.say({ type: 'call-changed', callId: 'c-1', held: true, muted: true });
  expect(dialer.get().call).toMatchObject({ held: true, muted: true });
  const duringTheCall = kept();
  expect(duringTheCall).toEqual({
    callWindow: 'maximized',
    connectionId: 'c-1',
    dialerEvent: 'call-answered',
    callConnected: 'true',
    isPredictive: 'true',
    agentReady: 'true',
    agentActive: 'true',
  });
  socket.say({ type: 'markdone', callId: 'c-1' });
  expect(Object.keys(kept()).sort()).toEqual(['agentActive', 'agentReady', 'callWindow', 'isPredictive']);
  dialer.stop();
});
