import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { RecoveryAccount, RecoveryForecast, RecoveryList } from '../../../core/contract/recovery';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import RecoveryPage from './pages/recovery-page';

const LAKH = 1_00_000_00;
const ID = '01900000-0000-7000-9000-000000000001';
const account: RecoveryAccount = {
  id: ID,
  loanNumber: 'LN1',
  borrower: 'Asha Kulkarni',
  portfolio: 'Two wheelers',
  bucket: '0-30',
  paidMonths: 2,
  posPaise: LAKH,
  grade: 'A',
  expectedPaise: 10_000_00,
};
const forecast: RecoveryForecast = {
  counted: { day: '2026-11-20', at: '2026-11-19T20:30:00.000Z' },
  months: ['2026-08-01', '2026-09-01', '2026-10-01'],
  buckets: [
    {
      ...{ bucket: '0-30', loans: 1200, posPaise: 100 * LAKH, months: 3, forward: 0.125 },
      forecast: { p10: 5 * LAKH, p50: 10 * LAKH, p90: 15 * LAKH },
    },
    { bucket: '360+', loans: 7, posPaise: LAKH, months: 1, forward: null, forecast: null },
  ],
  total: { loans: 1207, posPaise: 101 * LAKH, forecast: { p10: 5 * LAKH, p50: 10 * LAKH, p90: 15 * LAKH } },
  grades: [
    { grade: 'A', loans: 1200, posPaise: 100 * LAKH, expectedPaise: 10 * LAKH },
    { grade: null, loans: 7, posPaise: LAKH, expectedPaise: 0 },
  ],
  portfolios: [{ id: ID, name: 'Two wheelers' }],
};
const list: RecoveryList = {
  ...{ id: ID, name: 'march.csv', madeAt: '2026-11-19T20:30:00.000Z', numbers: 3, found: 2, examples: ['LN9'] },
};

let answers: Record<string, unknown>;
let called: { id: string; query?: unknown; params?: unknown; bytes?: unknown }[];
beforeEach(() => {
  called = [];
  answers = {
    'recovery.forecast': forecast,
    'recovery.accounts': { rows: [account], total: 1, exact: true },
    'recovery.lists': [list],
    'recovery.addList': list,
  };
});
const api = {
  call: (endpoint: { id: string }, call: object) => {
    called.push({ id: endpoint.id, ...call });
    const data = answers[endpoint.id];
    return data instanceof Error ? Promise.reject(data) : Promise.resolve({ success: true, data });
  },
} as unknown as Api;

function show(at = '/Recovery', role = 'CRM_Manager') {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const profile = { _id: 'u1', fullName: 'Meera', role, tenant: { id: 't1', name: 'T', zone: 'Asia/Kolkata' } };
  const session = { profile, logout: async () => {} } as unknown as Session;
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={client}>
        <ApiContext.Provider value={api}>
          <KeptContext.Provider value={memoryStore()}>
            <SessionContext.Provider value={session}>
              <UiProvider>
                <RecoveryPage />
              </UiProvider>
            </SessionContext.Provider>
          </KeptContext.Provider>
        </ApiContext.Provider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
const queries = (id: string) => called.filter((one) => one.id === id).map(({ query }) => query);

it('says what may be expected, by bucket and grade, from which months and how old it is', async () => {
  show();
  expect(await screen.findByText('₹10 L of ₹1.01 Cr, in four of five months between ₹5 L and ₹15 L')).toBeTruthy();
  expect(screen.getByText(/From 3 months that are over: August 2026 to October 2026. Counted 20/)).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Expected within a month' })).getAllByRole('row');
  expect(rows[1]?.textContent).toBe('0-301,200₹1 Cr₹5 L₹10 L₹15 L12.5 %3');
  expect(rows[2]?.textContent).toBe('360+7₹1 L––––1, not enough');
  const grades = within(screen.getByRole('table', { name: 'By grade' })).getAllByRole('row');
  expect(grades[2]?.textContent).toBe('Not known7₹1 L–');
  expect(screen.getByRole('row', { name: /LN1/ }).textContent).toContain('2 of 3 months');
});

it('says how many months are known where they are not enough, and guesses nothing', async () => {
  const [bucket] = forecast.buckets;
  answers['recovery.forecast'] = {
    ...forecast,
    months: ['2026-10-01'],
    buckets: [{ ...bucket, months: 1, forecast: null }],
    total: { ...forecast.total, forecast: null },
  };
  show();
  expect(await screen.findByText('Not enough history')).toBeTruthy();
  expect(screen.getByText(/^1 of 3 months are known/)).toBeTruthy();
  expect(screen.queryByText(/in four of five months/)).toBeNull();
});

it('says that nothing was counted yet', async () => {
  answers['recovery.forecast'] = { ...forecast, counted: null, months: [], buckets: [], grades: [] };
  answers['recovery.accounts'] = { rows: [], total: 0, exact: true };
  show();
  expect(await screen.findByText('Nothing was counted yet')).toBeTruthy();
  expect(await screen.findByText('None of your loans was counted')).toBeTruthy();
});

it('asks for a list of one’s own, says what is not known of it, and takes it away', async () => {
  show(`/Recovery?listId=${ID}`);
  expect(await screen.findByText('march.csv: 2 loans')).toBeTruthy();
  expect(screen.getByText('1 number is not known')).toBeTruthy();
  expect(screen.getByText('LN9')).toBeTruthy();
  await waitFor(() => expect(queries('recovery.accounts')).toContainEqual(expect.objectContaining({ listId: ID })));
  expect(queries('recovery.forecast')).toContainEqual(expect.objectContaining({ listId: ID }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove list' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the list march.csv?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Remove list' }));
  await waitFor(() => expect(called.find(({ id }) => id === 'recovery.deleteList')?.params).toEqual({ id: ID }));
  await waitFor(() => expect(screen.queryByText('march.csv: 2 loans')).toBeNull());
});

it('sends a file of numbers and shows its list', async () => {
  show();
  await screen.findByRole('table', { name: 'By grade' });
  const file = new File(['Loan number\nLN1'], 'march.csv', { type: 'text/csv' });
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('No file input');
  fireEvent.change(input, { target: { files: [file] } });
  await waitFor(() => expect(called.find(({ id }) => id === 'recovery.addList')?.bytes).toBe(file));
  expect(await screen.findByText('march.csv: 2 loans')).toBeTruthy();
});
