/** Sorting rules: written beside a list as it would stand, ordered and saved; said beside the loans that stand by them. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { SortingPreview, SortingRuleSet } from '../../../core/contract/sorting-rules';
import type { SortingRule } from '../../../core/domain/work-order';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import SortingRulesPage from './pages/sorting-rules-page';
import { newSortingRule } from './rule-edit';
import { sortingSentence } from './words';

configure({ defaultHidden: true, asyncUtilTimeout: 10_000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const rule = (name: string, over: Partial<SortingRule> = {}): SortingRule => ({ ...newSortingRule(name), ...over });
const broken = rule('Broken yesterday', {
  work: 'calls',
  condition: [[{ field: 'brokenFor', from: 1, to: 1, not: false }]],
  by: [
    { key: 'pos', dir: 'desc' },
    { key: 'lastContact', dir: 'asc' },
  ],
});

let set: SortingRuleSet;
let sent: { id: string; body: { profileId?: string; version?: number; rules: SortingRule[] } }[];
let failing: string;
beforeEach(() => {
  sent = [];
  failing = '';
  set = { version: 4, rules: [broken, rule('The rest')], savedBy: 'Leela', savedAt: '2026-11-20T05:00:00Z' };
});

const preview = (rules: SortingRule[]): SortingPreview => ({
  work: 'calls',
  total: 40,
  under: rules.map((_, at) => 10 + at),
  loans: [
    {
      ...{ loanId: id(31), loanNumber: 'LN31', borrower: 'Sita Devi', bucket: '31-60', dpd: 45 },
      ...{ posPaise: 100_00, overduePaise: 50_00, rule: 0 },
    },
    {
      ...{ loanId: id(32), loanNumber: 'LN32', borrower: 'Ramesh', bucket: '0-30', dpd: 5 },
      ...{ posPaise: 200_00, overduePaise: 60_00, rule: null },
    },
  ],
});

function show() {
  const answers: Record<string, (body: { rules: SortingRule[] }) => unknown> = {
    'sortingRules.rules': () => set,
    'sortingRules.versions': () => [],
    'sortingRules.save': ({ rules }) => ({ ...set, version: 5, rules }),
    'sortingRules.preview': ({ rules }) => preview(rules),
    'portfolios.choices': () => ({
      ...{ clients: [], products: ['TW'], agencies: [], managers: [], portfolios: [] },
      collectors: [{ id: id(1), name: 'Meera', hint: 'Telecaller' }],
      fieldAgents: [{ id: id(2), name: 'Asha' }],
    }),
    'dispositions.codes': () => ({ codes: [] }),
  };
  const api = {
    call: async (endpoint: { id: string; method: string }, { body }: { body?: never } = {}) => {
      if (endpoint.id === failing) throw new ApiError('Busy', { status: 503, code: 'busy', class: 'retry' });
      if (endpoint.method !== 'GET') sent.push({ id: endpoint.id, body: body as never });
      return { data: answers[endpoint.id]?.(body as never) };
    },
  } as unknown as Api;
  const session = {
    profile: { id: id(8), fullName: 'Leela', role: { name: 'ADMIN' }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <MemoryRouter initialEntries={['/sortingrules']}>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <KeptContext value={memoryStore()}>
                <SortingRulesPage />
              </KeptContext>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const button = async (name: string | RegExp) => (await screen.findByRole('button', { name })) as HTMLButtonElement;
const choose = async (label: RegExp | string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const asked = () => sent.filter((one) => one.id === 'sortingRules.preview').at(-1)?.body;

it('a rule reads as a sentence', () => {
  expect(sortingSentence(broken)).toBe(
    'Days since the promise was broken 1 to 1 → Highest principal first, then Oldest contact first · Calls',
  );
  expect(sortingSentence(rule('All'))).toBe('every loan → in the usual order · Calls and visits');
});

it('shows somebody’s list as it would stand, anew with every change, and how many stand under each', async () => {
  show();
  expect(await screen.findByText('1. Broken yesterday')).toBeTruthy();
  // Nobody was chosen: nothing is asked.
  expect(asked()).toBeUndefined();
  await choose(/Preview: whose list/, id(1));
  expect(await screen.findByText('10 of 40 loans in the preview')).toBeTruthy();
  const rowOf = async (name: RegExp) => (await screen.findByRole('cell', { name })).closest('tr')?.textContent;
  expect(await rowOf(/Sita Devi/)).toContain('Broken yesterday');
  expect(await rowOf(/Ramesh/)).toContain('None');
  fireEvent.click(await button('Move The rest up'));
  await waitFor(() => expect(asked()?.rules.map(({ name }) => name)).toEqual(['The rest', 'Broken yesterday']));
  // Everything stands under the first by now, and that is said before it can be saved.
  expect(await screen.findByText(/An earlier rule takes every loan/)).toBeTruthy();
  expect((await button('Save the rules')).disabled).toBe(true);
});

it('is written with keys in their order, and saved from the version it was made of', async () => {
  set.rules = [broken];
  show();
  await choose(/Preview: whose list/, id(2));
  fireEvent.click(await button('Add a rule'));
  await choose('Add a condition', 'language');
  expect(await screen.findByText(/Something is not filled in yet/)).toBeTruthy();
  // What is not whole is neither saved nor looked at.
  expect((await button('Save the rules')).disabled).toBe(true);
  const times = sent.length;
  fireEvent.click(await button('Remove the condition Language'));
  await choose('Among themselves', 'overdue desc');
  await choose('Where that is the same', 'dpd asc');
  await waitFor(() => expect(asked()?.rules[1]?.by.length).toBe(2));
  expect(sent.slice(times).every((one) => one.body.rules.every((two) => two.condition.flat().length < 2))).toBe(true);
  fireEvent.click(await button('Save the rules'));
  await waitFor(() => expect(sent.map((one) => one.id)).toContain('sortingRules.save'));
  const saved = sent.find((one) => one.id === 'sortingRules.save')?.body;
  expect(saved?.version).toBe(4);
  expect(saved?.rules[1]?.by).toEqual([
    { key: 'overdue', dir: 'desc' },
    { key: 'dpd', dir: 'asc' },
  ]);
});

it('says where it begins, and what could not be fetched', async () => {
  set = { version: 0, rules: [], savedBy: null, savedAt: null };
  const { unmount } = show();
  expect(await screen.findByText(/Until then every list has its usual order/)).toBeTruthy();
  unmount();
  failing = 'sortingRules.rules';
  show();
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a rule' })).toBeNull();
});
