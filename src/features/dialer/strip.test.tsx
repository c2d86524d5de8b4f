/** The telecaller's strip: connection, the 14 statuses, agent status, Unfreeze, and why the dialer cannot be used. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { cloneElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, ApiContext, ApiError, createQueryClient, toastWords } from '../../api';
import { DIALER_FAILURES } from '../../api/error-words-catalogue';
import type { CallWindow, DialerView } from '../../dialer';
import { loanOf, person } from '../../offline/test-device';
import { showToast, UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { SessionContext } from '../session';
import DialerStrip from './components/dialer-strip';
import PredictiveCallPage from './pages/predictive-call-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const IDLE: DialerView = {
  connection: 'connected',
  connectionSince: Date.parse('2026-11-21T05:00:00Z'),
  holder: 'here',
  access: 'granted',
  status: 'Ready',
  state: 'idle',
  since: Date.parse('2026-11-21T05:00:00Z'),
  asked: null,
  call: null,
  callId: null,
  unfreezing: false,
  supervised: null,
};
const CALL = {
  callId: 'c-1',
  mode: 'predictive' as const,
  number: '9812345678',
  loanNumber: 'LN0001',
  offeredAt: '2026-11-21T05:29:50.000Z',
  answeredAt: '2026-11-21T05:30:00.000Z',
  held: false,
  muted: false,
  ended: null,
};

const dialer = vi.hoisted(() => ({
  view: undefined as unknown,
  actions: {} as Record<string, unknown>,
  window: 'minimized' as string,
  answer: 'heard' as string,
  started: undefined as { url: string; username: string; onFailure: (message: string) => void } | undefined,
}));
vi.mock('../../dialer', () => ({
  useDialer: () => ({ view: dialer.view, actions: dialer.actions }),
  useCallWindow: (): [CallWindow, (next: CallWindow) => void] => [
    dialer.window as CallWindow,
    (next) => {
      dialer.window = next;
    },
  ],
  startDialer: (options: NonNullable<typeof dialer.started>) => {
    dialer.started = options;
    return () => {};
  },
}));
vi.mock('../telecaller', () => ({
  FollowUps: () => null,
  loadCallWorkspace: async () => undefined,
  CallWorkspaceLater: (props: {
    loan: string;
    predictive: { callId: string; phoneId: string | null };
    onSaved: () => void;
  }) => (
    <button type="button" onClick={props.onSaved}>
      {`Workspace of ${props.loan} for ${props.predictive.callId}, phone ${props.predictive.phoneId}`}
    </button>
  ),
}));

let told: [string, ...unknown[]][];
let asked: { id: string; body: unknown; headers?: unknown }[];
beforeEach(() => {
  told = [];
  asked = [];
  dialer.view = IDLE;
  dialer.window = 'minimized';
  dialer.answer = 'heard';
  const acts = ['setStatus', 'release', 'finish', 'markDone', 'unfreeze', 'takeOver', 'hold', 'mute'];
  dialer.actions = Object.fromEntries(
    acts.map((name) => [
      name,
      (...values: unknown[]) => {
        told.push([name, ...values]);
        return name === 'setStatus' ? Promise.resolve(dialer.answer) : true;
      },
    ]),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Answers = Record<string, (call: { body?: unknown }) => unknown>;
let client: ReturnType<typeof createQueryClient>;
/** The same screen once the dialer stands otherwise. */
let again: (view: Partial<DialerView>) => void;
function show(view: Partial<DialerView> = {}, answers: Answers = {}, page = <DialerStrip />) {
  dialer.view = { ...IDLE, ...view };
  const all: Answers = {
    'dialer.agentStatus': () => ({ data: { status: 'READY', processName: 'Early buckets' } }),
    'dialer.break': () => ({ success: true }),
    'dialer.readyCall': () => ({ success: true }),
    'predictive.loanByMobile': () => ({ data: { loan: null, flag: 1 } }),
    'predictive.deactivateOldData': () => ({ data: { deactivated: 0 } }),
    'dispositions.callStarted': () => ({ data: {} }),
    ...answers,
  };
  const api = {
    call: async ({ id }: { id: string }, call: { body?: unknown; headers?: unknown }) => {
      asked.push({ id, body: call.body, headers: call.headers });
      return all[id]?.(call);
    },
  } as unknown as Api;
  const profile = person('meera', 'CRM_TELECALLER');
  client = createQueryClient((words) => showToast(words, { tone: 'problem' }));
  const kept = memoryStore();
  const session = { profile, offline: false, signOut: async () => {}, signInAgain: async () => {} };
  // A new element each time: the same one would not be drawn again.
  const tree = () => (
    <UiProvider>
      <MemoryRouter initialEntries={['/home']}>
        <SessionContext value={session}>
          <KeptContext value={kept}>
            <QueryClientProvider client={client}>
              <ApiContext value={api}>{cloneElement(page)}</ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>
  );
  const { rerender } = render(tree());
  again = (next) => {
    dialer.view = { ...IDLE, ...next };
    rerender(tree());
  };
}
const strip = () => screen.findByRole('region', { name: 'Dialer' });
const bodies = (id: string) => asked.filter((one) => one.id === id).map(({ body }) => body);

describe('the strip', () => {
  it.each([
    // Green, amber, red (specification section 4).
    ['connected', 'Connected', 'badge-paid'],
    ['reconnecting', 'Reconnecting', 'badge-warn'],
    ['closed', 'Disconnected', 'badge-danger'],
  ] as const)('says %s in a word and in its colour', async (connection, words, tone) => {
    show({ connection });
    const badge = (await strip()).querySelector('[data-connection]');
    expect(badge?.getAttribute('data-connection')).toBe(connection);
    expect(badge?.textContent).toContain(words);
    expect([...(badge?.classList ?? [])].filter((name) => name.startsWith('badge-'))).toEqual([tone]);
  });

  it('connects to port 8181 of this machine, under the dialer user name', async () => {
    show();
    await strip();
    expect(dialer.started).toMatchObject({
      url: 'ws://127.0.0.1:8181',
      username: person('meera', 'CRM_TELECALLER').username,
    });
  });

  it('offers the 14 statuses in the order of section 4', async () => {
    show();
    fireEvent.click(within(await strip()).getByRole('button', { name: /^Status/ }));
    const shown = screen.getAllByRole('radio').map(({ textContent }) => textContent);
    expect(shown).toEqual(
      `Ready|Not Ready - Bio|Not Ready - Callback|Not Ready - IT Issue|Not Ready - Login|Not Ready - Lunch|Not Ready - Mock Drill|Not Ready - Quality Feedback|Not Ready - Tea|Not Ready - Team Meeting|Not Ready - TL Feedback|Not Ready - Training|After Call Work|Do Not Disturb`.split(
        '|',
      ),
    );
  });

  it.each([
    [
      'Not Ready - Lunch',
      'dialer.break',
      { breakName: 'Lunch', processName: 'Early buckets' },
      'Agent is in break mode',
    ],
    ['Ready', 'dialer.readyCall', {}, 'Agent is in idle mode'],
  ])('%s goes to the dialer and to the server', async (status, endpoint, body, words) => {
    show({ status: 'After Call Work' });
    fireEvent.click(within(await strip()).getByRole('button', { name: /^Status/ }));
    fireEvent.click(screen.getByRole('radio', { name: status }));
    expect(told).toEqual([['setStatus', status]]);
    await screen.findByText(words);
    expect(bodies(endpoint)).toEqual([{ username: person('meera', 'CRM_TELECALLER').username, ...body }]);
  });

  it.each([
    ['Not Ready - Tea', 'dialer.break'],
    ['Ready', 'dialer.readyCall'],
  ])('a failure of %s is shown as a toast', async (status, endpoint) => {
    const error = new ApiError('The dialer is closed', { status: 500, class: 'retry' });
    show(
      { status: 'After Call Work' },
      {
        [endpoint]: () => {
          throw error;
        },
      },
    );
    fireEvent.click(within(await strip()).getByRole('button', { name: /^Status/ }));
    fireEvent.click(screen.getByRole('radio', { name: status }));
    await screen.findByText(toastWords(error) ?? '?');
  });

  it.each([
    ['unsent', 'The dialer is not connected. Your status was not changed.'],
    ['silent', 'The dialer has not answered. Your status may not be changed; choose it again.'],
  ])('a break that was %s is not claimed, and the server hears of none', async (answer, words) => {
    dialer.answer = answer;
    show({ status: 'Ready', connection: 'closed' });
    fireEvent.click(within(await strip()).getByRole('button', { name: /^Status/ }));
    fireEvent.click(screen.getByRole('radio', { name: 'Not Ready - Tea' }));
    await screen.findByText(words);
    expect(bodies('dialer.break')).toEqual([]);
    expect(screen.queryByText('Agent is in break mode')).toBeNull();
  });

  it.each(DIALER_FAILURES)('%j of the dialer is a toast', async (text) => {
    show();
    await strip();
    dialer.started?.onFailure(`${text} (9812345678)`);
    await screen.findByText(`${text} (9812345678)`);
  });

  it.each([
    ['MISSED', 'Missing calls'],
    ['BREAK', 'On a break'],
  ])('the agent status %s stands out, and is asked for again', async (status, words) => {
    show({}, { 'dialer.agentStatus': () => ({ data: { status, processName: 'manual' } }) });
    await within(await strip()).findByText(words);
    const before = bodies('dialer.agentStatus').length;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh the agent status' }));
    await waitFor(() => expect(bodies('dialer.agentStatus').length).toBe(before + 1));
  });

  it('“Dialer Unfreeze” is enabled only while a call id exists', async () => {
    show();
    const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Dialer Unfreeze' });
    expect((await button()).disabled).toBe(true);
    cleanup();
    show({ callId: 'c-1' });
    expect((await button()).disabled).toBe(false);
    fireEvent.click(await button());
    expect(told).toEqual([['unfreeze']]);
  });

  it('the call window is minimised until it is opened', async () => {
    show({ callId: 'c-1', call: { ...CALL, mode: 'manual' }, state: 'talk' });
    await strip();
    expect(screen.queryByRole('complementary', { name: 'Call' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show the call' }));
    expect(dialer.window).toBe('maximized');
    cleanup();
    show({ callId: 'c-1', call: { ...CALL, mode: 'manual' }, state: 'talk' });
    const panel = await screen.findByRole('complementary', { name: 'Call' });
    expect(panel.textContent).toContain('98••••••78');
    fireEvent.click(within(panel).getByRole('button', { name: 'End call' }));
    expect(told).toEqual([['release']]);
  });

  it.each<[string, Partial<DialerView>, string | null]>([
    ['access that was granted', { access: 'granted' }, null],
    [
      'access that was refused',
      { access: 'denied', connection: 'closed' },
      'The browser does not let this page reach the dialer',
    ],
    ['access that was refused, and yet connected', { access: 'denied' }, null],
    [
      'access that is being asked for',
      { access: 'prompt', connection: 'reconnecting' },
      'The browser asks for access to this device',
    ],
    ['a dialer in another tab', { holder: 'elsewhere' }, 'The dialer is in another tab'],
    ['a dialer lost in a call', { connection: 'closed', callId: 'c-1' }, 'The dialer was lost during a call'],
    ['a dialer that is not there', { connection: 'closed' }, 'The dialer does not answer'],
  ])('%s has its screen', async (_, view, title) => {
    show(view);
    await strip();
    const titles = [
      'The browser does not let this page reach the dialer',
      'The browser asks for access to this device',
      'The dialer is in another tab',
      'The dialer was lost during a call',
      'The dialer does not answer',
    ];
    expect(titles.filter((one) => screen.queryByText(one))).toEqual(title ? [title] : []);
  });
});

describe('the predictive call', () => {
  const page = <PredictiveCallPage />;
  const loan = loanOf(7);
  const number = loan.phones[0]?.number ?? '';
  const calling = { call: { ...CALL, number }, callId: 'c-1', state: 'talk' as const };
  const SAVED = 'Saved. The next call comes by itself.';

  it('without one says how to get one: not ready, then waiting', async () => {
    show({ status: 'Not Ready - Tea' }, {}, page);
    await screen.findByText('You are not ready for calls');
    fireEvent.click(screen.getByRole('button', { name: 'Take calls' }));
    expect(told).toEqual([['setStatus', 'Ready']]);
    await waitFor(() => expect(bodies('dialer.readyCall')).toHaveLength(1));
    cleanup();
    show({}, {}, page);
    await screen.findByText('Waiting for a call');
  });

  it('of several processes the agent chooses which they work; of one, and of a paused one, it says so', async () => {
    const process = (id: string, name: string, more: object) => ({ id, name, mode: 'predictive', ...more });
    let worked = 'p-1';
    const answers = {
      'dialer.ownProcesses': () => ({
        data: {
          processes: [
            process('p-1', 'Early buckets', { state: 'running', worked: worked === 'p-1' }),
            process('p-2', 'Late buckets', { state: 'paused', worked: worked === 'p-2' }),
          ],
        },
      }),
      'dialer.chooseProcess': () => {
        worked = 'p-2';
        return { success: true };
      },
    };
    show({}, answers, page);
    fireEvent.click(await screen.findByRole('button', { name: 'Process: Early buckets' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Late buckets · Paused' }));
    await screen.findByRole('button', { name: 'Process: Late buckets · Paused' });
    expect(bodies('dialer.chooseProcess')).toEqual([{ processId: 'p-2' }]);
    cleanup();
    const one = { processes: [process('p-1', 'Early buckets', { state: 'running', worked: true })] };
    show({}, { 'dialer.ownProcesses': () => ({ data: one }) }, page);
    await screen.findByText('Process: Early buckets');
    expect(screen.queryByRole('button', { name: /^Process/ })).toBeNull();
  });

  it('with a loan (flag 0) opens it for that call and phone, names the process, and says when it is saved', async () => {
    show(calling, { 'predictive.loanByMobile': () => ({ data: { loan, flag: 0, process: 'Early buckets' } }) }, page);
    const workspace = await screen.findByRole('button', {
      name: `Workspace of ${loan.id} for c-1, phone ${loan.phones[0]?.id}`,
    });
    screen.getByText('Process: Early buckets');
    expect(document.body.textContent).not.toContain(number);
    expect(client.getQueryData(['predictive-loan', 'c-1'])).toMatchObject({ loan: { id: loan.id }, flag: 0 });
    fireEvent.click(workspace);
    // Saved: the flag is 1 again and the loan is gone, also while the dialer still has the call.
    expect(client.getQueryData(['predictive-loan', 'c-1'])).toMatchObject({ loan: null, flag: 1 });
    await screen.findByText(SAVED);
    await waitFor(() => expect(screen.queryByText(/^Workspace/)).toBeNull());
    expect(screen.queryByText('No loan of yours has this number')).toBeNull();
    // The dialer has marked it done.
    again({ call: null, callId: null, state: 'idle' });
    await screen.findByText('Waiting for a call');
    screen.getByText(SAVED);
    expect(screen.queryByText(/^Workspace/)).toBeNull();
    // On a break nothing comes, and it is not said.
    again({ call: null, callId: null, state: 'break', status: 'Not Ready - Tea' });
    await screen.findByText('You are not ready for calls');
    screen.getByText('Saved');
    expect(screen.queryByText(SAVED)).toBeNull();
    // The next call is another one: it has its own loan, and nothing of it is saved yet.
    again({ ...calling, call: { ...calling.call, callId: 'c-2' }, callId: 'c-2' });
    await screen.findByRole('button', { name: `Workspace of ${loan.id} for c-2, phone ${loan.phones[0]?.id}` });
    expect(screen.queryByText(SAVED)).toBeNull();
  });

  it('notes the start of the call under the dialer’s id, once, as soon as its loan is known, whatever comes of that', async () => {
    const answers: Answers = {
      'predictive.loanByMobile': () => ({ data: { loan, flag: 0 } }),
      'dispositions.callStarted': () => {
        throw new ApiError('Called three times today', { status: 409, class: 'user' });
      },
    };
    show(calling, answers, page);
    await screen.findByRole('button', { name: /^Workspace/ });
    const starts = () => asked.filter(({ id }) => id === 'dispositions.callStarted');
    await waitFor(() => expect(starts()).toHaveLength(1));
    expect(starts()[0]).toMatchObject({
      headers: { 'idempotency-key': 'c-1' },
      body: {
        call_status: 'CALL_STARTED',
        loanId: loan.id,
        phoneId: loan.phones[0]?.id,
        disposedBy: 'CRM_TELECALLER',
        isPredictive: true,
        startedAt: CALL.offeredAt,
      },
    });
    again({ ...calling, call: { ...calling.call, held: true }, state: 'hold' });
    await screen.findByText('On hold');
    expect(starts()).toHaveLength(1);
    // The borrower is on the line already: nothing is said of a refusal.
    expect(screen.queryByText('Called three times today')).toBeNull();
  });

  it('without a loan (flag 1) shows none, notes no start, and goes on to the next call', async () => {
    show(calling, {}, page);
    await screen.findByText('No loan of yours has this number');
    expect(screen.queryByText(/^Workspace/)).toBeNull();
    expect(bodies('dispositions.callStarted')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'End it and take the next call' }));
    expect(told).toEqual([['release'], ['finish', 'c-1', 'connected', null]]);
  });

  it('the dialpad calls nobody by itself: it opens the loan of the number, or says that there is none', async () => {
    let found: unknown = null;
    show({}, { 'predictive.loanByMobile': () => ({ data: { loan: found, flag: found ? 0 : 1 } }) }, page);
    fireEvent.click(await screen.findByRole('button', { name: 'Dialpad' }));
    const pad = within(await screen.findByRole('dialog', { name: 'Dialpad' }));
    const openLoan = pad.getByRole('button', { name: 'Open the loan' });
    for (const sign of '98123456789') fireEvent.click(pad.getByRole('button', { name: sign }));
    expect(pad.getByLabelText(/^Mobile number/)).toHaveProperty('value', '9812345678');
    fireEvent.click(openLoan);
    await pad.findByText('No loan of yours has this number');
    fireEvent.click(pad.getByRole('button', { name: 'Take the last digit back' }));
    expect(openLoan).toHaveProperty('disabled', true);
    fireEvent.click(pad.getByRole('button', { name: '8' }));
    found = loan;
    fireEvent.click(openLoan);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Dialpad' })).toBeNull());
    expect(told).toEqual([]);
  });

  it('after it has ended counts the wrap-up down, and what is over it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-21T05:32:00Z') });
    const ended = { ...calling.call, ended: { reason: 'hung-up' as const, at: '2026-11-21T05:32:00.000Z' } };
    show({ ...calling, call: ended, state: 'wrap-up' }, {}, page);
    await screen.findByText(/^The borrower hung up · wrap-up: 4[45] seconds left$/);
    await vi.advanceTimersByTimeAsync(40_000);
    await screen.findByText(/wrap-up: [3-5] seconds left$/);
    await vi.advanceTimersByTimeAsync(20_000);
    await screen.findByText(/wrap-up: 1[5-9] seconds over$/);
  });

  it('goes on without a network, and shows the loan when it is back', async () => {
    let down = true;
    const answer = () => {
      if (down) throw new ApiError('Network error', { status: 0, class: 'retry' });
      return { data: { loan, flag: 0 } };
    };
    show(calling, { 'predictive.loanByMobile': answer }, page);
    await screen.findByText(/^The call goes on\. Its loan shows as soon as the network is back\./);
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: /^Workspace/ });
  });
});
