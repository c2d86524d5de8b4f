/** The pop-up of a predictive call, and its screen: whose loan, and of which process. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Api, ApiContext, createQueryClient } from '../../api';
import type { CurrentCall, DialerView } from '../../dialer';
import { loanOf, person } from '../../offline/test-device';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { SessionContext } from '../session';
import { PredictivePop } from './components/predictive-pop';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const current = vi.hoisted(() => ({ view: undefined as unknown, actions: {} }));
vi.mock('../../dialer', () => ({ useDialer: () => current }));

const call = (more: Partial<CurrentCall> = {}): CurrentCall => ({
  callId: 'c-1',
  mode: 'predictive',
  number: '9812345678',
  loanNumber: 'LN0001',
  offeredAt: '2026-11-21T05:30:00.000Z',
  answeredAt: null,
  held: false,
  muted: false,
  ended: null,
  ...more,
});
const showing = (shown: CurrentCall | null) => {
  current.view = { call: shown, state: 'ringing' } as Partial<DialerView>;
};

let asked: { id: string; query: unknown }[];
function Where() {
  return <output data-testid="address">{useLocation().pathname}</output>;
}
function show(data: unknown, path = '/home') {
  asked = [];
  const api = {
    call: async ({ id }: { id: string }, { query }: { query?: unknown }) => {
      asked.push({ id, query });
      return id === 'predictive.loanByMobile' ? { success: true, data } : { success: true, data: {} };
    },
  } as unknown as Api;
  const profile = person('meera', 'CRM_TELECALLER');
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={{ profile, offline: false, signOut: async () => {}, signInAgain: async () => {} }}>
          <KeptContext value={memoryStore()}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <PredictivePop />
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
        <Where />
      </MemoryRouter>
    </UiProvider>,
  );
}
const popUp = () => screen.findByRole('alertdialog', { name: 'Incoming predictive call' });
const loan = loanOf(7, { overduePaise: 250_000 });

beforeEach(() => showing(call()));
afterEach(cleanup);

it('names borrower and process, masks the number, and “Go to loan” opens the predictive call', async () => {
  show({ loan, flag: 0, process: 'Early buckets' });
  const shown = await popUp();
  await waitFor(() => expect(shown.textContent).toContain(loan.borrower.name));
  expect(shown.textContent).toContain('98••••••78 · LN0001 · Early buckets');
  expect(shown.textContent).not.toContain('9812345678');
  expect(asked.map(({ id }) => id).sort()).toEqual([
    'dispositions.callStarted',
    'predictive.deactivateOldData',
    'predictive.loanByMobile',
  ]);
  expect(asked.find(({ id }) => id === 'predictive.loanByMobile')?.query).toMatchObject({
    mobile: '9812345678',
    loanNumber: 'LN0001',
    callId: 'c-1',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Go to loan' }));
  expect(screen.getByTestId('address').textContent).toBe('/predictive-call');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('of a call of no process names none, and says where no loan has the number', async () => {
  show({ loan: null, flag: 1 });
  const shown = await popUp();
  await waitFor(() => expect(shown.textContent).toContain('No loan of yours has this number'));
  expect(shown.textContent).toContain('98••••••78 · LN0001');
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it.each<[string, CurrentCall | null, string]>([
  ['without a call', null, '/home'],
  ['for a call that was made by hand', call({ mode: 'manual' }), '/home'],
  ['for one that is over', call({ ended: { reason: 'hung-up', at: '2026-11-21T05:31:00.000Z' } }), '/home'],
  ['on the screen of the predictive call itself', call(), '/predictive-call'],
])('is not there %s', (_, shown, path) => {
  showing(shown);
  show({ loan, flag: 0 }, path);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
