/** The bell of a telecaller, its stream and its toasts, and the screen of notifications. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ALERT_POLL_MS, type Alert, type MissedAlert, type Notification } from '../../../core/contract/alerts';
import { dayOf } from '../../../core/domain/dates';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { eventsOf } from '../../api/events';
import { UiProvider } from '../../ui';
import { KeptContext, type KeptStore, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import AlertBell from './components/alert-bell';
import { pageOfKept } from './kept-notifications';
import NotificationsPage from './pages/notifications-page';
import type { NotificationQuery } from './queries';
import { followAlerts } from './stream';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const alert = (n: number, more: Partial<Alert> = {}): Alert => ({
  id: id(n),
  loanId: id(100 + n),
  loanNumber: `LN000${n}`,
  alertType: 'Callback',
  customerName: 'Asha Kulkarni',
  alertTime: '2026-11-23T06:30:00.000Z',
  ...more,
});
const missed = (n: number): MissedAlert => ({
  ...alert(n),
  alertDateTime: '2026-11-23T06:30:00.000Z',
  createdAt: '2026-11-23T06:30:00.000Z',
  updatedAt: '2026-11-23T06:30:00.000Z',
  mobile: '98••••••78',
  overduePaise: 500_000,
});
const notification = (n: number): Notification => ({
  id: id(n),
  loanId: id(100 + n),
  loanNumber: `LN000${n}`,
  customerName: 'Asha Kulkarni',
  kind: 'payment-received',
  amountPaise: 500_000,
  createdAt: '2026-11-23T06:30:00.000Z',
  isActive: true,
});

type Calls = { id: string; call: Record<string, unknown> }[];
type Answers = Record<string, (call: Record<string, unknown>) => unknown>;
let calls: Calls;
beforeEach(() => {
  calls = [];
  sessionStorage.clear();
  localStorage.setItem('token', 'a token');
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

/** A stream that is fed by the test. */
function feed() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
    },
  });
  return { body, send: (text: string) => controller?.enqueue(encoder.encode(text)), end: () => controller?.close() };
}

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
const address = () => screen.getByTestId('address').textContent;

function show(
  page: ReactNode,
  answers: Answers,
  path = '/home',
  role = 'CRM_TeleCaller',
  stream = feed().body,
  kept: KeptStore = memoryStore(),
) {
  const api = {
    call: async (endpoint: { id: string }, call: Record<string, unknown>) => {
      calls.push({ id: endpoint.id, call });
      return answers[endpoint.id]?.(call);
    },
    stream: async () => stream,
  } as unknown as Api;
  const session = {
    profile: { id: id(1), fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <KeptContext value={kept}>
                <div id="bar" />
                {page}
              </KeptContext>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
        <Where />
      </MemoryRouter>
    </UiProvider>,
  );
}
const bell = {
  'notifications.list': () => ({ data: { rows: [], total: 0 } }),
  'alerts.new': () => ({ data: [] }),
  'alerts.missed': () => ({ data: [missed(1), missed(2)] }),
};
/** The bar is there before the bell, as on the desk. */
function showBell(answers: Answers, stream?: ReadableStream<Uint8Array>, kept?: KeptStore) {
  const bar = document.createElement('div');
  bar.id = 'place';
  document.body.append(bar);
  show(<AlertBell place="place" />, { ...bell, ...answers }, '/home', 'CRM_TeleCaller', stream, kept);
}

afterEach(() => document.getElementById('place')?.remove());

describe('the bell', () => {
  beforeEach(() => {
    localStorage.setItem('token', 'of the session');
  });
  afterEach(() => {
    vi.useRealTimers();
    localStorage.removeItem('token');
  });

  it('asks every two minutes, and not once more when the token is gone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    showBell({});
    const asked = () => ['alerts.new', 'alerts.missed'].map((name) => calls.filter((call) => call.id === name).length);
    await screen.findByRole('button', { name: '2 missed alerts' });
    expect(asked()).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(ALERT_POLL_MS - 10_000);
    expect(asked()).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(asked()).toEqual([2, 2]));
    await vi.advanceTimersByTimeAsync(ALERT_POLL_MS);
    await waitFor(() => expect(asked()).toEqual([3, 3]));
    // Signed out in another tab, half-way to the next time.
    await vi.advanceTimersByTimeAsync(ALERT_POLL_MS / 2);
    localStorage.removeItem('token');
    await vi.advanceTimersByTimeAsync(5 * ALERT_POLL_MS);
    expect(asked()).toEqual([3, 3]);
    // What is known stays on the screen until the page itself goes.
    screen.getByRole('button', { name: '2 missed alerts' });
  });

  it('asks no more when it is gone from the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    showBell({});
    await screen.findByRole('button', { name: '2 missed alerts' });
    const before = calls.length;
    cleanup();
    await vi.advanceTimersByTimeAsync(3 * ALERT_POLL_MS);
    expect(calls.length).toBe(before);
  });

  it('says once that alerts could not be asked for, however often that fails, and again the next time', async () => {
    const words = 'Alerts could not be asked for. They come as soon as the server answers.';
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let down = true;
    const offline = () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    showBell({
      'alerts.new': () => (down ? offline() : { data: [] }),
      'alerts.missed': () => (down ? offline() : { data: [missed(1)] }),
    });
    /** Over two polls, second by second: in how many of them the words stand there. */
    const secondsShown = async () => {
      let shown = 0;
      for (let second = 0; second < (2 * ALERT_POLL_MS) / 1000; second++) {
        await vi.advanceTimersByTimeAsync(1000);
        if (screen.queryByText(words)) shown += 1;
      }
      return shown;
    };
    await screen.findByText(words);
    expect(await secondsShown()).toBeLessThan(10);
    expect(calls.filter(({ id: name }) => name === 'alerts.new').length).toBeGreaterThanOrEqual(2);
    expect(await secondsShown()).toBe(0);
    down = false;
    expect(await secondsShown()).toBe(0);
    screen.getByRole('button', { name: '1 missed alert' });
    down = true;
    expect(await secondsShown()).toBeGreaterThan(0);
    expect(await secondsShown()).toBe(0);
  });

  it('keeps the toast of an alert for 15 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    showBell({ 'alerts.new': () => ({ data: [alert(21, { customerName: 'Sunita' })] }) });
    await screen.findByText(/^Alert for Sunita for Callback on/);
    await vi.advanceTimersByTimeAsync(14_000);
    screen.getByText(/^Alert for Sunita/);
    await vi.advanceTimersByTimeAsync(1100);
    await waitFor(() => expect(screen.queryByText(/^Alert for Sunita/)).toBeNull());
  });

  it('counts what was missed; a click takes the alert back and goes to its loan', async () => {
    showBell({ 'alerts.deactivate': () => ({ data: { id: id(1), loanId: id(101), loanNumber: 'LN0001' } }) });
    fireEvent.click(await screen.findByRole('button', { name: '2 missed alerts' }));
    const table = await screen.findByRole('table', { name: 'Missed alerts' });
    expect(table.textContent).toContain('98••••••78');
    expect(table.textContent).not.toContain('9812345678');
    expect(last('alerts.missed')).toMatchObject({ headers: { collectorid: id(1) } });
    fireEvent.click(within(table).getByRole('button', { name: 'LN0001' }));
    await waitFor(() =>
      expect(last('alerts.deactivate')).toMatchObject({ params: { id: id(1) }, headers: { collectorid: id(1) } }),
    );
    expect(address()).toBe(`/call-management?loanId=${id(101)}&loanNumber=LN0001`);
  });

  it('says a new alert once in the words of section 8, whether the poll or the stream brings it', async () => {
    const stream = feed();
    const field = alert(4, { alertType: 'FieldDisposition' });
    showBell({ 'alerts.new': () => ({ data: [alert(3), field] }) }, stream.body);
    await screen.findByText(/^Alert for Asha Kulkarni for Callback on 23\/11\/2026\D+12:00$/);
    await screen.findByText('Disposition updated for LN0004');
    stream.send(`id: 7\nevent: alert\ndata: ${JSON.stringify(field)}\n\n`);
    stream.send(`id: 8\nevent: alert\ndata: ${JSON.stringify(alert(5, { customerName: 'Ravi' }))}\n\n`);
    await waitFor(() => expect(document.body.textContent).toContain('Alert for Ravi'));
    expect(document.body.textContent?.split('Disposition updated for LN0004')).toHaveLength(2);
  });
});

describe('the stream', () => {
  it('is read however it is cut', async () => {
    const { body, send, end } = feed();
    for (const part of ['id: 1\nev', 'ent: alert\ndata: {"a"', ':1}\n', '\n:\n\nid: 2\nevent: open\ndata: {}\n\n'])
      send(part);
    end();
    const events = [];
    for await (const event of eventsOf(body)) events.push(event);
    expect(events).toEqual([
      { id: '1', event: 'alert', data: '{"a":1}' },
      { id: '2', event: 'open', data: '{}' },
    ]);
  });

  it('comes back from where it was, and stops when the token is gone', async () => {
    const asked: unknown[] = [];
    let token = true;
    const heard: Alert[] = [];
    const api = {
      async stream(_endpoint: unknown, call: { query: { since?: string } }) {
        asked.push(call.query.since);
        const { body, send, end } = feed();
        send(`id: 4${asked.length}\nevent: alert\ndata: ${JSON.stringify(alert(asked.length))}\n\n`);
        end();
        if (asked.length === 2) token = false;
        return body;
      },
    } as unknown as Api;
    await followAlerts(api, {
      signal: new AbortController().signal,
      hasToken: () => token,
      onAlert: (one) => heard.push(one),
    });
    expect(asked).toEqual([undefined, '41']);
    expect(heard.map((one) => one.id)).toEqual([id(1), id(2)]);
  });

  it('ends when the server says that the session has', async () => {
    let tries = 0;
    const api = {
      async stream() {
        tries += 1;
        throw new ApiError('ended', { status: 401, class: 'login' });
      },
    } as unknown as Api;
    await followAlerts(api, { signal: new AbortController().signal, hasToken: () => true, onAlert: () => undefined });
    expect(tries).toBe(1);
  });
});

describe('notifications', () => {
  const answers: Answers = {
    'notifications.list': () => ({ data: { rows: [notification(1), notification(2)], total: 2 } }),
    'notifications.deactivate': () => ({ message: 'Notification deleted successfully', data: { changed: 1 } }),
  };

  it('of the current month are asked for by the role that one’s own maps to, and open their loan', async () => {
    show(<NotificationsPage />, answers, '/notifications', 'CRM_Manager');
    const row = await screen.findByRole('row', { name: /LN0001/ });
    const { query = {} } = (calls.find(({ id }) => id === 'notifications.list')?.call ?? {}) as {
      query?: Record<string, string>;
    };
    expect(query).toMatchObject({ role: 'Manager', page: 1, size: 10 });
    expect(query.fromDate?.slice(8)).toBe('01');
    expect(query.fromDate?.slice(0, 7)).toBe(query.toDate?.slice(0, 7));
    fireEvent.click(row);
    expect(address()).toBe(`/call-management?loanId=${id(101)}&loanNumber=LN0001`);
  });

  it('of an export that is ready are asked for, and save its file', async () => {
    const ready = {
      ...{ ...notification(3), loanId: null, loanNumber: '', customerName: '', amountPaise: null },
      kind: 'export-ready',
      exported: { id: id(70), fileName: 'calls_2026-11-20.xlsx' },
    };
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
    onTestFinished(() => void vi.restoreAllMocks());
    const { body, end } = feed();
    end();
    show(
      <NotificationsPage />,
      { 'notifications.list': () => ({ data: { rows: [ready], total: 1 } }) },
      '/notifications',
      'CRM_Manager',
      body,
    );
    const row = await screen.findByRole('row', { name: /calls_2026-11-20.xlsx/ });
    expect(row.textContent).toContain('Export is ready');
    expect(last('notifications.list')).toMatchObject({ query: { role: 'Manager' } });
    expect(
      calls.some(({ id: name, call }) => name === 'notifications.list' && (call.query as { all?: string }).all),
    ).toBe(true);
    fireEvent.click(row);
    await waitFor(() => expect(saved).toEqual(['calls_2026-11-20.xlsx']));
    expect(address()).toBe('/notifications');
  });

  it('leave the list at once, and come back when that is undone', async () => {
    show(<NotificationsPage />, answers, '/notifications');
    const row = await screen.findByRole('row', { name: /LN0001/ });
    fireEvent.click(within(row).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /LN0001/ })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('row', { name: /LN0001/ })).toBeTruthy();
    expect(last('notifications.deactivate')).toBeUndefined();
    fireEvent.click(within(screen.getByRole('row', { name: /LN0001/ })).getByRole('button', { name: 'Remove' }));
    fireEvent(window, new Event('pagehide'));
    await waitFor(() => expect(last('notifications.deactivate')).toMatchObject({ body: { ids: [id(1)] } }));
  });

  const offline: Answers = {
    'notifications.list': () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    },
  };

  it('say what they need when none were ever kept here', async () => {
    show(<NotificationsPage />, offline, '/notifications');
    expect(await screen.findByText(/^No notifications are kept on this device yet/)).toBeTruthy();
  });

  it('are there without a network as they stood, searched and turned over, once the bell was there with one', async () => {
    const kept = memoryStore();
    const many = Array.from({ length: 12 }, (_, n) => notification(n + 1));
    const named = { ...notification(13), customerName: 'Ramesh Patil' };
    const day = `${dayOf(new Date(), 'Asia/Kolkata')}T03:00:00.000Z`;
    const rows = [...many, named].map((row) => ({ ...row, createdAt: day }));
    showBell({ 'notifications.list': () => ({ data: { rows, total: 340 } }) }, undefined, kept);
    await waitFor(() => expect(kept.get('seen.notifications')).toMatchObject({ total: 340 }));
    cleanup();

    show(<NotificationsPage />, offline, '/notifications', 'CRM_TeleCaller', undefined, kept);
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(11));
    expect(screen.getByText(/This is how it stood on .+ Of 340, this device keeps the newest 13\./)).toBeTruthy();
    // Taking one away is the server's to do.
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /next page/i }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'patil' } });
    fireEvent.click(await screen.findByRole('row', { name: /LN00013.*Ramesh Patil/ }));
    expect(address()).toBe(`/call-management?loanId=${id(113)}&loanNumber=LN00013`);
  });
});

describe('a question to what is kept', () => {
  const row = (n: number, createdAt: string, more: Partial<Notification> = {}): Notification => ({
    ...notification(n),
    createdAt,
    ...more,
  });
  const kept = {
    at: 0,
    fromDate: '2026-10-01',
    total: 4,
    rows: [
      row(1, '2026-11-21T18:00:00.000Z', { amountPaise: null, kind: 'promise-broken' }),
      // Already the 22nd in Pune.
      row(2, '2026-11-21T19:00:00.000Z', { customerName: 'बाला' }),
      row(3, '2026-11-20T06:00:00.000Z', { customerName: 'zoya', amountPaise: 100 }),
      row(4, '2026-10-02T06:00:00.000Z', { amountPaise: 900 }),
    ],
  };
  const all = { fromDate: '2026-10-01', toDate: '2026-11-30', role: 'Collector' } as const;
  it.each<[string, Partial<NotificationQuery>, number[], number?]>([
    ['newest first', {}, [2, 1, 3, 4]],
    ['oldest first', { dir: 'asc' }, [4, 3, 1, 2]],
    ['days of the tenant', { fromDate: '2026-11-20', toDate: '2026-11-21' }, [1, 3]],
    ['a kind', { kind: 'promise-broken' }, [1]],
    ['a name, whatever its letters', { q: ' ZOYA ' }, [3]],
    ['a number', { q: 'LN0004' }, [4]],
    ['nothing such', { q: 'nobody' }, []],
    ['by number', { sort: 'loanNumber', dir: 'asc' }, [1, 2, 3, 4]],
    ['the largest amount first, none last', { sort: 'amountPaise' }, [2, 4, 3, 1]],
    ['the smallest amount first, none last', { sort: 'amountPaise', dir: 'asc' }, [3, 4, 2, 1]],
    ['by name', { sort: 'customerName', dir: 'asc' }, [1, 4, 3, 2]],
    ['the second page', { size: 3, page: 2 }, [4], 4],
  ])('%s', (_, more, expected, total = expected.length) => {
    const page = pageOfKept(kept, { ...all, ...more }, 'Asia/Kolkata');
    expect(page.rows.map(({ id: one }) => Number(one.slice(-3)))).toEqual(expected);
    expect(page.total).toBe(total);
  });
});
