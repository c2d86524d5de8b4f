import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { DUPONT_SUMS, type DupontSums } from '../../../core/domain/dupont';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import DupontPage from './pages/dupont-page';
import type { Dupont } from './queries';

const nothing = Object.fromEntries(DUPONT_SUMS.map((name) => [name, 0])) as DupontSums;
const sums: DupontSums = {
  ...nothing,
  allocated: 1000,
  workable: 800,
  called: 400,
  callConnected: 200,
  callReached: 100,
  callPromised: 50,
  callKept: 20,
  callKeptPaise: 20_000_00,
  selfPaise: 5_000_00,
  openingPos: 1_00_000_00,
  resolvedCalls: 30_000_00,
};
const answer: Dupont = {
  counted: { month: '2026-11-01', before: '2026-11-20', at: '2026-11-19T19:00:00.000Z' },
  sums,
  previous: { ...sums, callKept: 10, callKeptPaise: 10_000_00 },
  slices: [
    { key: '31-60', label: '31-60', sums },
    { key: '0-30', label: '0-30', sums: nothing },
  ],
  more: 0,
};

let asked: unknown[];
beforeEach(() => {
  asked = [];
});
function show(data: Dupont, role = 'CRM_Manager') {
  const api = {
    call: async (_endpoint: unknown, { query }: { query: unknown }) => {
      asked.push(query);
      return { success: true, data };
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  render(
    <UiProvider>
      <KeptContext value={memoryStore()}>
        <MemoryRouter initialEntries={['/dupont-dashboard']}>
          <SessionContext value={session}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <DupontPage />
              </ApiContext>
            </QueryClientProvider>
          </SessionContext>
        </MemoryRouter>
      </KeptContext>
    </UiProvider>,
  );
}

it('says what the month proves, how old it is, and which step made the change', async () => {
  show(answer);
  const opening = await screen.findByText(/30\.0 % of the opening principal is resolved and ₹25,000 was collected/);
  expect(opening.textContent).toContain('That is ₹10,000 more than in the whole month before.');
  expect(screen.getByText(/Counted up to the end of 19\/11\/2026/)).toBeTruthy();
  const calls = within(screen.getByRole('table', { name: 'Calls: promises kept' }));
  expect(calls.getByRole('row', { name: /Promise kept and paid/ }).textContent).toBe(
    'Promise kept and paid2040.0 %20.0 %+₹10,000',
  );
  expect(calls.getByRole('row', { name: /Borrower reached/ }).textContent).toBe('Borrower reached10050.0 %50.0 %–');
});

it('tells what another share of a step would bring', async () => {
  show(answer);
  fireEvent.change(await screen.findByLabelText('What if'), { target: { value: 'callKept' } });
  expect(screen.getByLabelText('were, in %')).toHaveProperty('value', '40');
  fireEvent.change(screen.getByLabelText('were, in %'), { target: { value: '60' } });
  expect(screen.getByText('₹30,000 instead of ₹20,000: +₹10,000, from 30 accounts (+10).')).toBeTruthy();
});

it('opens the tree of a slice, and its loans where the reader has a list of them', async () => {
  show(answer);
  await screen.findByRole('button', { name: '31-60' });
  expect(screen.getAllByRole('button', { name: /^\d+-\d+$/ }).map(({ textContent }) => textContent)).toEqual([
    '0-30',
    '31-60',
  ]);
  fireEvent.click(screen.getByRole('button', { name: '31-60' }));
  expect(await screen.findByText('Bucket: 31-60')).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({ by: 'bucket', bucket: '31-60' });
  expect(screen.getByRole('link', { name: '1,000 loans of 31-60' }).getAttribute('href')).toBe('/loans?bucket=31-60');
});

it('links to no list that the reader may not enter, and says when nothing was counted', async () => {
  show(answer, 'PARTNER');
  await screen.findByRole('button', { name: '31-60' });
  expect(screen.queryByRole('link', { name: '1,000 loans of 31-60' })).toBeNull();
  show({ counted: null, sums: nothing, previous: null, slices: [], more: 0 });
  expect(await screen.findByText('This month was not counted')).toBeTruthy();
  show({ ...answer, sums: nothing, previous: null, slices: [] });
  expect(await screen.findByText('None of your loans was counted')).toBeTruthy();
});
