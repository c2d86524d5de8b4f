/** Every action of the dialer has a key: it is in the sheet while it can be done, it does it, and typing goes on being typing. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, ApiContext, createQueryClient } from '../../api';
import type { CurrentCall, DialerView } from '../../dialer';
import DialerStrip from '../../features/dialer/components/dialer-strip';
import { SessionContext } from '../../features/session';
import { person } from '../../offline/test-device';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import KeysSheet from './keys-sheet';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const SINCE = Date.parse('2026-11-21T05:00:00Z');
const IDLE: DialerView = {
  connection: 'connected',
  connectionSince: SINCE,
  holder: 'here',
  access: 'granted',
  status: 'Ready',
  state: 'idle',
  since: SINCE,
  asked: null,
  call: null,
  callId: null,
  unfreezing: false,
  supervised: null,
};
const call = (more: Partial<CurrentCall> = {}): Partial<DialerView> => ({
  callId: 'c-1',
  state: 'talk',
  call: {
    callId: 'c-1',
    mode: 'manual',
    number: '9812345678',
    loanNumber: 'LN0001',
    offeredAt: '2026-11-21T05:29:50.000Z',
    answeredAt: '2026-11-21T05:30:00.000Z',
    held: false,
    muted: false,
    ended: null,
    ...more,
  },
});

const dialer = vi.hoisted(() => ({
  view: undefined as unknown,
  actions: {} as Record<string, unknown>,
  turned: undefined as undefined | ((next: string) => void),
}));
vi.mock('../../dialer', () => ({
  useDialer: () => ({ view: dialer.view, actions: dialer.actions }),
  useCallWindow: () => ['minimized', (next: string) => dialer.turned?.(next)],
  startDialer: () => () => {},
}));

let told: unknown[][];
let asked: string[];
beforeEach(() => {
  told = [];
  asked = [];
  dialer.turned = (next) => void told.push(['window', next]);
  dialer.actions = Object.fromEntries(
    ['setStatus', 'release', 'finish', 'markDone', 'unfreeze', 'hold', 'mute'].map((name) => [
      name,
      (...values: unknown[]) => {
        told.push([name, ...values]);
        return Promise.resolve('heard');
      },
    ]),
  );
});
afterEach(cleanup);

function Where() {
  return <output data-testid="where">{useLocation().pathname}</output>;
}
async function show(view: Partial<DialerView>, sheet = false) {
  dialer.view = { ...IDLE, ...view };
  const api = {
    call: async ({ id }: { id: string }) => {
      asked.push(id);
      if (id === 'dialer.agentStatus') return { data: { status: 'READY', processName: 'manual' } };
      return { success: true, data: { loan: null, flag: 1 } };
    },
  } as unknown as Api;
  const profile = person('meera', 'CRM_TELECALLER');
  render(
    <UiProvider>
      <MemoryRouter initialEntries={['/home']}>
        <SessionContext value={{ profile, offline: false, signOut: async () => {}, signInAgain: async () => {} }}>
          <KeptContext value={memoryStore()}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <DialerStrip />
                <input aria-label="Remarks" />
                {sheet && <KeysSheet onClose={() => {}} />}
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
        <Where />
      </MemoryRouter>
    </UiProvider>,
  );
  await screen.findByRole('region', { name: 'Dialer' });
}
/** As it is written in the sheet: "Alt H" and what it does. */
async function listed(): Promise<string[]> {
  const dialog = await screen.findByRole('dialog', { name: 'Keys' });
  return within(dialog)
    .getAllByRole('term')
    .map((term) => {
      const keys = [...term.querySelectorAll('kbd')].map(({ textContent }) => textContent).join(' ');
      return `${keys}: ${term.nextElementSibling?.textContent}`;
    });
}
/** While somebody writes, as in a call. */
function press(keys: string) {
  const [mod, key = ''] = keys.split(' ');
  const field = screen.getByLabelText('Remarks');
  field.focus();
  return fireEvent.keyDown(field, {
    key: key.toLowerCase(),
    code: `Key${key}`,
    altKey: mod === 'Alt',
    ctrlKey: mod === 'Ctrl',
  });
}

const ended = { reason: 'hung-up' as const, at: '2026-11-21T05:31:00.000Z' };
type Row = [action: string, keys: string, label: string, view: Partial<DialerView>, does: unknown[][]];
const ACTIONS: Row[] = [
  ['hold', 'Alt H', 'Hold', call(), [['hold', true]]],
  ['take back', 'Alt H', 'Take back', call({ held: true }), [['hold', false]]],
  ['mute', 'Alt M', 'Mute', call(), [['mute', true]]],
  ['unmute', 'Alt M', 'Unmute', call({ muted: true }), [['mute', false]]],
  ['end the call', 'Alt X', 'End call', call(), [['release']]],
  ['end one that rings', 'Alt X', 'End call', call({ answeredAt: null }), [['release']]],
  ['mark as done', 'Alt K', 'Mark as done', call({ ended }), [['markDone']]],
  ['unfreeze', 'Alt U', 'Dialer Unfreeze', { callId: 'c-1' }, [['unfreeze']]],
  ['the call window', 'Alt W', 'Show or minimise the call', call(), [['window', 'maximized']]],
  ['ready', 'Alt R', 'Ready', { status: 'Not Ready - Tea' }, [['setStatus', 'Ready']]],
];

describe('each action of the dialer', () => {
  it.each(ACTIONS)('%s: %s', async (_, keys, label, view, does) => {
    await show(view, true);
    expect(await listed()).toContain(`${keys}: ${label}`);
    cleanup();
    await show(view);
    // Answers false: the field does not get the letter.
    expect(press(keys)).toBe(false);
    expect(told).toEqual(does);
  });

  it('ready is told to the server as well', async () => {
    await show({ status: 'Not Ready - Tea' });
    press('Alt R');
    await screen.findByText('Agent is in idle mode');
    expect(asked).toContain('dialer.readyCall');
  });

  it('a break: Alt B opens the statuses at the first, and the chosen one is told', async () => {
    await show({}, true);
    expect(await listed()).toContain('Alt B: Choose a status or a break');
    cleanup();
    await show({});
    press('Alt B');
    const menu = await screen.findByRole('dialog', { name: 'Status' });
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    fireEvent.click(within(menu).getByRole('radio', { name: 'Not Ready - Lunch' }));
    expect(told).toEqual([['setStatus', 'Not Ready - Lunch']]);
    await screen.findByText('Agent is in break mode');
  });

  it('go to loan: Ctrl J opens the predictive call', async () => {
    await show(call({ mode: 'predictive' }), true);
    expect(await listed()).toContain('Ctrl J: Go to loan');
    cleanup();
    await show(call({ mode: 'predictive' }));
    await screen.findByRole('alertdialog', { name: 'Incoming predictive call' });
    press('Ctrl J');
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/predictive-call'));
  });

  it.each<[string, Partial<DialerView>, string[]]>([
    ['without a call, ready', {}, ['Alt B']],
    ['in a call', call(), ['Alt M', 'Alt H', 'Alt X', 'Alt U', 'Alt W', 'Alt B']],
    ['after a call', call({ ended }), ['Alt K', 'Alt U', 'Alt W', 'Alt B']],
    ['with a dialer that is lost in a call', { ...call(), connection: 'closed' }, ['Alt U', 'Alt W', 'Alt B']],
    ['with the dialer in another tab', { ...call(), holder: 'elsewhere' }, ['Alt W']],
  ])('%s the sheet lists what can be done, and no other key does anything', async (_, view, keys) => {
    await show(view, true);
    expect((await listed()).map((line) => line.split(':')[0]).sort()).toEqual([...keys].sort());
    cleanup();
    await show(view);
    for (const one of ['M', 'H', 'X', 'K', 'U', 'W', 'R'].map((key) => `Alt ${key}`))
      if (!keys.includes(one)) expect(press(one)).toBe(true);
    expect(told).toEqual([]);
    // The letters alone are typing.
    for (const key of 'mhxkuwrb') expect(fireEvent.keyDown(screen.getByLabelText('Remarks'), { key })).toBe(true);
    expect(told).toEqual([]);
  });
});
