import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HistoryEntry, Loan } from '../../../core/contract/loans';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import type { Landing } from './landing-words';
import HomePage from './pages/home-page';

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-21T05:00:00.000Z';
const landing: Landing = {
  asOf: at,
  allocated: { loans: 12, posPaise: 9_00_000_00 },
  attemptedToday: 3,
  promisesDueToday: { count: 1, amountPaise: 500_00 },
  collectedToday: { count: 2, amountPaise: 8_400_00 },
  collectedThisMonth: { count: 4, amountPaise: 20_000_00 },
  buckets: [{ bucket: '61-90', loans: 12, posPaise: 9_00_000_00, overduePaise: 1_00_000_00 }],
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
  receiptNo: null,
});

type Answers = Record<string, (call: Record<string, unknown>) => unknown>;
const answers: Answers = {
  'loans.landingAnalytics': () => ({ success: true, data: landing }),
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
    if (asked !== loan.loanNumber) throw new ApiError('Not found.', { status: 404, class: 'user', code: 'not-found' });
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

function show(more: Answers = {}, path = '/', role = 'CRM_MANAGER') {
  const all = { ...answers, ...more };
  const api = {
    call: async (endpoint: { id: string }, call: Record<string, unknown>) => all[endpoint.id]?.(call),
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Meera Krishnan', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <HomePage />
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
    expect(rows.at(-1)?.textContent).toBe('All12₹1 L₹9 L');
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

  it('opens the loan that the address names', async () => {
    show({}, '/?loan=LN0002');
    expect(await screen.findByRole('heading', { name: 'Anjali Deshmukh' })).toBeTruthy();
  });

  it('with no loans says what this place is for', async () => {
    const empty = { ...landing, allocated: { loans: 0, posPaise: 0 }, buckets: [], latest: [] };
    show({ 'loans.landingAnalytics': () => ({ success: true, data: empty }) });
    expect(await screen.findByText('No loans yet')).toBeTruthy();
  });

  it('without a network says so and tries again when asked', async () => {
    let down = true;
    show({ 'loans.landingAnalytics': (call) => (down ? offline() : answers['loans.landingAnalytics']?.(call)) });
    await screen.findByText('No network');
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('R-000123')).toBeTruthy();
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
