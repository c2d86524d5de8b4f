// @vitest-environment jsdom
/** The pages of one loan for those whose devices keep no loans: managers, lenders, collectors of an agency. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkEntry } from '../../../core/contract/call-work';
import type { LoanFacts } from '../../../core/contract/loan-facts';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import type { Role } from '../../../core/domain/roles';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { loanOf, person } from '../../offline/test-device';
import { type DeskRouteId, mayEnter, routeOf } from '../../routes';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { SessionContext } from '../session';
import CallManagementPage from './pages/call-management-page';
import ClientLoanPage from './pages/client-loan-page';
import ModifyCallPage from './pages/modify-call-page';
import ModifyLoanPage from './pages/modify-loan-page';
import RequestsPage from './pages/requests-page';
import ViewLoanPage from './pages/view-loan-page';
import { calledElsewhere, NOON } from './test-desk';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const loan = loanOf(7, { recent: [], overduePaise: 250_000 });
const record: WorkEntry = {
  id: '01930000-0000-7000-8000-000000000001',
  code: 'RNR',
  codeLabel: 'Ringing, no response',
  class: 'NON_CONTACT',
  channel: 'call',
  at: '2026-11-20T06:00:00.000Z',
  by: 'Meera',
  remarks: 'Nobody there',
  ptp: null,
  paidPaise: null,
  nextVisitOn: null,
  photos: 0,
  receiptNo: 'R-000456',
  chainSeq: 812,
  loanId: loan.id,
  loanNumber: loan.loanNumber,
  borrower: loan.borrower.name,
  callbackAt: null,
  durationSeconds: 12,
  recordlink: null,
  outcome: 'applied',
  corrected: null,
};

const FACTS: LoanFacts = {
  loanId: loan.id,
  batchNo: null,
  enteredOn: null,
  sanctionedOn: '2024-02-29',
  tenureMonths: 36,
  ratePercent: 14.25,
  nachStatus: 'active',
  lastBounceReason: null,
  dpdMonthOpen: 30,
  foreclosurePaise: 1_234_500,
  cibil: 702,
  advocate: null,
  recallOn: null,
  bornOn: '1990-04-01',
  employer: 'Asha Textiles',
  gst: null,
  holders: [{ kind: 'field_agent', name: 'Asha Pawar', since: '2026-11-01T04:30:00.000Z' }],
  best: { code: 'PTP', label: 'Promise to pay', at: '2026-11-19T09:30:00.000Z' },
  last: null,
  attempts: { today: 0, in7Days: 2, in30Days: 3 },
};

type Answers = Record<string, (call: { body?: unknown }) => unknown>;
const pageOf = (rows: WorkEntry[]) => ({
  caseHistories: rows,
  totalPages: 1,
  totalElements: rows.length,
  currentPageNumber: 1,
  currentPageSize: 25,
});
const GOOD: Answers = {
  'loans.byLoanId': () => ({ data: loan }),
  'dispositions.caseHistory': () => pageOf([]),
  'dispositions.caseHistories': () => pageOf([record]),
  'dispositions.codes': () => ({ data: { codes: DEFAULT_CODES, policy: { maxPtpDays: 30, zone: 'Asia/Kolkata' } } }),
};
const failing = (status: number, kind: 'retry' | 'user') => () => {
  throw new ApiError(status === 0 ? 'Network error' : 'Not found', { status, class: kind });
};

let asked: { id: string; call: { body?: unknown; query?: unknown } }[];
function open(Page: ComponentType, address: string, role: Role, answers: Answers = GOOD) {
  const api = {
    call: async (endpoint: { id: string }, call: { body?: unknown; query?: unknown }) => {
      asked.push({ id: endpoint.id, call });
      const answer = answers[endpoint.id];
      if (!answer) throw new ApiError('Network error', { status: 0, class: 'retry' });
      return answer(call);
    },
  } as unknown as Api;
  const profile = person('meera', role);
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[address]}>
        <SessionContext value={{ profile, offline: false, signOut: async () => {}, signInAgain: async () => {} }}>
          <ApiContext value={api}>
            <KeptContext value={memoryStore()}>
              <QueryClientProvider client={createQueryClient()}>
                <Suspense>
                  <Page />
                </Suspense>
              </QueryClientProvider>
            </KeptContext>
          </ApiContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
vi.stubGlobal('__APP_VERSION__', 'test');
const queries = (id: string) => asked.filter((one) => one.id === id).map(({ call }) => call.query);
const bodies = (id: string) => asked.filter((one) => one.id === id).map(({ call }) => call.body);

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const PAGES: [string, DeskRouteId, ComponentType, Role][] = [
  ['/call-management', 'callManagement', CallManagementPage, 'CRM_MANAGER'],
  ['/view-loan', 'viewLoan', ViewLoanPage, 'CRM_MANAGER'],
  ['/client-call-management', 'clientLoan', ClientLoanPage, 'CLIENT'],
  ['/modify-loan', 'modifyLoan', ModifyLoanPage, 'CLIENT_ADMIN'],
];

describe.each(PAGES)('%s', (path, _, Page, role) => {
  const at = `${path}?loanId=${loan.id}`;

  it('shows the loan', async () => {
    open(Page, at, role);
    expect(await screen.findByRole('heading', { name: loan.borrower.name })).toBeTruthy();
    expect(screen.getAllByText(new RegExp(loan.loanNumber)).length).toBeGreaterThan(0);
    // Nobody reads a whole number here.
    for (const { number } of loan.phones) expect(document.body.textContent).not.toContain(number);
  });

  it('shows neither a loan nor an error while it loads', async () => {
    open(Page, at, role, { ...GOOD, 'loans.byLoanId': () => new Promise(() => {}) });
    await waitFor(() => expect(asked.map(({ id }) => id)).toContain('loans.byLoanId'));
    expect(screen.queryByRole('heading', { name: loan.borrower.name })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByText(/^There is no loan|not among yours/)).toBeNull();
  });

  it('says so without a loan in its address', async () => {
    open(Page, path, role);
    expect(await screen.findByText('No loan is open')).toBeTruthy();
    expect(asked.map(({ id }) => id)).not.toContain('loans.byLoanId');
  });

  it('says so of a loan that is not theirs', async () => {
    open(Page, at, role, { ...GOOD, 'loans.byLoanId': failing(404, 'user') });
    expect(
      await screen.findByText(/^There is no loan .* among those you may see|This loan is not among yours/),
    ).toBeTruthy();
  });

  it('without a network says so, and loads when it is tried again', async () => {
    let down = true;
    open(Page, at, role, { ...GOOD, 'loans.byLoanId': () => (down ? failing(0, 'retry')() : { data: loan }) });
    expect(await screen.findByText('No network')).toBeTruthy();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: loan.borrower.name })).toBeTruthy();
  });
});

it('the timeline names the process whose call it was, and none for a call made by hand', async () => {
  const entry = (n: number, more: object = {}) => ({ ...record, id: `${record.id.slice(0, -1)}${n}`, ...more });
  open(CallManagementPage, `/call-management?loanId=${loan.id}`, 'CRM_MANAGER', {
    ...GOOD,
    'dispositions.caseHistory': () => pageOf([entry(2, { process: 'Early buckets' }), entry(3, { by: 'Ravi' })]),
  });
  const timeline = await screen.findByRole('region', { name: 'Timeline' });
  await within(timeline).findByText(/Ravi/);
  const [predictive, manual] = within(timeline).getAllByRole('listitem');
  expect(predictive?.textContent).toContain('· Meera · Process Early buckets');
  expect(manual?.textContent).not.toContain('Process');
});

it('the timeline tells when and how the borrower says it is paid, and in how many payments a settlement would be', async () => {
  const claim = { paidOn: '2026-11-20', mode: 'upi' };
  open(CallManagementPage, `/call-management?loanId=${loan.id}`, 'CRM_MANAGER', {
    ...GOOD,
    'dispositions.caseHistory': () => pageOf([{ ...record, claim, instalments: 3 }]),
  });
  const timeline = await screen.findByRole('region', { name: 'Timeline' });
  await within(timeline).findByText('Paid on 20/11/2026 · UPI');
  within(timeline).getByText('In 3 payments');
});

describe('who may enter', () => {
  const EVERYONE: Role[] = [
    'CRM_TELECALLER',
    'CRM_FIELDAGENT',
    'CRM_MANAGER',
    'CRM_SUPERMANAGER',
    'CRM_TENANTADMIN',
    'MANAGER',
    'COLLECTOR',
    'CLIENT',
    'CLIENT_ADMIN',
    'CUSTOMER',
    'PARTNER',
    'DIALER',
  ];
  it.each<[DeskRouteId, Role[]]>([
    ['callManagement', ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'CRM_MANAGER', 'MANAGER', 'COLLECTOR']],
    ['viewLoan', ['CRM_MANAGER', 'CRM_SUPERMANAGER', 'CRM_TENANTADMIN']],
    ['clientLoan', ['CLIENT', 'CLIENT_ADMIN', 'CUSTOMER']],
    ['modifyLoan', ['CLIENT', 'CLIENT_ADMIN', 'CUSTOMER']],
    ['modifyCall', ['COLLECTOR', 'PARTNER']],
  ])('%s: %j', (route, roles) => expect(EVERYONE.filter((role) => mayEnter(role, routeOf(route)))).toEqual(roles));
});

describe('a manager', () => {
  it('disposes straight to the server, once', async () => {
    open(CallManagementPage, `/call-management?loanId=${loan.id}`, 'CRM_MANAGER', {
      ...GOOD,
      'dispositions.batch': () => new Promise(() => {}),
    });
    await screen.findByRole('heading', { name: loan.borrower.name });
    for (const key of ['9', 'r']) fireEvent.keyDown(document.body, { key });
    await calledElsewhere();
    for (const _ of [1, 2]) fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(bodies('dispositions.batch')).toHaveLength(1));
    expect(bodies('dispositions.batch')[0]).toMatchObject({ items: [{ record: { code: 'RNR', loanId: loan.id } }] });
  });

  it('after a lost answer sends the same under its key, and what was changed under another that names it', async () => {
    open(CallManagementPage, `/call-management?loanId=${loan.id}`, 'CRM_MANAGER', {
      ...GOOD,
      'dispositions.batch': failing(0, 'retry'),
    });
    await screen.findByRole('heading', { name: loan.borrower.name });
    for (const key of ['9', 'r']) fireEvent.keyDown(document.body, { key });
    await calledElsewhere();
    type Sent = { items: [{ key: string; hash: string; record: { id: string; mends?: string[] } }] };
    const sent = () => (bodies('dispositions.batch') as Sent[]).map(({ items }) => items[0]);
    const save = async (times: number) => {
      await waitFor(() => expect(screen.getByRole('button', { name: /^Save and next/ }).ariaBusy).not.toBe('true'));
      fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
      await waitFor(() => expect(sent()).toHaveLength(times));
    };
    await save(1);
    vi.setSystemTime(NOON + 60_000);
    await save(2);
    fireEvent.change(screen.getByLabelText(/^Remarks/), { target: { value: 'Rang twice' } });
    await save(3);
    await save(4);
    const [first, again, changed, changedAgain] = sent();
    expect(again).toEqual(first);
    expect(changed?.key).not.toBe(first?.key);
    expect(changed?.record).toMatchObject({ id: changed?.key, mends: [first?.key], remarks: 'Rang twice' });
    expect(changedAgain).toEqual(changed);
  });

  it('without a loan is led to the list that they have', async () => {
    open(CallManagementPage, '/call-management', 'CRM_MANAGER');
    expect((await screen.findByRole('link', { name: 'Choose from my loans' })).getAttribute('href')).toBe('/loans');
    cleanup();
    open(CallManagementPage, '/call-management', 'CRM_TELECALLER');
    const link = await screen.findByRole('link', { name: 'Choose from my loans' });
    expect(link.getAttribute('href')).toBe('/active-loans');
  });

  it('shows all about the loan when that is asked for, and leaves out what nobody told', async () => {
    open(ViewLoanPage, `/view-loan?loanId=${loan.id}`, 'CRM_MANAGER', {
      ...GOOD,
      'loans.facts': () => ({ data: FACTS }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'All about this loan' }));
    const worth = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;
    expect(await worth('Attempts in 7 days')).toBe('2');
    expect(await worth('Best outcome')).toBe('Promise to pay · 19/11/2026 15:00');
    expect(await worth('Field agent')).toBe('Asha Pawar since 01/11/2026 10:00');
    expect(await worth('Rate')).toBe('14.25 % a year');
    expect(await worth('Tenure')).toBe('36 months');
    expect(screen.queryByText('Advocate')).toBeNull();
  });

  it('retains a loan and takes it back; only an administrator deletes', async () => {
    let retained = false;
    const become = (now: boolean) => () => {
      retained = now;
      return { data: { retained } };
    };
    open(ViewLoanPage, `/view-loan?loanId=${loan.id}`, 'CRM_MANAGER', {
      ...GOOD,
      'loans.byLoanId': () => ({ data: { ...loan, retained } }),
      'loans.markRetain': become(true),
      'loans.unmarkRetain': become(false),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Retain' }));
    expect(await screen.findByText('Retained for the next cycle')).toBeTruthy();
    expect(bodies('loans.markRetain')).toEqual([{ loanId: loan.id }]);
    // Only what still can be done is offered.
    expect(await screen.findByRole('button', { name: 'Let go' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retain' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bodies('loans.unmarkRetain')).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Retain' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete loan' })).toBeNull();
  });

  it('as an administrator deletes a loan with a reason, and is told of one that was worked', async () => {
    open(ViewLoanPage, `/view-loan?loanId=${loan.id}`, 'CRM_TENANTADMIN', {
      ...GOOD,
      'loans.remove': () => ({ data: { removed: 0 } }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete loan' }));
    const dialog = await screen.findByRole('dialog', { name: `Delete loan ${loan.loanNumber}?` });
    const sure = within(dialog).getByRole('button', { name: 'Delete loan' });
    fireEvent.click(sure);
    expect(await within(dialog).findByText('Give a reason')).toBeTruthy();
    expect(bodies('loans.remove')).toEqual([]);
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Imported twice' } });
    fireEvent.click(sure);
    expect(await screen.findByText(/it has records and cannot be deleted/)).toBeTruthy();
    expect(bodies('loans.remove')).toEqual([{ loanIds: [loan.id], reason: 'Imported twice' }]);
  });
});

describe('requests on a loan', () => {
  const request = (more: object = {}) => ({
    id: '019a0000-0000-7000-8000-00000000aa01',
    loanId: loan.id,
    kind: 'field',
    note: 'Wants to pay in cash',
    state: 'open',
    by: 'Meera',
    askedAt: '2026-11-20T06:00:00.000Z',
    answer: null,
    answeredBy: null,
    answeredAt: null,
    ...more,
  });
  const answering = (rows: object[], more: Answers = {}): Answers => ({
    ...GOOD,
    'loanRequests.ofLoan': () => ({ data: { rows } }),
    'loanRequests.ask': () => ({ data: request() }),
    'loanRequests.answer': () => ({ data: request({ state: 'done' }) }),
    ...more,
  });
  const words = (text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: /about|Answer/ }), { target: { value: text } });

  it('a telecaller asks with a word about it; what is open is not asked for twice, and answers are read', async () => {
    const declined = request({
      kind: 'letter',
      state: 'declined',
      answer: 'It went out on Monday',
      answeredBy: 'Ravi',
    });
    open(CallManagementPage, `/call-management?loanId=${loan.id}`, 'CRM_TELECALLER', answering([request(), declined]));
    await screen.findByText(/It went out on Monday/);
    expect(screen.getByRole('button', { name: 'Transfer to field' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Escalate' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Ask' }));
    await screen.findByText('Say what it is about');
    expect(bodies('loanRequests.ask')).toEqual([]);
    words('Threatens to complain');
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await screen.findByText('Asked for. You are told when it is answered.');
    expect(bodies('loanRequests.ask')).toEqual([
      { loanId: loan.id, kind: 'escalation', note: 'Threatens to complain' },
    ]);
  });

  it('a manager answers from the list of all that is asked for, by state and kind', async () => {
    const row = { ...request(), loanNumber: loan.loanNumber, borrower: 'Meena Kulkarni' };
    let rows: object[] = [row];
    open(RequestsPage, '/loan-requests', 'CRM_MANAGER', {
      ...answering([]),
      'loanRequests.list': () => ({ data: { rows, total: rows.length, exact: true } }),
    });
    await screen.findByText('Meena Kulkarni');
    fireEvent.click(screen.getByRole('radio', { name: 'Letter' }));
    await waitFor(() => expect(queries('loanRequests.list').at(-1)).toMatchObject({ state: 'open', kind: 'letter' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    const dialog = await screen.findByRole('dialog', { name: 'What was done?' });
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Asha went' } });
    rows = [];
    fireEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    await screen.findByText('Nothing is asked for');
    expect(bodies('loanRequests.answer')).toEqual([{ state: 'done', answer: 'Asha went' }]);
  });

  it('a manager finds it at the loan and answers; a lender sees none', async () => {
    open(ViewLoanPage, `/view-loan?loanId=${loan.id}`, 'CRM_MANAGER', answering([request()]));
    await screen.findByText('Wants to pay in cash');
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    await screen.findByText('Why is it declined?');
    words('Nobody is near there this week');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }));
    await waitFor(() =>
      expect(bodies('loanRequests.answer')).toEqual([{ state: 'declined', answer: 'Nobody is near there this week' }]),
    );
    cleanup();
    asked = [];
    open(ClientLoanPage, `/client-call-management?loanId=${loan.id}`, 'CLIENT', answering([request()]));
    await screen.findByRole('heading', { name: loan.borrower.name });
    expect(asked.map(({ id }) => id)).not.toContain('loanRequests.ofLoan');
  });
});

describe('a lender', () => {
  it('corrects only what was changed, and nothing that is wrong is sent', async () => {
    open(ModifyLoanPage, `/modify-loan?loanId=${loan.id}`, 'CLIENT_ADMIN', {
      ...GOOD,
      'loans.update': () => ({ data: { ...loan, version: 2 } }),
    });
    const phone = await screen.findByLabelText(/^Another mobile number/);
    fireEvent.change(phone, { target: { value: '12345' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(bodies('loans.update')).toEqual([]);
    fireEvent.change(phone, { target: { value: '9822012345' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies('loans.update')).toEqual([{ loanId: loan.id, alternatePhone: '9822012345' }]));
  });
});

describe('/call-management-modify', () => {
  const show = (answers: Answers = GOOD) => open(ModifyCallPage, '/call-management-modify', 'COLLECTOR', answers);

  it('lists the records, and corrects one beside the list', async () => {
    show({ ...GOOD, 'dispositions.correct': () => ({ data: record }) });
    fireEvent.click(await screen.findByText(loan.borrower.name));
    const remarks = await screen.findByLabelText('Remarks');
    expect((remarks as HTMLTextAreaElement).value).toBe('Nobody there');
    fireEvent.change(remarks, { target: { value: 'The son answered' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save correction' }));
    expect(await screen.findByText('updated successfully')).toBeTruthy();
    expect(bodies('dispositions.correct')).toEqual([{ id: record.id, remarks: 'The son answered', duration: 12 }]);
  });

  it('says whose it is to correct', async () => {
    show({ ...GOOD, 'dispositions.correct': failing(404, 'user') });
    fireEvent.click(await screen.findByText(loan.borrower.name));
    fireEvent.click(await screen.findByRole('button', { name: 'Save correction' }));
    expect(await screen.findByText('Only whoever recorded it, or their manager, may correct it')).toBeTruthy();
  });

  it.each<[string, Answers, RegExp]>([
    ['nothing was recorded', { 'dispositions.caseHistories': () => pageOf([]) }, /^No records yet$/],
    ['no network is there', { 'dispositions.caseHistories': failing(0, 'retry') }, /^No network$/],
  ])('says so where %s', async (_, answers, words) => {
    show(answers);
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
