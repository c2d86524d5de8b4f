/** Rules read aloud, ordered and saved; a rehearsal that is given and taken back. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AllocationRun, RuleSet } from '../../../core/contract/allocation';
import type { AllocationRule } from '../../../core/domain/allocation';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import { groupedOutcomes } from './components/outcomes';
import AutoAllocationPage from './pages/auto-allocation-page';
import PostAllocationPage from './pages/post-allocation-page';
import RulesPage from './pages/rules-page';
import { newRule } from './rule-edit';
import { ruleSentence } from './words';

configure({ defaultHidden: true, asyncUtilTimeout: 10_000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [MANAGER, CLIENT] = [id(1), id(2)];
const names = { [MANAGER]: 'Priya Nair', [CLIENT]: 'HDFC' };
const rule = (name: string, over: Partial<AllocationRule> = {}): AllocationRule => ({
  ...newRule(name),
  target: { of: 'team', ids: [MANAGER] },
  condition: [[{ field: 'dpd', from: 31, to: 90, not: false }]],
  ...over,
});

const outcome = (holder: number, rule: string, loans: number, attempted: number) => ({
  kind: 'collector' as const,
  holderId: id(holder),
  holder: `Holder ${holder}`,
  rule,
  loans,
  posPaise: loans * 100_000,
  still: loans,
  untouched: loans - attempted,
  attempted,
  promised: 1,
  paid: 1,
  paidPaise: 50_000,
});
const OUTCOMES = [outcome(21, 'First', 4, 1), outcome(22, 'First', 6, 3), outcome(21, 'Second', 10, 10)];

const PROCESSES = ['Evening', 'Weekend', 'Old'].map((name, at) => ({
  id: id(60 + at),
  name,
  portfolio: { id: id(70 + (at % 2)), name: at % 2 ? 'Cars' : 'Bikes' },
  stopped: name === 'Old',
}));
let byHand: AllocationRun[];
let set: RuleSet;
let run: AllocationRun;
let runs: AllocationRun[] | undefined;
let asked: string | undefined;
let looked: { done: number; total: number };
let counted: { lookedAt: number; whole: boolean; total: number; matching?: number[] };
let sent: { id: string; body: unknown }[];
beforeEach(() => {
  byHand = [];
  runs = undefined;
  sent = [];
  looked = { done: 20, total: 20 };
  counted = { lookedAt: 20, whole: true, total: 20 };
  set = {
    version: 3,
    rules: [rule('First'), rule('Second')],
    savedBy: 'Leela',
    savedAt: '2026-11-20T05:00:00Z',
    names,
  };
  run = {
    id: id(9),
    state: 'rehearsed',
    rulesVersion: 3,
    madeBy: 'Leela',
    createdAt: '2026-11-20T05:00:00Z',
    finishedAt: null,
    done: 6,
    total: 6,
    given: 0,
    leftOut: 0,
    restored: 0,
    problem: null,
    summary: {
      kinds: [{ kind: 'collector', loans: 6, moved: 4, kept: 0, noRule: 1, retained: 0, full: 1, nobodyEligible: 0 }],
      rules: [
        {
          id: set.rules[0]?.id ?? '',
          name: 'First',
          matched: 5,
          placed: 4,
          moved: 4,
          excluded: [{ id: id(5), name: 'Ravi', why: 'dra-expired' }],
          gapPercent: 0,
        },
      ],
      holders: [],
    },
  };
});

function show(page: React.ReactNode, path: string, role = 'TENANT_ADMIN') {
  const answers: Record<string, (body: never) => unknown> = {
    'allocation.rules': () => set,
    'allocation.versions': () => [],
    'allocation.count': ({ conditions }: { conditions: unknown[] }) => ({
      matching: conditions.map((_, at) => 10 + at),
      ...counted,
    }),
    'allocation.upload': (body: { rules: AllocationRule[] }) => ({ ...set, version: 4, rules: body.rules }),
    'portfolios.choices': () => ({
      clients: [{ id: CLIENT, name: 'HDFC' }],
      products: [],
      agencies: [],
      managers: [{ id: MANAGER, name: 'Priya Nair', hint: 'Manager' }],
      collectors: [],
      fieldAgents: [],
      portfolios: [],
    }),
    'processes.choices': () => ({ portfolios: [], agents: [], processes: PROCESSES }),
    'dispositions.codes': () => ({ codes: [] }),
    'allocation.runs': () => runs ?? [run],
    'allocation.rehearse': () => run,
    'handAllocation.list': () => byHand,
    'allocation.outcomes': () => OUTCOMES,
    'allocation.run': () => runs?.find((one) => one.id === asked) ?? run,
    'allocation.loans': () => ({ content: [], more: false }),
    'allocation.commit': () => ({ ...run, state: 'committed', given: 3, leftOut: 1 }),
    'allocation.undo': () => ({ ...run, state: 'undone', given: 3, restored: 3 }),
  };
  const api = {
    call: async (
      endpoint: { id: string; method: string },
      { body, params }: { body?: never; params?: { id: string } } = {},
    ) => {
      asked = params?.id;
      if (endpoint.method !== 'GET') sent.push({ id: endpoint.id, body });
      if (endpoint.id === 'allocation.commit') run = { ...run, state: 'committed', given: 3, leftOut: 1 };
      if (endpoint.id === 'allocation.undo') run = { ...run, state: 'undone', restored: 3 };
      return {
        data: answers[endpoint.id]?.(body as never),
        ...(endpoint.id === 'allocation.outcomes' && { progress: looked }),
      };
    },
  } as unknown as Api;
  const session = {
    profile: { id: id(8), fullName: 'Leela', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
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
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const saved = () =>
  (sent.find(({ id: call }) => call === 'allocation.upload')?.body ?? {}) as {
    version?: number;
    rules?: AllocationRule[];
  };

it.each([
  [{}, 'Days past due 31 to 90 → Telecallers of the team of Priya Nair, whoever has least, keeping who has them'],
  [
    {
      condition: [
        [
          { field: 'client', values: [CLIENT], not: false },
          { field: 'language', values: ['ta'], not: false },
        ],
        [{ field: 'legal', not: true }],
      ],
      keepPresent: false,
      mostLoans: 120,
      until: '2026-12-31',
    },
    'Lender HDFC · Language Tamil or not Legal case → Telecallers of the team of Priya Nair, whoever has least, at most 120 loans each, until 31/12/2026',
  ],
  [
    {
      condition: [[]],
      kind: 'agency',
      method: 'share',
      target: { of: 'chosen', ids: [MANAGER, CLIENT] },
      shares: [MANAGER, CLIENT].map((one, at) => ({ id: one, percent: 60 - at * 30, mostLoans: null, mostPos: null })),
      keepPresent: false,
    },
    'every loan → Priya Nair 60 %, HDFC 30 %, by percentages',
  ],
] as [Partial<AllocationRule>, string][])('a rule reads as a sentence (%#)', (over, sentence) => {
  expect(ruleSentence(rule('Rule', over), names)).toBe(sentence);
});

describe('the rules', () => {
  it.each([
    [{ lookedAt: 20_000, whole: false, total: 10_000_000 }, 'about 5,000 loans, by a sample of 20,000'],
    [{ lookedAt: 0, whole: false, total: 10_000_000 }, 'Too many loans to count here: the rehearsal counts them'],
    [{ lookedAt: 20, whole: true, total: 20, matching: [0] }, 'No loan matches now'],
  ])('says that a count beside a rule is by a sample, not known, or nothing: %o', async (said, words) => {
    counted = said;
    set.rules = set.rules.slice(0, 1);
    show(<AutoAllocationPage />, '/loans/auto-allocation?view=rules', 'CRM_MANAGER');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('are ordered by keys, written anew and saved from the version they were made of', async () => {
    show(<RulesPage />, '/allocation-rule', 'ADMIN');
    expect(await screen.findByText('10 loans')).toBeTruthy();
    expect(((await button('Save the rules')) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(await button('Move Second up'));
    fireEvent.click((await screen.findAllByRole('button', { name: 'Edit' }))[0] as HTMLElement);
    fireEvent.change(await screen.findByLabelText(/Name of the rule/), { target: { value: 'Front' } });
    fireEvent.click(await button('Save the rules'));
    await waitFor(() => expect(saved().rules?.map(({ name }) => name)).toEqual(['Front', 'First']));
    expect(saved().version).toBe(3);
  });

  it('say that a rule by which nobody keeps their loans moves them again with each run', async () => {
    set.rules = [
      rule('Kept'),
      rule('Moved', { keepPresent: false }),
      rule('Best', { keepPresent: false, method: 'best' }),
    ];
    show(<RulesPage />, '/allocation-rule', 'ADMIN');
    expect(await screen.findByText('11 loans · Nobody keeps their loans: each run may move them again')).toBeTruthy();
    expect(screen.getAllByText(/each run may move them again/)).toHaveLength(1);
  });

  it('may be for a part of the loans, and ask for the chance to pay', async () => {
    show(<RulesPage />, '/allocation-rule', 'ADMIN');
    fireEvent.click((await screen.findAllByRole('button', { name: 'Edit' }))[0] as HTMLElement);
    fireEvent.change(await screen.findByLabelText(/Only a part of the loans/), { target: { value: '10' } });
    expect(await screen.findByText(/whoever has least, only 10 % of these loans/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Add a condition'), { target: { value: 'propensity' } });
    fireEvent.change((await screen.findAllByLabelText('From')).at(-1) as HTMLElement, { target: { value: '60' } });
    expect(await screen.findByText(/Chance to pay \(%\) from 60/)).toBeTruthy();
    fireEvent.click(await button('Save the rules'));
    await waitFor(() => expect(saved().rules?.[0]).toMatchObject({ part: 10 }));
    expect(saved().rules?.[0]?.condition[0]).toContainEqual({ field: 'propensity', from: 60, to: null, not: false });
  });

  it('say that an agency was locked since they were written', async () => {
    set.rules = [{ ...rule('Out'), kind: 'agency', target: { of: 'chosen', ids: [id(77)] } }];
    show(<RulesPage />, '/allocation-rule', 'ADMIN');
    expect(await screen.findByText(/It names an agency that is locked or switched off/)).toBeTruthy();
  });

  it.each([
    [['Evening'], undefined],
    [['Old'], /It names a process that is stopped/],
    [['Evening', 'Weekend'], /several portfolios/],
  ])('that give loans to the processes %j say what stands against it', async (named, words) => {
    const ids = PROCESSES.filter(({ name }) => named.includes(name)).map((one) => one.id);
    set.rules = [{ ...rule('Dialed'), kind: 'process', target: { of: 'chosen', ids } }];
    show(<RulesPage />, '/allocation-rule', 'TENANT_ADMIN');
    expect(await screen.findByText(new RegExp(`→ ${named.join(', ')}, whoever has least`))).toBeTruthy();
    if (words) expect(await screen.findByText(words)).toBeTruthy();
    else expect(screen.queryByText(/process/)).toBeNull();
  });

  it('offer processes that dial, in the ways that fit them, to who keeps processes', async () => {
    set.rules = [rule('First', { method: 'proximity' })];
    const { unmount } = show(<RulesPage />, '/allocation-rule', 'ADMIN');
    fireEvent.click(await button('Edit'));
    expect(await screen.findByRole('radio', { name: 'Agencies' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Dialing processes' })).toBeNull();
    unmount();
    show(<RulesPage />, '/allocation-rule', 'TENANT_ADMIN');
    fireEvent.click(await button('Edit'));
    fireEvent.click(await screen.findByRole('radio', { name: 'Dialing processes' }));
    const methods = within(await screen.findByLabelText('How they are chosen')).getAllByRole('option');
    expect(methods.map(({ textContent }) => textContent)).toEqual([
      'taking turns',
      'whoever has least',
      'by percentages',
    ]);
    expect(screen.queryByText('Only people who have clocked in today')).toBeNull();
    fireEvent.click(await button(/^Named/));
    expect(await screen.findByText('Evening')).toBeTruthy();
    expect(screen.queryByText('Old')).toBeNull();
  });

  it('say what is wrong while they are written, and are not saved like that', async () => {
    show(<RulesPage />, '/allocation-rule', 'ADMIN');
    fireEvent.click((await screen.findAllByRole('button', { name: 'Edit' }))[0] as HTMLElement);
    fireEvent.change(await screen.findByLabelText('To'), { target: { value: '5' } });
    expect(await screen.findByText(/Its conditions exclude each other/)).toBeTruthy();
    expect(((await button('Save the rules')) as HTMLButtonElement).disabled).toBe(true);
    // An empty list is not finished; that it takes nothing is no news to its writer.
    fireEvent.change(await screen.findByLabelText('Add a condition'), { target: { value: 'product' } });
    expect(await screen.findByText(/Something is not filled in yet/)).toBeTruthy();
    expect(screen.queryByText(/Its conditions exclude each other/)).toBeNull();
    expect(((await button('Save the rules')) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(await button('Add a rule'));
    expect(await screen.findByText(/Choose who gets the loans/)).toBeTruthy();
  });

  it('are read and not written by a manager', async () => {
    show(<AutoAllocationPage />, '/loans/auto-allocation?view=rules', 'CRM_MANAGER');
    expect(await screen.findByText('1. First')).toBeTruthy();
    for (const name of ['Edit', 'Add a rule', 'Save the rules'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('what a rehearsal weighs up', () => {
  const holder = (last: number, loans: [number, number], worth: [number, number]) => ({
    ...{ id: id(last), name: `Agent ${last}`, kind: 'field_agent' as const, gets: 1, loses: 0, speaks: 0 },
    before: { loans: loans[0], pos: loans[0] * 100_000 },
    after: { loans: loans[1], pos: loans[1] * 100_000 },
    worth: { before: worth[0], after: worth[1] },
    km: { before: null, after: 2.5 },
  });
  const weighed = (over: Partial<AllocationRun>): AllocationRun => ({
    ...run,
    summary: {
      kinds: [
        {
          ...{ kind: 'field_agent', loans: 8, moved: 6, kept: 0, noRule: 2, retained: 0, full: 0, nobodyEligible: 0 },
          ...{ km: { loans: 6, before: 18, after: 12.4 }, leftPaise: 320_000, unknownWorth: 0 },
        },
      ],
      rules: [
        {
          ...{ id: id(1), name: 'Near', matched: 6, placed: 6, moved: 6, excluded: [], gapPercent: 0 },
          prices: [
            { wish: 'continuity', travel: 1.03, without: 1 },
            { wish: 'language', travel: 1, without: 1 },
            { wish: 'caps', travel: 1, without: 0 },
          ],
        },
      ],
      holders: [holder(31, [6, 4], [900_000, 100_000]), holder(32, [0, 4], [0, 700_000])],
      worthMonth: '2026-10',
    },
    ...over,
  });

  it('says how far, how much, how evenly, and what each wish costs', async () => {
    run = weighed({});
    show(<AutoAllocationPage />, '/loans/auto-allocation', 'CRM_MANAGER');
    expect(
      await screen.findByText(/12.4 km to the borrower on average, 18 km now · ₹3,200 expected of loans/),
    ).toBeTruthy();
    for (const words of [
      'Leaving loans with who has them costs 3 % more travel',
      'Giving loans to who speaks their language costs no travel',
      'The most that somebody may hold costs all the travel there is',
      'Field agents: The fullest would have 1 times the average, and has 2 times now.',
      /paid of their principal in October 2026/,
      '– → 2.5 km',
    ])
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('radio', { name: 'Expected' }));
    expect(
      screen.getByText('Field agents: The fullest would have 1.8 times the average, and has 2 times now.'),
    ).toBeTruthy();
  });

  it('replays the month before, of which nothing can be given', async () => {
    run = weighed({ replayed: '2026-10' });
    show(<AutoAllocationPage />, '/loans/auto-allocation', 'CRM_MANAGER');
    expect(await screen.findByText(/October 2026 replayed: who would have worked/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Give/ })).toBeNull();
    expect(screen.getByText(/what these loans paid in October 2026/)).toBeTruthy();
    fireEvent.click(await button(/^Replay/));
    await waitFor(() =>
      expect(sent.find(({ id: call }) => call === 'allocation.rehearse')?.body).toMatchObject({
        month: expect.stringMatching(/^\d{4}-\d{2}$/),
      }),
    );
  });

  it('stands beside another', async () => {
    const other = { ...weighed({}), id: id(10), rulesVersion: 2 };
    run = weighed({});
    runs = [run, other];
    show(<AutoAllocationPage />, '/loans/auto-allocation', 'CRM_MANAGER');
    fireEvent.click((await screen.findAllByRole('button', { name: 'Beside it' })).at(-1) as HTMLElement);
    expect(await screen.findByText('Side by side')).toBeTruthy();
    expect(screen.getAllByRole('columnheader', { name: /^Version [23], 20\/11\/2026/ })).toHaveLength(4);
    expect(screen.getByRole('row', { name: 'Field agents: Km to the borrower 12.4 12.4' })).toBeTruthy();
    expect(screen.getByRole('row', { name: /^Agent 32 0 4 · / })).toBeTruthy();
  });
});

it('a rehearsal that still reads the book says at once how many loans each rule takes', async () => {
  const first = {
    ...{ total: 900_000, lookedAt: 20_000, whole: false },
    rules: [{ id: id(1), name: 'Late ones', matching: 5_000 }],
  };
  run = { ...run, state: 'rehearsing', done: 5_000, total: 900_000, summary: null, first };
  show(<AutoAllocationPage />, '/loans/auto-allocation', 'CRM_MANAGER');
  expect(await screen.findByText('At first sight, of 9,00,000 loans:')).toBeTruthy();
  expect(screen.getByText('Late ones: about 2,25,000 loans, by a sample of 20,000')).toBeTruthy();
});

it('a rehearsal says what would change and who gets nothing, is given, and taken back', async () => {
  show(<AutoAllocationPage />, '/loans/auto-allocation', 'CRM_MANAGER');
  expect(await screen.findByText(/4 loans change hands · 0 stay by a rule · 1 finds no room/)).toBeTruthy();
  expect(screen.getByText('Gets nothing: Ravi (DRA certificate expired)')).toBeTruthy();
  expect(screen.getByText(/the cheapest plan there is/)).toBeTruthy();
  fireEvent.click(await button('Give 4 loans'));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Give the loans' }));
  expect((await screen.findAllByText('3 loans given · 1 left out')).length).toBeGreaterThan(0);
  fireEvent.click(await button('Take it back'));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take it back' }));
  expect((await screen.findAllByText(/3 given back/)).length).toBeGreaterThan(0);
  expect(sent.map((one) => one.id).filter((one) => one !== 'allocation.count')).toEqual([
    'allocation.commit',
    'allocation.undo',
  ]);
});

it('what became of an allocation is told by holder and by rule, and all together', async () => {
  run = { ...run, state: 'committed', given: 20 };
  looked = { done: 12, total: 20 };
  show(<PostAllocationPage />, '/post-allocation', 'ADMIN');
  // A job looks: what is known so far stands beside how far it is.
  expect(await screen.findByRole('progressbar', { name: '12 of 20 loans looked at' })).toBeTruthy();
  looked = { done: 20, total: 20 };
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  const rowOf = async (name: string) => (await screen.findByRole('cell', { name })).closest('tr')?.textContent;
  expect(await rowOf('Holder 21')).toContain('14₹14,00014 (100 %)3 (21 %)11 (79 %)2 (14 %)2 (14 %)₹1,000');
  expect(await rowOf('All')).toContain('20₹20,00020 (100 %)6 (30 %)14 (70 %)');
  fireEvent.click(screen.getByRole('radio', { name: 'By rule' }));
  expect(await rowOf('First')).toContain('10₹10,000');
  expect(groupedOutcomes(OUTCOMES, 'rule').map(({ key, loans }) => [key, loans])).toEqual([
    ['First', 10],
    ['Second', 10],
  ]);
});

it('what was given by hand says how much was given, left out and unknown, and is opened', async () => {
  const hand = { source: 'list', kind: 'collector', profileId: MANAGER, to: 'Ravi', fileName: 'x.csv', reason: null };
  run = { ...run, summary: null, state: 'committed', given: 2, leftOut: 1, hand: { ...hand, unknown: 3 } as never };
  byHand = [run];
  show(<AutoAllocationPage />, '/loans/auto-allocation?view=hand', 'CRM_MANAGER');
  const words = '2 loans given · 1 left out · 3 numbers name no loan of yours';
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText('x.csv')).toBeTruthy();
  fireEvent.click(await button('Show'));
  expect(await button('Take it back')).toBeTruthy();
  expect(await button('What was not given, as a file')).toBeTruthy();
});
