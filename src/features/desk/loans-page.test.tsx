import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { describe, expect, it, vi } from 'vitest';
import LoansPage from './pages/loans-page';
import { asked, at, id, offline, show, where } from './test-home';

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

  it.each<[role: string, agency: object, title: string, after: string[]]>([
    ['CRM_MANAGER', {}, 'Loans', ['Loan', 'Number', 'Worked by', 'DPD']],
    ['CRM_MANAGER', { agencyCode: 'ICC-DEL' }, 'All Loans', ['Loan', 'Number', 'Client', 'Portfolio', 'DPD']],
    ['CRM_MANAGER', { agencyName: 'West ICC_4' }, 'All Loans', ['Loan', 'Number', 'Client', 'Portfolio', 'DPD']],
    ['CRM_MANAGER', { agencyName: 'West ICC' }, 'Loans', ['Loan', 'Number', 'Worked by', 'DPD']],
    ['CRM_TENANTADMIN', {}, 'All Loans', ['Loan', 'Number', 'Client', 'Portfolio', 'DPD']],
    ['CRM_TENANTADMIN', { subRole: 'ACM' }, 'All Loans', ['Loan', 'Number', 'DPD']],
  ])('reads as the home of %s of %j', async (role, agency, title, after) => {
    show({}, '/loans', role, LoansPage, agency);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    const heads = within(await grid()).getAllByRole('columnheader');
    const names = heads.map(({ textContent }) => textContent?.trim() ?? '').filter((name) => name !== '');
    expect(names.slice(0, after.length)).toEqual(after);
  });

  it.each([
    ['/partner-loans', 'PARTNER', 'Partner Loans'],
    ['/client-loans', 'CLIENT', 'Client Loans'],
    ['/client-loans', 'CUSTOMER', 'Client Loans'],
  ])('at %s a %s has %s, and a loan of it opens beside it', async (path, role, title) => {
    show({}, path, role, LoansPage);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    const table = await screen.findByRole('grid', { name: title });
    fireEvent.click(await within(table).findByText('Borrower 1'));
    await waitFor(() => expect(where().split('=')[0]).toBe(`${path}?loan`));
  });

  it('the lender offers a settlement from its own list, and finds there the ones of before', async () => {
    const dues = { principal: 5_00_000_00, interest: 0, penal: 0, charges: 0 };
    const room = { dues, today: '2026-11-21', openId: null, coolingUntil: null };
    const row = { id: id(9), number: 'ST/2026/000009', stage: 'rejected', payable: 1_00_000_00, createdAt: at };
    const answers = {
      'settlements.room': () => ({ data: { loanId: id(2), loanNumber: 'LN0002', borrower: 'Borrower 2', ...room } }),
      'settlements.list': () => ({ data: { rows: [row], total: 1, exact: true } }),
    };
    show(answers, `/client-loans?loan=${id(2)}`, 'CLIENT_ADMIN', LoansPage);
    const part = await screen.findByRole('region', { name: 'Settlement' });
    const open = await within(part).findByRole('link', { name: 'Open' });
    expect(open.getAttribute('href')).toBe(`/client-settalement-loans?open=${id(9)}&view=all`);
    fireEvent.click(within(part).getByRole('button', { name: 'Offer a settlement' }));
    expect(await screen.findByRole('dialog', { name: 'Offer a settlement' })).toBeTruthy();
  });

  it('shows ten rows, three page buttons and totals, and keeps page and order in the address', async () => {
    page();
    const table = await grid();
    await within(table).findByText('Borrower 1');
    expect(within(table).getAllByRole('rowheader')).toHaveLength(11);
    expect(screen.getByText('1–10 of 12,431 loans')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Page \d/ })).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Page 2 of 1,244' }));
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

  it.each<[address: string, asks: object, chip: string | undefined, gone: object]>([
    [`agent=${id(7)}`, { agentId: id(7) }, undefined, { agentId: undefined }],
    [`manager=${id(7)}`, { managerId: id(7) }, undefined, { managerId: undefined }],
    [`agency=${id(7)}`, { agencyId: id(7) }, undefined, { agencyId: undefined }],
    [`portfolio=${id(7)}`, { portfolioId: id(7) }, undefined, { portfolioId: undefined }],
    ['client=Sahyadri%20Bank', { client: 'Sahyadri Bank' }, undefined, { client: undefined }],
    ['dpd=30..40', { dpdFrom: 30, dpdTo: 40 }, 'DPD: 30 to 40', { dpdFrom: undefined, dpdTo: undefined }],
    ['dpd=30..', { dpdFrom: 30, dpdTo: undefined }, 'DPD: from 30', { dpdFrom: undefined }],
    [
      'contacted=2026-11-01..2026-11-02',
      { dateFrom: '2026-11-01', dateTo: '2026-11-02' },
      'Last contact: 01/11/2026 to 02/11/2026',
      { dateFrom: undefined, dateTo: undefined },
    ],
    // What a hand typed and nobody knows is not asked for.
    [
      'agent=nobody&dpd=many..&contacted=today..',
      { agentId: undefined, dpdFrom: undefined, dateFrom: undefined },
      undefined,
      {},
    ],
  ])('filters by %s', async (address, asks, chip, gone) => {
    page(`/loans?${address}`, 'CRM_TENANTADMIN');
    await within(await grid()).findByText('Borrower 1');
    expect(lastAsked()).toMatchObject(asks);
    if (chip) await screen.findByRole('button', { name: `Remove the filter ${chip}` });
    const [remove] = screen.queryAllByRole('button', { name: /^Remove the filter/ });
    if (!remove || Object.keys(gone).length === 0) return;
    fireEvent.click(remove);
    await waitFor(() => expect(lastAsked()).toMatchObject(gone));
  });

  it('gives what is shown as a file, however much it is', async () => {
    const wanted: unknown[] = [];
    const start = (call: { body?: unknown }) => {
      wanted.push(call.body);
      return { data: {} };
    };
    show(
      { 'reportExports.list': () => ({ data: [] }), 'reportExports.create': start },
      '/loans?bucket=31-60&page=3&sort=-pos',
      'CRM_MANAGER',
      LoansPage,
    );
    await within(await grid()).findByText('Borrower 21');
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog', { name: 'Exports' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Excel file' }));
    await waitFor(() =>
      expect(wanted).toMatchObject([
        { kind: 'loans', fileType: 'xlsx', list: { bucket: '31-60', sort: 'pos', dir: 'desc' } },
      ]),
    );
    expect(wanted[0]).not.toHaveProperty('list.page');
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
