/** Partners, success fees and revenue: listed, written, decided step by step, corrected; empty and without a network. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Partner, SuccessFee } from '../../../core/contract/partners';
import { type ClientFee, type EmployeeRevenue, NOBODY_AT_WORK } from '../../../core/contract/revenue';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import ClientRevenuePage from './pages/client-revenue-page';
import CreatePartnerPage from './pages/create-partner-page';
import EditPartnerPage from './pages/edit-partner-page';
import EditRevenuePage from './pages/edit-revenue-page';
import EditSuccessFeePage from './pages/edit-success-fee-page';
import PartnerListPage from './pages/partner-list-page';
import RevenuesPage from './pages/revenues-page';
import SuccessFeesPage from './pages/success-fees-page';

configure({ defaultHidden: true, asyncUtilTimeout: 5000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const changed = { version: 1, updatedAt: '2025-04-01T06:00:00.000Z', updatedBy: 'Leela' };
const nothing = {
  contactEmail: null,
  contactMobile: null,
  gst: null,
  pan: null,
  addressLine: null,
  state: null,
  pincode: null,
};
const partner: Partner = {
  ...{ id: id(1), name: 'Konkan Legal', kind: 'legal', active: true, fees: 2, contactName: 'Meena', city: 'Pune' },
  ...nothing,
  ...{ accountName: null, accountNumber: null, ifsc: null, agreedOn: null, agreedUntil: null },
  ...changed,
};
const [client, portfolio] = [
  { id: id(2), name: 'Sahyadri Bank' },
  { id: id(3), name: 'Two wheelers' },
];
const fee: SuccessFee = {
  ...{ id: id(4), client, portfolio: null, buckets: ['31-60'], percent: 12.5, gstPercent: 18 },
  ...{ partner: { id: id(1), name: 'Konkan Legal' }, partnerPercent: 20, fromMonth: '2025-01-01', toMonth: null },
  ...{ remarks: null, state: 'now', ...changed },
};
const owed = (more: Partial<ClientFee> = {}): ClientFee => ({
  ...{
    client,
    portfolio,
    month: '2025-03-01',
    status: 'open',
    payments: 3,
    collectedPaise: 7_500_00,
    feePaise: 850_00,
  },
  ...{ gstPaise: 153_00, partnerPaise: 100_00, nowPaise: null, ended: true, decidedAt: null, decidedBy: null },
  ...{ invoiceNumber: null, invoicedOn: null, receivedPaise: null, reference: null, receivedOn: null, version: 0 },
  ...more,
});
const line = { bucket: '31-60', payments: 3, collectedPaise: 7_500_00, percent: 12.5, feePaise: 850_00 };
const person: EmployeeRevenue = {
  ...{ id: id(5), name: 'Asha Patil', role: 'CRM_FIELDAGENT', agency: null, payments: 3, collectedPaise: 7_500_00 },
  ...{ feePaise: 850_00, correctionsPaise: -30_00, costPaise: null, netPaise: null },
};
const correction = {
  ...{ id: id(6), amountPaise: -30_00, reason: 'Paid by a colleague', madeAt: changed.updatedAt, madeBy: 'Leela' },
  ...{ takesBack: null, takenBack: false },
};

type Call = { query?: Record<string, unknown>; params?: object; body?: Record<string, unknown> };
let calls: { id: string; call: Call }[] = [];
let state = owed();
let answers: Record<string, (call: Call) => unknown> = {};
beforeEach(() => {
  calls = [];
  state = owed();
  const month = () => ({
    data: {
      ...{ revenue: person, month: '2025-03-01', corrections: [correction], costFrom: null },
      lines: [{ ...line, client: client.name, portfolio: portfolio.name }],
    },
  });
  const whole = () => ({
    data: { fee: state, lines: [{ ...line, gstPercent: 18, gstPaise: 1, partner: null, partnerPaise: 0 }] },
  });
  answers = {
    'partners.list': () => ({ data: { rows: [partner], total: 1 } }),
    'partners.get': () => ({ data: partner }),
    'partners.validateName': () => ({ data: { available: true, message: null } }),
    'partners.create': () => ({ data: partner }),
    'partners.update': () => ({ data: { ...partner, version: 2 } }),
    'partners.activate': ({ body }) => ({ data: { ...partner, ...body } }),
    'clients.list': () => ({
      data: { rows: [{ ...client, institution: 'BANK', categories: [], active: true }], total: 1 },
    }),
    'clients.portfolios': () => ({ data: [{ clientId: client.id, clientName: client.name, portfolios: [portfolio] }] }),
    'successFees.list': () => ({ data: { rows: [fee], total: 1 } }),
    'successFees.get': () => ({ data: fee }),
    'successFees.create': () => ({ data: fee }),
    'successFees.update': () => ({ data: fee }),
    'clientRevenue.list': () => ({
      data: {
        ...{ month: '2025-03-01', rows: [state], total: 1 },
        sums: { collectedPaise: 7_500_00, feePaise: 850_00, gstPaise: 153_00, partnerPaise: 100_00, receivedPaise: 0 },
      },
    }),
    'clientRevenue.get': whole,
    'clientRevenue.decide': ({ body }) => {
      const status = body?.status as ClientFee['status'];
      state = owed({ ...state, status, version: state.version + 1, invoiceNumber: status === 'open' ? null : 'INV-1' });
      return whole();
    },
    'revenue.list': () => ({
      data: {
        ...{ month: '2025-03-01', rows: [person, { ...person, id: NOBODY_AT_WORK, name: '' }], total: 2 },
        sums: { collectedPaise: 1, feePaise: 2, correctionsPaise: 3, costPaise: 4 },
      },
    }),
    'revenue.get': month,
    'revenue.cost': month,
    'revenue.correct': month,
    'revenue.takeBack': month,
  };
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
function show(Page: ComponentType, path = '/?month=2025-03-01') {
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      const answer = answers[endpoint.id];
      if (!answer) throw new Error(`${endpoint.id} is not answered`);
      return answer(call);
    },
  } as unknown as Api;
  const session = { profile: { role: { name: 'ADMIN' }, tenant: { zone: 'Asia/Kolkata' } } };
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session as unknown as Session}>
          <KeptContext value={memoryStore()}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <Page />
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
        <Where />
      </MemoryRouter>
    </UiProvider>,
  );
}
const address = () => screen.getByTestId('address').textContent;
const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('partners', () => {
  it('are listed, one opens in its form, and clients stand beside them', async () => {
    show(PartnerListPage, '/partner-list');
    const row = await screen.findByRole('row', { name: /Konkan Legal/ });
    expect(row.textContent).toContain('Legal firm');
    fireEvent.click(screen.getByRole('radio', { name: 'Clients' }));
    expect(await screen.findByRole('row', { name: /Sahyadri Bank/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Partners' }));
    fireEvent.click(await screen.findByRole('row', { name: /Konkan Legal/ }));
    expect(address()).toBe(`/partner/edit?id=${id(1)}`);
  });
  it('say what a partner is where there is none, and why they did not come', async () => {
    answers['partners.list'] = () => ({ data: { rows: [], total: 0 } });
    show(PartnerListPage, '/partner-list');
    expect(await screen.findByText('No partners yet')).toBeTruthy();
  });
  it('without a network are said not to be there', async () => {
    answers['partners.list'] = () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    show(PartnerListPage, '/partner-list');
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
  });
  it('are added with what is known of them', async () => {
    show(CreatePartnerPage, '/partner/create');
    await fill(/^Name(?! on)/, 'Konkan Legal');
    await fill(/^Kind of partner/, 'legal');
    await fill(/^IFSC/, 'hdfc0001234');
    await press('Add partner');
    await waitFor(() =>
      expect(last('partners.create')?.body).toMatchObject({
        name: 'Konkan Legal',
        kind: 'legal',
        ifsc: 'HDFC0001234',
        gst: null,
      }),
    );
    await waitFor(() => expect(address()).toBe('/partner-list'));
  });
  it('are not saved when the agreement ends before it begins, and are switched off when asked', async () => {
    show(EditPartnerPage, `/partner/edit?id=${id(1)}`);
    await fill(/^Agreement from/, '2026-02-01');
    await fill(/^Agreement until/, '2026-01-01');
    await press('Save partner');
    expect((await screen.findAllByText('It ends before it begins.')).length).toBeGreaterThan(0);
    expect(last('partners.update')).toBeUndefined();
    fireEvent.click(screen.getByRole('switch', { name: /Active/ }));
    await press('Switch off');
    await waitFor(() => expect(last('partners.activate')?.body).toEqual({ active: false }));
    expect(await screen.findByText('Konkan Legal is switched off')).toBeTruthy();
  });
  it('asks which one where the address names none', async () => {
    show(EditPartnerPage, '/partner/edit');
    expect(await screen.findByText('Which partner?')).toBeTruthy();
  });
});

describe('success fees', () => {
  it('are listed with what they are paid for', async () => {
    show(SuccessFeesPage, '/success-fees');
    const row = await screen.findByRole('row', { name: /Sahyadri Bank/ });
    for (const words of ['12.5 %', '31-60', 'Konkan Legal, 20 %', 'In force']) expect(row.textContent).toContain(words);
    fireEvent.click(row);
    expect(address()).toBe(`/successfees/edit?id=${id(4)}`);
  });
  it('are written with months as they are read, and a partner’s part where there is a partner', async () => {
    show(EditSuccessFeePage, '/successfees/edit?id=new');
    await screen.findByRole('option', { name: 'Sahyadri Bank' });
    await fill(/^Client\b/, client.id);
    await fill(/^Portfolio/, portfolio.id);
    await fill(/^Fee, percent/, '12.5');
    await fill(/^From month/, '2025-01');
    expect(screen.queryByLabelText(/^Part of the fee/)).toBeNull();
    await fill(/^Partner/, id(1));
    await fill(/^Part of the fee/, '20');
    await press('Add fee');
    await waitFor(() =>
      expect(last('successFees.create')?.body).toMatchObject({
        ...{ clientId: client.id, portfolioId: portfolio.id, percent: 12.5, gstPercent: 18 },
        ...{ fromMonth: '2025-01-01', toMonth: null, partnerId: id(1), partnerPercent: 20, buckets: [] },
      }),
    );
    await waitFor(() => expect(address()).toBe('/success-fees'));
  });
  it('say at the field what the server refused', async () => {
    const fields = [
      { path: 'fromMonth', message: 'Another rule says 10 % for the same from 2025-01 – . End that one first.' },
    ];
    answers['successFees.update'] = () => {
      throw new ApiError('Refused', { status: 422, code: 'invalid', class: 'user', fields });
    };
    show(EditSuccessFeePage, `/successfees/edit?id=${id(4)}`);
    await fill(/^Fee, percent/, '13');
    await press('Save fee');
    expect((await screen.findAllByText(/End that one first/)).length).toBeGreaterThan(0);
    expect(last('successFees.update')?.body).toMatchObject({ version: 1, percent: 13, fromMonth: '2025-01-01' });
  });
});

describe('client revenue', () => {
  async function opened() {
    show(ClientRevenuePage, '/client-revenue?month=2025-03-01');
    fireEvent.click(await screen.findByRole('row', { name: /Sahyadri Bank/ }));
    return screen.findByRole('complementary', { name: 'Fee of Sahyadri Bank' });
  }
  it('is approved, invoiced, received, and goes back with a reason', async () => {
    const panel = await opened();
    fireEvent.click(await within(panel).findByRole('button', { name: 'Approve ₹850' }));
    await press('Approve');
    await waitFor(() =>
      expect(last('clientRevenue.decide')?.body).toEqual({ status: 'approved', version: 0, feePaise: 850_00 }),
    );
    await fill(/^Invoice number/, 'INV-1');
    await press('Mark as invoiced');
    await waitFor(() =>
      expect(last('clientRevenue.decide')?.body).toMatchObject({ status: 'invoiced', invoiceNumber: 'INV-1' }),
    );
    await fill(/^Amount received/, '900');
    await fill(/^Reference number/, 'UTR1');
    await press('Mark as received');
    await waitFor(() =>
      expect(last('clientRevenue.decide')?.body).toMatchObject({
        status: 'received',
        receivedPaise: 900_00,
        reference: 'UTR1',
        version: 2,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as received' })).toBeNull());
    await press('Go back a step');
    await fill(/^Why/, 'Cheque returned');
    await press('Go back');
    await waitFor(() =>
      expect(last('clientRevenue.decide')?.body).toMatchObject({
        status: 'invoiced',
        reason: 'Cheque returned',
        version: 3,
      }),
    );
  });
  it.each([
    [
      'a month that is not over',
      { ended: false },
      'The month is not over yet. It can be approved from the first of the next one.',
    ],
    ['no rule', { feePaise: 0 }, 'No rule of Success Fees says a fee for it.'],
    ['what came later', { status: 'approved', nowPaise: 950_00 }, 'Counted today it would be ₹950.'],
  ] as const)('says %s', async (_, more, words) => {
    state = owed(more);
    const panel = await opened();
    expect(await within(panel).findByText(words)).toBeTruthy();
  });
  it('is taken as a file of the month', async () => {
    answers['clientRevenue.export'] = () => ({ data: { fileName: 'a.csv', csv: '' } });
    show(ClientRevenuePage, '/client-revenue?month=2025-03-01');
    await screen.findByRole('row', { name: /Sahyadri Bank/ });
    await press('Export CSV');
    await waitFor(() => expect(last('clientRevenue.export')?.query).toMatchObject({ month: '2025-03-01' }));
  });
});

describe('employee revenue', () => {
  it('is listed with what came by itself, and opens a person’s month', async () => {
    show(RevenuesPage, '/revenues?month=2025-03-01');
    expect(await screen.findByRole('row', { name: /Without an employee/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('row', { name: /Asha Patil/ }));
    expect(address()).toBe(`/revenue/edit?id=${id(5)}&month=2025-03-01`);
  });
  it('takes a cost, a correction, and a correction back', async () => {
    show(EditRevenuePage, `/revenue/edit?id=${id(5)}&month=2025-03-01`);
    await fill(/^Cost a month/, '25,000');
    await press('Save cost');
    await waitFor(() => expect(last('revenue.cost')?.body).toEqual({ costPaise: 25_000_00 }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Takes away' }));
    await fill(/^Amount/, '30');
    await fill(/^Why/, 'Paid by a colleague');
    await press('Add correction');
    await waitFor(() =>
      expect(last('revenue.correct')?.body).toMatchObject({
        direction: 'less',
        amountPaise: 30_00,
        reason: 'Paid by a colleague',
      }),
    );
    await press('Take back');
    await waitFor(() => expect(last('revenue.takeBack')?.params).toMatchObject({ correctionId: id(6) }));
  });
});
