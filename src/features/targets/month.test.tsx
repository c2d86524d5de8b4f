/** What is done to the targets of a month as a whole: split over agents, locked and opened, counted in working days. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CascadeRow, Target } from '../../../core/contract/targets';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import TargetsPage from './pages/targets-page';

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const MONTH = '2026-11-01';
type Call = { params?: Record<string, string>; body?: Record<string, unknown> };
type Answers = Record<string, (call: Call) => unknown>;
const target = (more: Partial<Target> = {}): Target => ({
  id: id(1),
  month: MONTH,
  scope: 'team',
  scopeId: id(5),
  name: 'Meera Joshi',
  role: 'CRM_Manager',
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
    month: MONTH,
    today: '2026-11-21',
    days: { total: 25, elapsed: 18, left: 8 },
    rows,
    total: rows.length,
    locked: rows.filter(({ lockedAt }) => lockedAt !== null).length,
    mayLock: true,
    mayUnlock: false,
    ...more,
  },
});
const conflict = (message: string) => new ApiError(message, { status: 409, class: 'user', code: 'conflict' });

let calls: { id: string; call: Call }[];
beforeEach(() => {
  calls = [];
});
const asked = (name: string) => calls.filter((one) => one.id === name).map(({ call }) => call);

function show(answers: Answers, at = `/target-settings?month=${MONTH}`, store = memoryStore()) {
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      return answers[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Leela', role: { name: 'CRM_SuperManager' }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <KeptContext value={store}>
        <MemoryRouter initialEntries={[at]}>
          <SessionContext value={session}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <TargetsPage />
              </ApiContext>
            </QueryClientProvider>
          </SessionContext>
        </MemoryRouter>
      </KeptContext>
    </UiProvider>,
  );
}
const press = async (name: string, place: HTMLElement = document.body) =>
  fireEvent.click(await within(place).findByRole('button', { name }));
const dialogOf = (name: string) => screen.findByRole('dialog', { name });

describe('a team’s target', () => {
  const agents = (parts: number[]): CascadeRow[] => [
    {
      userId: id(6),
      name: 'Asha Patil',
      posPaise: 3_00_000_00,
      before: 20_000_00,
      target: parts[0] ?? 0,
      locked: false,
    },
    { userId: id(7), name: 'Ravi Kumar', posPaise: 1_00_000_00, before: null, target: parts[1] ?? 0, locked: true },
  ];
  const open = async (answers: Answers, of: Partial<Target> = {}) => {
    show({ 'targets.list': () => page([target(of)]), ...answers }, `/target-settings?month=${MONTH}&open=${id(1)}`);
    await screen.findByRole('complementary', { name: 'Target of Meera Joshi' });
  };

  it('is split before the eyes of who asks, and set only when they say so', async () => {
    await open({
      'targets.cascade': ({ body }) => ({
        data: { rows: agents(body?.by === 'equal' ? [50_000_00, 50_000_00] : [75_000_00, 25_000_00]) },
      }),
    });
    await press('Split over agents');
    const dialog = await dialogOf('Split the target of Meera Joshi');
    await press('Show the split', dialog);
    const split = await within(dialog).findByRole('table', { name: 'The split' });
    const lines = () =>
      within(split)
        .getAllByRole('row')
        .map((row) => row.textContent);
    expect(lines()).toEqual([
      'AgentPOSNowThen',
      'Asha Patil₹3,00,000₹20,000₹75,000',
      'Ravi Kumar₹1,00,000–₹25,000 (locked)',
      'Together₹1,00,000',
    ]);
    // What was shown is of another way to share: it is shown again before it can be set.
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Equal parts' }));
    expect(within(dialog).queryByRole('table')).toBeNull();
    expect(within(dialog).queryByRole('button', { name: /^Set/ })).toBeNull();
    await press('Show the split', dialog);
    await within(dialog).findByText('Asha Patil');
    expect(asked('targets.cascade').every(({ body }) => body?.preview === true)).toBe(true);
    await press('Set 2 targets', dialog);
    await screen.findByText('2 targets set');
    expect(screen.queryByRole('dialog')).toBeNull();
    const how = { version: 3, agentType: 'Field_Agent' };
    expect(asked('targets.cascade')).toEqual([
      { params: { id: id(1) }, body: { ...how, by: 'pos', preview: true } },
      { params: { id: id(1) }, body: { ...how, by: 'equal', preview: true } },
      { params: { id: id(1) }, body: { ...how, by: 'equal', preview: false } },
    ]);
  });

  it('that nobody can take is said, and one that was changed meanwhile too', async () => {
    let rows: CascadeRow[] | undefined;
    await open({
      'targets.cascade': () => {
        if (!rows) throw conflict('Somebody else has changed this target meanwhile.');
        return { data: { rows } };
      },
    });
    await press('Split over agents');
    const dialog = await dialogOf('Split the target of Meera Joshi');
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Telecallers' }));
    await press('Show the split', dialog);
    await within(dialog).findByText('Somebody else has changed this target meanwhile.');
    rows = [];
    await press('Show the split', dialog);
    await within(dialog).findByText('There is nobody to split it over');
    expect(within(dialog).queryByRole('button', { name: /^Set/ })).toBeNull();
    expect(asked('targets.cascade').at(-1)?.body).toMatchObject({ agentType: 'Collector', by: 'pos' });
  });

  it('is not split by those who may not change it, and one person’s is not split at all', async () => {
    await open({}, { scope: 'user', name: 'Meera Joshi' });
    expect(screen.queryByRole('button', { name: 'Split over agents' })).toBeNull();
    screen.getByRole('button', { name: 'Take away' });
  });
});

describe('a month', () => {
  it('is locked after a question, and opened again by those who may', async () => {
    let locked = false;
    const rows = () => [
      target({ lockedAt: locked ? '2026-11-20T05:00:00Z' : null, lockedBy: locked ? 'Leela' : null }),
    ];
    show({
      'targets.list': () => page(rows(), { mayUnlock: true }),
      'targets.lock': ({ body }) => {
        locked = body?.locked === true;
        return { data: { changed: 1 } };
      },
    });
    const row = () => screen.findByRole('row', { name: /Meera Joshi/ });
    within(await row()).getByRole('button', { name: /^Target of Meera Joshi/ });
    // Nothing is locked: there is nothing to open.
    expect(screen.queryByRole('button', { name: 'Open the month' })).toBeNull();
    await press('Lock the month');
    await press('Lock targets', await dialogOf('Lock your targets of November 2026?'));
    await screen.findByText('1 target locked');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(async () => expect((await row()).textContent).toContain('Locked'));
    expect(within(await row()).queryByRole('button', { name: /^Target of Meera Joshi/ })).toBeNull();

    await press('Open the month');
    await press('Open targets', await dialogOf('Open the targets of November 2026?'));
    await screen.findByText('1 target opened');
    within(await row()).getByRole('button', { name: /^Target of Meera Joshi/ });
    expect(asked('targets.lock').map(({ body }) => body)).toEqual([
      { month: MONTH, locked: true },
      { month: MONTH, locked: false },
    ]);
  });

  it('that cannot be locked says why, and stays as it is', async () => {
    show({
      'targets.list': () => page([target()]),
      'targets.lock': () => {
        throw conflict('This month is being changed. Try again in a moment.');
      },
    });
    await press('Lock the month');
    await press('Lock targets', await dialogOf('Lock your targets of November 2026?'));
    await screen.findByText('This month is being changed. Try again in a moment.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is opened by nobody who may not, nor locked by who set none', async () => {
    show({ 'targets.list': () => page([target({ lockedAt: '2026-11-20T05:00:00Z' })], { mayLock: false }) });
    await screen.findByRole('row', { name: /Meera Joshi/ });
    for (const name of ['Lock the month', 'Open the month']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the working days', () => {
  const calendar = (more: object = {}) => ({
    data: { version: 2, weeklyOff: [0], holidays: [{ day: '2026-11-08', name: 'Diwali' }], mayEdit: true, ...more },
  });
  /** The dialog once it says `words`: what it has to say comes from the server. */
  const opened = async (words: string | RegExp) => {
    await press('Working days');
    await screen.findByText(words);
    return dialogOf('Working days');
  };
  const put = (place: HTMLElement, label: string, value: string) =>
    fireEvent.change(within(place).getByLabelText(label), { target: { value } });

  it('are set: days off, holidays added in their order and taken away; what was typed survives leaving', async () => {
    const store = memoryStore();
    let refuse = true;
    const answers: Answers = {
      'targets.list': () => page([]),
      'targets.calendar': () => calendar(),
      'targets.saveCalendar': () => {
        if (refuse) throw conflict('Somebody else has changed the working days meanwhile.');
        return calendar({ version: 3 });
      },
    };
    const first = show(answers, undefined, store);
    let dialog = await opened('Weekly days off');
    const day = (name: string) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name });
    expect([day('Sun').checked, day('Sat').checked]).toEqual([true, false]);
    fireEvent.click(day('Sat'));
    put(dialog, 'Day', '2026-11-05');
    // Without a name it is no holiday.
    await press('Add holiday', dialog);
    put(dialog, 'Name of the holiday', ' Guru Nanak Jayanti ');
    await press('Add holiday', dialog);
    const holidays = () =>
      within(dialog)
        .getAllByText(/^\d\d\/\d\d\/\d{4} · /)
        .map((line) => line.textContent);
    expect(holidays()).toEqual(['05/11/2026 · Guru Nanak Jayanti', '08/11/2026 · Diwali']);
    first.unmount();

    show(answers, undefined, store);
    dialog = await opened('Weekly days off');
    expect(day('Sat').checked).toBe(true);
    expect(holidays()).toHaveLength(2);
    await press('Remove Diwali', dialog);
    await press('Save working days', dialog);
    await within(dialog).findByText('Somebody else has changed the working days meanwhile.');
    expect(holidays()).toEqual(['05/11/2026 · Guru Nanak Jayanti']);
    refuse = false;
    const before = asked('targets.list').length;
    await press('Save working days', dialog);
    await screen.findByText('Working days saved');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked('targets.saveCalendar').at(-1)).toEqual({
      body: { version: 2, weeklyOff: [0, 6], holidays: [{ day: '2026-11-05', name: 'Guru Nanak Jayanti' }] },
    });
    // What is needed a day depends on them: the targets are counted again.
    await waitFor(() => expect(asked('targets.list').length).toBeGreaterThan(before));
  });

  it('are read by those who do not set them', async () => {
    show({ 'targets.list': () => page([]), 'targets.calendar': () => calendar({ mayEdit: false }) });
    const dialog = await opened('Your super manager or tenant admin sets these.');
    within(dialog).getByText('Sun');
    within(dialog).getByText('08/11/2026 · Diwali');
    for (const name of ['Save working days', 'Remove Diwali', 'Add holiday'])
      expect(within(dialog).queryByRole('button', { name })).toBeNull();
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
  });

  it('that cannot be read are asked for again', async () => {
    let broken = true;
    show({
      'targets.list': () => page([]),
      'targets.calendar': () => {
        if (broken) throw new ApiError('Broken', { status: 500, class: 'user', code: 'internal' });
        return calendar();
      },
    });
    const dialog = await opened('Try again');
    broken = false;
    await press('Try again', dialog);
    await screen.findByText('08/11/2026 · Diwali');
  });
});
