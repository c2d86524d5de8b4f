import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LoanRow } from '../../../core/contract/loan-list';
import type { HistoryEntry, Loan } from '../../../core/contract/loans';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import { DefaultDashboardAgencies } from './home-config';
import type { Landing } from './landing-words';
import HomePage from './pages/home-page';
import LoansPage from './pages/loans-page';

// Whether something is visible is asked of a real browser; jsdom takes a second for each answer.
configure({ defaultHidden: true, asyncUtilTimeout: 5000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-21T05:00:00.000Z';
const landing: Landing = {
  asOf: at,
  allocated: { loans: 12, posPaise: 9_00_000_00 },
  attemptedToday: 3,
  promisesDueToday: { count: 1, amountPaise: 500_00 },
  collectedToday: { count: 2, amountPaise: 8_400_00 },
  collectedThisMonth: { count: 4, amountPaise: 20_000_00 },
  buckets: [
    {
      bucket: '61-90',
      loans: 12,
      posPaise: 9_00_000_00,
      overduePaise: 1_00_000_00,
      attemptedToday: 3,
      promisesDueToday: { count: 1, amountPaise: 500_00 },
      collectedToday: { count: 2, amountPaise: 8_400_00 },
      collectedThisMonth: { count: 4, amountPaise: 20_000_00 },
    },
  ],
  latest: [
    {
      recordId: id(1),
      at,
      receivedAt: at,
      loanId: id(2),
      loanNumber: 'LN0002',
      borrower: 'Anjali Deshmukh',
      channel: 'field',
      code: 'FCOL',
      codeLabel: 'Collected in full',
      by: 'Asha Patil',
      receiptNo: 'R-000123',
      outcome: 'late-reassigned',
    },
  ],
};
const loan: Loan = {
  id: id(2),
  _id: id(2),
  loanNumber: 'LN0002',
  version: 1,
  state: 'active',
  client: 'Sahyadri',
  portfolio: 'Q3',
  product: 'Two-wheeler',
  bucket: '61-90',
  dpd: 74,
  posPaise: 61_240_00,
  tosPaise: 68_914_00,
  overduePaise: 14_760_00,
  overdueSplit: { principalPaise: 1, interestPaise: 1, penalPaise: 1, chargesPaise: 1 },
  emiPaise: 4_920_00,
  dueDay: 5,
  disbursedOn: null,
  lastPayment: null,
  borrower: { id: id(3), name: 'Anjali Deshmukh', language: 'mr', panMasked: null },
  relatedPeople: [],
  phones: [{ id: id(4), number: '9822014578', owner: 'borrower', lastResult: 'SO', invalid: false }],
  addresses: [],
  flags: { dispute: true, deceased: false, legal: false, doNotContact: false, vulnerable: false },
  contactPause: { reason: 'Dispute', until: '2026-12-01' },
  ptp: null,
  nextVisitOn: null,
  lastVisit: null,
  attempts30d: 2,
  recent: [],
};
const entry = (page: number): HistoryEntry => ({
  id: id(100 + page),
  at,
  channel: 'call',
  code: 'RNR',
  codeLabel: `Entry of page ${page}`,
  class: 'NON_CONTACT',
  by: 'Ravi',
  remarks: null,
  ptp: null,
  paidPaise: null,
  nextVisitOn: null,
  photos: 0,
  receiptNo: 'R-000456',
  chainSeq: 812,
});

const row = (n: number): LoanRow => ({
  id: id(n),
  loanNumber: `LN${String(n).padStart(4, '0')}`,
  state: 'active',
  borrower: `Borrower ${n}`,
  city: 'Pune',
  pincode: '411001',
  client: 'Sahyadri',
  portfolio: 'Q3',
  product: 'Two-wheeler',
  bucket: '61-90',
  dpd: 74,
  posPaise: 100_00,
  tosPaise: 110_00,
  overduePaise: 10_00,
  emiPaise: 5_00,
  heldBy: ['Asha Patil'],
  last: null,
  ptp: null,
  attempts30d: 0,
  contactPaused: false,
});
const asked: Record<string, unknown>[] = [];
/** 12,431 loans, a page of them; nothing fits "nobody". */
function loanList(query: Record<string, unknown>) {
  asked.push(query);
  const page = Number(query.page ?? 1);
  const pageSize = Number(query.pageSize ?? 10);
  const total = query.q === 'nobody' ? 0 : 12_431;
  const count = Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize));
  return {
    content: Array.from({ length: count }, (_, at) => row((page - 1) * pageSize + at + 1)),
    page,
    pageSize,
    totalElements: total,
    totalPages: Math.ceil(total / pageSize),
    totals: { posPaise: 5, tosPaise: 6, overduePaise: 7 },
  };
}

type Answers = Record<string, (call: Record<string, unknown>) => unknown>;
const answers: Answers = {
  'loans.dashboard': () => ({ success: true, data: landing }),
  'loans.landingBreakdown': ({ query }) => ({
    success: true,
    data: {
      asOf: at,
      more: 0,
      rows: [
        {
          key: 'k1',
          label: `${(query as { by: string }).by} one`,
          loans: 8,
          posPaise: 9_00_000_00,
          overduePaise: 5,
          attemptedToday: 2,
          promisedTodayPaise: 0,
          collectedTodayPaise: 0,
          collectedThisMonthPaise: 1_00,
        },
        {
          key: 'k2',
          label: 'A smaller one',
          loans: 4,
          posPaise: 1_00_000_00,
          overduePaise: 7,
          attemptedToday: 4,
          promisedTodayPaise: 0,
          collectedTodayPaise: 0,
          collectedThisMonthPaise: 2_00,
        },
      ],
    },
  }),
  'loans.list': ({ query }) => ({ success: true, data: loanList(query as Record<string, unknown>) }),
  'dispositions.codes': () => ({
    success: true,
    data: {
      codes: [
        { code: 'FCOL', label: 'Collected in full', class: 'COLLECTED' },
        { code: 'SO', label: 'Switched off', class: 'NON_CONTACT' },
      ],
      policy: {},
    },
  }),
  'loans.byLoanId': ({ params }) => {
    const { id: asked } = params as { id: string };
    if (asked !== loan.loanNumber && asked !== loan.id)
      throw new ApiError('Not found.', { status: 404, class: 'user', code: 'not-found' });
    return { success: true, data: loan };
  },
  'dispositions.caseHistory': ({ query }) => {
    const { pageNo } = query as { pageNo: number };
    return {
      caseHistories: [entry(pageNo)],
      totalPages: 5,
      totalElements: 50,
      currentPageNumber: pageNo,
      currentPageSize: 10,
    };
  },
};

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}
const where = () => screen.getByTestId('where').textContent;

function show(more: Answers = {}, path = '/', role = 'CRM_MANAGER', Page = HomePage, stored: object = {}) {
  const all = { ...answers, ...more };
  const api = {
    call: async (endpoint: { id: string }, call: Record<string, unknown>) => all[endpoint.id]?.(call),
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Meera Krishnan', role: { name: role }, tenant: { zone: 'Asia/Kolkata' }, ...stored },
  } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <Where />
              <DefaultDashboardAgencies value={['ICC-DEL']}>
                <Page />
              </DefaultDashboardAgencies>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const offline = () => {
  throw new ApiError('Network error', { status: 0, class: 'retry' });
};

describe("the desk's home", () => {
  it('starts with the sentence, then numbers, buckets with a total, and the newest records with their outcome', async () => {
    show();
    await screen.findByRole('heading', { level: 1, name: /₹8,400 collected today from 2 payments/ });
    expect(screen.getByText('25 % of 12 loans')).toBeTruthy();
    const rows = within(screen.getAllByRole('table')[0] as HTMLElement).getAllByRole('row');
    expect(rows.at(-1)?.textContent).toBe('All123 25 %₹500₹8,400₹20,000₹1 L₹9 L');
    expect(rows).toHaveLength(8);
    const record = screen.getByText('R-000123').closest('tr');
    expect(record?.textContent).toContain('Collected in full');
    expect(record?.textContent).toContain('Kept, loan had moved');
    expect(record?.textContent).toContain('10:30');
  });

  it('opens a loan of the list beside it, pages its history, and Esc goes back to the row', async () => {
    show();
    const row = await screen.findByRole('button', { name: /Anjali Deshmukh/ });
    row.focus();
    fireEvent.click(row);
    const panel = await screen.findByRole('complementary', { name: 'Loan LN0002' });
    await within(panel).findByText('Entry of page 1');
    within(panel).getByText('R-000456 · entry 812 of the audit chain');
    expect(panel.textContent).toContain('98••••••78');
    expect(panel.textContent).toContain('Contact is paused');
    expect(panel.textContent).toContain('Borrower · Switched off');
    expect(panel.textContent).toContain('Marathi');
    expect(within(panel).getAllByRole('button', { name: /^Page/ })).toHaveLength(3);
    fireEvent.click(within(panel).getByRole('button', { name: 'Page 3 of 5' }));
    await within(panel).findByText('Entry of page 3');
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(document.activeElement).toBe(row);
  });

  it('finds a loan by its number, from the keyboard; an unknown one is said so', async () => {
    show();
    await screen.findByText('R-000123');
    fireEvent.keyDown(document.body, { key: '/' });
    const input = screen.getByRole('searchbox', { name: 'Loan number' });
    expect(document.activeElement).toBe(input);
    fireEvent.change(input, { target: { value: ' LN9 ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Find loan' }));
    await screen.findByText('There is no loan LN9 among those you may see');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('keeps what was typed out of the address, which is written to the disk: it gets the id of the loan that was found', async () => {
    show();
    await screen.findByText('R-000123');
    const find = (text: string) => {
      fireEvent.change(screen.getByRole('searchbox', { name: 'Loan number' }), { target: { value: text } });
      fireEvent.click(screen.getByRole('button', { name: 'Find loan' }));
    };
    find('Anjali Deshmukh');
    await screen.findByText('There is no loan Anjali Deshmukh among those you may see');
    expect(where()).toBe('/');
    find('LN0002');
    await screen.findByRole('heading', { name: 'Anjali Deshmukh' });
    await waitFor(() => expect(where()).toBe(`/?loan=${loan.id}`));
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(where()).toBe('/');
  });

  it('opens the loan that the address names', async () => {
    show({}, '/?loan=LN0002');
    expect(await screen.findByRole('heading', { name: 'Anjali Deshmukh' })).toBeTruthy();
  });

  it('with no loans says what this place is for', async () => {
    const empty = { ...landing, allocated: { loans: 0, posPaise: 0 }, buckets: [], latest: [] };
    show({ 'loans.dashboard': () => ({ success: true, data: empty }) });
    expect(await screen.findByText('No loans yet')).toBeTruthy();
  });

  it('without a network says so and tries again when asked', async () => {
    let down = true;
    show({ 'loans.dashboard': (call) => (down ? offline() : answers['loans.dashboard']?.(call)) });
    await screen.findByText('No network');
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('R-000123')).toBeTruthy();
  });

  it.each<[string, object, string, string]>([
    ['CRM_MANAGER', {}, 'Your team', 'By agent'],
    ['CRM_MANAGER', { agencyCode: 'ICC-DEL' }, 'Dashboard', 'By client'],
    ['CRM_Manager', { agencyName: 'North ICC_7' }, 'Dashboard', 'By client'],
    ['CRM_TENANTADMIN', {}, 'Dashboard', 'By client'],
    ['CRM_TENANTADMIN', { tenantAdmin: { subRole: 'ACM' } }, 'Area dashboard', 'By agent'],
    ['CRM_TENANTADMIN', { tenantAdmin: { subRole: 'NCM' } }, 'National dashboard', 'By state'],
    ['CLIENT_ADMIN', {}, 'Your portfolios', 'By portfolio'],
    ['PARTNER', {}, 'Your agency', 'By agent'],
    ['COLLECTOR', {}, 'Your day', 'By pincode'],
  ])('of %s with %j is "%s", compared %s', async (role, stored, name, tab) => {
    show({}, '/', role, HomePage, stored);
    await screen.findByRole('grid', { name: tab });
    expect(document.body.textContent).toContain(`${name} · `);
    expect(screen.queryByRole('grid', { name: 'Next to work' }) !== null).toBe(role === 'COLLECTOR');
    // Who has no list of loans gets no links to it.
    const mayList = ['CRM_MANAGER', 'CRM_Manager', 'CRM_TENANTADMIN', 'COLLECTOR'].includes(role);
    expect(screen.queryAllByRole('link', { name: /Promises due today/ })).toHaveLength(mayList ? 1 : 0);
  });

  it('of the dialer’s user has no figures: the way to the dialer stands there, the figures behind their own entry', async () => {
    show({}, '/', 'DIALER');
    await screen.findByRole('heading', { level: 1, name: 'Home' });
    expect(screen.queryByText(/No loans are allocated|collected today/i)).toBeNull();
    cleanup();
    show({}, '/?view=dashboard', 'DIALER');
    await screen.findByRole('grid', { name: 'By client' });
  });

  it('shows the default dashboard under its own menu entry', async () => {
    show({}, '/?view=dashboard');
    await screen.findByRole('grid', { name: 'By client' });
  });

  it('compares by what is chosen, in the order that is chosen, and opens the loans behind a row', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'By pincode' }));
    const grid = await screen.findByRole('grid', { name: 'By pincode' });
    await within(grid).findByText('pincode one');
    const names = () =>
      within(grid)
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent);
    expect(names()).toEqual(['pincode one', 'A smaller one']);
    fireEvent.click(within(grid).getByRole('button', { name: 'Attempted today' }));
    expect(names()).toEqual(['A smaller one', 'pincode one']);
    fireEvent.click(within(grid).getByText('A smaller one'));
    expect(where()).toBe('/loans?by=pincode&key=k2&group=A+smaller+one');
  });

  describe('disposition codes', () => {
    const csv = (name: string) => new File(['code,label'], name, { type: 'text/csv' });
    const calls: { csv: string; commit: boolean }[] = [];
    const importing = (check: object) => ({
      'dispositions.importCodes': ({ body }: Record<string, unknown>) => {
        calls.push(body as { csv: string; commit: boolean });
        const { commit } = body as { commit: boolean };
        return { data: { rows: 2, added: [], changed: [], retired: [], problems: [], saved: commit, ...check } };
      },
    });
    const upload = async (name: string) =>
      fireEvent.change(await screen.findByLabelText('CSV of disposition codes'), { target: { files: [csv(name)] } });

    it('are kept by administrators alone', async () => {
      show();
      await screen.findByText('R-000123');
      expect(screen.queryByText('Disposition codes')).toBeNull();
    });

    it('of a broken file: names each line to mend and offers nothing to save', async () => {
      const problems = [
        { line: 3, column: 'channel', message: 'must be one of call, field' },
        { line: 3, column: 'label', message: 'needs 1 to 80 characters' },
      ];
      show(importing({ problems, saved: false }), '/', 'CRM_TenantAdmin');
      await upload('broken.csv');
      await screen.findByText('broken.csv: 1 line to mend');
      expect(screen.getByRole('row', { name: '3 channel must be one of call, field' })).toBeTruthy();
      expect(screen.getByText(/Nothing was changed/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    });

    it('of a right file: says what would change, and changes it only when told to', async () => {
      calls.length = 0;
      show(importing({ added: ['FDOG'], retired: ['FHAZ'] }), '/', 'TENANT_ADMIN');
      await upload('codes.csv');
      await screen.findByText('codes.csv: 1 new, 1 no longer offered');
      fireEvent.click(screen.getByRole('button', { name: 'Save 2 changes' }));
      await waitFor(() => expect(calls.map(({ commit }) => commit)).toEqual([false, true]));
      await screen.findByText('Disposition codes saved: 1 new, 1 no longer offered');
    });

    it('without a network: says that the codes in use are unchanged', async () => {
      // As the browser reports it: a call must fail and say so, not wait in silence.
      onlineManager.setOnline(false);
      onTestFinished(() => onlineManager.setOnline(true));
      show({ 'dispositions.importCodes': offline, 'dispositions.codes': offline }, '/', 'ADMIN');
      await upload('codes.csv');
      expect(await screen.findByText('The codes in use could not be loaded')).toBeTruthy();
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download CSV' }).disabled).toBe(true);
      expect(
        await screen.findByText(/codes.csv was not taken; the codes in use are unchanged. Upload it again/),
      ).toBeTruthy();
    });
  });
});

describe('the list of loans', () => {
  const page = (path = '/loans', role = 'CRM_MANAGER') => show({}, path, role, LoansPage);
  const grid = () => screen.findByRole('grid');
  const lastAsked = () => asked.at(-1) ?? {};

  it.each([
    ['CRM_MANAGER', 'Loans'],
    ['CRM_TENANTADMIN', 'All Loans'],
    ['CRM_TELECALLER', 'Active Loans'],
  ])('is called by the role: %s sees %s', async (role, title) => {
    page('/loans', role);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });

  it('shows ten rows, three page buttons and totals, and keeps page and order in the address', async () => {
    page();
    const table = await grid();
    await within(table).findByText('Borrower 1');
    expect(within(table).getAllByRole('rowheader')).toHaveLength(11);
    expect(screen.getByText('1–10 of 12,431 loans')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Page \d/ })).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Page 2 of 1244' }));
    await within(table).findByText('Borrower 11');
    expect(where()).toBe('/loans?page=2');
    fireEvent.click(within(table).getByRole('button', { name: 'POS' }));
    await waitFor(() => expect(where()).toBe('/loans?sort=-pos'));
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'pos', dir: 'desc', page: 1 }));
  });

  it('asks what the address says, and says so in chips', async () => {
    page('/loans?bucket=31-60,61-90&ptp=today&q=LN&by=agent&key=k9&group=Asha&sort=nonsense');
    await within(await grid()).findByText('Borrower 1');
    expect(where()).toBe('/loans?bucket=31-60%2C61-90&ptp=today&by=agent&key=k9&group=Asha&sort=nonsense');
    expect(lastAsked()).toMatchObject({
      q: 'LN',
      bucket: '31-60,61-90',
      ptp: 'today',
      by: 'agent',
      key: 'k9',
      sort: undefined,
    });
    expect(screen.getByText('Agent: Asha')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter Bucket: 31-60' }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ bucket: '61-90' }));
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ q: undefined, bucket: undefined, ptp: undefined }));
    fireEvent.click(screen.getByRole('button', { name: 'Show all loans' }));
    await waitFor(() => expect(where()).toBe('/loans?sort=nonsense'));
  });

  it('searches from the keyboard, and says what it searched when nothing fits', async () => {
    page();
    await within(await grid()).findByText('Borrower 1');
    fireEvent.keyDown(document.body, { key: '/' });
    const box = screen.getByRole('searchbox', { name: 'Number, name, phone, pincode' });
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: 'nobody' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await screen.findByText('No loan fits');
    expect(screen.getByText(/Searched for “nobody”/)).toBeTruthy();
    // A borrower's name is not for the browser's history and the logs on the way.
    expect(where()).toBe('/loans');
    fireEvent.click(screen.getByRole('button', { name: 'Show all loans' }));
    await within(await grid()).findByText('Borrower 1');
  });

  it('opens a loan beside it with Enter; Esc goes back to the same row', async () => {
    page();
    const table = await grid();
    await within(table).findByText('Borrower 1');
    const rows = table.querySelectorAll<HTMLElement>('tbody tr');
    rows[0]?.focus();
    fireEvent.keyDown(rows[0] as HTMLElement, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement).toBe(rows[1]));
    fireEvent.keyDown(rows[1] as HTMLElement, { key: 'Enter' });
    await screen.findByRole('complementary');
    expect(where()).toBe(`/loans?loan=${id(2)}`);
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(where()).toBe(`/loans?loan=${id(3)}`);
    fireEvent.keyDown(document.body, { key: 'k' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(table.querySelectorAll('tbody tr')[1]));
    expect(where()).toBe('/loans');
  });

  it('picks rows with Space, then all 12,431 that match, and copies their numbers page by page', async () => {
    const copied = vi.fn(async (_text: string) => {});
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
    page();
    const table = await grid();
    await within(table).findByText('Borrower 1');
    const first = table.querySelector<HTMLElement>('tbody tr') as HTMLElement;
    fireEvent.keyDown(first, { key: ' ' });
    expect(screen.getByText('1 of 12,431 chosen')).toBeTruthy();
    fireEvent.click(within(table).getByRole('checkbox', { name: 'Choose every row of this page' }));
    expect(screen.getByText('10 of 12,431 chosen')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Choose all 12,431 matching' }));
    expect(screen.getByText('All 12,431 matching loans are chosen')).toBeTruthy();
    // One is taken out again.
    fireEvent.click(within(table).getByRole('checkbox', { name: 'Choose Borrower 2, LN0002' }));
    expect(screen.getByText('12,430 of 12,431 chosen')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Copy loan numbers' }));
    await waitFor(() => expect(copied).toHaveBeenCalledOnce());
    const numbers = String(copied.mock.calls[0]?.[0]).split('\n');
    expect(numbers).toHaveLength(12_430);
    expect(numbers).not.toContain('LN0002');
    expect(screen.queryByRole('region', { name: 'Chosen rows' })).toBeNull();
  });

  it('keeps a view under a name', async () => {
    page('/loans?bucket=360%2B');
    await within(await grid()).findByText('Borrower 1');
    fireEvent.click(screen.getByRole('button', { name: 'Save this view' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of the view' }), { target: { value: 'Old ones' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
    expect(screen.getByRole('button', { name: 'Old ones' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Promised today' }));
    await waitFor(() => expect(where()).toBe('/loans?ptp=today'));
    fireEvent.click(screen.getByRole('button', { name: 'Old ones' }));
    await waitFor(() => expect(where()).toBe('/loans?bucket=360%2B'));
    fireEvent.click(screen.getByRole('button', { name: 'Remove the view Old ones' }));
    expect(screen.queryByRole('button', { name: 'Old ones' })).toBeNull();
  });

  it('hides a column and shows another', async () => {
    page();
    await within(await grid()).findByText('Borrower 1');
    fireEvent.click(screen.getByRole('button', { name: 'Columns and density' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Promise' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'EMI' }));
    const heads = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(heads).toContain('EMI');
    expect(heads).not.toContain('Promise');
    fireEvent.click(screen.getByRole('button', { name: 'As it came' }));
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toContain('Promise');
  });

  it('without a network says so', async () => {
    show({ 'loans.list': offline }, '/loans', 'CRM_MANAGER', LoansPage);
    expect(await screen.findByText('No network')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
