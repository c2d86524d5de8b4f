import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Chart, ChartFigures } from '../../../core/contract/charts';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import { ChartCard } from './components/chart-card';
import { HomeCharts } from './home-charts';
import ChartPage from './pages/chart-page';
import { figureWords, sentenceOf } from './words';

const id = '01930000-0000-7000-8000-000000000001';
const chart = (over: Partial<Chart> = {}): Chart => ({
  ...{ id, version: 1, name: 'Collected by agency', categories: ['CRM_MANAGER'], kind: 'bars', report: 'visits' },
  ...{ measure: 'collectedPaise', how: 'sum', by: 'agency', split: null, step: 'day', days: 'last-30', most: 10 },
  ...{ updatedBy: 'Leela', updatedAt: '2026-11-20T05:00:00Z' },
  ...over,
});
const figures = (over: Partial<ChartFigures> = {}): ChartFigures => ({
  from: '2026-10-27',
  to: '2026-11-25',
  keys: ['Sahyadri Recoveries', ''],
  splits: [''],
  values: [[30_000_00], [10_000_00]],
  total: 45_000_00,
  others: { keys: 3, value: 5_000_00 },
  tooMany: false,
  ...over,
});

let sent: { id: string; body: unknown }[];
let drawn: ChartFigures;
let own: Chart[];
beforeEach(() => {
  sent = [];
  drawn = figures();
  own = [chart()];
});

function show(page: React.ReactNode) {
  const answers: Record<string, (body: unknown) => unknown> = {
    'charts.own': () => own,
    'charts.figures': () => drawn,
    'charts.preview': (body) => ((body as Chart).by === 'at' ? figures({ keys: ['2026-11-24', '2026-11-25'] }) : drawn),
    'charts.create': () => chart(),
  };
  const api = {
    call: async (endpoint: { id: string }, { body }: { body?: unknown } = {}) => {
      sent.push({ id: endpoint.id, body });
      return { data: answers[endpoint.id]?.(body) };
    },
  } as unknown as Api;
  const session = {
    profile: { id, fullName: 'Leela', role: { name: 'ADMIN' }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <MemoryRouter initialEntries={['/data-visualization/new']}>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <KeptContext value={memoryStore()}>{page}</KeptContext>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}

it.each<[Partial<Chart>, number | null, string]>([
  [{}, 1_25_000_00, '₹1.25 L'],
  [{ report: 'calls', measure: 'talkSeconds' }, 90, '1:30'],
  [{ report: 'calls', measure: 'lines' }, 125_000, '1,25,000'],
  [{}, null, '–'],
])('a figure of %o is said in its unit', (over, value, words) => {
  expect(figureWords(chart(over), value)).toContain(words);
});

it('a chart without a name says what it shows', () => {
  expect(sentenceOf(chart())).toBe('Collected by Agency, The last 30 days');
});

describe('a home', () => {
  it('shows the charts of the role, each value beside its bar, and as a table', async () => {
    show(<HomeCharts />);
    const card = await screen.findByRole('region', { name: 'Collected by agency' });
    expect(await within(card).findByText('Sahyadri Recoveries')).toBeTruthy();
    for (const words of [/₹30,000/, '(none)', /3 more: ₹5,000/, /27\/10\/2026 – 25\/11\/2026/])
      expect(within(card).getAllByText(words).length).toBeGreaterThan(0);
    fireEvent.click(within(card).getByRole('button', { name: 'As a table' }));
    expect(within(card).getByRole('table', { name: 'Collected by agency' })).toBeTruthy();
  });

  it('is as it was where no chart is shown to the role', async () => {
    own = [];
    const { container } = show(<HomeCharts />);
    await waitFor(() => expect(sent.map((one) => one.id)).toContain('charts.own'));
    expect(container.querySelector('section')).toBeNull();
  });
});

it.each<[Partial<Chart>, Partial<ChartFigures>, RegExp]>([
  [{ kind: 'number', by: null }, { keys: [''] }, /^₹45,000/],
  [{ kind: 'funnel' }, {}, /33 %/],
  [{}, { total: null, keys: [], values: [], others: null }, /Nothing in these days/],
  [{}, { tooMany: true }, /More than 2,00,000 lines match/],
  [{ kind: 'line', by: 'at' }, { keys: ['2026-11-24', '2026-11-25'] }, /25\/11\/2026/],
  [{ kind: 'heat', by: 'at', split: 'agency' }, { keys: ['2026-11-24', '2026-11-25'], splits: ['A'] }, /24\/11\/2026/],
])('%o is drawn', async (over, more, words) => {
  const asked = { data: figures(more), error: null, refetch: async () => undefined };
  show(<ChartCard chart={chart(over)} asked={asked as never} />);
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

it('the administrator makes a chart and sees it while it is made', async () => {
  show(<ChartPage />);
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Talk by day' } });
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'line' } });
  await waitFor(() =>
    expect(sent.findLast((one) => one.id === 'charts.preview')?.body).toMatchObject({ kind: 'line', by: 'at' }),
  );
  fireEvent.change(screen.getByLabelText('What is measured'), { target: { value: 'talkSeconds' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save chart' }));
  await waitFor(() =>
    expect(sent.find((one) => one.id === 'charts.create')?.body).toMatchObject({
      name: 'Talk by day',
      kind: 'line',
      measure: 'talkSeconds',
      by: 'at',
      most: 10,
    }),
  );
});
