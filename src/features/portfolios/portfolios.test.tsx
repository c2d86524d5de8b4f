import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../core/contract/errors';
import { activatePortfolio } from '../../../core/contract/portfolios';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import { SettlementReportsCard } from './components/settlement-reports-card';
import IncentivePage from './pages/incentive-page';
import PortfolioPage from './pages/portfolio-page';
import PortfoliosPage from './pages/portfolios-page';

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const NEVER = { version: 0, savedAt: null, savedBy: null };
const SAVED = { version: 1, savedAt: '2026-11-21T05:00:00Z', savedBy: 'Leela' };
const POLICY = { fromHour: 8, toHour: 19, perDay: 3, perWeek: 12, gapMinutes: 60, channels: ['call', 'sms'] };

type Call = Record<string, unknown> & { body?: Record<string, unknown> };
type Answers = Record<string, (call: Call) => unknown>;
const choices = {
  tenant: { id: id(1), name: 'Sahyadri' },
  clients: [{ id: id(2), name: 'Kaveri Finance', institutionType: 'NBFC' }],
  agencies: [],
  products: ['Gold loan', 'Home loan'],
  managers: [{ id: id(3), name: 'Meera', hint: '' }],
  collectors: [],
  fieldAgents: [],
  portfolios: [],
};
const portfolio = (more: object = {}) => ({
  id: id(9),
  active: true,
  mayEdit: true,
  tenant: choices.tenant,
  client: { id: id(2), name: 'Kaveri Finance' },
  clientId: id(2),
  name: 'Gold West',
  institutionType: 'NBFC',
  secured: true,
  products: ['Gold loan'],
  buckets: ['0-30'],
  region: 'West',
  languages: ['mr'],
  startsOn: null,
  endsOn: null,
  agencyIds: [],
  managerIds: [],
  collectorIds: [],
  fieldAgentIds: [],
  agencies: [],
  managers: [],
  collectors: [],
  fieldAgents: [],
  incentives: [],
  tabs: { details: SAVED, script: NEVER, foreclosure: NEVER, incentive: NEVER },
  ...more,
});
const row = {
  id: id(9),
  name: 'Gold West',
  client: { id: id(2), name: 'Kaveri Finance' },
  institutionType: 'NBFC',
  products: ['Gold loan'],
  secured: true,
  region: 'West',
  active: true,
  startsOn: null,
  endsOn: null,
  managers: 1,
  collectors: 2,
  fieldAgents: 3,
  agencies: 0,
  loans: 12,
  posPaise: 100_00,
  saved: ['details'],
  incentives: [],
  mayEdit: true,
};
const incentives = {
  ...NEVER,
  portfolio: { id: id(9), name: 'Gold West' },
  incentiveType: 'Target',
  taIncentives: [],
  faIncentives: [],
  telecallers: 2,
  fieldAgents: 3,
  mayEdit: true,
};
const script = {
  ...NEVER,
  scripts: [],
  dispositionCodes: [],
  templates: [],
  contactPolicy: POLICY,
  recordingNotice: '',
  mayEdit: true,
};
const list = (content: unknown[], totals = { loans: 0, posPaise: 0 }) => ({
  data: { content, totalElements: content.length, totals, totalPages: 1, pageNumber: 1, pageSize: 250 },
});
const conflict = () => new ApiError('Somebody else was faster.', { status: 409, class: 'user', code: 'conflict' });

let calls: { id: string; call: Call }[];
beforeEach(() => {
  calls = [];
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
const address = () => screen.getByTestId('address').textContent;

function show(page: React.ReactNode, path: string, more: Answers = {}, store = memoryStore()) {
  const all: Answers = {
    'portfolios.choices': () => ({ data: choices }),
    'portfolios.get': () => ({ data: portfolio() }),
    'portfolios.search': () => list([row]),
    'portfolios.members': () => ({ data: { content: [], totalElements: 0, pageNumber: 1, pageSize: 10 } }),
    'portfolios.validateName': ({ body }) => ({ data: { name: body?.name } }),
    'portfolios.script': () => ({ data: script }),
    'incentives.get': () => ({ data: incentives }),
    'dispositions.codes': () => ({ data: { codes: [{ code: 'PTP', label: 'Promise', class: 'PTP' }] } }),
    ...more,
  };
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      return all[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Leela', role: { name: 'CRM_TenantAdmin' }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <KeptContext value={store}>
        <MemoryRouter initialEntries={[path]}>
          <SessionContext value={session}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>{page}</ApiContext>
            </QueryClientProvider>
          </SessionContext>
          <Where />
        </MemoryRouter>
      </KeptContext>
    </UiProvider>,
  );
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('a new portfolio', () => {
  it('names what is missing, asks about its name while it is typed, and goes on to the second tab', async () => {
    show(<PortfolioPage />, '/create-portfolio', {
      'portfolios.validateName': ({ body }) => {
        if (body?.name === 'Taken') {
          const message = 'A portfolio with this name exists already.';
          throw new ApiError(message, { status: 422, class: 'user', code: 'invalid' });
        }
        return { data: { name: body?.name } };
      },
      'portfolios.create': ({ body }) => ({ data: portfolio({ id: body?.id }) }),
    });
    await screen.findByLabelText('Portfolio name');
    for (const name of ['2 · Script & communication After the details', '4 · Incentive After the details'])
      expect(screen.getByRole('tab', { name }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Create portfolio' }));
    expect(await screen.findAllByText('This Field Is Required')).toHaveLength(6);
    expect(last('portfolios.create')).toBeUndefined();

    type('Portfolio name', 'Taken');
    await screen.findByText('A portfolio with this name exists already.');
    type('Portfolio name', 'Gold West');
    await screen.findByText('This name is free.');
    type('Client', id(2));
    // The client's own kind is taken over.
    expect((screen.getByLabelText('Institution type') as HTMLSelectElement).value).toBe('NBFC');
    type('Region', 'West');
    type('Another product', 'Tractor loan');
    fireEvent.keyDown(screen.getByLabelText('Another product'), { key: 'Enter' });
    fireEvent.click(screen.getByRole('button', { name: /^Languages/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Marathi/ }));
    fireEvent.keyDown(screen.getByLabelText('Portfolio name'), { key: 'Enter', ctrlKey: true });
    await waitFor(() =>
      expect(last('portfolios.create')?.body).toMatchObject({
        name: 'Gold West',
        clientId: id(2),
        institutionType: 'NBFC',
        products: ['Tractor loan'],
        languages: ['mr'],
        region: 'West',
      }),
    );
    await screen.findByText('Portfolio Added Successfully');
    await waitFor(() =>
      expect(address()).toBe(`/create-portfolio?id=${last('portfolios.create')?.body?.id}&tab=script`),
    );
    await screen.findByRole('button', { name: 'Save script & communication' });
  });

  it('survives being left, and is made once under one id', async () => {
    const store = memoryStore();
    const { unmount } = show(<PortfolioPage />, '/create-portfolio', {}, store);
    await screen.findByLabelText('Portfolio name');
    type('Portfolio name', 'Half done');
    unmount();
    show(<PortfolioPage />, '/create-portfolio', {}, store);
    expect(((await screen.findByLabelText('Portfolio name')) as HTMLInputElement).value).toBe('Half done');
    expect(screen.getByRole('tab', { name: '1 · Details Draft, not saved' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect((screen.getByLabelText('Portfolio name') as HTMLInputElement).value).toBe('');
  });
});

describe('a portfolio’s tabs', () => {
  const path = `/create-portfolio?id=${id(9)}&tab=script`;

  it('say how each stands; what is wrong stands at its field', async () => {
    show(<PortfolioPage />, path);
    await screen.findByRole('tab', { name: '1 · Details Saved' });
    expect(
      screen.getByRole('tab', { name: '2 · Script & communication Not filled in yet', selected: true }),
    ).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Add a template' }));
    type('Sender header', 'sah');
    fireEvent.click(screen.getByRole('button', { name: 'Save script & communication' }));
    await screen.findByText('A DLT template id has 19 digits.');
    expect(last('portfolios.saveScript')).toBeUndefined();
    await screen.findByRole('tab', { name: '2 · Script & communication Draft, not saved' });
  });

  it('that somebody else saved meanwhile ask whose counts', async () => {
    let version = 1;
    let fail = true;
    show(<PortfolioPage />, path, {
      'portfolios.script': () => ({ data: { ...script, ...SAVED, version, recordingNotice: 'Theirs' } }),
      'portfolios.saveScript': () => {
        if (!fail) return { data: {} };
        version = 2;
        throw conflict();
      },
    });
    fireEvent.change(await screen.findByLabelText(/Recording notice/), { target: { value: 'Mine' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save script & communication' }));
    await screen.findByText('Somebody else saved this tab meanwhile');
    expect((screen.getByLabelText(/Recording notice/) as HTMLTextAreaElement).value).toBe('Mine');
    fail = false;
    fireEvent.click(await screen.findByRole('button', { name: 'Save mine over it' }));
    await waitFor(() =>
      expect(last('portfolios.saveScript')?.body).toMatchObject({ recordingNotice: 'Mine', version: 2 }),
    );
  });

  it('move with the arrow keys', async () => {
    show(<PortfolioPage />, `/create-portfolio?id=${id(9)}`);
    const tab = await screen.findByRole('tab', { name: '1 · Details Saved' });
    fireEvent.keyDown(tab, { key: 'ArrowLeft' });
    await screen.findByRole('button', { name: 'Save incentive' });
    expect(address()).toContain('tab=incentive');
  });
});

describe('an incentive structure', () => {
  async function open(more: Answers = {}) {
    show(<IncentivePage />, `/incentive-structure?portfolio=${id(9)}`, more);
    await screen.findByText('2 telecallers assigned');
    expect(screen.getByText('3 field agents assigned')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Add a tier' })[0] as HTMLElement);
  }
  it.each([
    ['', '', 'All fields are required.'],
    ['-5', '5', 'Min, max, and incentive values must not be negative.'],
    ['0', '5', 'Max must be greater than Min.'],
  ])('max %j and amount %j: %s', async (max, amount, message) => {
    await open();
    type('Max (₹), tier 1', max);
    type('Incentive (₹), tier 1', amount);
    fireEvent.click(screen.getByRole('button', { name: 'Save incentive' }));
    await screen.findByText(message);
    expect(last('incentives.save')).toBeUndefined();
  });

  it('of every portfolio stands in a list with what it pays; a row leads to its tiers, a button to a new one', async () => {
    const pays = (amounts: number[]) => ({
      portfolio: { id: id(9), name: 'Gold West' },
      incentiveType: 'Target',
      tiers: amounts.map((amount, at) => ({ min: (at + 1) * 1_00_000, max: (at + 2) * 1_00_000, amount })),
      mine: null,
    });
    const without = { ...row, id: id(10), name: 'Silver East' };
    show(<IncentivePage />, '/incentive-structure', {
      'portfolios.search': () => list([row, without]),
      'incentives.byRole': ({ query }) => ({
        data: (query as { roleType: string }).roleType === 'Collector' ? [pays([0, 1500, 9000])] : [],
      }),
    });
    const gold = await screen.findByRole('row', { name: /Gold West/ });
    expect(within(gold).getByText('Target')).toBeTruthy();
    expect(gold.textContent).toContain('₹1,500 to ₹9,000 · 3 tiers from ₹2 L');
    expect(within(gold).getByText('No tier yet.')).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /Silver East/ })).getByText('Pays nothing')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New Incentive Structure' }).getAttribute('href')).toBe(
      '/new-incentive-structure',
    );
    fireEvent.click(within(gold).getByText('Gold West'));
    await screen.findByText('2 telecallers assigned');
    expect(address()).toBe(`/incentive-structure?portfolio=${id(9)}`);
  });

  it('that is new asks whose it is first', async () => {
    show(<IncentivePage />, '/new-incentive-structure');
    fireEvent.change(await screen.findByRole('combobox', { name: /Portfolio/ }), { target: { value: id(9) } });
    await screen.findByText('2 telecallers assigned');
    expect(address()).toBe(`/new-incentive-structure?portfolio=${id(9)}`);
  });

  it('with a gap is warned of and saved, in the specification’s words, and leads to the list', async () => {
    await open({ 'incentives.save': () => ({ data: incentives }) });
    type('Max (₹), tier 1', '1,00,000');
    type('Incentive (₹), tier 1', '500');
    fireEvent.click(screen.getAllByRole('button', { name: 'Add a tier' })[0] as HTMLElement);
    type('Min (₹), tier 2', '200000');
    type('Max (₹), tier 2', '300000');
    type('Incentive (₹), tier 2', '900');
    await screen.findByText('Nothing new is earned between 1,00,000 and 2,00,000.');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Field agents' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save incentive' }));
    await waitFor(() => expect(address()).toBe('/view-client'));
    expect(last('incentives.save')).toEqual({
      headers: { portfolioid: id(9) },
      body: {
        incentiveType: 'Target',
        taIncentives: [
          { min: 0, max: 100_000, amount: 500 },
          { min: 200_000, max: 300_000, amount: 900 },
        ],
        faIncentives: [],
        version: 0,
      },
    });
    await screen.findByText('Incentive update sucessfully');
  });
});

describe('the list', () => {
  it('asks for page 1 of 250, filters by header, and opens one beside it', async () => {
    show(<PortfoliosPage />, '/view-client?active=true');
    const line = await screen.findByRole('row', { name: /Gold West/ });
    expect(last('portfolios.search')).toMatchObject({
      query: { pageNumber: 1, pageSize: 250 },
      headers: { active: 'true' },
    });
    expect(line.textContent).toContain('1 of 4');
    fireEvent.click(line);
    const panel = await screen.findByRole('complementary', { name: 'Portfolio Gold West' });
    expect(within(panel).getByRole('link', { name: 'Open the four tabs' }).getAttribute('href')).toBe(
      `/create-portfolio?id=${id(9)}`,
    );
    fireEvent.click(within(panel).getByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate “Gold West”?' });
    expect(dialog.textContent).toContain('12 open loans');
  });

  it.each([
    ['forbidden', true],
    ['busy', true],
    ['busy', false],
  ] as const)(
    'that cannot be switched (%s) says so where it was asked for, and is asked again',
    async (code, active) => {
      let refuse = true;
      show(<PortfoliosPage />, `/view-client?open=${row.id}`, {
        'portfolios.search': () => list([{ ...row, active }]),
        [activatePortfolio.id]: () => {
          if (refuse) throw new ApiError(ERRORS[code].message, { ...ERRORS[code], code });
          return { success: true };
        },
      });
      let place = await screen.findByRole('complementary', { name: 'Portfolio Gold West' });
      if (active) {
        fireEvent.click(within(place).getByRole('button', { name: 'Deactivate' }));
        place = await screen.findByRole('dialog', { name: /^Deactivate/ });
      }
      const again = () =>
        fireEvent.click(within(place).getByRole('button', { name: active ? 'Deactivate portfolio' : 'Activate' }));
      again();
      expect((await within(place).findByRole('alert')).textContent).toContain(ERRORS[code].message);
      refuse = false;
      again();
      await screen.findByText(active ? 'Portfolio deactivated' : 'Portfolio activated');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it.each([
    [500, 'internal', 'HTTP error! status: 500'],
    [403, 'forbidden', 'HTTP error! status: 403'],
  ] as const)('that fails with %d says so', async (status, code, words) => {
    show(<PortfoliosPage />, '/view-client', {
      'portfolios.search': () => {
        throw new ApiError('Broken', { status, class: 'user', code });
      },
    });
    await screen.findByText(words);
  });

  it('adds up every portfolio of the search, not those of the page', async () => {
    show(<PortfoliosPage />, '/view-client', {
      'portfolios.search': () => list([row], { loans: 4_000, posPaise: 12_50_00_000_00 }),
    });
    const sums = (await screen.findByText('₹12.5 Cr')).closest('tr');
    expect(document.body.textContent).toContain('4,000');
    expect(screen.getByRole('row', { name: new RegExp(row.name) })).not.toBe(sums);
  });

  it('without a network says that, and with nothing what to do', async () => {
    const { unmount } = show(<PortfoliosPage />, '/view-client', {
      'portfolios.search': () => {
        throw new ApiError('Network error', { status: 0, class: 'retry' });
      },
    });
    await screen.findByText('No network');
    unmount();
    show(<PortfoliosPage />, '/view-client', { 'portfolios.search': () => list([]) });
    expect((await screen.findByRole('link', { name: 'Create the first portfolio' })).getAttribute('href')).toBe(
      '/create-portfolio',
    );
  });
});

describe('settlement reports', () => {
  const report = {
    id: id(40),
    name: 'settled.csv',
    mime: 'text/csv',
    size: 20,
    lines: 5,
    matched: 3,
    unknown: ['L8', 'L9'],
    uploadedBy: 'Leela',
    uploadedAt: '2026-11-20T10:00:00.000Z',
  };
  const card = (mayEdit: boolean, more: Answers) =>
    show(<SettlementReportsCard id={id(9)} mayEdit={mayEdit} zone="Asia/Kolkata" />, '/create-portfolio', more);
  const pick = (file: File) =>
    fireEvent.change(screen.getByLabelText('Settlement report: CSV, XLSX or PDF'), { target: { files: [file] } });

  it('are uploaded, and what a CSV names is said', async () => {
    let rows: object[] = [];
    card(true, {
      'portfolios.settlementReports': () => ({ data: { rows, total: rows.length } }),
      'portfolios.uploadSettlementReport': () => {
        rows = [report];
        return { data: report };
      },
    });
    await screen.findByText(/^No report yet/);
    const file = new File(['LAN\nL1'], 'settled.csv', { type: 'text/csv' });
    pick(file);
    await screen.findByText('3 of 5 lines are loans of this portfolio');
    expect(screen.getByText('Not here: L8, L9')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download settled.csv' })).toBeTruthy();
    expect(last('portfolios.uploadSettlementReport')).toMatchObject({
      params: { id: id(9) },
      query: { fileName: 'settled.csv' },
      bytes: file,
    });
  });

  it('say why a file is not taken', async () => {
    card(true, {
      'portfolios.settlementReports': () => ({ data: { rows: [], total: 0 } }),
      'portfolios.uploadSettlementReport': () => {
        throw new ApiError('Please check the marked fields.', {
          status: 415,
          class: 'user',
          code: 'wrong-type',
          fields: [{ path: 'file', message: 'Not a CSV, XLSX or PDF file' }],
        });
      },
    });
    await screen.findByText(/^No report yet/);
    pick(new File(['MZ'], 'x.csv'));
    await screen.findByText('Not a CSV, XLSX or PDF file');
    expect(screen.getByText('Nothing was kept.')).toBeTruthy();
  });

  it('are only read by those who may not change the portfolio', async () => {
    card(false, { 'portfolios.settlementReports': () => ({ data: { rows: [report], total: 1 } }) });
    await screen.findByRole('button', { name: 'Download settled.csv' });
    expect(screen.queryByRole('button', { name: 'Upload a report' })).toBeNull();
  });
});
