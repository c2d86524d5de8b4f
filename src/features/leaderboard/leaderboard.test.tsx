import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { BoardPerson, BoardRow } from '../../../core/contract/leaderboard';
import { DEFAULT_BOARD } from '../../../core/domain/leaderboard';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import AgentProfilingPage from './pages/agent-profiling-page';

const ASHA = '01900000-0000-7000-9000-000000000001';
const row: BoardRow = {
  id: `${ASHA}.0-30`,
  profileId: ASHA,
  name: 'Asha Kulkarni',
  agency: 'Quick Recoveries',
  own: false,
  role: 'CRM_FIELDAGENT',
  bucket: '0-30',
  rank: 2,
  rankBefore: 4,
  score: 5333,
  accounts: 100,
  openingPaise: 10_00_000_00,
  collectedPaise: 50_000_00,
  resolvedPaise: 5_00_000_00,
  reached: 40,
  promised: 20,
  duePaise: 1_00_000_00,
  keptPaise: 50_000_00,
  calls: 0,
  visits: 60,
  complaints: 1,
  breaches: 1,
  presentDays: 20,
  workDays: 25,
  resolution: 0.5,
  median: 0.5,
  kept: 0.5,
  conversion: 0.5,
  quality: null,
  attendance: 0.8,
  doubtful: 3,
  promises: 30,
};
const hidden: BoardRow = {
  ...row,
  id: 'other.1',
  profileId: null,
  name: null,
  agency: null,
  rank: 1,
  rankBefore: null,
};
const small: BoardRow = { ...row, id: `${ASHA}.31-60`, bucket: '31-60', accounts: 12, rank: null, score: null };
const counted = { month: '2026-11-01', before: '2026-11-20', at: '2026-11-19T19:00:00.000Z' };
const list = { rows: [row, hidden, small], total: 3, counted, counting: null, agencies: [], waiting: [] };
const line = (part: 'resolution' | 'quality', share: number | null, given: number) => ({
  ...{ part, share, index: share, weight: part === 'quality' ? 10 : 40 },
  ...{ given, points: Math.round(given * (share ?? 0) * 100) },
});
const person: BoardPerson = {
  counted,
  row,
  cohort: { people: 12, ranked: 10 },
  lines: [line('resolution', 0.5, 44.4), line('quality', null, 0)],
  penalty: 200,
  gains: [
    { part: 'conversion', change: 2, by: 0.05, rank: 1 },
    { part: 'kept', change: 5_000_00, by: 0.06, rank: 1 },
  ],
  questions: [
    {
      ...{ id: ASHA, askedBy: 'Meera', askedAt: '2026-11-18T06:00:00.000Z', question: 'Why so short?' },
      ...{ answer: null, answeredAt: null },
    },
  ],
  mayAsk: true,
  mayAnswer: false,
};
const promises = {
  rows: [
    {
      ...{
        id: ASHA,
        at: '2026-11-18T06:00:00.000Z',
        channel: 'call',
        loanId: ASHA,
        loanNumber: 'LN1',
        borrower: 'Ravi',
      },
      ...{ paise: 10_000_00, dueOn: '2026-11-20', status: 'open', talkSeconds: 4, brokenBefore: 0, signs: ['short'] },
    },
  ],
  ...{ total: 1, counts: { short: 1, burst: 0, again: 0 }, promises: 30 },
  ...{ promisedPaise: 2_00_000_00, keptPaise: 50_000_00 },
};
const settings = {
  ...{ ...DEFAULT_BOARD, version: 1, savedBy: 'Meera', savedAt: '2026-11-18T06:00:00.000Z' },
  history: [{ ...DEFAULT_BOARD, version: 1, savedBy: 'Meera', savedAt: '2026-11-18T06:00:00.000Z' }],
};

interface Called {
  id: string;
  query?: object;
  body?: object;
}
let called: Called[];
let answers: Record<string, unknown>;
beforeEach(() => {
  called = [];
  answers = {
    'leaderboard.list': list,
    'leaderboard.person': person,
    'leaderboard.promises': promises,
    'leaderboard.settings': settings,
  };
});
function show(role = 'CRM_Manager', at = '/agentProfiling', subRole = '') {
  const api = {
    call: async ({ id }: { id: string }, { query, body }: Omit<Called, 'id'>) => {
      called.push({ id, ...(query && { query }), ...(body && { body }) });
      const data = answers[id];
      if (data instanceof Error) throw data;
      return { success: true, data: data ?? {} };
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Meera', role: { name: role }, subRole, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  render(
    <UiProvider>
      <KeptContext value={memoryStore()}>
        <MemoryRouter initialEntries={[at]}>
          <SessionContext value={session}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <AgentProfilingPage />
              </ApiContext>
            </QueryClientProvider>
          </SessionContext>
        </MemoryRouter>
      </KeptContext>
    </UiProvider>,
  );
}
const rows = async () => {
  await screen.findByRole('row', { name: /Somebody of the cohort/ });
  return screen
    .getAllByRole('row')
    .slice(1, 4)
    .map(({ textContent }) => textContent ?? '');
};
const queries = (id: string) => called.filter((one) => one.id === id).map(({ query }) => query);

it('shows ranks with their change, nobody’s name that is not known, and who holds too few loans to be ranked', async () => {
  show();
  const [first, second, third] = await rows();
  expect(first).toContain('Asha Kulkarni2 ▲253.33');
  expect(first).toContain('50.0 % / 50.0 %');
  expect(first).toContain('not known');
  expect(second).toContain('Somebody of the cohort1');
  expect(third).toContain('Fewer than 30 loans');
  expect(screen.getByText(/Up to the end of 19\/11\/2026, counted 20\/11\/2026 00:30/)).toBeTruthy();
});

it('asks for another month and has one counted anew', async () => {
  show();
  await rows();
  fireEvent.click(screen.getByRole('button', { name: 'Month before' }));
  await waitFor(() =>
    expect(queries('leaderboard.list')).toContainEqual(expect.objectContaining({ month: '2026-10-01' })),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Count anew' }));
  await waitFor(() => expect(called).toContainEqual({ id: 'leaderboard.count', body: { month: '2026-10-01' } }));
});

it('says how far a count is, that one failed, and that a question waits', async () => {
  answers['leaderboard.list'] = {
    ...list,
    counting: { state: 'counting', done: 40, total: 100 },
    waiting: [{ month: '2026-10-01' }],
  };
  show('CRM_FieldAgent');
  expect(await screen.findByRole('group', { name: 'Counting' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Count anew' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show that month' }));
  await waitFor(() =>
    expect(queries('leaderboard.list')).toContainEqual(expect.objectContaining({ month: '2026-10-01' })),
  );
});

it('opens a person: line by line, what would gain a rank, promises with their calls, and a question', async () => {
  show('CRM_Manager', `/agentProfiling?open=${ASHA}.0-30`);
  const panel = within(await screen.findByRole('complementary', { name: 'Asha Kulkarni' }));
  expect(await panel.findByText('Rank 2 of 10, 53.33 points')).toBeTruthy();
  expect(queries('leaderboard.person')).toEqual([{ profileId: ASHA, bucket: '0-30', month: undefined }]);
  const lines = within(panel.getByRole('table', { name: 'How the score came about' }));
  expect(lines.getAllByRole('row')[1]?.textContent).toBe(
    'Principal resolved₹5 L of ₹10 L; the middle of the cohort is 50.0 %50.0 %40 → 44.422.20',
  );
  expect(panel.getByText('Contacts outside the rules take 2.00 points away.')).toBeTruthy();
  expect(panel.getByText('Not known: Quality. The weight is shared among the other figures.')).toBeTruthy();
  expect(panel.getByText('2 more promises of borrowers reached: rank 1')).toBeTruthy();
  expect(panel.getByText('₹5,000 more of the promises due kept: rank 1')).toBeTruthy();
  const link = await panel.findByRole('link', { name: 'LN1' });
  expect(link.getAttribute('href')).toBe(`/loans?loan=${ASHA}`);
  expect(panel.getByText(/₹50,000 kept of ₹2 L promised in 30 promises/)).toBeTruthy();
  fireEvent.click(panel.getByText('Call too short 1'));
  await waitFor(() =>
    expect(queries('leaderboard.promises')).toContainEqual(expect.objectContaining({ sign: 'short' })),
  );
  expect(panel.getByText('Why so short?')).toBeTruthy();
  expect(panel.getByText('Not answered yet')).toBeTruthy();
  fireEvent.change(panel.getByLabelText(/^Question/), { target: { value: 'And this one?' } });
  fireEvent.click(panel.getByRole('button', { name: 'Ask' }));
  await waitFor(() =>
    expect(called.find(({ id }) => id === 'leaderboard.ask')?.body).toMatchObject({
      ...{ profileId: ASHA, month: '2026-11-01', question: 'And this one?' },
    }),
  );
});

it('opens somebody of the cohort without a name and asks for nothing more of them', async () => {
  show('CRM_FieldAgent');
  fireEvent.click(await screen.findByRole('row', { name: /Somebody of the cohort/ }));
  const panel = within(await screen.findByRole('complementary', { name: 'Somebody of the cohort' }));
  expect(panel.getByText('Only those who lead somebody see how their score came about.')).toBeTruthy();
  expect(queries('leaderboard.person')).toEqual([]);
  fireEvent.click(panel.getByRole('button', { name: 'Close (Esc)' }));
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Somebody of the cohort' })).toBeNull());
});

it('lets the person asked answer', async () => {
  answers['leaderboard.person'] = { ...person, mayAsk: false, mayAnswer: true };
  show('CRM_FieldAgent', `/agentProfiling?open=${ASHA}.0-30`);
  fireEvent.change(await screen.findByLabelText(/^Your answer/), { target: { value: 'They knew me.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the answer' }));
  await waitFor(() => expect(called).toContainEqual({ id: 'leaderboard.answer', body: { answer: 'They knew me.' } }));
  expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull();
});

it('lets administrators weigh, with who changed what', async () => {
  show('CRM_TenantAdmin');
  fireEvent.click(await screen.findByRole('button', { name: 'Weights' }));
  const field = await screen.findByLabelText(/^Principal resolved/);
  expect(field).toHaveProperty('value', '40');
  expect(screen.getByRole('table', { name: 'Who changed what' }).textContent).toContain('Meera');
  fireEvent.change(field, { target: { value: '30' } });
  expect(screen.getByText('The five weights add up to 90 of 100.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Quality/), { target: { value: '20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and count anew' }));
  await waitFor(() =>
    expect(called.find(({ id }) => id === 'leaderboard.saveSettings')?.body).toMatchObject({
      ...{ version: 1, resolution: 30, quality: 20, breach: 2, names: false, shortTalk: 20 },
    }),
  );
});

it('lets nobody with a sub-role weigh', async () => {
  show('CRM_TenantAdmin', '/agentProfiling', 'ACM');
  await rows();
  expect(screen.queryByRole('button', { name: 'Weights' })).toBeNull();
});

it('says that nobody stands on the board before the first night', async () => {
  answers['leaderboard.list'] = { ...list, rows: [], total: 0, counted: null };
  show();
  expect(await screen.findByText('Nobody stands on this board')).toBeTruthy();
  expect(screen.getByText('This month was not counted')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Weights' })).toBeNull();
});
