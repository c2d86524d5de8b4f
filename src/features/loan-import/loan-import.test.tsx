/** The wizard of an import, step by step, and the lists around it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import CorrectFields from './components/correct-fields';
import ExtendLoansPage from './pages/extend-loans-page';
import ManualEntryPage from './pages/manual-entry-page';
import MappingsPage from './pages/mappings-page';
import NewImportPage from './pages/new-import-page';
import OpenImportsPage from './pages/open-imports-page';
import SheetsPage from './pages/sheets-page';
import SuppressionsPage from './pages/suppressions-page';
import UploadsPage from './pages/uploads-page';
import type { ImportDetail } from './queries';

configure({ defaultHidden: true, asyncUtilTimeout: 10_000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const CLIENT = id(30);
const PORTFOLIO = id(40);

const look: NonNullable<ImportDetail['look']> = {
  format: 'csv',
  packed: null,
  layout: { headerLine: 1, delimiter: ',', encoding: 'utf-8' },
  sheets: [],
  columns: ['खाता संख्या', 'Naam', 'O/s', 'DPD', 'Opened'],
  samples: [
    ['L1', 'Asha Patil', '1.5', '47', '03/04/2026'],
    ['L2', 'Ravi', 'plenty', '12', '05/04/2026'],
  ],
  lines: [2, 3],
};
const mapping: NonNullable<ImportDetail['mapping']> = {
  layout: look.layout,
  columns: [
    { header: 'खाता संख्या', field: 'loanNumber' },
    { header: 'Naam', field: null },
    { header: 'O/s', field: 'pos' },
    { header: 'DPD', field: 'dpd' },
    { header: 'Opened', field: 'disbursedOn' },
  ],
  fixed: {},
  policy: { fresh: 'insert', known: 'update' },
};
const verification: NonNullable<ImportDetail['verification']> = {
  rows: 10,
  fresh: 6,
  changed: 2,
  unchanged: 1,
  skipped: 0,
  refused: 1,
  missing: 3,
  changedFields: [{ field: 'pos', loans: 2 }],
  problemKinds: [
    { kind: 'money', column: 'O/s', warning: false, rows: 1, example: 'plenty' },
    { kind: 'date-ambiguous', column: 'Opened', warning: true, rows: 9, example: '03/04/2026' },
  ],
  problemRows: [
    {
      line: 3,
      cells: look.samples[1] ?? [],
      problems: [
        {
          line: 3,
          column: 'O/s',
          value: 'plenty',
          kind: 'money',
          message: 'Not an amount: write 123456.78 or 1,23,456.78',
          warning: false,
        },
      ],
    },
    {
      line: 2,
      cells: look.samples[0] ?? [],
      problems: [
        {
          line: 2,
          column: 'Opened',
          value: '03/04/2026',
          kind: 'date-ambiguous',
          message: 'Read as 03/04/2026, day first; it may be month first',
          warning: true,
        },
      ],
    },
  ],
};
const one: ImportDetail = {
  id: id(1),
  kind: 'loans',
  state: 'mapping',
  fileName: 'march.csv',
  size: 1000,
  received: 1000,
  sha256: null,
  batchNo: null,
  clientId: null,
  client: null,
  portfolioId: null,
  portfolio: null,
  mappingVersion: null,
  createdAt: '2026-11-20T04:00:00.000Z',
  createdBy: 'Leela Nair',
  finishedAt: null,
  progress: { done: 0, total: 0 },
  counts: { rows: 0, inserted: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 },
  problem: null,
  sameAs: null,
  mayUndo: false,
  mayGoOn: false,
  look,
  mapping,
  drift: [],
  verification: null,
};
const recall = {
  id: id(7),
  loanNumber: 'L7',
  borrower: 'Asha Patil',
  client: 'Sahyadri Bank',
  portfolio: 'Two wheelers',
  posPaise: 15_000_00,
  recallOn: '2026-12-02',
  heldBy: 'Ravi Kumar',
};
const done: ImportDetail = {
  ...one,
  state: 'done',
  mayUndo: true,
  counts: { rows: 10, inserted: 6, updated: 2, unchanged: 1, skipped: 0, refused: 1 },
};

type Call = Record<string, unknown>;
type Answers = Record<string, (call: Call) => unknown>;
let detail: ImportDetail;
let calls: { id: string; call: Call }[];
beforeEach(() => {
  detail = one;
  calls = [];
});
const last = (name: string) => calls.findLast((held) => held.id === name)?.call;
const asked = (name: string) => calls.filter((held) => held.id === name).length;

const page = (rows: unknown[]) => ({
  data: { content: rows, page: 1, pageSize: 10, totalElements: rows.length, totalPages: 1 },
});
const answers: Answers = {
  'loanImports.get': () => ({ data: detail }),
  'loanImports.list': () => page([detail]),
  'loanImports.mappings': () => ({ data: [] }),
  'loanImports.map': () => ({ data: detail }),
  'loanImports.verify': () => {
    detail = { ...detail, state: 'verified', verification };
    return { data: detail };
  },
  'loanImports.commit': () => {
    detail = done;
    return { data: detail };
  },
  'loanImports.cancel': () => {
    detail = { ...detail, state: 'cancelled' };
    return { data: detail };
  },
  'portfolios.choices': () => ({ data: { clients: [{ id: CLIENT, name: 'Kaveri Finance' }] } }),
  'portfolios.search': () => ({ data: { content: [{ id: PORTFOLIO, name: 'West', client: { id: CLIENT } }] } }),
};

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
const address = () => screen.getByTestId('address').textContent;

function show(element: React.ReactNode, path = '/', more: Answers = {}, store = memoryStore()) {
  const all = { ...answers, ...more };
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      const answer = all[endpoint.id];
      if (!answer) throw new ApiError(`No answer for ${endpoint.id}`, { status: 404, class: 'user' });
      return answer(call);
    },
    stream: async () => new Response('bytes').body,
  } as unknown as Api;
  const session = {
    profile: { id: id(9), fullName: 'Leela Nair', role: { name: 'TENANT_ADMIN' }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <KeptContext value={store}>{element}</KeptContext>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
        <Where />
      </MemoryRouter>
    </UiProvider>,
  );
}
const wizard = (more: Answers = {}, store = memoryStore()) =>
  show(<NewImportPage />, `/loan/import-mapping-new?id=${id(1)}`, more, store);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const column = (name: string) => within(screen.getByRole('listitem', { name }));

/** Everything chosen that a file needs. */
async function mapAll() {
  await screen.findByRole('option', { name: 'Kaveri Finance' });
  choose('Client', CLIENT);
  choose('Portfolio', PORTFOLIO);
  choose('Column for Borrower name', '1');
}

describe('each state opens its step', () => {
  const CASES: [string, Partial<ImportDetail>, string | RegExp, string][] = [
    ['an upload of another tab', { state: 'uploading', received: 400 }, /begun elsewhere/, 'File'],
    ['a file that is read', { state: 'reading', look: null, mapping: null }, /Reading the file/, 'File'],
    ['columns to map', {}, 'Whose loans are these?', 'Columns'],
    [
      'a check that runs',
      { state: 'verifying', progress: { done: 5, total: 10 } },
      /Checking every row.*5 of 10/,
      'Check',
    ],
    ['a check that is over', { state: 'verified', verification }, /10 rows were checked/, 'Check'],
    [
      'a commit that runs',
      { state: 'committing', progress: { done: 5, total: 10 } },
      /Loading the loans.*5 of 10/,
      'Load',
    ],
    ['a commit that is over', { state: 'done' }, 'march.csv is loaded', 'Load'],
    [
      'a file that could not be read',
      { state: 'failed', problem: { message: 'A quote is not closed', line: 7, column: null } },
      'A quote is not closed',
      'Load',
    ],
    ['what was taken back', { state: 'undone' }, 'march.csv was taken back', 'Load'],
    ['what was given up', { state: 'cancelled' }, 'march.csv was cancelled', 'Load'],
  ];
  it.each(CASES)('%s', async (_, part, words, step) => {
    detail = { ...one, ...part };
    wizard();
    await screen.findByText(words);
    expect(document.querySelector('[aria-current=step]')?.textContent).toContain(step);
  });
});

describe('the columns', () => {
  it('show their first values, what they become, and why not', async () => {
    wizard();
    await screen.findByText('Whose loans are these?');
    expect(column('O/s').getByText('₹1.50')).toBeTruthy();
    expect(column('O/s').getByText(/Not an amount/)).toBeTruthy();
    expect(column('Opened').getAllByText(/may be month first/)).toHaveLength(2);
    expect(column('DPD').getByText('Guessed')).toBeTruthy();
    expect(column('Naam').getByText('Left out')).toBeTruthy();
  });

  it('are doubted where loans past due would come in with nothing due', async () => {
    wizard();
    expect(await screen.findByText(/^No column says what is overdue/)).toBeTruthy();
  });

  it('change at once with what is done to their values', async () => {
    wizard();
    await screen.findByText('Whose loans are these?');
    fireEvent.click(column('O/s').getByRole('button', { name: 'Change the values' }));
    fireEvent.change(column('O/s').getByLabelText('Change the values of O/s'), { target: { value: 'lakhs' } });
    expect(column('O/s').getByText('₹1,50,000')).toBeTruthy();
    expect(column('O/s').queryByText('Guessed')).toBeNull();
  });

  it('are chosen by a search over names and the headers of lenders', async () => {
    wizard();
    await screen.findByText('Whose loans are these?');
    fireEvent.click(column('Naam').getByRole('button', { name: /^Naam becomes/ }));
    const search = screen.getByLabelText('Search the fields');
    fireEvent.change(search, { target: { value: 'borrower name' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(column('Naam').getByRole('button', { name: 'Naam becomes: Borrower name' })).toBeTruthy();
    expect(column('Naam').getByText('Asha Patil', { selector: '[data-tone]' })).toBeTruthy();
  });

  it('are checked once everything is there, as one mapping of one client', async () => {
    wizard();
    await screen.findByText('Say whose loans these are');
    expect((await button('Check the file')).hasAttribute('disabled')).toBe(true);
    await mapAll();
    fireEvent.click(await button('Check the file'));
    await screen.findByText(/10 rows were checked/);
    expect(last('loanImports.map')).toMatchObject({
      params: { id: id(1) },
      body: {
        clientId: CLIENT,
        portfolioId: PORTFOLIO,
        mapping: { columns: [{}, { field: 'borrowerName' }, {}, {}, {}] },
      },
    });
  });

  it('keep what was chosen over a reload', async () => {
    const store = memoryStore();
    const { unmount } = wizard({}, store);
    await screen.findByText('Whose loans are these?');
    await mapAll();
    unmount();
    wizard({}, store);
    await screen.findByText(/Your draft of/);
    expect(column('Naam').getByRole('button', { name: 'Naam becomes: Borrower name' })).toBeTruthy();
  });

  it('point out what the lender has changed, by the mapping of the client', async () => {
    const saved = {
      id: id(50),
      clientId: CLIENT,
      client: 'Kaveri Finance',
      kind: 'loans',
      version: 3,
      mapping: { ...mapping, columns: [...mapping.columns, { header: 'Recall on', field: 'recallOn' }] },
      createdAt: one.createdAt,
      createdBy: 'Leela Nair',
      usedOn: null,
    };
    wizard({ 'loanImports.mappings': () => ({ data: [saved] }) });
    await screen.findByRole('option', { name: 'Kaveri Finance' });
    choose('Client', CLIENT);
    await screen.findByText(/“Recall on” is gone/);
    expect(screen.getByText('Version 3')).toBeTruthy();
  });
});

describe('the check', () => {
  beforeEach(() => {
    detail = { ...one, state: 'verified', verification, clientId: CLIENT, portfolioId: PORTFOLIO };
  });

  it('counts what would happen, and shows each error beside its cell', async () => {
    wizard();
    await screen.findByText(/10 rows were checked/);
    const figures = [...document.querySelectorAll('dl > div')].map((tile) => tile.textContent);
    expect(figures).toEqual([
      'New6',
      'Changed2',
      'The same as now1',
      'Left out0',
      'Refused1',
      'Active, but not in this file3',
    ]);
    const wrong = document.querySelector('td[data-problem=wrong]');
    expect(wrong?.textContent).toContain('plenty');
    expect(wrong?.textContent).toContain('Not an amount');
    expect(screen.getByText('Loan numbers that you have · 3')).toBeTruthy();
  });

  it('shows the rows of one kind of problem', async () => {
    wizard();
    const [, dates] = await screen.findAllByRole('button', { name: 'Show its rows' });
    if (dates) fireEvent.click(dates);
    await waitFor(() => expect(document.querySelectorAll('td[data-problem=wrong]')).toHaveLength(0));
    expect(document.querySelectorAll('td[data-problem=warning]')).toHaveLength(1);
  });

  it('is done again with another policy', async () => {
    wizard();
    fireEvent.click(await screen.findByLabelText('Refuse them'));
    await waitFor(() =>
      expect(last('loanImports.map')).toMatchObject({ body: { mapping: { policy: { known: 'refuse' } } } }),
    );
    await waitFor(() => expect(asked('loanImports.verify')).toBe(1));
  });

  it('names rows that look like loans, and matches them by a press', async () => {
    detail = { ...detail, verification: { ...verification, alike: 6, withoutDues: 2 } };
    wizard();
    expect(await screen.findByText('6 of these rows look like loans that you have')).toBeTruthy();
    expect(screen.getByText('2 new loans are past due and come in with ₹0 overdue')).toBeTruthy();
    fireEvent.click(await button('Take them for those loans'));
    await waitFor(() =>
      expect(last('loanImports.map')).toMatchObject({ body: { mapping: { policy: { alike: true } } } }),
    );
  });

  it('asks once more where most active loans are not in the file', async () => {
    detail = { ...detail, verification: { ...verification, missing: 30 } };
    wizard();
    fireEvent.click(await button('Load 8 loans'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Is this the right portfolio?' }));
    expect(asked('loanImports.commit')).toBe(0);
    fireEvent.click(dialog.getByRole('button', { name: 'Load 8 loans' }));
    await screen.findByText('march.csv is loaded');
  });

  it('asks once more where most numbers are written otherwise than those of the portfolio', async () => {
    detail = { ...detail, verification: { ...verification, missing: 0, unlike: verification.fresh } };
    wizard();
    fireEvent.click(await button('Load 8 loans'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Is this the right portfolio?' }));
    expect(dialog.getByText(/^Most of the new loan numbers are written otherwise/)).toBeTruthy();
  });

  it('shows two numbers beside each other that differ by a space nobody sees', async () => {
    const lines = [
      { line: 2, number: 'LN 1' },
      { line: 1904, number: 'LN␣ 1' },
    ];
    detail = { ...detail, verification: { ...verification, unseen: { rows: 1203, lines } } };
    wizard();
    expect(await screen.findByText(/^1,203 rows have a loan number that stands in the file already/)).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Line 1,904 LN␣ 1' })).toBeTruthy();
  });

  it('says each step in the words of section 8, and leads to the loans once all rows are in', async () => {
    detail = { ...detail, state: 'mapping', verification: null };
    wizard({
      'loanImports.commit': () => {
        detail = { ...done, counts: { ...done.counts, refused: 0 } };
        return { data: detail };
      },
    });
    await screen.findByText('Whose loans are these?');
    await mapAll();
    fireEvent.click(await button('Check the file'));
    expect(await screen.findByText('Loan sheet verified successfully')).toBeTruthy();
    const load = await button(/^Load \d+ loans$/);
    detail = { ...detail, verification: { ...verification, missing: 1 } };
    fireEvent.click(load);
    const sure = screen.queryByRole('dialog', { name: 'Is this the right portfolio?' });
    if (sure) fireEvent.click(within(sure).getByRole('button', { name: /^Load/ }));
    expect(await screen.findByText('Loan sheet is updated successfully')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/loans'));
    fireEvent.click(screen.getByRole('button', { name: 'See the upload' }));
    await waitFor(() => expect(address()).toContain(`id=${id(1)}`));
  });

  it('says that a file has arrived', async () => {
    detail = { ...detail, state: 'reading', look: null, mapping: null };
    wizard();
    await screen.findByText(/Reading the file/);
    detail = one;
    expect(await screen.findByText('Loan sheet uploaded successfully', {}, { timeout: 8000 })).toBeTruthy();
  });

  it('leads to the load, and says what came of it', async () => {
    detail = { ...detail, verification: { ...verification, missing: 1 } };
    wizard();
    fireEvent.click(await button('Load 8 loans'));
    await screen.findByText('march.csv is loaded');
    expect(screen.getByRole('link', { name: 'See the loans' }).getAttribute('href')).toBe('/loans');
    expect(screen.getByText('Drop the corrected file here')).toBeTruthy();
  });

  it('keeps the load back when the server refuses it', async () => {
    const refuse = () => {
      throw new ApiError('Another import of this client is being loaded', { status: 409, class: 'user' });
    };
    detail = { ...detail, verification: { ...verification, missing: 1 } };
    wizard({ 'loanImports.commit': refuse });
    fireEvent.click(await button('Load 8 loans'));
    await screen.findByText('Nothing was loaded');
    expect(screen.getByText(/Another import of this client/)).toBeTruthy();
  });
});

it('an upload is taken back after it was said what stays', async () => {
  detail = done;
  const begun = {
    data: { removed: 3, restored: 0, stays: 0, staying: [] as object[] },
    progress: { done: 3, total: 8 },
  };
  const staying = [{ loanId: id(7), loanNumber: 'L7', why: 'A call was recorded' }];
  let preview = begun;
  const asked: unknown[] = [];
  wizard({
    'loanImports.previewUndo': ({ query }) => {
      asked.push((query as { look: string }).look);
      return preview;
    },
    'loanImports.undo': () => {
      detail = { ...done, state: 'undone', mayUndo: false };
      return { data: detail };
    },
  });
  fireEvent.click(await button('Take the upload back'));
  // A job looks: how far it is shows, and nothing is taken back before it is known what stays.
  expect(await screen.findByRole('progressbar', { name: '3 of 8 rows looked at' })).toBeTruthy();
  expect((await button('Take it back')).getAttribute('aria-disabled')).toBe('true');
  preview = { data: { removed: 5, restored: 2, stays: 1, staying }, progress: { done: 8, total: 8 } };
  await screen.findByText('A call was recorded');
  expect([...new Set(asked)]).toEqual(['new', 'same']);
  expect(
    screen.getByText(
      '5 loans that the file brought go, with their borrowers, phones and addresses. 2 loans that it changed get their values of before. What is not of this file, and what somebody worked on, stays as it is.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('link', { name: 'L7' })).toBeTruthy();
  fireEvent.click(await button('Take it back'));
  await screen.findByText('march.csv was taken back');
});

it.each(['failed', 'cancelled'] as const)(
  'a commit that %s half way says what is in, and goes on with the rest',
  async (state) => {
    const message = 'Something went wrong on our side after 7 of 20 rows.';
    detail = {
      ...done,
      state,
      mayGoOn: true,
      problem: state === 'failed' ? { message, line: null, column: null } : null,
      counts: { rows: 20, inserted: 4, updated: 2, unchanged: 1, skipped: 0, refused: 0 },
    };
    wizard();
    await screen.findByText('6 of 20 rows are loaded.');
    expect(screen.queryByText(/Nothing of the file/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Check the file again' })).toBeNull();
    expect(await button('Take the upload back')).toBeTruthy();
    fireEvent.click(await button('Go on loading'));
    await screen.findByText('march.csv is loaded');
    expect(last('loanImports.commit')).toMatchObject({ params: { id: id(1) } });
  },
);

it('a check that failed says that nothing is loaded, and is begun again', async () => {
  detail = { ...one, state: 'failed', problem: { message: 'Something went wrong.', line: null, column: null } };
  wizard();
  await screen.findByText('Nothing of the file is loaded.');
  expect(screen.queryByRole('button', { name: 'Go on loading' })).toBeNull();
  fireEvent.click(await button('Check the file again'));
  await screen.findByText(/10 rows were checked/);
  expect(asked('loanImports.verify')).toBe(1);
});

it('a dropped file is begun, sent in parts, and opens its wizard', async () => {
  const file = new File(['x'.repeat(1000)], 'march.csv');
  detail = { ...one, state: 'uploading', received: 0, look: null, mapping: null };
  show(<UploadsPage />, '/upload-loan', {
    'loanImports.begin': () => ({
      data: {
        import: detail,
        uploadUrl: `/brake/files/${id(1)}?tenant=${id(2)}&expires=9&signature=${'a'.repeat(64)}`,
      },
    }),
    'brake.put': () => ({ data: { received: 1000, size: 1000 } }),
    'brake.updateStatus': () => ({ data: { jobId: id(1), status: 'reading' } }),
  });
  const input = await screen.findByLabelText('Drop a file of loans anywhere on this page', { selector: 'input' });
  fireEvent.change(input, { target: { files: [file] } });
  await waitFor(() => expect(address()).toBe(`/loan/import-mapping-new?id=${id(1)}`));
  await waitFor(() => expect(asked('brake.updateStatus')).toBe(1));
  expect(last('brake.put')).toMatchObject({
    params: { jobId: id(1) },
    query: { tenant: id(2), expires: 9 },
    headers: { 'content-range': 'bytes 0-999/1000' },
  });
});

it('a file without a byte is not begun', async () => {
  show(<UploadsPage />, '/upload-loan');
  const input = await screen.findByLabelText('Drop a file of loans anywhere on this page', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File([], 'empty.csv')] } });
  await screen.findByText('The file is empty');
  expect(asked('loanImports.begin')).toBe(0);
});

describe('the lists', () => {
  it('of uploads opens one beside it and asks the server for what is searched', async () => {
    detail = done;
    show(<UploadsPage />, `/upload-loan?q=march&state=done&client=${CLIENT}&open=${id(1)}`);
    await screen.findByRole('complementary', { name: 'Upload march.csv' });
    expect(last('loanImports.list')).toMatchObject({ query: { q: 'march', state: 'done', clientId: CLIENT, page: 1 } });
    await button('File of 1 refused row');
  });

  it('of open imports says what each waits for', async () => {
    show(<OpenImportsPage />, '/loan/import-mapping-main', {
      'loanImports.list': ({ query }) => page((query as { state: string }).state === 'mapping' ? [one] : []),
    });
    const link = await screen.findByRole('link', { name: 'Go on with march.csv' });
    expect(link.getAttribute('href')).toBe(`/loan/import-mapping-new?id=${id(1)}`);
  });

  it('of mappings holds its versions by client', async () => {
    const version = (n: number) => ({
      id: id(50 + n),
      clientId: CLIENT,
      client: 'Kaveri Finance',
      kind: 'loans',
      version: n,
      mapping,
      createdAt: one.createdAt,
      createdBy: 'Leela Nair',
      usedOn: '2026-11-20',
    });
    show(<MappingsPage />, '/loan/import-mapping', {
      'loanImports.mappings': () => ({ data: [version(1), version(2)] }),
    });
    const versions = await screen.findByLabelText('Version of the mapping of Kaveri Finance');
    expect([...versions.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Version 2',
      'Version 1',
    ]);
    expect(screen.getByText('POS (principal outstanding)')).toBeTruthy();
  });

  it('of mappings changes one, takes an earlier one again, and deletes one', async () => {
    const version = (n: number, transforms?: { kind: 'lakhs' }[]) => ({
      id: id(50 + n),
      clientId: CLIENT,
      client: 'Kaveri Finance',
      kind: 'loans',
      version: n,
      mapping: {
        ...mapping,
        fixed: { borrowerName: 'Not told' },
        columns: mapping.columns.map((column) =>
          column.field === 'pos' && transforms ? { ...column, transforms } : column,
        ),
      },
      createdAt: one.createdAt,
      createdBy: 'Leela Nair',
      usedOn: null,
    });
    show(<MappingsPage />, '/loan/import-mapping', {
      'loanImports.mappings': () => ({ data: [version(1), version(2, [{ kind: 'lakhs' }])] }),
      'loanImports.changeMapping': () => ({ data: version(3) }),
      'loanImports.removeMapping': () => ({}),
    });
    expect(await screen.findByText('Amounts stand in lakhs')).toBeTruthy();
    expect(screen.getByText('Loan numbers that you do not have: Add them')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use it again' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change the mapping of Kaveri Finance' });
    const save = within(dialog).getByRole('button', { name: 'Save as version 3' }) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave out: Amounts stand in lakhs' }));
    fireEvent.click(save);
    await waitFor(() =>
      expect(last('loanImports.changeMapping')).toMatchObject({ params: { id: id(52) }, body: { newest: 2 } }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.change(screen.getByLabelText('Version of the mapping of Kaveri Finance'), { target: { value: id(51) } });
    fireEvent.click(screen.getByRole('button', { name: 'Use it again' }));
    await waitFor(() =>
      expect(last('loanImports.changeMapping')).toMatchObject({
        params: { id: id(51) },
        body: { newest: 2, mapping: { columns: mapping.columns } },
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const sure = await screen.findByRole('dialog', { name: /^Delete version/ });
    fireEvent.click(within(sure).getByRole('button', { name: 'Delete the version' }));
    await waitFor(() => expect(last('loanImports.removeMapping')).toBeTruthy());
  });

  it('of sheets takes one back', async () => {
    detail = done;
    show(<SheetsPage />, '/sheet-list', {
      'loanSheets.list': () => page([detail]),
      'loanSheets.delete': () => ({ data: detail }),
    });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Delete the sheet' }))[0] as HTMLElement);
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Delete march.csv?' })).getByRole('button', {
        name: 'Delete the sheet',
      }),
    );
    await waitFor(() => expect(last('loanSheets.delete')).toMatchObject({ query: { id: id(1) } }));
  });

  const LISTS: [string, () => React.ReactNode][] = [
    ['uploads', () => <UploadsPage />],
    ['open imports', () => <OpenImportsPage />],
    ['mappings', () => <MappingsPage />],
    ['sheets', () => <SheetsPage />],
    ['suppressions', () => <SuppressionsPage />],
  ];
  it.each(LISTS)('of %s says so without a network', async (_, element) => {
    const offline = () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    show(
      element(),
      '/',
      Object.fromEntries(
        ['loanImports.list', 'loanImports.mappings', 'loanSheets.list', 'suppressions.list'].map((name) => [
          name,
          offline,
        ]),
      ),
    );
    expect((await screen.findAllByText('No network')).length).toBeGreaterThan(0);
  });
});

describe('a loan by hand', () => {
  it('says what is missing, then is added and leads to the loans', async () => {
    show(<ManualEntryPage />, '/loan/manual-entry', {
      'loanSheets.matching': () => ({ data: { matching: [], missing: ['L9'] } }),
      'loanSheets.manualEntry': () => ({ data: {} }),
    });
    await screen.findByRole('option', { name: 'Kaveri Finance' });
    fireEvent.click(await button('Add loan'));
    expect((await screen.findAllByText('This Field Is Required')).length).toBeGreaterThan(3);
    choose('Client', CLIENT);
    choose('Portfolio', PORTFOLIO);
    const type = (label: RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type(/^Loan number/, 'L9');
    type(/^Borrower name/, 'Asha Patil');
    type(/^POS/, '120000');
    type(/^DPD/, '47');
    fireEvent.click(await button('Add loan'));
    await waitFor(() => expect(address()).toBe('/loans'));
    expect(last('loanSheets.manualEntry')).toEqual({
      body: {
        portfolioId: PORTFOLIO,
        values: { loanNumber: 'L9', borrowerName: 'Asha Patil', pos: '120000', dpd: '47' },
      },
    });
  });

  it('is known while its number is typed', async () => {
    show(<ManualEntryPage />, '/loan/manual-entry', {
      'loanSheets.matching': () => ({
        data: { matching: [{ id: id(7), loanNumber: 'L7', state: 'active' }], missing: [] },
      }),
    });
    fireEvent.change(await screen.findByLabelText(/^Loan number/), { target: { value: 'L7' } });
    await screen.findByText('You have this loan already');
    expect(screen.getByRole('link', { name: 'Open L7' }).getAttribute('href')).toContain(id(7));
  });
});

it('pasted loans are extended, those that there are', async () => {
  show(<ExtendLoansPage />, '/extend-loans', {
    'loanSheets.matching': () => ({
      data: { matching: [{ id: id(7), loanNumber: 'L7', state: 'active' }], missing: ['L8'] },
    }),
    'loanSheets.extend': () => ({ data: { extended: 1, unchanged: 0, missing: [] } }),
    'loanSheets.recalls': () => ({ data: { rows: [recall], total: 1, exact: true } }),
  });
  // Chosen from those that go back soon, beside what was pasted.
  fireEvent.click(await screen.findByRole('checkbox', { name: /Asha Patil/ }));
  fireEvent.click(await button('Extend these'));
  await waitFor(() => expect(screen.getByLabelText(/^Loan numbers/)).toHaveProperty('value', 'L7'));
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/^Loan numbers/, 'L7\nL8\nL7');
  await screen.findByText('1 number is not known');
  type(/^New recall date/, '2026-12-31');
  type(/^Reason/, 'The lender asked');
  fireEvent.click(await button('Extend 1 loan'));
  await waitFor(() =>
    expect(last('loanSheets.extend')).toEqual({
      body: { loanIds: ['L7'], recallOn: '2026-12-31', reason: 'The lender asked' },
    }),
  );
});

describe('the suppression list', () => {
  const entry = (n: number) => ({
    id: id(60 + n),
    kind: 'phone',
    value: '98xxxxxx01',
    portfolioId: null,
    portfolio: null,
    channels: ['call'],
    reason: 'legal',
    note: null,
    fromOn: '2026-11-01',
    untilOn: null,
    source: null,
    createdAt: one.createdAt,
    createdBy: 'Leela Nair',
    releasedAt: null,
    releasedBy: null,
  });

  it('maps a file of them: whom it is about, and what it says of them in words', async () => {
    const of = {
      ...look,
      columns: ['Mobile', 'Channel', 'Why'],
      samples: [
        ['9845012345', 'Call; SMS', 'DNC'],
        ['9845012346', 'pigeon', 'died'],
      ],
    };
    detail = {
      ...one,
      kind: 'suppressions',
      look: of,
      mapping: {
        ...mapping,
        columns: [
          { header: 'Mobile', field: null },
          { header: 'Channel', field: 'suppressed.channels' },
          { header: 'Why', field: 'suppressed.reason' },
        ],
        policy: { fresh: 'skip', known: 'skip' },
      },
    };
    show(<SuppressionsPage />, `/suppression-list?id=${one.id}`);
    await screen.findByText('Asked not to be called');
    screen.getByText('Not channels: call, SMS, WhatsApp, visit, letter or all');
    expect(screen.queryByText('Whose loans are these?')).toBeNull();
    expect(screen.queryByText('What happens to which loans')).toBeNull();
    expect((await button('Check the file')).hasAttribute('disabled')).toBe(true);
    fireEvent.change(screen.getByLabelText('Column for Suppressed loan number'), { target: { value: '0' } });
    fireEvent.click(await button('Mobile becomes: Suppressed loan number'));
    fireEvent.click(await button('Suppressed phone number'));
    await screen.findByText('The file says who is not contacted');
    fireEvent.click(await button('Check the file'));
    await waitFor(() =>
      expect(last('loanImports.map')).toMatchObject({
        body: {
          clientId: null,
          mapping: {
            columns: [{ field: 'suppressed.phone' }, { field: 'suppressed.channels' }, { field: 'suppressed.reason' }],
          },
        },
      }),
    );
  });

  it('releases chosen entries with a reason', async () => {
    show(<SuppressionsPage />, '/suppression-list', {
      'suppressions.list': () => page([entry(1), entry(2)]),
      'suppressions.release': () => ({ data: { released: 2 } }),
    });
    for (const box of (await screen.findAllByRole('checkbox', { name: /98xxxxxx01/ })).slice(0, 2))
      fireEvent.click(box);
    fireEvent.click(await button('Release'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Release 2 entries?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Release' }));
    await dialog.findByText('Give a reason');
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Entered by mistake' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Release' }));
    await waitFor(() =>
      expect(last('suppressions.release')).toEqual({ body: { ids: [id(61), id(62)], reason: 'Entered by mistake' } }),
    );
  });

  it('releases all that match but those taken out, and nothing where all are released', async () => {
    const { unmount } = show(<SuppressionsPage />, '/suppression-list?kind=phone', {
      'suppressions.list': () => ({
        data: { content: [entry(1), entry(2)], page: 1, pageSize: 10, totalElements: 40, totalPages: 4 },
      }),
      'suppressions.releaseMatching': () => ({ data: { matching: 39, exact: true } }),
    });
    const boxes = () => screen.findAllByRole('checkbox', { name: /98xxxxxx0/ });
    for (const box of (await boxes()).slice(0, 2)) fireEvent.click(box);
    fireEvent.click(await button(/Choose all 40/));
    fireEvent.click((await boxes())[0] as HTMLElement);
    fireEvent.click(await button('Release'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Release 39 entries?' }));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'The flood is over' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Release' }));
    await waitFor(() =>
      expect(last('suppressions.releaseMatching')).toEqual({
        body: { q: undefined, kind: 'phone', except: [id(61)], reason: 'The flood is over' },
      }),
    );
    unmount();
    show(<SuppressionsPage />, '/suppression-list?state=released', { 'suppressions.list': () => page([entry(1)]) });
    await screen.findAllByText('98xxxxxx01');
    expect(screen.queryByRole('checkbox', { name: /98xxxxxx01/ })).toBeNull();
  });

  it('says why one number is blocked', async () => {
    show(<SuppressionsPage />, '/suppression-list', {
      'suppressions.list': () => page([]),
      'suppressions.why': () => ({
        data: { entries: [entry(1)], loans: [{ id: id(7), loanNumber: 'L7', borrower: 'Asha', state: 'active' }] },
      }),
    });
    await screen.findByText('Nobody is suppressed');
    fireEvent.change(screen.getByLabelText('Loan number, phone number, PAN or e-mail'), {
      target: { value: '9800000001' },
    });
    fireEvent.click(await button('Look it up'));
    await screen.findByRole('link', { name: 'Asha, L7' });
    expect(last('suppressions.why')).toMatchObject({ query: { value: '9800000001' } });
  });

  it('takes several by hand', async () => {
    show(<SuppressionsPage />, '/suppression-list?open=new', {
      'suppressions.list': () => page([]),
      'suppressions.add': () => ({ data: { added: 2, already: 0, refused: [] } }),
    });
    const panel = within(await screen.findByRole('complementary'));
    fireEvent.change(panel.getByLabelText(/^What it is/), { target: { value: 'phone' } });
    fireEvent.change(panel.getByLabelText(/^One a line/), { target: { value: '9800000001\n9800000002' } });
    fireEvent.change(panel.getByLabelText(/^Reason/), { target: { value: 'legal' } });
    fireEvent.click(panel.getByRole('checkbox', { name: 'Call' }));
    fireEvent.click(panel.getByRole('button', { name: 'Add to the list' }));
    await waitFor(() =>
      expect(last('suppressions.add')).toMatchObject({
        body: {
          kind: 'phone',
          values: ['9800000001', '9800000002'],
          reason: 'legal',
          portfolioId: null,
          channels: ['call'],
          untilOn: null,
        },
      }),
    );
  });
});

it('a field is corrected where it stands, with a reason', async () => {
  const loan = {
    id: id(7),
    borrower: { name: 'Asha' },
    dpd: 47,
    posPaise: 100_00,
    tosPaise: 100_00,
    overduePaise: 100_00,
    emiPaise: 50_00,
    dueDay: 5,
    disbursedOn: null,
    product: 'Gold loan',
  };
  show(<CorrectFields loan={loan as never} />, '/', { 'loanSheets.correct': () => ({ data: loan }) });
  const change = (value: string) => {
    fireEvent.change(screen.getByRole('textbox', { name: 'EMI' }), { target: { value } });
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'EMI' }), { key: 'Enter' });
  };
  fireEvent.click(await button('EMI: ₹50. Change'));
  change('much');
  await screen.findByText(/Not an amount/);
  change('4500');
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct EMI?' }));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'The agreement says so' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save the correction' }));
  await waitFor(() =>
    expect(last('loanSheets.correct')).toEqual({
      body: { loanId: id(7), field: 'emi', value: '4500', reason: 'The agreement says so' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'EMI' })).toBeNull());
});
