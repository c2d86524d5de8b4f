import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { Target } from '../../../core/contract/targets';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import PersonTargetPage from './pages/person-target-page';
import TargetsPage from './pages/targets-page';
import { valueWords } from './target-words';

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
type Call = Record<string, unknown> & { body?: Record<string, unknown> };
const target = (more: Partial<Target> = {}): Target => ({
  id: id(1),
  month: '2026-11-01',
  scope: 'user',
  scopeId: id(5),
  name: 'Asha Patil',
  role: 'CRM_FieldAgent',
  portfolio: null,
  bucket: 'any',
  metric: 'amount',
  target: 1_00_000_00,
  achieved: 40_000_00,
  percent: 40,
  drr: 7_500_00,
  projection: 55_556_00,
  version: 3,
  lockedAt: null,
  lockedBy: null,
  mayEdit: true,
  ...more,
});
const page = (rows: Target[], more: object = {}) => ({
  data: {
    month: '2026-11-01',
    today: '2026-11-21',
    days: { total: 25, elapsed: 18, left: 8 },
    rows,
    total: rows.length,
    locked: 0,
    mayLock: true,
    mayUnlock: false,
    ...more,
  },
});

let calls: { id: string; call: Call }[];
beforeEach(() => {
  calls = [];
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

function show(
  screenOf: React.ReactNode,
  path: string,
  answers: Record<string, (call: Call) => unknown>,
  role = 'CRM_Manager',
  store = memoryStore(),
) {
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      return answers[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <KeptContext value={store}>
        <MemoryRouter initialEntries={[path]}>
          <SessionContext value={session}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>{screenOf}</ApiContext>
            </QueryClientProvider>
          </SessionContext>
        </MemoryRouter>
      </KeptContext>
    </UiProvider>,
  );
}

it.each([
  ['amount', 12_34_567_00, '₹12,34,567'],
  ['resolution', 82_50, '82.5 %'],
  ['login', 450, '7.5 h'],
  ['count', 1200, '1,200'],
  ['count', null, '–'],
] as const)('%s %s is said as %s', (metric, value, words) => expect(valueWords(metric, value)).toBe(words));

it('a target is changed where it stands, with the version it was read at; a refusal stays open with its words', async () => {
  let refuse = false;
  show(<TargetsPage />, '/target-settings?month=2026-11-01', {
    'targets.list': () => page([target()]),
    'targets.update': () => {
      if (refuse) throw new ApiError('This month is locked.', { status: 409, class: 'user', code: 'conflict' });
      return { data: target() };
    },
  });
  const row = await screen.findByRole('row', { name: /Asha Patil/ });
  for (const words of ['₹40,000', '40 %', '₹7,500', '₹55,556', '₹1,00,000']) expect(row.textContent).toContain(words);
  expect(screen.getByText('18 of 25 working days gone, 8 left with today')).toBeTruthy();
  fireEvent.click(within(row).getByRole('button', { name: /Target of Asha Patil/ }));
  const field = within(row).getByLabelText(/^Target of Asha Patil, Amount collected/);
  fireEvent.change(field, { target: { value: 'many' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await within(row).findByText('This is no value for this metric.');
  refuse = true;
  fireEvent.change(field, { target: { value: '1,50,000' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await within(row).findByText('This month is locked.');
  expect(last('targets.update')).toEqual({ params: { id: id(1) }, body: { version: 3, target: 1_50_000_00 } });
});

it('targets of the same name are told apart by what is counted, of whom and where', async () => {
  show(<TargetsPage />, '/target-settings', {
    'targets.list': () =>
      page([
        target({ portfolio: null }),
        target({ id: id(2), portfolio: null, metric: 'visits', role: 'CRM_TeleCaller' }),
        target({ id: id(3), portfolio: { id: id(9), name: 'Axis Home' }, bucket: '31-60' }),
        target({ id: id(4), portfolio: null, scope: 'team', role: 'CRM_Manager' }),
      ]),
  });
  await screen.findAllByTitle('Visits · Telecaller');
  const rows = screen.getAllByRole('row').slice(1);
  const abouts = rows.map((row) => row.querySelector('[title*="·"]')?.getAttribute('title'));
  expect(abouts).toEqual([
    'Amount collected · Field agent',
    'Visits · Telecaller',
    'Amount collected · Field agent · Axis Home · 31-60',
    'Amount collected · Team',
  ]);
  expect(
    new Set(
      rows.map(
        (row) =>
          within(row)
            .getByRole('button', { name: /^Target of/ })
            .getAttribute('aria-label') ?? '',
      ),
    ).size,
  ).toBe(4);
});

it('what is locked, or not the user’s to change, only shows', async () => {
  show(<TargetsPage />, '/target-settings', {
    'targets.list': () =>
      page([
        target({ lockedAt: '2026-11-20T05:00:00Z', lockedBy: 'Rohit' }),
        target({ id: id(2), name: 'Ravi', mayEdit: false }),
      ]),
  });
  const locked = await screen.findByRole('row', { name: /Asha Patil/ });
  expect(locked.textContent).toContain('Locked');
  for (const row of [locked, screen.getByRole('row', { name: /Ravi/ })])
    expect(within(row).queryByRole('button', { name: /Change/ })).toBeNull();
});

it('how much copied targets are raised by survives leaving the page, until they are copied', async () => {
  const store = memoryStore();
  const answers = { 'targets.list': () => page([]), 'targets.copy': () => ({ data: { copied: 3, kept: 0 } }) };
  const open = async () => {
    const { unmount } = show(<TargetsPage />, '/target-settings', answers, 'CRM_Manager', store);
    fireEvent.click(await screen.findByRole('button', { name: 'Copy last month' }));
    return { unmount, by: await screen.findByLabelText<HTMLInputElement>(/^Raised or lowered/) };
  };
  const first = await open();
  fireEvent.change(first.by, { target: { value: '15' } });
  first.unmount();
  const second = await open();
  expect(second.by.value).toBe('15');
  screen.getByText(/^Your draft of /);
  fireEvent.click(screen.getByRole('button', { name: 'Copy targets' }));
  await waitFor(() => expect(last('targets.copy')).toMatchObject({ body: { percent: 15 } }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  second.unmount();
  expect((await open()).by.value).toBe('0');
});

it('the client’s side looks and sets nothing', async () => {
  show(<TargetsPage />, '/target-settings', { 'targets.list': () => page([], { mayLock: false }) }, 'CLIENT_ADMIN');
  await screen.findByText(/^No target for/);
  for (const name of ['New target', 'Copy last month', 'Lock the month', 'Set the first target'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('the chart has the specification’s bounds, says what it shows, and is a table as well', async () => {
  show(<PersonTargetPage />, `/field-target/${id(5)}`, {
    'targets.series': () => ({
      data: {
        person: { id: id(5), name: 'Asha Patil', role: 'CRM_FieldAgent' },
        metric: 'amount',
        months: ['2026-10-01', '2026-11-01'],
        target: [0, 5_000_00],
        achievement: [900_00, 2_000_00],
        days: { total: 25, elapsed: 18, left: 8 },
        now: { target: 5_000_00, achieved: 2_000_00, percent: 40, drr: 375_00, projection: 2_778_00 },
      },
    }),
  });
  const chart = await screen.findByRole('img', { name: /^Amount collected by month/ });
  // Heights that do not begin at nothing mislead: the bars say their figures, and the scale is named.
  for (const words of ['₹900', '₹5,000', '₹2,000']) expect(within(chart).getByText(words)).toBeTruthy();
  expect(screen.getByText('The scale goes from ₹800 to ₹6,000: compare the figures, not the heights.')).toBeTruthy();
  expect(chart.getAttribute('aria-label')).toContain('November 2026 ₹2,000 of ₹5,000');
  // The smallest that is not zero, less 100, to the largest, plus 1000; in rupees.
  expect([chart.getAttribute('data-min'), chart.getAttribute('data-max')]).toEqual(['800', '6000']);
  expect(last('targets.series')).toMatchObject({ query: { id: id(5), metric: 'amount', months: 6 } });
  fireEvent.click(screen.getByRole('button', { name: 'As a table' }));
  const table = await screen.findByRole('table', { name: 'Amount collected by month' });
  expect(within(table).getByRole('row', { name: /November 2026/ }).textContent).toContain('40 %');
  fireEvent.change(screen.getByLabelText('Months'), { target: { value: '12' } });
  await waitFor(() => expect(last('targets.series')).toMatchObject({ query: { months: 12 } }));
});
