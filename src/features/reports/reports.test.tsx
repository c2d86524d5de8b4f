// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportExport } from '../../../core/contract/report-exports';
import type { ReportFormat } from '../../../core/contract/report-formats';
import type { ReportPage, ReportRow } from '../../../core/contract/reports';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { loanPathFor } from '../../routes';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import AdditionalReportsPage from './pages/additional-reports-page';
import ReportAt from './pages/report-page';
import { cellWords, columnLabel } from './words';

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
type Call = { query?: Record<string, unknown>; body?: Record<string, unknown>; params?: Record<string, unknown> };

const row = (more: ReportRow = {}): ReportRow => ({
  id: id(1),
  loanId: id(9),
  at: '2026-11-21T04:30:00.000Z',
  loanNumber: 'TW-1',
  borrower: 'Asha Kulkarni',
  client: 'Sahyadri Bank',
  portfolio: 'Two wheelers',
  bucket: '0-30',
  dpd: 12,
  posPaise: 4_500_000,
  phone: '98••••••78',
  agent: 'Ravi Kumar',
  talkSeconds: 95,
  class: 'PTP',
  codeLabel: 'Promise to pay',
  ptpOn: '2026-11-25',
  ptpPaise: 150_000,
  remarks: null,
  outcome: 'applied',
  ...more,
});
const page = (rows: ReportRow[], more: Partial<ReportPage> = {}) => ({
  success: true,
  data: {
    from: '2026-11-21',
    to: '2026-11-22',
    rows,
    pageNo: 1,
    pageSize: 10,
    totalElements: rows.length,
    totalPages: 1,
    ...more,
  },
});
const choices = () => ({
  data: {
    clients: [
      { id: id(20), name: 'Sahyadri Bank' },
      { id: id(21), name: 'Kaveri Finance' },
    ],
    portfolios: [{ id: id(22), name: 'Two wheelers' }],
    agents: [{ id: id(23), name: 'Ravi Kumar' }],
  },
});

let calls: { id: string; call: Call }[];
let address: string;
beforeEach(() => {
  calls = [];
});
afterEach(cleanup);
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

function Address() {
  const { pathname, search } = useLocation();
  address = pathname + search;
  return null;
}

function show(
  screenOf: React.ReactNode,
  path: string,
  answers: Record<string, (call: Call) => unknown>,
  role = 'CRM_MANAGER',
) {
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      const answered: typeof answers = {
        'reports.choices': choices,
        'reportExports.list': () => ({ data: [] }),
        ...answers,
      };
      return answered[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  render(
    <UiProvider>
      <KeptContext value={memoryStore()}>
        <MemoryRouter initialEntries={[path]}>
          <SessionContext value={session}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>{screenOf}</ApiContext>
            </QueryClientProvider>
          </SessionContext>
          <Address />
        </MemoryRouter>
      </KeptContext>
    </UiProvider>,
  );
}

describe('a report', () => {
  it('shows the days that the server stands for, its rows in words, and what is asked for more', async () => {
    show(<ReportAt />, '/daily-reports', {
      'reports.page': () => page([row(), row({ id: id(2), ptpOn: null })]),
    });
    const table = await screen.findByRole('grid', { name: 'Daily Call Report' });
    await within(table).findAllByText('TW-1');
    const [, first, second] = within(table).getAllByRole('row');
    for (const words of ['21/11/2026 10:00', 'TW-1', '98••••••78', '1:35', 'Promise to pay', '₹1,500', '25/11/2026'])
      expect(first?.textContent).toContain(words);
    expect(second?.textContent).toContain('–');
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('21/11/2026');
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('22/11/2026');
    expect(last('reports.page')?.query).toEqual({ pageNo: 1, pageSize: 10, count: 'quick' });
    // One agent and one portfolio leave nothing to choose between.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Agent', expanded: false })).toBeNull());
    expect(screen.getByRole('button', { name: 'Client', expanded: false })).toBeTruthy();
    // A column that only some need is offered and not shown.
    expect(within(table).queryByRole('columnheader', { name: /Outcome/ })).toBeNull();
  });

  it.each([
    [{ lines: 312, sums: { talkSeconds: 3725, ptpPaise: 12_345_600 } }, ['Total', '1:02:05', '₹1,23,456']],
    // Nobody adds up a million lines at a visit: what is not known is not shown as nothing.
    [{ lines: null, sums: null }, ['Total', '–']],
  ])('ends with what its lines add up to, on all pages: %o', async (data, words) => {
    show(<ReportAt />, '/daily-reports?bucket=0-30&sort=-posPaise', {
      'reports.page': () => page([row()], { totalElements: 312, totalPages: 32 }),
      'reports.totals': () => ({ data }),
    });
    const table = await screen.findByRole('grid', { name: 'Daily Call Report' });
    await waitFor(() => expect(table.querySelector('tfoot')?.textContent).toContain('Total'));
    for (const word of words) expect(table.querySelector('tfoot')?.textContent).toContain(word);
    expect(last('reports.totals')?.query).toEqual({ bucket: '0-30' });
  });

  it('says that a large number is an estimate, and asks for the exact one', async () => {
    show(<ReportAt />, '/daily-reports', {
      'reports.page': ({ query }) =>
        query?.count === 'exact'
          ? page([row()], { totalElements: 203_114, totalPages: 20_312 })
          : page([row()], { totalElements: 210_345, totalPages: 21_035, exact: false }),
    });
    await screen.findByText(/of about 2\.1\slakh lines/);
    fireEvent.click(screen.getByRole('button', { name: 'Count exactly' }));
    await screen.findByText(/of 2,03,114 lines/);
  });

  it('asks the server for what stands in the address, and keeps there what is chosen', async () => {
    show(<ReportAt />, '/daily-reports?from=2026-11-01&to=2026-11-10&disposition=PTP,PAID&page=2&sort=-posPaise', {
      'reports.page': () => page([row()], { from: '2026-11-01', to: '2026-11-10', totalElements: 60, totalPages: 3 }),
    });
    await screen.findByRole('grid', { name: 'Daily Call Report' });
    expect(last('reports.page')?.query).toEqual({
      from: '2026-11-01',
      to: '2026-11-10',
      disposition: 'PTP,PAID',
      sort: 'posPaise',
      dir: 'desc',
      pageNo: 2,
      pageSize: 10,
      count: 'quick',
    });
    // Hundreds of lines need not be read ten at a time; the choice holds for every report.
    fireEvent.change(await screen.findByLabelText('Rows a page'), { target: { value: '50' } });
    await waitFor(() => expect(last('reports.page')?.query).toMatchObject({ pageNo: 1, pageSize: 50 }));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-12' } });
    await waitFor(() => expect(last('reports.page')?.query).toMatchObject({ to: '2026-11-12', pageNo: 1 }));
    expect(address).toContain('to=2026-11-12');
    expect(address).not.toContain('page=');
    fireEvent.click(await screen.findByRole('button', { name: 'Client', expanded: false }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Kaveri Finance' }));
    await waitFor(() => expect(last('reports.page')?.query).toMatchObject({ client: 'Kaveri Finance' }));
    expect(address).toContain('client=Kaveri');
  });

  it('days that cannot be answered are said at their field', async () => {
    show(<ReportAt />, '/daily-reports?from=2026-11-21&to=2026-11-20', {
      'reports.page': () => {
        throw new ApiError('The last day comes before the first', {
          status: 422,
          class: 'user',
          code: 'invalid',
          fields: [{ path: 'to', message: 'The last day comes before the first' }],
        });
      },
    });
    expect((await screen.findAllByText('The last day comes before the first')).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true'));
  });

  it('is a file of the days and filters that are shown', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    show(<ReportAt />, '/daily-reports?disposition=PTP', {
      'reports.page': () => page([row()]),
      'reports.file': () => ({ data: { fileName: 'calls.csv', csv: 'Time' } }),
    });
    const button = await screen.findByRole('button', { name: 'Export CSV' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
    await waitFor(() => expect(made).toHaveBeenCalled());
    expect(last('reports.file')).toMatchObject({
      params: { kind: 'calls' },
      query: { disposition: 'PTP', from: '2026-11-21', to: '2026-11-22' },
    });
    vi.restoreAllMocks();
  });

  it('of more lines than go at once is written by the server, watched, cancelled, and fetched when it is ready', async () => {
    const job = (more: Partial<ReportExport>) => ({
      data: [
        {
          id: id(50),
          kind: 'calls',
          fileType: 'csv',
          fileName: 'calls_2026-11-21_2026-11-22.csv',
          state: 'running',
          rowsDone: 12_000,
          rowsTotal: 203_114,
          size: null,
          sha256: null,
          problem: null,
          createdAt: '2026-11-21T06:00:00.000Z',
          finishedAt: null,
          expiresAt: '2026-11-28T06:00:00.000Z',
          ...more,
        },
      ],
    });
    let list: () => unknown = () => ({ data: [] });
    show(<ReportAt />, '/daily-reports?disposition=PTP', {
      'reports.page': () => page([row()], { totalElements: 210_345, totalPages: 21_035, exact: false }),
      'reportExports.list': () => list(),
      'reportExports.create': () => {
        list = () => job({});
        return { data: job({}).data[0] };
      },
      'reportExports.cancel': () => {
        list = () => job({ state: 'done', rowsDone: 203_114, sha256: 'ab12' });
        return { data: job({}).data[0] };
      },
    });
    const button = await screen.findByRole('button', { name: 'Export CSV' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Exports', hidden: true });
    await within(dialog).findByText(/12,000 of 2,03,114/);
    expect(last('reports.file')).toBeUndefined();
    expect(last('reportExports.create')?.body).toMatchObject({
      kind: 'calls',
      fileType: 'csv',
      filters: { disposition: 'PTP', from: '2026-11-21', to: '2026-11-22' },
    });
    fireEvent.click(within(dialog).getByText('Cancel'));
    // It was ready before the word came.
    await within(dialog).findByText(/2,03,114 lines, all that matched/);
    expect(last('reportExports.cancel')?.params).toEqual({ id: id(50) });
    // A person has no use for it until they ask.
    expect(within(dialog).getByText('SHA-256 ab12').closest('details')?.open).toBe(false);
    within(dialog).getByText('Download');
    fireEvent.click(within(dialog).getByText('Excel file'));
    await waitFor(() => expect(last('reportExports.create')?.body).toMatchObject({ fileType: 'xlsx' }));
  });

  it('that holds too much for a file says so', async () => {
    show(<ReportAt />, '/daily-reports', {
      'reports.page': () => page([row()]),
      'reports.file': () => {
        throw new ApiError('More than 50000 lines. Choose fewer days or filter.', {
          status: 422,
          class: 'user',
          code: 'invalid',
        });
      },
    });
    const button = await screen.findByRole('button', { name: 'Export CSV' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    fireEvent.click(button);
    await screen.findByText(/More than 50000 lines/);
  });

  it('without rows says what will stand there; narrowed by days it offers all again', async () => {
    show(<ReportAt />, '/daily-reports', { 'reports.page': () => page([]) });
    await screen.findByText('No calls in these days');
    cleanup();
    show(<ReportAt />, '/daily-reports?from=2026-11-01&to=2026-11-02', { 'reports.page': () => page([]) });
    fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(address).toBe('/daily-reports'));
  });

  it('without a network says that it needs one', async () => {
    show(<ReportAt />, '/daily-reports', {
      'reports.page': () => {
        throw new ApiError('Network error', { status: 0, class: 'retry' });
      },
    });
    await screen.findByText(/This screen needs a network./);
  });

  it('a row opens its loan', async () => {
    show(<ReportAt />, '/daily-reports', { 'reports.page': () => page([row()]) });
    fireEvent.click(await screen.findByText('TW-1'));
    await waitFor(() => expect(address).toBe(`/view-loan?loanId=${id(9)}`));
  });

  it.each([
    ['CRM_TELECALLER', `/call-management?loanId=${id(9)}`],
    ['CRM_TENANTADMIN', `/view-loan?loanId=${id(9)}`],
    ['CLIENT_ADMIN', `/client-call-management?loanId=${id(9)}`],
    ['CRM_FIELDAGENT', undefined],
    ['PARTNER', undefined],
  ])('of %s opens loans at %s', (role, expected) => expect(loanPathFor(role)?.(id(9))).toBe(expected));

  it.each<[path: string, kind: string, title: string, more: ReportRow, shown: string]>([
    ['/allocation-reports?holder=collector', 'allocations', 'Allocation Reports', { kind: 'collector' }, 'Collector'],
    ['/login-report', 'logins', 'Login Report', { role: 'CRM_MANAGER', endReason: 'idle' }, 'Idle'],
    ['/last-interaction-report', 'last', 'Last Interaction Report', { daysSince: 41 }, '41'],
    ['/agent-performance-report', 'agentWork', 'Agent Performance', { calls: 17 }, '17'],
  ])('at %s asks for %s', async (path, kind, title, more, shown) => {
    show(<ReportAt />, path, { 'reports.page': () => page([row(more)]) });
    const table = await screen.findByRole('grid', { name: title });
    await within(table).findByText(shown);
    expect(last('reports.page')).toMatchObject({
      params: { kind },
      query: { pageNo: 1, pageSize: 10, count: 'quick', ...(kind === 'allocations' && { holder: 'collector' }) },
    });
    // Where nothing happened in days, none are asked for.
    expect(screen.queryByLabelText('From') === null).toBe(kind === 'last');
  });

  it('says what its figures mean, a press away', async () => {
    show(<ReportAt />, '/agent-performance-report', { 'reports.page': () => page([row()]) });
    fireEvent.click(await screen.findByRole('button', { name: 'What the figures mean' }));
    const dialog = await screen.findByRole('dialog', { name: 'What the figures mean' });
    expect(within(dialog).getByText('Kept %').nextElementSibling?.textContent).toBe(
      'Kept ÷ kept and broken, of the promises due in these days; kept is one that payments since it was made reach',
    );
    // A name needs no words.
    expect(within(dialog).queryByText('Agency')).toBeNull();
  });

  it('a figure opens the rows behind it in an address of its own; Back leads to the report as it was', async () => {
    const agent = (more: ReportRow) => ({ id: id(23), agent: 'Ravi Kumar', ...more });
    show(<ReportAt />, `/agent-performance-report?from=2026-11-20&to=2026-11-20&agency=${id(30)}&sort=-agent&page=2`, {
      'reports.page': () =>
        page([agent({ calls: 2, visits: 0, ptpPaise: 150_000, talkEach: 30 })], { totalElements: 26, pageNo: 2 }),
      'reports.figure': () => ({
        data: {
          ...page([row({ channel: 'call', ptpPaise: 150_000 })]).data,
          line: { agent: 'Ravi Kumar' },
          sum: 150_000,
        },
      }),
    });
    const table = await screen.findByRole('grid', { name: 'Agent Performance' });
    const calls = await within(table).findByRole('link', { name: '2' });
    // Nothing stands behind a nought, and the parts of a mean stand beside it.
    expect(within(table).queryByRole('link', { name: '0' })).toBeNull();
    expect(
      within(table)
        .getAllByRole('link')
        .map((one) => one.textContent),
    ).toEqual(['2', '₹1,500']);
    fireEvent.click(calls);
    await screen.findByRole('grid', { name: 'Calls: Ravi Kumar' });
    expect(address).toBe(
      `/agent-performance-report?from=2026-11-20&to=2026-11-20&agency=${id(30)}&figure=calls&of=${id(23)}`,
    );
    expect(last('reports.figure')).toMatchObject({
      params: { kind: 'agentWork', figure: 'calls' },
      query: { of: id(23), from: '2026-11-20', to: '2026-11-20', agencyId: id(30), pageNo: 1, count: 'quick' },
    });
    fireEvent.click(screen.getByRole('link', { name: 'Back to Agent Performance' }));
    fireEvent.click(await screen.findByRole('link', { name: '₹1,500' }));
    const promised = await screen.findByRole('grid', { name: 'PTP amount: Ravi Kumar' });
    expect(within(promised).getByText('Total')).toBeTruthy();
    expect(within(promised).getAllByText('₹1,500')).toHaveLength(2);
    fireEvent.click(within(promised).getByText('TW-1'));
    await waitFor(() => expect(address).toBe(`/view-loan?loanId=${id(9)}`));
  });

  it.each([
    [
      new ApiError('There is nothing here', { status: 404, class: 'user', code: 'not-found' }),
      'It may belong to somebody else, or be gone.',
    ],
    [new ApiError('Network error', { status: 0, class: 'retry' }), 'This screen needs a network.'],
  ])('says why the rows behind a figure do not come', async (error, words) => {
    show(<ReportAt />, `/agent-performance-report?figure=calls&of=${id(23)}`, {
      'reports.figure': () => Promise.reject(error),
    });
    await screen.findByRole('link', { name: 'Back to Agent Performance' });
    await screen.findByText(new RegExp(words));
  });

  it('says of days past due how they move in each portfolio, and in the chosen one alone', async () => {
    const portfolios = [
      { id: id(22), name: 'Two wheelers', ageing: 'file', paymentEffect: 'clears' },
      { id: id(24), name: 'Gold', ageing: 'calendar', paymentEffect: 'instalments' },
      // A server of before says nothing of it.
      { id: id(25), name: 'Tractors' },
    ];
    const read = async (path: string) => {
      show(<ReportAt />, path, {
        'reports.page': () => page([row()]),
        'reports.choices': () => ({ data: { ...choices().data, portfolios } }),
      });
      fireEvent.click(await screen.findByRole('button', { name: 'What the figures mean' }));
      const section = await screen.findByRole('region', { name: 'How days past due and buckets move' });
      const text = section.textContent ?? '';
      cleanup();
      return text;
    };
    const all = await read('/daily-reports');
    for (const words of [
      'Two wheelers',
      'Days past due are those of the lender’s file',
      'Gold',
      'Each whole instalment',
    ])
      expect(all).toContain(words);
    expect(all).not.toContain('Tractors');
    const one = await read(`/daily-reports?portfolio=${id(24)}`);
    expect(one).toContain('Gold');
    expect(one).not.toContain('Two wheelers');
  });

  it.each([
    ['class', 'PTP', 'Promise to pay'],
    ['outcome', 'late-closed', 'Late: loan closed'],
    ['outcome', 'of-another-time', 'of-another-time'],
    ['met', 'co-borrower', 'Co-borrower'],
    ['class', 'OF_ANOTHER_TIME', 'OF_ANOTHER_TIME'],
  ])('%s %s is said as %s', (column, value, words) => expect(cellWords(column, value)).toBe(words));
  it.each([
    ['posPaise', 'POS'],
    ['of-another-time', 'of-another-time'],
  ])('the column %s is headed %s', (column, words) => expect(columnLabel(column)).toBe(words));
});

describe('formats of clients', () => {
  const format = (more: Partial<ReportFormat> = {}): ReportFormat => ({
    id: id(40),
    name: 'BOI daily',
    clientId: null,
    client: null,
    kind: 'calls',
    columns: [
      { id: 'loanNumber', label: 'A/C NO' },
      { id: 'at', label: 'CALL DATE' },
    ],
    dayStyle: 'DD-MM-YYYY',
    version: 3,
    ...more,
  });
  const answers = (formats: ReportFormat[]) => ({
    'reportFormats.list': () => ({ data: formats }),
    'reportFormats.report': () => page([row()]),
  });

  it('without one, administrators are told to make one and others whom to ask', async () => {
    show(<AdditionalReportsPage />, '/additional-reports', answers([]));
    await screen.findByText('Your administrator makes the formats that clients want.');
    expect(screen.queryByRole('button', { name: 'New format' })).toBeNull();
    cleanup();
    show(<AdditionalReportsPage />, '/additional-reports', answers([]), 'CRM_TenantAdmin');
    await screen.findByRole('button', { name: 'New format' });
  });

  it('the report stands under the client’s headings, in its order; only administrators change it', async () => {
    show(<AdditionalReportsPage />, '/additional-reports', answers([format()]));
    const table = await screen.findByRole('grid', { name: 'BOI Reports' });
    await within(table).findByText('TW-1');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('A/C NO'), expect.stringContaining('CALL DATE')]);
    expect(last('reportFormats.report')?.query).toMatchObject({ formatId: id(40) });
    expect(screen.queryByRole('button', { name: 'Change the format' })).toBeNull();
  });

  it('is made with its columns in the order and under the headings that were given', async () => {
    const saved = format({ id: id(41) });
    show(
      <AdditionalReportsPage />,
      '/additional-reports',
      { ...answers([]), 'reportFormats.create': () => ({ data: saved }) },
      'CRM_TenantAdmin',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'New format' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'BOI daily' } });
    fireEvent.change(within(dialog).getByLabelText('Heading of Loan number'), { target: { value: 'A/C NO' } });
    fireEvent.change(within(dialog).getByLabelText('Sheet name'), { target: { value: 'Daily' } });
    fireEvent.change(within(dialog).getByLabelText('Amounts in the file'), { target: { value: 'lakh' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move Borrower up' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save format' }));
    await waitFor(() => expect(last('reportFormats.create')).toBeDefined());
    const body = last('reportFormats.create')?.body as { name: string; columns: { id: string; label: string }[] };
    expect(body).toMatchObject({ name: 'BOI daily', kind: 'calls', clientId: null, dayStyle: 'DD-MM-YYYY' });
    expect(body).toMatchObject({ sheetName: 'Daily', amountStyle: 'lakh' });
    expect(body.columns.slice(0, 2)).toEqual([
      { id: 'borrower', label: 'Borrower' },
      { id: 'loanNumber', label: 'A/C NO' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('becomes what a client’s example looks like, and says what no report has', async () => {
    const learnt = {
      kind: 'visits',
      columns: [
        { id: 'loanNumber', label: 'Acct' },
        { id: 'met', label: 'Whom met' },
      ],
      unknown: ['S.No', 'Zone'],
      dayStyle: 'DD/MM/YYYY',
      amountStyle: 'lakh',
      sheetName: 'Field MIS',
    };
    show(
      <AdditionalReportsPage />,
      '/additional-reports',
      {
        ...answers([]),
        'reportFormats.learn': () => ({ data: learnt }),
        'reportFormats.create': () => ({ data: format() }),
      },
      'CRM_TenantAdmin',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'New format' }));
    const dialog = await screen.findByRole('dialog');
    const input = within(dialog).getByLabelText('A file of the client as an example', { selector: 'input' });
    const large = new File([new Uint8Array(6 * 1024 * 1024)], 'year.csv');
    fireEvent.change(input, { target: { files: [large] } });
    await within(dialog).findByText('The file is larger than 5 MB. Its first lines are enough.');
    expect(last('reportFormats.learn')).toBeUndefined();
    fireEvent.change(input, { target: { files: [new File(['Acct,Whom met'], 'bank.csv')] } });
    await within(dialog).findByText('This report does not have: S.No, Zone');
    // A report that an administrator does not see is no choice.
    const rows = within(dialog).getByLabelText<HTMLSelectElement>('Rows');
    const offered = [...rows.options].map(({ text }) => text);
    expect(offered).toContain('Settlement Reports');
    expect(offered).not.toContain('Login Report');
    fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Theirs' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save format' }));
    await waitFor(() => expect(last('reportFormats.create')).toBeDefined());
    const { unknown: _, ...kept } = learnt;
    expect(last('reportFormats.create')?.body).toMatchObject({ name: 'Theirs', ...kept });
  });

  it('is deleted after a question that names it', async () => {
    let formats = [format()];
    show(
      <AdditionalReportsPage />,
      '/additional-reports',
      {
        ...answers([]),
        'reportFormats.list': () => ({ data: formats }),
        'reportFormats.delete': () => {
          formats = [];
          return { data: { id: id(40) } };
        },
      },
      'CRM_TenantAdmin',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Delete format' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the format BOI daily?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete format' }));
    await screen.findByText('There is no format yet');
    expect(last('reportFormats.delete')).toMatchObject({ params: { id: id(40) } });
  });
});
