import { onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../api';
import HomePage from './pages/home-page';
import LoansPage from './pages/loans-page';
import { answers, at, id, landing, loan, offline, show, where } from './test-home';

describe("the desk's home", () => {
  it('starts with the sentence, then numbers, buckets with a total, and the newest records with their outcome', async () => {
    show();
    await screen.findByRole('heading', { level: 1, name: /₹8,400 collected today from 2 payments/ });
    expect(await screen.findByText('25 % of 12 loans')).toBeTruthy();
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

  it.each(['CRM_MANAGER', 'CRM_TELECALLER'])('a %s takes no record out', async (role) => {
    show({}, '/loans?loan=LN0002', role, LoansPage);
    await screen.findByRole('heading', { name: 'History' });
    await screen.findAllByText(/entry \d+ of the audit chain|R-0/);
    expect(screen.queryByRole('button', { name: /^Take .* out$/ })).toBeNull();
  });

  it('an administrator takes a wrong record out, with a reason; why it cannot be done stands there', async () => {
    const sent: unknown[] = [];
    let refused = true;
    show(
      {
        'dispositions.withdraw': ({ body }) => {
          sent.push(body);
          if (refused)
            throw new ApiError('The promise of this record was kept. It cannot be taken back.', {
              status: 409,
              class: 'user',
            });
          return { success: true, data: { id: id(1), loanId: id(2), withdrawnAt: at } };
        },
      },
      '/loans?loan=LN0002',
      'CRM_TENANTADMIN',
      LoansPage,
    );
    const [take] = await screen.findAllByRole('button', { name: /^Take .* out$/ });
    fireEvent.click(take as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Take this record out?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Take it out' }));
    expect(await dialog.findByText('Give a reason')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' Another borrower ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Take it out' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The promise of this record was kept.');
    refused = false;
    fireEvent.click(dialog.getByRole('button', { name: 'Take it out' }));
    expect(await screen.findByText('The record was taken out')).toBeTruthy();
    expect(sent.at(-1)).toMatchObject({ reason: 'Another borrower' });
  });

  it('with no loans says what this place is for', async () => {
    const empty = { ...landing, allocated: { loans: 0, posPaise: 0 }, buckets: [], latest: [] };
    show({ 'loans.dashboard': () => ({ success: true, data: empty }) });
    expect(await screen.findByText('No loans yet')).toBeTruthy();
    const [create] = screen.getAllByRole('link', { name: 'Create Portfolio' });
    expect(create?.getAttribute('href')).toBe('/create-portfolio');
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
    ['CRM_TENANTADMIN', { tenantAdmin: { subRole: 'RCM' } }, 'Regional dashboard', 'By city'],
    ['TENANT_ADMIN', { subRole: 'ZCM' }, 'Zonal dashboard', 'By state'],
    ['CUSTOMER', {}, 'Your portfolios', 'By portfolio'],
    ['CLIENT', {}, 'Your portfolios', 'By portfolio'],
    ['MANAGER', {}, 'Your team', 'By agent'],
    ['CRM_SUPERMANAGER', {}, 'Dashboard', 'By client'],
  ])('of %s with %j is "%s", compared %s', async (role, stored, name, tab) => {
    show({}, '/', role, HomePage, stored);
    await screen.findByRole('grid', { name: tab });
    expect(document.body.textContent).toContain(`${name} · `);
    expect(screen.queryByRole('grid', { name: 'Next to work' }) !== null).toBe(role === 'COLLECTOR');
    // Who has no list of loans gets no links to it.
    const mayList = !['CLIENT_ADMIN', 'PARTNER', 'CUSTOMER', 'CLIENT'].includes(role);
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
    expect(where()).toBe('/loans?by=pincode&key=k2&group=A+smaller+one&state=active');
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
