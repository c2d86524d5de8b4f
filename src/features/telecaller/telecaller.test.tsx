// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Loan } from '../../../core/contract/loans';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { enrol, loanOf, person, TestDevice } from '../../offline/test-device';
import { TestServer } from '../../offline/test-server';
import type { OfflineEngine } from '../../offline/types';
import { UiProvider } from '../../ui';
import { KeptContext, type KeptStore, memoryStore } from '../../ui/kit';
import { EngineContext, SessionContext } from '../session';
import { keyedGroups } from './call-keys';
import ActiveLoansPage from './pages/active-loans-page';
import CallManagementPage from './pages/call-management-page';
import TelecallerHome from './pages/home-page';

const dialer = vi.hoisted(() => ({ now: null as unknown }));
vi.mock('../../dialer', async (original) => ({
  ...(await original<typeof import('../../dialer')>()),
  useDialer: () => dialer.now,
}));

/** A Saturday at eleven in the morning in Pune: calls are allowed. */
const NOON = Date.parse('2026-11-21T05:30:00Z');
const TODAY = '2026-11-21';

function Where({ tell }: { tell: (at: string) => void }) {
  const { pathname, search } = useLocation();
  tell(pathname + search);
  return null;
}

interface Desk {
  server: TestServer;
  me: string;
  engine: OfflineEngine;
  kept: KeptStore;
  loans: Loan[];
  asked: { id: string; call: unknown }[];
  answer: (id: string) => unknown;
  open(address: string): void;
  address(): string;
  close(): Promise<void>;
}

async function desk(loans: Loan[]): Promise<Desk> {
  const server = await TestServer.create();
  const device = new TestDevice(server);
  const profile = enrol(server, person('meera', 'CRM_TELECALLER'));
  server.loans = loans;
  const engine = await device.open(await device.signIn(profile));
  await engine.loans.refresh();
  const kept = memoryStore();
  const asked: Desk['asked'] = [];
  let where = '';
  const held: Desk = {
    server,
    me: profile.id,
    engine,
    kept,
    loans,
    asked,
    answer: () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    },
    open(address) {
      cleanup();
      const api = {
        call: async (endpoint: { id: string }, call: unknown) => {
          asked.push({ id: endpoint.id, call });
          return held.answer(endpoint.id);
        },
      } as unknown as Api;
      render(
        <UiProvider>
          <MemoryRouter initialEntries={[address]}>
            <Where
              tell={(at) => {
                where = at;
              }}
            />
            <SessionContext value={{ profile, offline: false, signOut: async () => {}, signInAgain: async () => {} }}>
              <EngineContext value={engine}>
                <ApiContext value={api}>
                  <KeptContext value={kept}>
                    <QueryClientProvider client={createQueryClient()}>
                      <Suspense>
                        <Routes>
                          <Route path="/home" element={<TelecallerHome />} />
                          <Route path="/active-loans" element={<ActiveLoansPage />} />
                          <Route path="/call-management" element={<CallManagementPage />} />
                          <Route path="/loans" element={<p>All loans</p>} />
                        </Routes>
                      </Suspense>
                    </QueryClientProvider>
                  </KeptContext>
                </ApiContext>
              </EngineContext>
            </SessionContext>
          </MemoryRouter>
        </UiProvider>,
      );
    },
    address: () => where,
    async close() {
      cleanup();
      await device.close();
    },
  };
  return held;
}

let now: Desk;
const fresh = (n: number, more: Partial<Loan> = {}) =>
  loanOf(n, { recent: [], overduePaise: 250_000 + n * 100, dpd: 90 - n, ...more });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  now = await desk([fresh(1), fresh(2), fresh(3)]);
});
afterEach(async () => {
  dialer.now = null;
  await now.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const press = async (key: string) => {
  const ctrl = key.startsWith('Ctrl+');
  await act(async () => {
    const target = document.activeElement ?? document.body;
    fireEvent.keyDown(target, { key: ctrl ? key.slice(5) : key, ctrlKey: ctrl });
  });
};
const saved = () => now.engine.ledger.get();

describe('call, dispose, next', () => {
  it.each([
    ['RNR', ['c', '9', 'r', 'Ctrl+Enter'], {}],
    ['SO', ['c', '9', 's', 'Ctrl+Enter'], {}],
    ['PTP', ['c', '3', 'p', 'Ctrl+Enter'], { ptp: { amountPaise: 250_100, dueOn: '2026-11-22', mode: 'upi' } }],
    ['CB', ['c', '4', 'c', 'Ctrl+Enter'], { callbackAt: '2026-11-21T07:30:00.000Z' }],
    ['RTP', ['c', '6', 'r', '1', 'Ctrl+Enter'], { reason: 'Will not pay' }],
  ] as const)('%s takes %j', async (code, keys, fields) => {
    expect(keys.length).toBeLessThanOrEqual(5);
    const [first, second] = now.loans as [Loan, Loan];
    now.open(`/call-management?loanId=${first.id}&queue=fresh`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of keys) await press(key);
    await waitFor(() => expect(saved()).toHaveLength(1));
    // The next of the queue stands there, and its form is empty.
    await waitFor(() => expect(now.address()).toContain(`loanId=${second.id}`));
    expect(now.address()).toContain('queue=fresh');
    expect(screen.queryByLabelText(/^Remarks/)).toBeNull();
    await now.engine.sendNow();
    const [got] = [...now.server.records.values()];
    expect(got?.record).toMatchObject({
      code,
      channel: 'call',
      loanId: first.id,
      phoneId: first.phones[0]?.id,
      callId: expect.any(String),
      ...fields,
    });
    expect(saved()).toMatchObject([{ state: 'accepted', code }]);
  });

  it('marks what is missing, and saves nothing before it is there', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    await press('Ctrl+Enter');
    expect(await screen.findByText('Choose the outcome of the call')).toBeTruthy();
    for (const key of ['1', 'f']) await press(key);
    // Only typing answers this one, so the cursor is there.
    expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
    await press('Ctrl+Enter');
    expect(await screen.findByText('Enter the amount')).toBeTruthy();
    expect(saved()).toHaveLength(0);
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '1500' } });
    fireEvent.change(screen.getByLabelText('UTR or reference'), { target: { value: 'UTR77' } });
    await press('Ctrl+Enter');
    await waitFor(() => expect(saved()).toHaveLength(1));
    // Without a queue the flow ends at the list of loans.
    await waitFor(() => expect(now.address()).toBe('/loans'));
  });

  it('keeps every key: another tab or a start after a kill goes on where it was', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of ['c', '6', 'h']) await press(key);
    fireEvent.change(screen.getByLabelText(/^Remarks/), { target: { value: 'Half a sent' } });
    now.open(`/call-management?loanId=${first.id}`);
    expect(await screen.findByText(/Your draft of/)).toBeTruthy();
    expect((screen.getByLabelText(/^Remarks/) as HTMLTextAreaElement).value).toBe('Half a sent');
    expect(screen.getByRole('button', { name: /Disputes high charges/ }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.queryByLabelText(/^Remarks/)).toBeNull();
  });

  it('offers no code that only the system sets', () => {
    const offered = keyedGroups(DEFAULT_CODES).flatMap(({ codes }) => codes.map(({ code }) => code.code));
    for (const code of ['BPTP', 'KPTP', 'DROP', 'AMD', 'FAIL', 'UNFREEZE']) expect(offered).not.toContain(code);
    expect(offered).toHaveLength(
      DEFAULT_CODES.filter(({ channel, selectable }) => channel === 'call' && selectable).length,
    );
    for (const { codes } of keyedGroups(DEFAULT_CODES)) {
      const keys = codes.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).not.toContain('');
    }
  });
});

describe('the script', () => {
  const script = (language: string, text: string, missing: string[] = []) => ({
    id: `019a0000-0000-7000-8000-0000000000${language === 'mr' ? '01' : '02'}`,
    bucket: 'any',
    language,
    text,
    missing,
  });
  const open = async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    return first;
  };
  const answering = (data: unknown) => {
    now.answer = (id) => {
      if (id === 'portfolios.callScript') return { data };
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
  };

  it('is the portfolio’s, the notice first, in the language that is chosen', async () => {
    answering({
      notice: 'This call is recorded.',
      scripts: [script('mr', 'नमस्कार Asha'), script('en', 'Hello Asha, about {ptp_date}', ['ptp_date'])],
    });
    const loan = await open();
    expect((await screen.findByText('नमस्कार Asha')).getAttribute('lang')).toBe('mr');
    expect(screen.getByText(/“This call is recorded\.”/)).toBeTruthy();
    expect(screen.queryByText(/is overdue for/)).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'English', hidden: true }));
    expect(screen.getByText('Hello Asha, about {ptp_date}')).toBeTruthy();
    expect(screen.getByText(/has no value for \{ptp_date\}/)).toBeTruthy();
    expect(now.asked.find(({ id }) => id === 'portfolios.callScript')?.call).toMatchObject({
      params: { loanId: loan.id },
    });
  });

  it.each([
    ['the portfolio has none', { notice: '', scripts: [] }, /This call is recorded\.”/],
    ['the portfolio has only a notice', { notice: 'We record.', scripts: [] }, /about your [^.]*\.”/],
    ['no network brings it', undefined, /This call is recorded\.”/],
  ])('is a general one where %s', async (_, data, words) => {
    if (data) answering(data);
    await open();
    await waitFor(() => expect(now.asked.map(({ id }) => id)).toContain('portfolios.callScript'));
    expect(await screen.findByText(words)).toBeTruthy();
    if (data?.notice) expect(await screen.findByText(/“We record\.”/)).toBeTruthy();
    expect(screen.getByText(/is overdue for 89 days/)).toBeTruthy();
  });
});

describe('the start of a call', () => {
  const dial = () => {
    const told: string[] = [];
    dialer.now = {
      view: { connection: 'connected', call: null },
      actions: {
        dial: (number: string, loanNumber: string) => {
          told.push(`${number} ${loanNumber}`);
          now.asked.push({ id: 'DIAL', call: null });
          return true;
        },
      },
    };
    return told;
  };

  it('is told to the server before anything is dialled, under the id that the record then carries', async () => {
    const dialled = dial();
    let answer: ((value: unknown) => void) | undefined;
    now.answer = (id) => {
      if (id === 'dispositions.callStarted')
        return new Promise((resolve) => {
          answer = resolve;
        });
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}&queue=fresh`);
    await screen.findByRole('heading', { name: first.borrower.name });
    now.asked.length = 0;
    await press('c');
    await waitFor(() => expect(answer).toBeDefined());
    // Of the call itself the start is the first that is asked.
    expect(now.asked[0]?.id).toBe('dispositions.callStarted');
    expect(dialled).toEqual([]);
    const started = now.asked[0]?.call as { headers: Record<string, string>; body: unknown };
    expect(started.body).toMatchObject({
      call_status: 'CALL_STARTED',
      loanId: first.id,
      phoneId: first.phones[0]?.id,
      disposedBy: 'CRM_TELECALLER',
    });
    await act(async () => answer?.({ data: {} }));
    await waitFor(() => expect(dialled).toEqual([`${first.phones[0]?.number} ${first.loanNumber}`]));
    for (const key of ['9', 'r', 'Ctrl+Enter']) await press(key);
    await waitFor(() => expect(saved()).toHaveLength(1));
    await now.engine.sendNow();
    const [got] = [...now.server.records.values()];
    expect(got?.record).toMatchObject({ callId: started.headers['idempotency-key'] });
  });

  it('that the server refuses is dialled by no dialer either', async () => {
    const dialled = dial();
    now.answer = (id) => {
      const words = id === 'dispositions.callStarted' ? 'Called three times today' : 'Network error';
      throw new ApiError(
        words,
        id === 'dispositions.callStarted' ? { status: 409, class: 'user' } : { status: 0, class: 'retry' },
      );
    };
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    await press('c');
    await screen.findByText('Called three times today');
    expect(dialled).toEqual([]);
  });
});

describe('a phone', () => {
  it('says why it may not be called, and its button does nothing', async () => {
    await now.close();
    const bad = fresh(1);
    now = await desk([{ ...bad, phones: bad.phones.map((phone) => ({ ...phone, invalid: true })) }]);
    now.open(`/call-management?loanId=${bad.id}`);
    await screen.findByRole('heading', { name: bad.borrower.name });
    for (const button of screen.getAllByRole('button', { name: /^Call / }))
      expect(button).toHaveProperty('disabled', true);
    await press('c');
    expect(now.asked.map(({ id }) => id)).not.toContain('dispositions.callStarted');
  });

  it.each([
    ['at eight in the evening', '2026-11-21T14:30:00Z', /Allowed from 22\/11\/2026 08:00/],
    ['before eight in the morning', '2026-11-21T02:00:00Z', /Allowed from 08:00/],
  ])('%s', async (_, at, words) => {
    vi.setSystemTime(Date.parse(at));
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  });

  it('that the server refuses is not dialled', async () => {
    const [first] = now.loans as [Loan];
    now.answer = (id) => {
      if (id === 'dispositions.callStarted')
        throw new ApiError('Called three times today. Allowed tomorrow from 08:00', { status: 409, class: 'user' });
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    await press('c');
    expect(await screen.findByText('Called three times today. Allowed tomorrow from 08:00')).toBeTruthy();
    // No call, so no number to dial.
    expect(screen.queryByText(/^Dial /)).toBeNull();
  });
});

/** Style rules, also those inside layers and media queries. */
const rulesWithin = (rule: CSSRule): CSSStyleRule[] => {
  if (rule instanceof CSSStyleRule) return [rule];
  return 'cssRules' in rule ? [...(rule.cssRules as CSSRuleList)].flatMap(rulesWithin) : [];
};

describe('the day', () => {
  it('counts each queue from the device, overdue callbacks in red, and each number opens its rows', async () => {
    await now.close();
    const due = fresh(4, { recent: [], callbackAt: '2026-11-21T04:00:00Z' });
    const later = fresh(5, { callbackAt: '2026-11-25T04:00:00Z', recent: loanOf(5).recent });
    const promised = fresh(6, { ptp: { amountPaise: 9_000, dueOn: TODAY, status: 'open' } });
    const broken = fresh(7, { ptp: { amountPaise: 9_000, dueOn: '2026-11-18', status: 'broken' } });
    now = await desk([fresh(1), due, later, promised, broken]);
    now.open('/home');
    const tile = async (name: RegExp) => screen.findByRole('link', { name });
    expect((await tile(/Callbacks due/)).textContent).toContain('1 overdue');
    expect((await tile(/PTP due today/)).textContent).toMatch(/PTP due today1/);
    expect((await tile(/Broken PTP/)).textContent).toMatch(/Broken PTP1/);
    fireEvent.click(await tile(/PTP due today/));
    await waitFor(() => expect(now.address()).toBe('/active-loans?queue=ptp-today'));
    expect(await screen.findByText(promised.loanNumber)).toBeTruthy();
    expect(screen.queryByText(broken.loanNumber)).toBeNull();
  });

  const offline = () => new ApiError('Network error', { status: 0, class: 'retry' });

  /** What the page's styles colour a tile's number with: a token's name is in it. */
  const colourOf = (tile: HTMLElement): string => {
    const own = [...(tile.querySelector('strong')?.classList ?? [])].map((name) => `.${name}`);
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).flatMap(rulesWithin);
    const colours = rules.filter(({ selectorText }) => own.includes(selectorText)).map(({ style }) => style.color);
    return colours.filter(Boolean).at(-1) ?? '';
  };

  it('colours what is overdue as a danger, and nothing else', async () => {
    await now.close();
    const due = fresh(4, { callbackAt: '2026-11-21T04:00:00Z' });
    now = await desk([fresh(1), due]);
    now.open('/home');
    const callbacks = await screen.findByRole('link', { name: /Callbacks due/ });
    const badge = within(callbacks).getByText('1 overdue').closest('.badge');
    expect(badge?.classList.contains('badge-danger')).toBe(true);
    const calm = await screen.findByRole('link', { name: /PTP due today/ });
    expect(colourOf(callbacks)).toContain('danger');
    expect(colourOf(calm)).not.toContain('danger');
    expect(calm.querySelector('.badge')).toBeNull();
    // The hour of a callback that is still to come: the same tile, without alarm.
    await now.close();
    now = await desk([fresh(4, { callbackAt: '2026-11-21T08:00:00Z' })]);
    now.open('/home');
    const later = await screen.findByRole('link', { name: /Callbacks due/ });
    expect(later.textContent).toContain('Callbacks due1');
    expect(colourOf(later)).not.toContain('danger');
    expect(later.querySelector('.badge')).toBeNull();
  });

  it('shows the funnel: each number with its share of the one before, and the records behind it', async () => {
    const [first] = now.loans as [Loan];
    const funnel = {
      dials: { count: 1234, paise: 0 },
      connect: { count: 617, paise: 0 },
      rpc: { count: 154, paise: 0 },
      ptp: { count: 20, paise: 4_50_000_00 },
      kept: { count: 7, paise: 1_25_000_00 },
    };
    const month = { due: 40, kept: 31, keptPaise: 9_00_000_00, collectedPaise: 12_00_000_00 };
    const entry = {
      id: '019a0000-0000-7000-8000-0000000000aa',
      at: '2026-11-21T05:00:00Z',
      channel: 'call',
      class: 'PTP',
      code: 'PTP',
      codeLabel: 'Promise to pay',
      loanId: first.id,
      loanNumber: first.loanNumber,
      borrower: first.borrower.name,
    };
    now.answer = (id) => {
      if (id === 'telecaller.day') return { data: { asOf: '2026-11-21T05:29:00Z', funnel, month } };
      if (id === 'dispositions.caseHistories')
        return { caseHistories: [entry], totalPages: 1, totalElements: 1, currentPageNumber: 1, currentPageSize: 1 };
      throw offline();
    };
    now.open('/home');
    const step = async (name: RegExp) => (await screen.findByRole('button', { name })).textContent;
    expect(await step(/^Calls\d/)).toBe('Calls1,234today');
    expect(await step(/^Connected/)).toBe('Connected61750 %');
    expect(await step(/^RPC/)).toBe('RPC15425 %');
    expect(await step(/^PTP\d/)).toBe('PTP20₹4.5 L');
    expect(await step(/^Kept/)).toBe('Kept7₹1.25 L');
    expect(screen.getByText(/This month: 31 of 40 promises kept/).textContent).toContain('₹9 L');
    fireEvent.click(screen.getByRole('button', { name: /^Connected/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Connected', hidden: true });
    const link = await within(dialog).findByRole('link', { name: new RegExp(first.loanNumber), hidden: true });
    expect(now.asked.find(({ id }) => id === 'dispositions.caseHistories')?.call).toMatchObject({
      query: { mine: 'true', stage: 'connect', from: TODAY, to: TODAY },
    });
    expect(dialog.textContent).toContain('Promise to pay');
    fireEvent.click(link);
    await waitFor(() => expect(now.address()).toContain(`/call-management?loanId=${first.id}`));
  });

  it('counts the missed alerts, lists them in a dialog, and each opens its loan', async () => {
    const [first] = now.loans as [Loan];
    const alert = (n: number, alertType: string) => ({
      id: `019a0000-0000-7000-8000-0000000000b${n}`,
      alertType,
      alertDateTime: `2026-11-21T0${n}:00:00Z`,
      loanId: first.id,
      loanNumber: first.loanNumber,
      customerName: `Borrower ${n}`,
    });
    const alerts = [alert(1, 'Callback'), alert(2, 'PTP'), alert(3, 'BrokenPTP')];
    now.answer = (id) => {
      if (id === 'alerts.missed') return { data: alerts };
      throw offline();
    };
    now.open('/home');
    const tile = await screen.findByRole('button', { name: /^Missed alerts/ });
    expect(tile.textContent).toBe('Missed alerts3to open');
    expect(colourOf(tile)).toContain('danger');
    expect(now.asked.find(({ id }) => id === 'alerts.missed')?.call).toMatchObject({
      headers: { collectorid: now.me },
    });
    fireEvent.click(tile);
    const dialog = await screen.findByRole('dialog', { name: 'Missed alerts', hidden: true });
    for (const words of ['Callback ·', 'PTP due ·', 'Broken PTP ·']) expect(dialog.textContent).toContain(words);
    fireEvent.click(within(dialog).getByRole('link', { name: /Borrower 2/, hidden: true }));
    await waitFor(() => expect(now.address()).toContain(`/call-management?loanId=${first.id}`));
  });

  it('shows the time in each of the dialer’s seven states under its own name', async () => {
    const today = { idle: 60, talk: 121, hold: 182, 'wrap-up': 243, ringing: 304, dialing: 365, break: 3600 };
    now.answer = (id) => {
      if (id === 'dialer.ownDay')
        return { data: { asOf: NOON, state: 'talk', since: null, today, calls: { total: 2, answered: 1 } } };
      throw offline();
    };
    now.open('/home');
    await screen.findByText('Your time in the dialer');
    const shown = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(shown).toEqual([
      ['Talking', '02:01'],
      ['Wrap-up', '04:03'],
      ['Idle', '01:00'],
      ['Dialing', '06:05'],
      ['Ringing', '05:04'],
      ['On hold', '03:02'],
      ['Break', '1:00:00'],
    ]);
    expect(screen.getByText(/^1:21:15 · 1 call answered/)).toBeTruthy();
  });

  it('without a network says so beside the funnel, and works', async () => {
    now.open('/home');
    expect(await screen.findByText(/figures come with the network/)).toBeTruthy();
    await press('Enter');
    await waitFor(() => expect(now.address()).toContain('/call-management?loanId='));
  });

  it('shows own targets and the time in the dialer where there are any', async () => {
    const { me } = now;
    const days = { total: 24, elapsed: 17, left: 7 };
    const target = { portfolio: null, bucket: 'any', metric: 'amount', target: 500_000_00, projection: null };
    const none = { idle: 0, talk: 0, hold: 0, 'wrap-up': 0, ringing: 0, dialing: 0, break: 0 };
    const calls = { total: 9, answered: 4 };
    const answers: Record<string, unknown> = {
      'targets.collectors': {
        data: {
          month: '2026-11-01',
          days,
          total: 2,
          rows: [
            { ...target, collectorId: me, name: 'Me', achieved: 320_000_00, percent: 64, drr: 25_715_00 },
            { ...target, collectorId: 'somebody else', name: 'Else', achieved: 1, percent: 0, drr: 77_777_00 },
          ],
        },
      },
      'dialer.ownDay': {
        data: {
          asOf: '2026-11-21T05:30:00Z',
          state: 'talk',
          since: null,
          today: { ...none, talk: 3725, idle: 61 },
          calls,
        },
      },
    };
    now.answer = (id) => {
      if (answers[id]) return answers[id];
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    now.open('/home');
    const mine = await screen.findByRole('list', { name: 'Your targets' });
    expect(mine.textContent).toMatch(/₹3,20,000.*of ₹5,00,000.*64 %.*DRR ₹25,715 a day/);
    expect(mine.textContent).not.toContain('77,777');
    expect(screen.getByText(/November 2026 · 7 working days left/)).toBeTruthy();
    const talk = await screen.findByText('Talking');
    expect(talk.nextElementSibling?.textContent).toBe('1:02:05');
    expect(screen.getByText(/1:03:06 · 4 calls answered/)).toBeTruthy();

    // Without a dialer and without a target nothing of it stands there.
    answers['targets.collectors'] = { data: { month: '2026-11-01', days, total: 0, rows: [] } };
    answers['dialer.ownDay'] = {
      data: { asOf: '2026-11-21T05:30:00Z', state: null, since: null, today: none, calls: { total: 0, answered: 0 } },
    };
    now.asked.length = 0;
    now.open('/home');
    await waitFor(() => expect(now.asked.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(answers))));
    await screen.findByText('Your day');
    expect(screen.queryByText('Your targets')).toBeNull();
    expect(screen.queryByText('Your time in the dialer')).toBeNull();
  });

  it('finds a loan by its number among those on the device', async () => {
    const [, second] = now.loans as [Loan, Loan];
    now.open(`/active-loans?q=${second.loanNumber}`);
    expect(await screen.findByText(second.loanNumber)).toBeTruthy();
    expect(screen.queryByText((now.loans[0] as Loan).loanNumber)).toBeNull();
  });
});
