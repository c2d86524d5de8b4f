// @vitest-environment jsdom
/** The telecaller's start: queues, alerts, the funnel, targets and the time in the dialer. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Loan } from '../../../core/contract/loans';
import { ApiError } from '../../api';
import { loanOf } from '../../offline/test-device';
import { type Desk, desk, fresh, NOON, press, TODAY } from './test-desk';

let now: Desk;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  now = await desk([fresh(1), fresh(2), fresh(3)]);
});
afterEach(async () => {
  await now.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
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

  it('counts the callbacks that are owed beside the predictive call, and each opens its loan', async () => {
    await now.close();
    const owed = fresh(4, { recent: [], callbackAt: '2026-11-21T04:45:00Z' });
    const soon = fresh(5, { recent: [], callbackAt: '2026-11-21T08:00:00Z' });
    const later = fresh(6, { recent: [], callbackAt: '2026-11-25T04:00:00Z' });
    now = await desk([fresh(1), owed, soon, later]);
    now.open('/predictive-call');
    fireEvent.click(await screen.findByRole('button', { name: 'Follow-ups: 1 pending, 1 upcoming' }));
    const list = within(await screen.findByRole('dialog', { name: 'My callbacks' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(`${owed.borrower.name}45 minutes overdue`),
      expect.stringContaining(`${soon.borrower.name}At 13:30`),
    ]);
    expect(list.getAllByRole('link')[0]?.getAttribute('href')).toContain(`loanId=${owed.id}`);
  });

  it('begins with a loan that may be called: whom a hold protects stands at the end of each queue', async () => {
    await now.close();
    // The most overdue first, if they could be called.
    const legal = fresh(1, { dpd: 400, flags: { ...fresh(1).flags, legal: true } });
    const paused = fresh(2, { dpd: 300, contactPause: { reason: 'Bereavement', until: '2026-11-30' } });
    const over = fresh(3, { dpd: 200, contactPause: { reason: 'Bereavement', until: '2026-11-20' } });
    const plain = fresh(4, { dpd: 100 });
    now = await desk([legal, paused, over, plain]);
    now.open('/active-loans?queue=fresh');
    await screen.findByText(plain.loanNumber);
    const numbers = screen.getAllByRole('row').map((row) => row.textContent ?? '');
    const order = [over, plain, legal, paused].map(({ loanNumber }) =>
      numbers.findIndex((text) => text.includes(loanNumber)),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('stands in the order of the tenant’s sorting rules, says which, and is worked in it; callbacks stand by their time', async () => {
    await now.close();
    const [old, rich] = [fresh(1, { dpd: 300, posPaise: 1 }), fresh(2, { dpd: 10, posPaise: 900 })];
    const legal = fresh(3, { dpd: 100, product: 'Gold loan', posPaise: 5 });
    const [soon, late] = [
      fresh(4, { callbackAt: '2026-11-21T04:00:00Z', posPaise: 1 }),
      fresh(5, { callbackAt: '2026-11-21T05:00:00Z', posPaise: 999 }),
    ];
    now = await desk([old, rich, legal, soon, late]);
    const rule = (name: string, more: object) => ({ ...{ id: old.id, name, active: true, work: 'calls' }, ...more });
    now.server.order = {
      version: 1,
      rules: [
        rule('Gold', { condition: [[{ field: 'product', values: ['Gold loan'], not: false }]], by: [] }),
        rule('Rich', { id: rich.id, condition: [[]], by: [{ key: 'pos', dir: 'desc' }] }),
      ],
    };
    await now.engine.loans.refresh();
    const shown = async (queue: string, first: Loan) => {
      now.open(`/active-loans?queue=${queue}`);
      await screen.findByText(first.loanNumber);
      return screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent ?? '');
    };
    const rows = await shown('fresh', legal);
    expect([legal, rich, old].map(({ loanNumber }, at) => rows[at]?.includes(loanNumber))).toEqual([true, true, true]);
    expect([rows[0]?.includes('Gold'), rows[1]?.includes('Rich')]).toEqual([true, true]);
    const times = await shown('callback', soon);
    expect([soon, late].map(({ loanNumber }, at) => times[at]?.includes(loanNumber))).toEqual([true, true]);
    expect(times.join()).not.toContain('Rich');
    const all = await shown('', legal);
    expect(all.findIndex((text) => text.includes(legal.loanNumber))).toBe(0);
    // Whose turn is next follows the same order.
    now.open(`/call-management?loanId=${legal.id}&queue=fresh`);
    await screen.findByRole('heading', { name: legal.borrower.name });
    await press('n');
    await waitFor(() => expect(now.address()).toContain(rich.id));
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
      mobile: null,
      overduePaise: 100,
    });
    const alerts = [alert(1, 'Callback'), alert(2, 'PTP'), alert(3, 'BrokenPTP')];
    now.answer = (id) => {
      if (id === 'alerts.missed') return { data: alerts };
      throw offline();
    };
    // Alerts are asked for while somebody is signed in.
    localStorage.setItem('token', 'a token');
    now.open('/home');
    const tile = await screen.findByRole('button', { name: /^Missed alerts/ });
    expect(tile.textContent).toBe('Missed alerts3to open');
    expect(colourOf(tile)).toContain('danger');
    fireEvent.click(tile);
    const dialog = await screen.findByRole('dialog', { name: 'Missed alerts', hidden: true });
    for (const words of ['Borrower 1', 'Borrower 2', 'Borrower 3']) expect(dialog.textContent).toContain(words);
    fireEvent.click(within(dialog).getAllByRole('button', { name: first.loanNumber, hidden: true })[1] as HTMLElement);
    await waitFor(() => expect(now.address()).toContain(`/call-management?loanId=${first.id}`));
    // As from the bell: it is done with.
    expect(now.asked.filter(({ id }) => id === 'alerts.deactivate')).toHaveLength(1);
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
      'incentives.byRole': {
        data: [
          {
            portfolio: { id: 'p', name: 'Two wheelers' },
            incentiveType: 'Target',
            tiers: [],
            mine: { measure: 320_000, amount: 1500, next: { min: 400_000, amount: 4000, missing: 80_000 } },
          },
          { portfolio: { id: 'q', name: 'Others' }, incentiveType: 'Target', tiers: [], mine: null },
        ],
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
    expect(await screen.findByText('₹80,000 more collected brings ₹4,000')).toBeTruthy();
    expect(screen.getByText('₹1,500')).toBeTruthy();
    expect(screen.queryByText('Others')).toBeNull();
    const talk = await screen.findByText('Talking');
    expect(talk.nextElementSibling?.textContent).toBe('1:02:05');
    expect(screen.getByText(/1:03:06 · 4 calls answered/)).toBeTruthy();

    // Without a dialer and without a target nothing of it stands there.
    answers['targets.collectors'] = { data: { month: '2026-11-01', days, total: 0, rows: [] } };
    answers['incentives.byRole'] = { data: [] };
    answers['dialer.ownDay'] = {
      data: { asOf: '2026-11-21T05:30:00Z', state: null, since: null, today: none, calls: { total: 0, answered: 0 } },
    };
    now.asked.length = 0;
    now.open('/home');
    await waitFor(() => expect(now.asked.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(answers))));
    await screen.findByText('Your day');
    expect(screen.queryByText('Your targets')).toBeNull();
    expect(screen.queryByText('Incentive this month')).toBeNull();
    expect(screen.queryByText('Your time in the dialer')).toBeNull();
  });

  it('finds a loan by its number among those on the device', async () => {
    const [, second] = now.loans as [Loan, Loan];
    now.open(`/active-loans?q=${second.loanNumber}`);
    expect(await screen.findByText(second.loanNumber)).toBeTruthy();
    expect(screen.queryByText((now.loans[0] as Loan).loanNumber)).toBeNull();
  });
});
