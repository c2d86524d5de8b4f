/** A month's payouts: listed, opened, approved, paid with a reference, taken back; and what the server refuses. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { AgencyPayout } from '../../../core/contract/payouts';
import type { PayoutLine } from '../../../core/domain/payouts';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import PayoutsPage from './pages/payouts-page';

configure({ defaultHidden: true, asyncUtilTimeout: 5000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const payout = (more: Partial<AgencyPayout> = {}): AgencyPayout => ({
  agency: { id: id(1), name: 'Zenith Recoveries', code: 'ZEN' },
  portfolio: { id: id(2), name: 'Two wheelers' },
  month: '2025-03-01',
  status: 'open',
  incentiveType: 'Target',
  agents: 1,
  payments: 3,
  collectedPaise: 6_000_00,
  grossPaise: 800_00,
  nowPaise: null,
  ended: true,
  approved: null,
  paid: null,
  reference: null,
  paidOn: null,
  version: 0,
  ...more,
});
const line: PayoutLine = {
  agent: { id: id(3), name: 'Asha Patil' },
  audience: 'fieldAgent',
  payments: 3,
  collectedPaise: 6_000_00,
  measure: 6_000,
  tier: { min: 5_000, max: 9_000, amount: 800 },
  amountPaise: 800_00,
};
const approved = { at: '2025-04-01T06:00:00.000Z', by: 'Leela Krishnan' };

type Call = { query?: Record<string, unknown>; params?: object; body?: Record<string, unknown> };
let calls: { id: string; call: Call }[] = [];
let state = payout();
let refuse: ApiError | undefined;
let store = memoryStore();
beforeEach(() => {
  calls = [];
  state = payout();
  refuse = undefined;
  store = memoryStore();
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
function show(path = '/agency-payout-history?month=2025-03-01') {
  const whole = () => ({ data: { payout: state, lines: [line] } });
  const answers: Record<string, (call: Call) => unknown> = {
    'payouts.list': () => ({
      data: {
        month: '2025-03-01',
        rows: [state],
        total: 1,
        sums: { collectedPaise: 6_000_00, grossPaise: 800_00, paidPaise: 0 },
      },
    }),
    'payouts.get': whole,
    'payouts.decide': ({ body }) => {
      if (refuse) throw refuse;
      const status = body?.status as AgencyPayout['status'];
      state = payout({ status, approved: status === 'open' ? null : approved, version: state.version + 1 });
      return whole();
    },
  };
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      return answers[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = { profile: { role: { name: 'CRM_TenantAdmin' }, tenant: { zone: 'Asia/Kolkata' } } };
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session as unknown as Session}>
          <KeptContext value={store}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <PayoutsPage />
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
        <Where />
      </MemoryRouter>
    </UiProvider>,
  );
}
async function opened() {
  show();
  fireEvent.click(await screen.findByRole('row', { name: /Zenith Recoveries/ }));
  const panel = await screen.findByRole('complementary', { name: 'Payout of Zenith Recoveries' });
  await within(panel).findByText('Asha Patil');
  return within(panel);
}

it('asks the server for month, search, filter and order, and goes from month to month', async () => {
  show('/agency-payout-history?month=2025-03-01&status=approved,paid&sort=-collected&page=2');
  await screen.findByRole('row', { name: /Zenith Recoveries/ });
  expect(last('payouts.list')?.query).toMatchObject({
    month: '2025-03-01',
    status: 'approved,paid',
    sort: 'collected',
    dir: 'desc',
    page: 2,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Month before' }));
  await waitFor(() => expect(last('payouts.list')?.query).toMatchObject({ month: '2025-02-01', page: 1 }));
  expect(screen.getByTestId('address').textContent).toContain('month=2025-02-01');
  await screen.findByText('February 2025');
});

it('is approved with the figures that are seen, then marked as paid with its reference', async () => {
  const panel = await opened();
  expect(panel.getByText('from ₹5,000')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Approve ₹800' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve ₹800 for Zenith Recoveries?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(last('payouts.decide')).toMatchObject({
      params: { agencyId: id(1), portfolioId: id(2), month: '2025-03-01' },
      body: { status: 'approved', version: 0, grossPaise: 800_00 },
    }),
  );
  // Without a reference nothing is sent.
  fireEvent.click(await panel.findByRole('button', { name: 'Mark ₹800 as paid' }));
  await panel.findByText('Enter the reference number of the transfer.');
  expect(last('payouts.decide')?.body?.status).toBe('approved');
  fireEvent.change(panel.getByLabelText(/Reference number/), { target: { value: ' UTR77 ' } });
  fireEvent.change(panel.getByLabelText(/Paid on/), { target: { value: '2025-04-02' } });
  fireEvent.click(panel.getByRole('button', { name: 'Mark ₹800 as paid' }));
  await waitFor(() =>
    expect(last('payouts.decide')?.body).toEqual({
      status: 'paid',
      version: 1,
      grossPaise: 800_00,
      reference: 'UTR77',
      paidOn: '2025-04-02',
    }),
  );
  await waitFor(() => expect(panel.queryByLabelText(/Reference number/)).toBeNull());
});

it('says what has changed since, and an approval is taken back after being asked', async () => {
  state = payout({ status: 'approved', approved, nowPaise: 500_00, version: 1 });
  const panel = await opened();
  expect(panel.getByText('Counted today it would be ₹500.')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Take the approval back' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take the approval of ₹800 back?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Take it back' }));
  await waitFor(() => expect(last('payouts.decide')?.body).toMatchObject({ status: 'open', version: 1 }));
  await panel.findByRole('button', { name: 'Approve ₹800' });
});

it.each([
  [payout({ ended: false }), 'The month is not over yet. It can be approved from the first of the next one.'],
  [payout({ grossPaise: 0 }), 'No agent reached a tier, so there is nothing to pay.'],
])('offers no approval where there is none to give', async (given, words) => {
  state = given;
  const panel = await opened();
  expect(panel.getByText(words)).toBeTruthy();
  expect(panel.queryByRole('button', { name: /Approve/ })).toBeNull();
});

it('shows the server’s own words when somebody was faster', async () => {
  refuse = new ApiError('This payout has changed since you opened it. Look at it again.', {
    status: 409,
    code: 'conflict',
    class: 'user',
  });
  const panel = await opened();
  fireEvent.click(panel.getByRole('button', { name: 'Approve ₹800' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
  await panel.findByText('This payout has changed since you opened it. Look at it again.');
});
