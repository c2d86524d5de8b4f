/** A desk of a manager with one loan, twelve thousand in a list, and a server that answers as it is told; `show` opens a page of it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { LoanRow } from '../../../core/contract/loan-list';
import type { HistoryEntry, Loan } from '../../../core/contract/loans';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import { DefaultDashboardAgencies } from './home-config';
import type { Landing } from './landing-words';
import HomePage from './pages/home-page';

// Whether something is visible is asked of a real browser; jsdom takes a second for each answer.
configure({ defaultHidden: true, asyncUtilTimeout: 5000 });

export const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const at = '2026-11-21T05:00:00.000Z';
export const landing: Landing = {
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
export const loan: Loan = {
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
export const entry = (page: number): HistoryEntry => ({
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

export const row = (n: number): LoanRow => ({
  id: id(n),
  loanId: id(n),
  Loan_ID: `LN${String(n).padStart(4, '0')}`,
  disCreatedAt: null,
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
export const asked: Record<string, unknown>[] = [];
/** 12,431 loans, a page of them; nothing fits "nobody". */
export function loanList(query: Record<string, unknown>) {
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

export type Answers = Record<string, (call: Record<string, unknown>) => unknown>;
export const answers: Answers = {
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
  'devices.alerts': () => ({ success: true, data: { count: 0, alerts: [], underReview: 0 } }),
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

export function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}
export const where = () => screen.getByTestId('where').textContent;

export function show(
  more: Answers = {},
  path = '/',
  role = 'CRM_MANAGER',
  Page: ComponentType = HomePage,
  stored: object = {},
) {
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
export const offline = () => {
  throw new ApiError('Network error', { status: 0, class: 'retry' });
};
