/** Agencies: what they hold and resolve, and giving them loans by percentages, rehearsed first. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { AgencyHolding } from '../../../core/contract/agency-allocation';
import type { AllocationRun } from '../../../core/contract/allocation';
import type { AllocationRule } from '../../../core/domain/allocation';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import AgencyAllocationPage from './pages/agency-allocation-page';
import { newRule, withShares } from './rule-edit';

configure({ defaultHidden: true, asyncUtilTimeout: 10_000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [NORTH, SOUTH] = [id(1), id(2)];
const holding = (over: Partial<AgencyHolding>): AgencyHolding => ({
  ...{ id: NORTH, name: 'Northern', stopped: false, loans: 1200, posPaise: 5_000_000_00, near: 0, nextRecallOn: null },
  buckets: [],
  ...over,
});

let agencies: AgencyHolding[];
let failing: string;
let sent: { rule: AllocationRule; recallOn: string | null; reason: string } | undefined;
let run: AllocationRun;
beforeEach(() => {
  failing = '';
  sent = undefined;
  agencies = [
    holding({
      near: 10_001,
      nextRecallOn: '2026-12-01',
      buckets: [
        { bucket: '31-60', loans: 40, openingPaise: 1000_00, resolvedPaise: 250_00 },
        { bucket: '61-90', loans: 10, openingPaise: 1000_00, resolvedPaise: 50_00 },
      ],
    }),
    holding({ id: SOUTH, name: 'Southern', stopped: true, loans: 3, near: 2 }),
  ];
  run = {
    ...{ id: id(9), state: 'rehearsed', rulesVersion: 0, madeBy: 'Leela', createdAt: '2026-11-20T05:00:00Z' },
    ...{ finishedAt: null, done: 6, total: 6, given: 0, leftOut: 0, restored: 0, problem: null },
    agencies: { name: 'Bucket 2', recallOn: '2026-12-31', reason: null },
    summary: {
      kinds: [{ kind: 'agency', loans: 6, moved: 4, kept: 0, noRule: 1, retained: 0, full: 1, nobodyEligible: 0 }],
      rules: [],
      holders: [
        {
          ...{ id: NORTH, name: 'Northern', kind: 'agency', gets: 4, loses: 0, speaks: 1 },
          ...{ before: { loans: 1, pos: 100 }, after: { loans: 5, pos: 900_00 } },
        },
      ],
    },
  };
});

function Where({ tell }: { tell: (at: string) => void }) {
  tell(useLocation().search);
  return null;
}

function show(address: string) {
  let at = '';
  const answers: Record<string, () => unknown> = {
    'agencyAllocation.agencies': () => ({ counted: { month: '2026-11-01', before: '2026-11-20' }, agencies }),
    'agencyAllocation.list': () => (sent ? [run] : []),
    'agencyAllocation.rehearse': () => run,
    'allocation.run': () => run,
    'allocation.loans': () => ({ content: [], more: false }),
    'allocation.count': () => ({ matching: [60], lookedAt: 60, whole: true, total: 60 }),
    'processes.choices': () => ({ portfolios: [], agents: [] }),
    'portfolios.choices': () => ({
      ...{ clients: [], products: [], managers: [], collectors: [], fieldAgents: [], portfolios: [] },
      agencies: [
        { id: NORTH, name: 'Northern' },
        { id: SOUTH, name: 'Southern' },
      ],
    }),
    'dispositions.codes': () => ({ codes: [] }),
  };
  const api = {
    call: async (endpoint: { id: string }, { body }: { body?: never } = {}) => {
      if (endpoint.id === failing) throw new ApiError('Busy', { status: 503, code: 'busy', class: 'retry' });
      if (endpoint.id === 'agencyAllocation.rehearse') sent = body;
      return { data: answers[endpoint.id]?.() };
    },
  } as unknown as Api;
  const session = {
    profile: { id: id(8), fullName: 'Leela', role: { name: 'CRM_MANAGER' }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[address]}>
        <Where
          tell={(next) => {
            at = next;
          }}
        />
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <KeptContext value={memoryStore()}>
                <AgencyAllocationPage />
              </KeptContext>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
  return () => at;
}
const button = async (name: string | RegExp) => (await screen.findByRole('button', { name })) as HTMLButtonElement;
const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

it('shows what each holds, what goes back soon, and what it resolved, by bucket for one of them', async () => {
  show('/agency-allocation');
  const rowOf = async (name: RegExp) => (await screen.findByRole('cell', { name })).closest('tr')?.textContent ?? '';
  expect(await rowOf(/Northern/)).toContain('1,200');
  expect(await rowOf(/Northern/)).toContain('more than 10,000');
  expect(await rowOf(/Northern/)).toContain('01/12/2026');
  expect(await rowOf(/Northern/)).toContain('15 %');
  expect(await rowOf(/Southern/)).toContain('gets nothing');
  const [first, second] = screen.getAllByRole('button', { name: 'By bucket' }) as HTMLButtonElement[];
  // Nothing was counted for it.
  expect(second?.disabled).toBe(true);
  fireEvent.click(first as HTMLButtonElement);
  expect(await rowOf(/^31-60$/)).toContain('25 %');
  expect(await rowOf(/^61-90$/)).toContain('5 %');
});

it('gives by percentages until a day: not before it is whole, and rehearsed before it is given', async () => {
  const address = show('/agency-allocation?view=give');
  expect((await button('Rehearse it')).disabled).toBe(true);
  await type(/What it is called/, 'Bucket 2');
  expect(await screen.findByText('60 loans')).toBeTruthy();
  expect(await screen.findByText('Choose who gets the loans')).toBeTruthy();
  fireEvent.click(await button(/Which agencies/));
  for (const name of ['Northern', 'Southern']) fireEvent.click(await screen.findByRole('checkbox', { name }));
  // Even parts, until somebody says otherwise.
  expect(await screen.findByText(/100 % in all/)).toBeTruthy();
  const share = (name: string, label: RegExp, value: string) =>
    fireEvent.change(within(screen.getByRole('group', { name })).getByLabelText(label), { target: { value } });
  share('Northern', /Percent/, '70');
  expect(await screen.findByText(/120 % in all/)).toBeTruthy();
  expect((await button('Rehearse it')).disabled).toBe(true);
  share('Southern', /Percent/, '20');
  share('Southern', /Loans, at most/, '500');
  expect(await screen.findByText(/90 % in all/)).toBeTruthy();
  await type(/Reason/, 'December');
  fireEvent.click(await button('Rehearse it'));
  await waitFor(() => expect(sent?.rule.shares).toHaveLength(2));
  expect(sent).toMatchObject({
    recallOn: null,
    reason: 'December',
    rule: {
      ...{ name: 'Bucket 2', kind: 'agency', method: 'share', target: { of: 'chosen', ids: [NORTH, SOUTH] } },
      shares: [
        { id: NORTH, percent: 70, mostLoans: null, mostPos: null },
        { id: SOUTH, percent: 20, mostLoans: 500, mostPos: null },
      ],
    },
  });
  await waitFor(() => expect(address()).toBe(`?view=runs&run=${run.id}`));
  expect(await button('Give 4 loans')).toBeTruthy();
  expect(screen.getByText(/4 loans change hands · .* · 1 stays where it is/)).toBeTruthy();
  expect((await screen.findByRole('cell', { name: 'Northern' })).closest('tr')?.textContent).toContain('1 → 5');
  expect(screen.getByText('31/12/2026')).toBeTruthy();
});

it('says where to begin, and what could not be fetched', async () => {
  show('/agency-allocation?view=runs');
  expect(await screen.findByText('Nothing was given to agencies yet')).toBeTruthy();
  failing = 'agencyAllocation.agencies';
  show('/agency-allocation');
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
});

it('deals even parts until one is changed; then whoever is new gets of what is left', () => {
  const rule = withShares({ ...newRule('x'), method: 'share', target: { of: 'team', ids: [NORTH] } });
  expect(rule).toMatchObject({ target: { of: 'chosen', ids: [] }, shares: [] });
  const two = withShares({ ...rule, target: { of: 'chosen', ids: [NORTH, SOUTH] } });
  expect(two.shares?.map(({ percent }) => percent)).toEqual([50, 50]);
  const three = { of: 'chosen' as const, ids: [NORTH, SOUTH, id(3)] };
  expect(withShares({ ...two, target: three }).shares?.map(({ percent }) => percent)).toEqual([33, 33, 33]);
  const changed = two.shares?.map((share, at) => ({ ...share, percent: 60 - at * 30 }));
  const third = withShares({ ...two, shares: changed, target: three });
  expect(third.shares?.map(({ percent }) => percent)).toEqual([60, 30, 10]);
  // Typing a part changes no other one.
  expect(withShares(third).shares).toEqual(third.shares);
  expect(withShares({ ...third, method: 'best' }).shares).toBeUndefined();
});
