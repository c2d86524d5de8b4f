import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { Insights, InsightView } from '../../../core/contract/insights';
import { INSIGHTS, type InsightCell, type InsightFigure } from '../../../core/domain/insights';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import DataInsightsFilePage from './pages/data-insights-file-page';
import DataInsightsPage from './pages/data-insights-page';

const ID = '01900000-0000-7000-9000-000000000001';
const cell = (key: string, at: number, base: number, first: number, second: number): InsightCell => ({
  ...{ key, at, base, first, second },
});
const CELLS: Partial<Record<InsightFigure, InsightCell[]>> = {
  phone: [cell('1', 0, 200, 100, 50), cell('', 0, 10, 0, 0)],
  pincode: [cell('411001', 0, 9, 4, 2), cell('other', 0, 3, 0, 0)],
  hour: [cell('1', 10, 8, 5, 4), cell('7', 18, 2, 1, 1)],
  promise: [cell('0-1', 0, 4, 3, 1)],
  bounce: [cell('Funds insufficient', 0, 3, 7_00_000_00, 1_00_000_00)],
  cohort: [cell('2026-09-01', 0, 1000_00, 100_00, 1), cell('2026-09-01', 1, 1000_00, 150_00, 1)],
};
const data: Insights = {
  subscription: 'primary_explorar',
  counted: { day: '2026-11-20', at: '2026-11-19T20:30:00.000Z', from: '2026-10-21' },
  figures: INSIGHTS.map((figure) => ({ figure, cells: CELLS[figure] ?? [] })),
  portfolios: [{ id: ID, name: 'Two wheelers' }],
};
const view: InsightView = {
  ...{ id: ID, version: 3, own: true, by: 'Meera', savedAt: '2026-11-19T20:30:00.000Z', name: 'Mornings' },
  ...{ shared: true, figures: ['hour'], portfolioId: null },
};

let answers: Record<string, unknown>;
let called: { id: string; query?: unknown; params?: unknown; body?: unknown }[];
beforeEach(() => {
  called = [];
  answers = {
    'insights.read': data,
    'insights.views': [view, { ...view, id: 'x', own: false, by: 'Ravi', name: 'Places', figures: ['pincode'] }],
    'insights.saveView': view,
    'insights.file': { fileName: 'data-insights.csv', csv: 'Figure\r\n' },
  };
});
const api = {
  call: (endpoint: { id: string }, call: object) => {
    called.push({ id: endpoint.id, ...call });
    return Promise.resolve({ success: true, data: answers[endpoint.id] });
  },
} as unknown as Api;

function show(at = '/data-insights', role = 'CRM_Manager') {
  const client = createQueryClient();
  const profile = { _id: 'u1', fullName: 'Meera', role, tenant: { id: 't1', name: 'T', zone: 'Asia/Kolkata' } };
  const session = { profile, logout: async () => {} } as unknown as Session;
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={client}>
        <ApiContext.Provider value={api}>
          <KeptContext.Provider value={memoryStore()}>
            <SessionContext.Provider value={session}>
              <UiProvider>
                <Routes>
                  <Route path="/data-insights" element={<DataInsightsPage />} />
                  <Route path="/data-insights-file" element={<DataInsightsFilePage />} />
                </Routes>
              </UiProvider>
            </SessionContext.Provider>
          </KeptContext.Provider>
        </ApiContext.Provider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

it('shows each figure with its shares, how old it is, and the rows behind it or why they cannot be opened', async () => {
  show();
  expect(await rowsOf('Contactability by phone')).toEqual([
    'First number200100 · 50.0 %50 · 25.0 %',
    'Not known100 · 0.0 %0 · 0.0 %',
  ]);
  expect(await rowsOf('Reasons of bounces')).toEqual(['Funds insufficient3₹7 L₹1 L']);
  expect(await rowsOf('Cohorts')).toEqual(['September 2026₹1,00010.0 %25.0 %––––']);
  expect((await rowsOf('Connects by day and hour'))[0]).toBe('Monday4 / 8–');
  expect(screen.getByText(/^Records from 21/)).toBeTruthy();
  expect(screen.getByRole('link', { name: '411001' }).getAttribute('href')).toContain('by=pincode&key=411001');
  const calls = screen.getAllByRole('link', { name: 'The calls of these days' });
  expect(calls[0]?.getAttribute('href')).toBe('/daily-reports?from=2026-10-21&to=2026-11-19');
  expect(screen.getAllByText('No list of loans goes by it, so that its rows cannot be opened from here.')).toHaveLength(
    2,
  );
  expect(screen.getByText('Nothing of yours in these days.')).toBeTruthy();
});

it('opens no list of loans for a role that has none', async () => {
  show('/data-insights', 'CUSTOMER');
  expect(await rowsOf('Contactability by pincode')).toHaveLength(2);
  expect(screen.queryByRole('link', { name: '411001' })).toBeNull();
  expect(screen.getByText('No list of loans is open to your role, so that its rows cannot be opened.')).toBeTruthy();
});

it('shows the figures of a view, and saves another one', async () => {
  show(`/data-insights?view=${ID}`);
  expect(await rowsOf('Connects by day and hour')).toHaveLength(7);
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Reasons of bounces' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Save as a view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a view' }));
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Hours' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save view' }));
  await waitFor(() =>
    expect(called.find(({ id }) => id === 'insights.saveView')?.body).toEqual({
      ...{ name: 'Hours', shared: false, figures: ['hour'], portfolioId: null, version: 0 },
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(called.find(({ id }) => id === 'insights.deleteView')?.params).toEqual({ id: ID }));
});

it('leads a tenant with the other subscription to the files, which hold what the page shows', async () => {
  answers['insights.read'] = { ...data, subscription: 'secondry' };
  show();
  expect((await rowsOf('What the file holds'))[0]).toBe('Contactability by phone2 lines');
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(called.find(({ id }) => id === 'insights.file')?.body).toEqual({ figures: [...INSIGHTS] }),
  );
});

it('says that nothing was counted yet, and has no file then', async () => {
  answers['insights.read'] = { ...data, counted: null, figures: [] };
  show('/data-insights-file');
  expect(await screen.findByText('Nothing was counted yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
});
