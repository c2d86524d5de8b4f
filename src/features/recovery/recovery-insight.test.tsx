import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { ResponseOf } from '../../../core/contract/kit';
import type { PredictorAccount, predictorAccount, predictorModel } from '../../../core/contract/predictor';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import RecoveryInsightPage from './pages/recovery-insight-page';

const ID = '01900000-0000-7000-9000-000000000001';
const account: PredictorAccount = {
  id: ID,
  loanNumber: 'LN1',
  borrower: 'Asha Kulkarni',
  portfolio: 'Two wheelers',
  bucket: '31-60',
  dpd: 45,
  posPaise: 1_00_000_00,
  chance: 0.734,
};
const judged = {
  ...{ month: '2026-10-01', loans: 5000, paid: 0.3, order: 0.81, naive: 0.62, error: 0.021 },
  tenths: Array.from({ length: 10 }, (_, at) => ({
    loans: 500,
    said: 0.8 - at / 20,
    paid: 0.78 - at / 20,
    lift: 2.6 - at / 5,
  })),
};
const model: ResponseOf<typeof predictorModel>['data'] = {
  months: ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'],
  model: {
    ...{ madeAt: '2026-11-04T20:30:00.000Z', trained: ['2026-07-01', '2026-08-01'], calibrated: '2026-09-01' },
    ...{ judged, drift: 0.04 },
  },
  scored: { day: '2026-11-20', at: '2026-11-19T20:30:00.000Z' },
  portfolios: [],
};
const one: ResponseOf<typeof predictorAccount>['data'] = {
  account,
  reasons: [
    { feature: 'paidMonths', value: 3, effect: 1.2 },
    { feature: 'dpd', value: 45, effect: -0.6 },
    { feature: 'sincePaid', value: 365, effect: -0.4 },
    { feature: 'pos', value: Math.log(1_00_001), effect: -0.1 },
  ],
  overrides: [
    { id: ID, by: 'Ravi', madeAt: '2026-11-18T06:00:00.000Z', chance: 0.7, verdict: 'lower', reason: 'Lost the job' },
  ],
  mayOverride: true,
};

let answers: Record<string, unknown>;
let called: { id: string; params?: unknown; query?: unknown; body?: unknown }[];
beforeEach(() => {
  called = [];
  answers = {
    'predictor.model': model,
    'predictor.accounts': { rows: [account], total: 1, exact: true },
    'predictor.account': one,
    'predictor.override': one.overrides[0],
  };
});
const api = {
  call: (endpoint: { id: string }, call: object) => {
    called.push({ id: endpoint.id, ...call });
    return Promise.resolve({ success: true, data: answers[endpoint.id] });
  },
} as unknown as Api;

function show(at = '/recovery-insight') {
  const profile = {
    _id: 'u1',
    fullName: 'Meera',
    role: 'CRM_Manager',
    tenant: { id: 't1', name: 'T', zone: 'Asia/Kolkata' },
  };
  const session = { profile, logout: async () => {} } as unknown as Session;
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={createQueryClient()}>
        <ApiContext.Provider value={api}>
          <KeptContext.Provider value={memoryStore()}>
            <SessionContext.Provider value={session}>
              <UiProvider>
                <RecoveryInsightPage />
              </UiProvider>
            </SessionContext.Provider>
          </KeptContext.Provider>
        </ApiContext.Provider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

it('says how good the model was on a month that it had not seen, and each loan’s chance', async () => {
  show();
  expect(
    await screen.findByText(
      'In October 2026, which it had not seen, it put a loan that paid above one that did not 81.0 % of the time; fewer days past due did 62.0 %.',
    ),
  ).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'By tenths of the loans' })).getAllByRole('row');
  expect(rows[1]?.textContent).toBe('150080.0 %78.0 %2.6 ×');
  expect(rows).toHaveLength(11);
  expect(screen.getByText(/Drift 0.04\. Counted 20/)).toBeTruthy();
  expect((await screen.findByRole('row', { name: /LN1/ })).textContent).toContain('73.4 %');
  expect(screen.queryByText('The book is another one than the model learned from')).toBeNull();
});

it('says so when the model is no better than days past due, and when the book has moved', async () => {
  answers['predictor.model'] = {
    ...model,
    model: { ...model.model, judged: { ...judged, order: 0.6 }, drift: 0.31 },
  };
  show();
  expect(await screen.findByText(/it was no better than fewer days past due \(60.0 % against 62.0 %\)/)).toBeTruthy();
  expect(screen.getByText('The book is another one than the model learned from')).toBeTruthy();
});

it('guesses nothing without enough history', async () => {
  answers['predictor.model'] = { months: ['2026-10-01'], model: null, scored: null, portfolios: [] };
  answers['predictor.accounts'] = { rows: [], total: 0, exact: true };
  show();
  expect(await screen.findByText('Not enough history')).toBeTruthy();
  expect(screen.getByText(/^1 months that are over were looked at; 4 with at least 500 loans each/)).toBeTruthy();
  expect(await screen.findByText('None of your loans has a chance yet')).toBeTruthy();
});

it('opens a loan with its reasons, and notes where somebody knows better', async () => {
  show(`/recovery-insight?open=${ID}`);
  const panel = within(await screen.findByRole('complementary', { name: 'LN1' }));
  const reasons = within(await panel.findByRole('table', { name: 'What weighs most' }))
    .getAllByRole('row')
    .slice(1);
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    'Months paid of the last three: 3for a payment',
    'Days past due: 45against it',
    'Days since the last payment: a year or moreagainst it',
    'Principal outstanding: ₹1 Lagainst it',
  ]);
  expect(panel.getByText('Lower than 70.0 %: Lost the job')).toBeTruthy();
  fireEvent.click(panel.getByText('Higher'));
  fireEvent.change(panel.getByLabelText(/^Why/), { target: { value: 'New job' } });
  fireEvent.click(panel.getByRole('button', { name: 'Note it' }));
  await waitFor(() =>
    expect(called.find(({ id }) => id === 'predictor.override')).toMatchObject({
      ...{ params: { loanId: ID }, body: { verdict: 'higher', reason: 'New job' } },
    }),
  );
});

it('has no form for who may not', async () => {
  answers['predictor.account'] = { ...one, mayOverride: false, reasons: [], overrides: [] };
  show(`/recovery-insight?open=${ID}`);
  const panel = within(await screen.findByRole('complementary', { name: 'LN1' }));
  expect(await panel.findByText('Nobody so far.')).toBeTruthy();
  expect(panel.queryByRole('button', { name: 'Note it' })).toBeNull();
});
