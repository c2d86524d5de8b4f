/** A call belongs to one loan or to none: what ends it, what it is called, how long it took, and whom to call next. */
// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Loan } from '../../../core/contract/loans';
import type { CurrentCall } from '../../dialer';
import { until } from '../../offline/test-device';
import { calledElsewhere, type Desk, desk, fresh, NOON, press } from './test-desk';

const dialer = vi.hoisted(() => ({
  call: null as unknown,
  told: [] as unknown[][],
  listeners: new Set<() => void>(),
  view: { connection: 'connected', call: null } as object,
}));
vi.mock('../../dialer', async (original) => ({
  ...(await original<typeof import('../../dialer')>()),
  useDialer: () => {
    const view = useSyncExternalStore(
      (listener) => {
        dialer.listeners.add(listener);
        return () => dialer.listeners.delete(listener);
      },
      () => dialer.view,
    );
    const tell =
      (name: string) =>
      (...values: unknown[]) => {
        dialer.told.push([name, ...values]);
        return true;
      };
    return { view, actions: { dial: tell('dial'), finish: tell('finish') } };
  },
}));

const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString();
const brought = (more: Partial<CurrentCall> = {}): CurrentCall => ({
  callId: 'CALL-2026-11-23-0001',
  mode: 'predictive',
  number: '9812345678',
  loanNumber: 'LN-OF-B',
  offeredAt: at(0),
  answeredAt: at(0),
  held: false,
  muted: false,
  ended: null,
  ...more,
});
const says = (call: CurrentCall | null, connection = 'connected') =>
  act(async () => {
    dialer.view = { connection, call };
    for (const listener of dialer.listeners) listener();
  });

let now: Desk;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  dialer.view = { connection: 'connected', call: null };
  dialer.told = [];
  now = await desk([fresh(1), fresh(2), fresh(3)]);
});
afterEach(async () => {
  await now.close();
  vi.useRealTimers();
});

const open = async (loan: Loan, more = '') => {
  now.open(`/call-management?loanId=${loan.id}${more}`);
  await screen.findByRole('heading', { name: loan.borrower.name });
};
const saveBy = async (...keys: string[]) => {
  const before = now.engine.ledger.get().length;
  for (const key of keys) await press(key);
  await waitFor(() => expect(now.engine.ledger.get()).toHaveLength(before + 1));
  await now.engine.sendNow();
  return [...now.server.records.values()].at(-1)?.record as Record<string, unknown>;
};
const calls = () => screen.getAllByRole('button', { name: /^Call / });
const starts = () =>
  now.asked
    .filter(({ id }) => id === 'dispositions.callStarted')
    .map(({ call }) => call as { headers: Record<string, string>; body: Record<string, unknown> });

it.each([
  ['connected', brought()],
  ['ended and not yet worked', brought({ ended: { reason: 'hung-up', at: at(20) } })],
  ['of no loan', brought({ loanNumber: null })],
])('saving a loan leaves a call of another one alone: %s', async (_, other) => {
  const [first] = now.loans as [Loan];
  await open(first);
  await says(other);
  for (const key of ['9', 'r']) await press(key);
  await calledElsewhere();
  const record = await saveBy('Ctrl+s');
  expect(record).not.toHaveProperty('callId');
  expect(dialer.told).toEqual([]);
});

it('mending a record ends no call, and begins none', async () => {
  const [first] = now.loans as [Loan];
  now.server.judge = () => ({ code: 'invalid', fields: [{ path: 'remarks', message: 'Say more' }] });
  await open(first);
  for (const key of ['9', 'r']) await press(key);
  await calledElsewhere();
  await press('Ctrl+s');
  await until(() => now.engine.ledger.get().length === 1);
  await now.engine.sendNow();
  await until(() => now.engine.ledger.get()[0]?.state === 'needs-you');
  now.server.judge = () => undefined;
  const [sentBack] = now.engine.ledger.get();
  await open(first, `&mend=${sentBack?.id}`);
  await says(brought({ loanNumber: first.loanNumber }));
  await screen.findByRole('button', { name: /Ringing, no response/, pressed: true });
  for (const button of calls()) expect(button).toHaveProperty('disabled', true);
  await press('Ctrl+s');
  await waitFor(() => expect(now.address()).toBe('/loans'));
  expect(dialer.told).toEqual([]);
});

it('while the dialer is in another call nothing is dialed, and that is said', async () => {
  const [first] = now.loans as [Loan];
  await open(first);
  await says(brought());
  expect(screen.getByText('The dialer is in another call. End it first.')).toBeTruthy();
  for (const button of calls()) expect(button).toHaveProperty('disabled', true);
  await press('c');
  expect([dialer.told, starts()]).toEqual([[], []]);
});

it('a call that was dialed here keeps one id, is measured by the dialer, and its record ends it', async () => {
  now.answer = (id) => {
    if (id === 'dispositions.callStarted') return { data: {} };
    throw new Error('Network error');
  };
  const [first] = now.loans as [Loan];
  const number = first.phones[0]?.number ?? '';
  await open(first);
  await press('c');
  await waitFor(() => expect(dialer.told).toHaveLength(1));
  const id = starts()[0]?.headers['idempotency-key'] ?? '';
  expect(dialer.told).toEqual([['dial', number, first.loanNumber, id]]);
  const own = brought({
    callId: '4711',
    mode: 'manual',
    number,
    loanNumber: first.loanNumber,
    answeredAt: null,
    ref: id,
  });
  await says(own);
  expect(screen.getByText('Ringing')).toBeTruthy();
  await says({ ...own, answeredAt: at(12) });
  await says({ ...own, answeredAt: at(12), ended: { reason: 'hung-up', at: at(52) } });
  vi.setSystemTime(NOON + 200_000);
  expect(screen.getByText('Talk 00:40')).toBeTruthy();
  // The same start, told again with what the dialer calls it.
  expect(starts()[1]).toEqual({
    headers: { 'idempotency-key': id },
    body: { ...starts()[0]?.body, dialerCallId: '4711' },
  });
  const record = await saveBy('9', 'r', 'Ctrl+s');
  expect(record).toMatchObject({ callId: id, durationSeconds: 40 });
  expect(dialer.told.slice(1)).toEqual([['finish', '4711', 'not-connected', 'RNR']]);
});

it('without a network the record brings the call under the dialer’s own id', async () => {
  const [first] = now.loans as [Loan];
  const online = vi.spyOn(now.engine.status, 'get').mockReturnValue({ ...now.engine.status.get(), online: false });
  await open(first);
  await press('c');
  await waitFor(() => expect(dialer.told).toHaveLength(1));
  await says(brought({ callId: 'TRK_9:1', mode: 'manual', ref: dialer.told[0]?.[3] as string }));
  for (const key of ['9', 'r', 'Ctrl+s']) await press(key);
  await waitFor(() => expect(now.engine.ledger.get()).toHaveLength(1));
  online.mockRestore();
  await now.engine.sendNow();
  const [kept] = [...now.server.records.values()];
  expect(kept?.record).toMatchObject({ callId: 'TRK_9:1' });
  expect(starts()).toEqual([]);
});

it('a call by hand that is found again the next day has no made-up length, and the phones may be called', async () => {
  await says(null, 'closed');
  const [first] = now.loans as [Loan];
  await open(first);
  await press('c');
  await screen.findByText(/^Since dialing/);
  for (const button of calls()) expect(button).toHaveProperty('disabled', true);
  // Left and come back to at once: it may be called again.
  vi.setSystemTime(NOON + 60_000);
  await open(first);
  await waitFor(() => expect(screen.getByText('Since dialing 01:00')).toBeTruthy());
  vi.setSystemTime(NOON + 86_400_000);
  await open(first);
  await screen.findByText('Call: how long is not known');
  await waitFor(() => expect(calls()[0]).toHaveProperty('disabled', false));
  const record = await saveBy('9', 'r', 'Ctrl+s');
  expect(record).toHaveProperty('callId');
  expect(record).not.toHaveProperty('durationSeconds');
});

it('N walks through the queue, and begins anew at its end', async () => {
  const [first] = now.loans as [Loan];
  await open(first, '&queue=fresh');
  const seen: string[] = [];
  for (let step = 0; step < 3; step += 1) {
    await press('n');
    const before = seen.at(-1) ?? first.id;
    await waitFor(() => expect(now.address()).not.toContain(before));
    seen.push(/loanId=([^&]+)/.exec(now.address())?.[1] ?? '');
  }
  expect(seen).toEqual([now.loans[1]?.id, now.loans[2]?.id, first.id]);
});
