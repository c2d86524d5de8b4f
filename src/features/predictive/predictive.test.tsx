import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { DialList, Process } from '../../../core/contract/predictive';
import { NEW_PROCESS } from '../../../core/domain/predictive';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { durationWords, KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import CreateProcessPage from './pages/create-process-page';
import PredictiveListPage from './pages/predictive-list-page';
import PredictiveReportPage from './pages/predictive-report-page';
import ProcessAllocationPage from './pages/process-allocation-page';
import ProcessListPage from './pages/process-list-page';
import PredictiveUploadPage from './pages/upload-page';
import UploadSheetsPage from './pages/upload-sheets-page';
import { refusalWords } from './words';

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
type Call = Record<string, unknown> & { body?: Record<string, unknown>; query?: Record<string, unknown> };

const process = (more: Partial<Process> = {}): Process => ({
  ...NEW_PROCESS,
  id: id(1),
  name: 'Two wheelers early',
  portfolio: { id: id(2), name: 'Two wheelers' },
  state: 'draft',
  stateAt: '2026-11-20T05:00:00.000Z',
  version: 4,
  agents: [{ id: id(3), name: 'Ravi Kumar' }],
  createdBy: 'Meera Joshi',
  createdAt: '2026-11-20T05:00:00.000Z',
  mayEdit: true,
  lines: { ready: 40, unheld: 2, dialing: 1, over: 9 },
  today: { dialed: 20, connected: 8, dropped: 1 },
  ...more,
});
const list = (more: Partial<DialList> = {}): DialList => ({
  id: id(5),
  name: 'November sheet',
  process: { id: id(1), name: 'Two wheelers early' },
  source: 'file',
  fileName: 'nov.csv',
  state: 'ready',
  createdBy: 'Leela Nair',
  createdAt: '2026-11-21T05:00:00.000Z',
  finishedAt: '2026-11-21T05:00:09.000Z',
  total: 12,
  lines: { waiting: 0, ready: 3, dialing: 0, done: 0, exhausted: 0, refused: 9, cancelled: 0 },
  refused: [
    { reason: 'unknown', lines: 6 },
    { reason: 'held:do-not-contact', lines: 3 },
  ],
  unheld: 0,
  mayEdit: true,
  ...more,
});
const page = <T,>(rows: T[]) => ({ data: { rows, total: rows.length } });
const choices = () => ({
  data: {
    portfolios: [{ id: id(2), name: 'Two wheelers' }],
    agents: [{ id: id(3), name: 'Ravi Kumar', process: null }],
  },
});

let calls: { id: string; call: Call }[];
beforeEach(() => {
  calls = [];
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

function show(
  screenOf: React.ReactNode,
  path: string,
  answers: Record<string, (call: Call) => unknown>,
  role = 'CRM_TenantAdmin',
) {
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      return answers[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Leela', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } },
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
        </MemoryRouter>
      </KeptContext>
    </UiProvider>,
  );
}

it.each([
  [0, '0:00'],
  [65, '1:05'],
  [3723, '1:02:03'],
])('%i seconds are said as %s', (seconds, words) => expect(durationWords(seconds)).toBe(words));

it.each([
  ['duplicate', 'Stands in this process already'],
  ['held:do-not-contact', 'Asked not to be contacted'],
  ['held:holiday', 'May not be called: holiday'],
  ['of-another-time', 'of-another-time'],
])('%s is said as %s', (reason, words) => expect(refusalWords(reason)).toBe(words));

it('a process is started from its panel with the version that was read, and a refusal says why', async () => {
  let refuse = true;
  show(<ProcessListPage />, `/process-list?open=${id(1)}`, {
    'processes.list': () => page([process()]),
    'processes.log': () => ({
      data: { lines: [{ at: '2026-11-20T05:00:00.000Z', by: 'Meera Joshi', action: 'created', changed: [] }] },
    }),
    'processes.steer': () => {
      if (refuse) {
        throw new ApiError('Somebody else has changed this process. Look at it again.', {
          status: 409,
          class: 'user',
          code: 'conflict',
        });
      }
      return { data: process({ state: 'running' }) };
    },
  });
  const row = await screen.findByRole('row', { name: /Two wheelers early/ });
  for (const words of ['Draft', '40', '40 %', '11.1 %']) expect(row.textContent).toContain(words);
  const panel = await screen.findByRole('complementary', { name: 'Process Two wheelers early' });
  expect(within(panel).getByText('2 loans are held by no agent of this process')).toBeTruthy();
  await within(panel).findByText(/Created · Meera Joshi/);
  fireEvent.click(within(panel).getByRole('button', { name: 'Start' }));
  await screen.findByText(/Somebody else has changed this process/);
  refuse = false;
  fireEvent.click(within(panel).getByRole('button', { name: 'Start' }));
  await screen.findByText('Process started');
  expect(last('processes.steer')).toMatchObject({ params: { id: id(1) }, body: { version: 4, action: 'start' } });
});

it('stopping asks first', async () => {
  show(<ProcessListPage />, `/process-list?open=${id(1)}`, {
    'processes.list': () => page([process({ state: 'running' })]),
    'processes.log': () => ({ data: { lines: [] } }),
    'processes.steer': () => ({ data: process({ state: 'stopped' }) }),
  });
  const panel = await screen.findByRole('complementary', { name: 'Process Two wheelers early' });
  fireEvent.click(within(panel).getByRole('button', { name: 'Stop' }));
  expect(last('processes.steer')).toBeUndefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Stop process' }));
  await screen.findByText('Process stopped');
  expect(last('processes.steer')?.body).toEqual({ version: 4, action: 'stop' });
});

it('a process of somebody else is looked at only', async () => {
  show(<ProcessListPage />, `/process-list?open=${id(1)}`, {
    'processes.list': () => page([process({ mayEdit: false })]),
    'processes.log': () => ({ data: { lines: [] } }),
  });
  const panel = await screen.findByRole('complementary', { name: 'Process Two wheelers early' });
  expect(within(panel).queryByRole('button', { name: 'Start' })).toBeNull();
  expect(within(panel).queryByRole('button', { name: 'Change' })).toBeNull();
});

it('a client’s administrator asks for a process; a field that is refused says so, and nothing typed is lost', async () => {
  let refuse = true;
  show(
    <CreateProcessPage />,
    '/create-process',
    {
      'processes.list': () => page([]),
      'processes.choices': choices,
      'processes.create': () => {
        if (refuse) {
          throw new ApiError('Check the form', {
            status: 422,
            class: 'user',
            code: 'invalid',
            fields: [{ path: 'name', message: 'A process with this name exists already.' }],
          });
        }
        return { data: process() };
      },
    },
    'CLIENT_ADMIN',
  );
  await screen.findByText('No process yet');
  const create = screen.getByRole('button', { name: 'Create process' });
  expect((create as HTMLButtonElement).disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Diwali drive ' } });
  await screen.findByRole('option', { name: 'Two wheelers' });
  fireEvent.change(screen.getByLabelText('Portfolio'), { target: { value: id(2) } });
  fireEvent.change(screen.getByLabelText('Caller ids'), { target: { value: '1600123456, 1600123457' } });
  fireEvent.click(create);
  await screen.findByText('A process with this name exists already.');
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe(' Diwali drive ');
  refuse = false;
  fireEvent.click(create);
  await screen.findByText('Process created');
  expect(last('processes.create')?.body).toMatchObject({
    ...NEW_PROCESS,
    name: 'Diwali drive',
    portfolioId: id(2),
    callerIds: ['1600123456', '1600123457'],
    agentIds: [],
  });
  await waitFor(() => expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe(''));
});

it('a sheet goes to its process; the list that came of it opens with its reasons, and is taken back', async () => {
  let cancelled = false;
  show(<PredictiveUploadPage />, '/Predictive-upload', {
    'processes.list': () => page([process(), process({ id: id(9), name: 'Not ours', mayEdit: false })]),
    'predictive.lists': () => page([list(cancelled ? { state: 'cancelled' } : {})]),
    'predictive.importSheet': () => ({ data: list() }),
    'predictive.cancelList': () => {
      cancelled = true;
      return { data: list({ state: 'cancelled', lines: { ...list().lines, ready: 0, cancelled: 3 } }) };
    },
  });
  await screen.findByRole('option', { name: /Two wheelers early/ });
  expect(screen.queryByRole('option', { name: /Not ours/ })).toBeNull();
  fireEvent.change(screen.getByLabelText('Process'), { target: { value: id(1) } });
  const file = new File(['Loan number\nLN1'], 'nov.csv', { type: 'text/csv' });
  fireEvent.change(screen.getByLabelText('Sheet'), { target: { files: [file] } });
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }));
  await screen.findByText('Sheet taken; its lines are being checked');
  expect(last('predictive.importSheet')).toMatchObject({
    query: { processId: id(1), name: 'nov', fileName: 'nov.csv' },
    bytes: file,
  });
  const panel = await screen.findByRole('complementary', { name: 'List November sheet' });
  for (const words of ['No such loan', 'Asked not to be contacted'])
    expect(within(panel).getByText(words)).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: 'Take it back' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take November sheet back?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Take it back' }));
  await screen.findByText('3 lines are not dialed any more');
  await waitFor(() => expect(within(panel).queryByRole('button', { name: 'Take it back' })).toBeNull());
});

it('a list is made from loans: counted first, then made', async () => {
  show(<PredictiveListPage />, '/predictiveList', {
    'processes.list': () => page([process()]),
    'predictive.lists': () => page<DialList>([]),
    'predictive.makeList': ({ body }) => ({
      data: { found: 31, list: body?.preview ? null : list({ source: 'filter' }) },
    }),
  });
  await screen.findByText('No list yet');
  fireEvent.click(screen.getByRole('button', { name: 'List from loans' }));
  const dialog = await screen.findByRole('dialog', { name: 'List from loans' });
  await within(dialog).findByRole('option', { name: /Two wheelers early/ });
  fireEvent.change(within(dialog).getByLabelText(/^Process/), { target: { value: id(1) } });
  fireEvent.change(within(dialog).getByLabelText('DPD from'), { target: { value: '30' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Count loans' }));
  await within(dialog).findByText('31 loans match');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make list' }));
  await screen.findByText('List made');
  expect(last('predictive.makeList')?.body).toMatchObject({
    processId: id(1),
    name: 'List of Two wheelers early',
    filter: { buckets: [], dpdFrom: 30, dpdTo: null, brokenPromise: false, restedDays: null },
    preview: false,
  });
});

it('the sheets that were uploaded are listed alone, with what became of their lines, and lead to the next upload', async () => {
  let rows = [list()];
  show(<UploadSheetsPage />, '/upload-sheets', {
    'predictive.lists': () => page(rows),
    'predictive.list': () => ({ data: list() }),
  });
  screen.getByRole('heading', { name: 'Upload Sheets' });
  const row = await screen.findByRole('row', { name: /November sheet/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  for (const words of ['Two wheelers early', 'Ready', '12', '3', '9', 'Leela Nair']) expect(cells).toContain(words);
  expect(row.textContent).toContain('nov.csv');
  // Lists made from loans are not among them, and cannot be asked for here.
  expect(last('predictive.lists')?.query).toMatchObject({ source: 'file', page: 1 });
  expect(screen.queryByText('Made from')).toBeNull();
  const upload = screen.getByRole('link', { name: 'Upload a sheet' });
  expect(upload.getAttribute('href')).toBe('/Predictive-upload');
  cleanup();
  rows = [];
  show(<UploadSheetsPage />, '/upload-sheets', { 'predictive.lists': () => page(rows) });
  await screen.findByText('No sheet was uploaded yet');
});

it('the report asks by group and days, shows shares and totals, and exports what is shown', async () => {
  const figures = {
    dialed: 30,
    connected: 12,
    dropped: 1,
    noAnswer: 10,
    busy: 4,
    error: 2,
    underWay: 1,
    connectPercent: 40,
    dropPercent: 7.7,
    disposed: 9,
    ptp: 3,
    talkSeconds: 3723,
  };
  show(<PredictiveReportPage />, '/predictive-report?from=2026-11-01&to=2026-11-21', {
    'processes.list': () => page([process()]),
    'predictive.report': () => ({
      data: { rows: [{ key: id(3), name: 'Ravi Kumar', detail: 'ravi.d', ...figures }], total: 1, sums: figures },
    }),
    'predictive.export': () => ({ data: { fileName: 'r.csv', csv: 'Agent' } }),
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'By agent' }));
  const row = await screen.findByRole('row', { name: /Ravi Kumar/ });
  for (const words of ['ravi.d', '30', '40 %', '7.7 %', '1:02:03']) expect(row.textContent).toContain(words);
  await waitFor(() =>
    expect(last('predictive.report')?.query).toMatchObject({ by: 'agent', from: '2026-11-01', to: '2026-11-21' }),
  );
  Object.assign(URL, { createObjectURL: () => 'blob:r', revokeObjectURL: () => undefined });
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(last('predictive.export')?.query).toMatchObject({ by: 'agent', from: '2026-11-01' }));
  expect(last('predictive.export')?.query).not.toHaveProperty('page');
});

it('without a network it says so and tries again', async () => {
  let away = true;
  show(<ProcessListPage />, '/process-list', {
    'processes.list': () => {
      if (away)
        throw new ApiError('No network', { status: 0, class: 'retry', code: 'offline', offline: true } as never);
      return page([process()]);
    },
  });
  const again = await screen.findByRole('button', { name: /again/i }, { timeout: 10_000 });
  away = false;
  fireEvent.click(again);
  await screen.findByRole('row', { name: /Two wheelers early/ });
});

it('loans are given to the process in whose row it was asked, after they are counted', async () => {
  const waiting = process({ mode: 'predictive', maxLevel: 2.5, dropPercent: 3 });
  const other = process({ id: id(7), name: 'Not mine', mayEdit: false });
  show(<ProcessAllocationPage />, '/process-allocation', {
    'processes.list': () => page([waiting, other]),
    'processes.choices': choices,
    'predictive.lists': () => page([]),
    'predictive.makeList': ({ body }) => ({
      data: { found: 31, list: body?.preview ? null : list({ source: 'filter', name: 'Fresh' }) },
    }),
  });
  expect(await screen.findByText('up to 2.5 lines an agent')).toBeTruthy();
  await waitFor(() => expect(last('predictive.lists')?.query).toMatchObject({ source: 'filter' }));
  // One that the user may not change gets none from them.
  const give = screen.getAllByRole('button', { name: 'Give loans' });
  expect(give).toHaveLength(1);
  fireEvent.click(give[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'List from loans' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Count loans' }));
  expect(await dialog.findByText('31 loans match')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Make list' }));
  await waitFor(() => expect(last('predictive.makeList')?.body).toMatchObject({ processId: id(1), preview: false }));
});
