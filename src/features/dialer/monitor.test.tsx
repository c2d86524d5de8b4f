/** The agent monitor: live by the stream, by the clock where there is none, and into a call with a reason. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AgentChanges, MonitoredAgent } from '../../../core/contract/dialer';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import { applied, LIVE_MS } from './monitor-live';
import AgentMonitorPage from './pages/agent-monitor-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const ASHA = 'Asha Kulkarni';
const RAVI = 'Ravi Patil';
const agent = (n: number, more: Partial<MonitoredAgent> = {}): MonitoredAgent => ({
  userId: id(n),
  username: `agent.${n}`,
  fullName: n === 1 ? ASHA : RAVI,
  status: 'READY',
  dialerStatus: 'Ready',
  state: 'idle',
  since: '2026-11-21T05:00:00.000Z',
  processName: n === 1 ? 'Early buckets' : 'manual',
  call: null,
  today: { idle: 600, talk: 1200, hold: 0, 'wrap-up': 60, ringing: 0, dialing: 0, break: 300 },
  calls: { total: 12, answered: 7 },
  ...more,
});
const talking = (n: number) =>
  agent(n, {
    status: 'ONCALL',
    state: 'talk',
    call: {
      callId: 'c-1',
      mode: 'predictive',
      number: '98••••••78',
      loanNumber: 'LN0001',
      startedAt: '2026-11-21T05:10:00.000Z',
      answeredAt: '2026-11-21T05:10:08.000Z',
    },
  });
const floor = (agents: MonitoredAgent[], asOf = '2026-11-21T05:30:00.000Z') => ({ asOf, agents });

/** A stream that is fed by the test. */
function feed() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
    },
  });
  return {
    body,
    say: (changes: AgentChanges) =>
      controller?.enqueue(encoder.encode(`event: agents\ndata: ${JSON.stringify(changes)}\n\n`)),
    end: () => controller?.close(),
  };
}

type Call = Record<string, unknown>;
let calls: { id: string; call: Call }[];
let streams: Call[];
beforeEach(() => {
  calls = [];
  streams = [];
  localStorage.setItem('token', 'a token');
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.removeItem('token');
});
const times = (name: string) => calls.filter((one) => one.id === name).length;
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;
const noStream = () => {
  throw new ApiError('Network error', { status: 0, class: 'retry' });
};

function show(answers: Record<string, (call: Call) => unknown>, stream: () => ReadableStream<Uint8Array> = noStream) {
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      const answer = answers[endpoint.id];
      if (!answer) throw new ApiError('Not found', { status: 404, class: 'user' });
      return answer(call);
    },
    stream: async (_: unknown, call: { query: Call }) => {
      streams.push(call.query);
      return stream();
    },
  } as unknown as Api;
  const session = {
    profile: {
      id: id(99),
      fullName: 'Meera',
      role: { name: 'CRM_Manager' },
      tenant: { id: id(900), zone: 'Asia/Kolkata' },
    },
  } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter initialEntries={['/agent-monitor']}>
        <SessionContext value={session}>
          <KeptContext value={memoryStore()}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <AgentMonitorPage />
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const PORTFOLIOS = () => ({ data: { content: [{ id: id(50), name: 'Two wheelers' }] } });
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

it.each<[string, Partial<AgentChanges>, string[]]>([
  ['a change in its place', { agents: [talking(1)] }, [`${ASHA} ONCALL`, `${RAVI} READY`]],
  [
    'one who came, at the end',
    { agents: [{ ...agent(3), fullName: 'Sunil' }] },
    [`${ASHA} READY`, `${RAVI} READY`, 'Sunil READY'],
  ],
  ['one who left', { gone: [id(1)] }, [`${RAVI} READY`]],
  ['the whole', { whole: true, agents: [agent(2)] }, [`${RAVI} READY`]],
])('the floor takes in %s', (_, more, expected) => {
  const after = applied(floor([agent(1), agent(2)]), { asOf: '', whole: false, agents: [], gone: [], ...more });
  expect(after.agents.map(({ fullName, status }) => `${fullName} ${status}`)).toEqual(expected);
});

it('is live by the stream: a change shows without another question, also over minutes', async () => {
  const stream = feed();
  show(
    { 'monitor.agents': () => ({ data: floor([agent(1), agent(2)]) }), 'portfolios.search': PORTFOLIOS },
    () => stream.body,
  );
  await row(ASHA);
  stream.say({ ...floor([agent(1), agent(2)], '2026-11-21T05:30:05.000Z'), whole: true, gone: [] });
  await screen.findByText('Live, as of 11:00');
  const before = times('monitor.agents');
  stream.say({ ...floor([talking(1)], '2026-11-21T05:31:00.000Z'), whole: false, gone: [] });
  await waitFor(async () => expect((await row(ASHA)).textContent).toContain('Talking'));
  expect((await row(ASHA)).textContent).toContain('98••••••78');
  await screen.findByText('Live, as of 11:01');
  await vi.advanceTimersByTimeAsync(60 * LIVE_MS);
  expect(times('monitor.agents')).toBe(before);
});

it('without a stream asks every two seconds and says so; the stream takes over when it comes back', async () => {
  let shown = floor([agent(1)]);
  const stream = feed();
  let open = false;
  show({ 'monitor.agents': () => ({ data: shown }), 'portfolios.search': PORTFOLIOS }, () =>
    open ? stream.body : noStream(),
  );
  await row(ASHA);
  await screen.findByText('Asked for every 2 seconds, as of 11:00');
  const before = times('monitor.agents');
  shown = floor([talking(1)], '2026-11-21T05:32:00.000Z');
  await vi.advanceTimersByTimeAsync(LIVE_MS);
  await waitFor(() => expect(times('monitor.agents')).toBeGreaterThan(before));
  await screen.findByText('Asked for every 2 seconds, as of 11:02');
  expect((await row(ASHA)).textContent).toContain('Talking');
  open = true;
  // Its next try comes by itself, a minute later at most.
  const tries = streams.length;
  await vi.advanceTimersByTimeAsync(90_000);
  await waitFor(() => expect(streams.length).toBeGreaterThan(tries));
  stream.say({ ...floor([agent(1)], '2026-11-21T05:33:00.000Z'), whole: true, gone: [] });
  await screen.findByText('Live, as of 11:03');
  const still = times('monitor.agents');
  await vi.advanceTimersByTimeAsync(10 * LIVE_MS);
  expect(times('monitor.agents')).toBe(still);
  // The line breaks: by the clock again.
  stream.end();
  await screen.findByText('Asked for every 2 seconds, as of 11:03');
  await vi.advanceTimersByTimeAsync(LIVE_MS);
  await waitFor(() => expect(times('monitor.agents')).toBeGreaterThan(still));
});

it.each([
  ['no network', 0, 'No network'],
  ['a server that fails', 500, 'Not up to date'],
])('with %s the last floor stays, said to be old, and comes back by itself', async (_, status, title) => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
  let down = false;
  show({
    'monitor.agents': () => {
      if (down) throw new ApiError('Network error', { status, class: 'retry' });
      return { data: floor([agent(1)]) };
    },
    'portfolios.search': PORTFOLIOS,
  });
  await row(ASHA);
  down = true;
  await vi.advanceTimersByTimeAsync(20_000);
  await screen.findByText(title);
  expect(log).toHaveBeenCalledWith('agent monitor', expect.objectContaining({ status }));
  await screen.findByText(/^This is how it stood at \d{2}:\d{2}\. It is asked for again every 2 seconds\.$/);
  await row(ASHA);
  down = false;
  await vi.advanceTimersByTimeAsync(20_000);
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
});

it('is narrowed by process, status, name and portfolio; a portfolio is asked of the server and the stream', async () => {
  show({
    'monitor.agents': () => ({ data: floor([agent(1), agent(2, { status: 'BREAK', state: 'break' })]) }),
    'portfolios.search': PORTFOLIOS,
  });
  await row(ASHA);
  const names = () =>
    screen
      .queryAllByRole('row')
      .flatMap(({ textContent }) => [ASHA, RAVI].filter((name) => textContent?.includes(name)));
  expect(names()).toEqual([ASHA, RAVI]);
  fireEvent.change(screen.getByLabelText('Process'), { target: { value: 'Early buckets' } });
  expect(names()).toEqual([ASHA]);
  fireEvent.change(screen.getByLabelText('Process'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('radio', { name: /^On a break/ }));
  expect(names()).toEqual([RAVI]);
  fireEvent.change(screen.getByLabelText('Search agents'), { target: { value: 'asha' } });
  expect(names()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Show all agents' }));
  expect(names()).toEqual([ASHA, RAVI]);
  await screen.findByRole('option', { name: 'Two wheelers' });
  fireEvent.change(screen.getByLabelText('Portfolio'), { target: { value: id(50) } });
  await waitFor(() => expect(last('monitor.agents')).toMatchObject({ headers: { portfolioid: id(50) } }));
  await waitFor(() => expect(streams.at(-1)).toEqual({ portfolioId: id(50) }));
});

it.each([
  ['Listen', 'Listen to Asha Kulkarni', 'Listen', 'listen'],
  ['Whisper', 'Whisper to Asha Kulkarni', 'Whisper', 'whisper'],
  ['Barge in', 'Barge into the call of Asha Kulkarni', 'Barge in', 'barge'],
  ['Conference', 'Conference with Asha Kulkarni', 'Join the call', 'conference'],
])('%s comes into a call that goes on, with a reason', async (button, title, confirm, mode) => {
  show({
    'monitor.agents': () => ({ data: floor([talking(1), agent(2)]) }),
    'portfolios.search': PORTFOLIOS,
    'monitor.supervise': () => ({ success: true, data: { callId: 'c-1' } }),
  });
  expect(within(await row(RAVI)).queryByRole('button', { name: button })).toBeNull();
  expect((await row(RAVI)).textContent).toContain('Not in a call');
  fireEvent.click(within(await row(ASHA)).getByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog', { name: title });
  fireEvent.click(within(dialog).getByRole('button', { name: confirm }));
  await within(dialog).findByText('Give a reason');
  expect(times('monitor.supervise')).toBe(0);
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Complaint of yesterday' } });
  fireEvent.click(within(dialog).getByRole('button', { name: confirm }));
  await waitFor(() =>
    expect(last('monitor.supervise')).toEqual({
      body: { username: 'agent.1', mode, reason: 'Complaint of yesterday' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says what to do where nobody is below, and when it cannot be asked at all', async () => {
  show({ 'monitor.agents': () => ({ data: floor([]) }), 'portfolios.search': PORTFOLIOS });
  await screen.findByText('No telecallers below you');
  cleanup();
  show({});
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
