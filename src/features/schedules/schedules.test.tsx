/** "Info for Reports": its table, its modal with the texts of section 5, the toggle, deleting, and what went to whom. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScheduledReport } from '../../../core/contract/schedule-reports';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import InfoReportPage from './pages/info-report-page';
import MailedReportsPage from './pages/mailed-reports-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-00000000000${n}`;
const SCHEDULE: ScheduledReport = {
  id: id(1),
  reportName: 'daily-reports',
  displayName: 'Daily Call',
  portfolios: ['Two wheelers', 'Personal loans', 'Cards'],
  portfolioIds: [id(2), id(3), id(4)],
  emails: ['risk@bank.example', 'head@bank.example'],
  frequency: 'weekly',
  daysOfWeek: ['Monday', 'Friday'],
  dateOfMonth: null,
  timing: '19:30',
  active: true,
  tenantId: id(9),
  tenantName: 'Sahyadri Collections',
  owner: 'Leela',
  nextOn: '2026-11-27',
  problem: null,
  version: 3,
  updatedAt: '2026-11-20T09:00:00Z',
  updatedBy: 'Leela',
};

let rows: ScheduledReport[];
let asked: { id: string; call: { body?: unknown; params?: unknown; headers?: unknown } }[];
let answers: Record<string, () => unknown>;
beforeEach(() => {
  rows = [SCHEDULE];
  asked = [];
  answers = {
    'scheduleReports.list': () => ({ rows, total: rows.length }),
    'tenants.reports': () => [
      { id: 'daily-reports', displayName: 'Daily Call' },
      { id: 'upload-sheets', displayName: 'Upload Sheets' },
    ],
    'reports.choices': () => ({
      portfolios: [
        { id: id(2), name: 'Two wheelers' },
        { id: id(3), name: 'Cards' },
      ],
    }),
    'scheduleReports.deliveries': () => [],
  };
});
afterEach(cleanup);
const sent = (name: string) => asked.filter((one) => one.id === name).map(({ call }) => call);

function show(Page: ComponentType = InfoReportPage) {
  const api = {
    call: async (endpoint: { id: string }, call: { body?: unknown }) => {
      asked.push({ id: endpoint.id, call });
      return { success: true, data: (answers[endpoint.id] ?? (() => SCHEDULE))() };
    },
  } as unknown as Api;
  const profile = {
    id: 'l',
    fullName: 'Leela',
    role: { name: 'CRM_TenantAdmin' },
    tenant: { id: id(9), name: 'Sahyadri Collections', zone: 'Asia/Kolkata' },
  };
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={{ profile } as unknown as Session}>
          <KeptContext value={memoryStore()}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <Page />
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const MODAL = 'Link Reports & other settings';

describe('the table', () => {
  it('shows two portfolios and then an ellipsis, the days, and switches a report off and on', async () => {
    show();
    await screen.findByText('Two wheelers, Personal loans, …');
    screen.getByText('risk@bank.example, head@bank.example');
    screen.getByText('Weekly: Monday, Friday');
    rows = [{ ...SCHEDULE, active: false, nextOn: null }];
    fireEvent.click(screen.getByRole('switch', { name: 'Daily Call is mailed' }));
    await screen.findByText('Report successfully deactivated!');
    await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false'));
    answers['scheduleReports.activate'] = () => {
      throw new ApiError('Server error', { status: 500, class: 'retry' });
    };
    fireEvent.click(screen.getByRole('switch'));
    await screen.findByText('Failed to toggle report state. Please try again.');
    answers['scheduleReports.activate'] = () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    fireEvent.click(screen.getByRole('switch'));
    await screen.findByText('An error occurred while toggling the report state.');
    expect(
      sent('scheduleReports.activate')
        .slice(0, 2)
        .map(({ headers }) => headers),
    ).toEqual([
      { schedulereportid: SCHEDULE.id, active: 'false' },
      { schedulereportid: SCHEDULE.id, active: 'true' },
    ]);
  });

  it('deletes after the question, and says when there is none', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to delete the report: Daily Call?');
    rows = [];
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete report' }));
    await screen.findByText('Report deleted successfully!');
    await screen.findByText('No scheduled report yet');
    expect(sent('scheduleReports.delete')).toMatchObject([{ params: { id: SCHEDULE.id } }]);
  });

  it.each([
    [500, 'Failed to delete report. Please try again.'],
    [0, 'An error occurred while deleting the report.'],
  ])('says that it was not deleted (%s): %s', async (status, words) => {
    answers['scheduleReports.delete'] = () => {
      throw new ApiError('No', { status, class: 'retry' });
    };
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete report' }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('tells what went to whom, and sends now', async () => {
    const mail = { address: 'risk@bank.example', state: 'sent', problem: null, sentAt: '2026-11-20T14:01:00Z' };
    const delivery = {
      id: id(5),
      day: '2026-11-20',
      from: '2026-11-14',
      to: '2026-11-20',
      state: 'sent',
      lines: 3,
      linked: true,
      problem: null,
      createdAt: '2026-11-20T14:00:00Z',
      finishedAt: '2026-11-20T14:01:00Z',
      mails: [mail, { ...mail, address: 'head@bank.example', state: 'refused', sentAt: null }],
    };
    answers['scheduleReports.deliveries'] = () => [delivery];
    show();
    fireEvent.click(await screen.findByText('Daily Call'));
    const panel = await screen.findByRole('complementary', { name: 'Scheduled report' });
    await within(panel).findByText('14/11/2026 to 20/11/2026');
    within(panel).getByText('3 lines · as a link');
    within(panel).getByText(/head@bank.example: refused/);
    fireEvent.click(within(panel).getByRole('button', { name: 'Send now' }));
    await screen.findByText('It is on its way.');
    expect(sent('scheduleReports.send')).toMatchObject([
      { params: { id: SCHEDULE.id }, body: { deliveryId: expect.any(String) } },
    ]);
  });
});

describe('the modal', () => {
  it('asks in the words of the specification, in its order, and saves once', async () => {
    rows = [];
    show();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Link a report' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: MODAL });
    const [find, save] = [within(dialog), () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))];
    expect(find.getByLabelText(/^Tenant/)).toMatchObject({ value: 'Sahyadri Collections', disabled: true });
    expect(find.getByLabelText(/^Timing/)).toMatchObject({ value: '19:30', disabled: true });
    save();
    await find.findByText('Please select a report.');
    const report = (await find.findByLabelText(/^Report/)) as HTMLSelectElement;
    await waitFor(() => expect([...report.options].map(({ text }) => text)).toContain('Daily Call'));
    expect([...report.options].map(({ text }) => text)).not.toContain('Upload Sheets');
    fireEvent.change(report, { target: { value: 'daily-reports' } });
    await find.findByText('Please select at least one portfolio.');
    fireEvent.click(find.getByRole('button', { name: /^Portfolios/ }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Cards' }));
    await find.findByText('Please add at least one email.');
    const emails = find.getByLabelText(/^Emails/);
    fireEvent.change(emails, { target: { value: 'risk@bank.example, head' } });
    await find.findByText('Invalid email(s): head');
    fireEvent.change(emails, { target: { value: 'risk@bank.example\nhead@bank.example' } });
    fireEvent.click(find.getByText('Weekly'));
    save();
    await find.findByText('Please select at least one weekday.');
    fireEvent.click(find.getByText('Monthly'));
    save();
    await find.findByText('Please select a date for the monthly frequency.');
    const date = find.getByLabelText(/^Date/) as HTMLSelectElement;
    const dates = [...date.options].map(({ text }) => text);
    expect([dates.includes('22nd'), dates.includes('28th'), dates.includes('29th')]).toEqual([true, true, false]);
    fireEvent.change(date, { target: { value: '22' } });
    save();
    await screen.findByText('Report created successfully!');
    expect(sent('scheduleReports.create').map(({ body }) => body)).toEqual([
      {
        id: expect.any(String),
        reportName: 'daily-reports',
        portfolioIds: [id(3)],
        portfolioNames: ['Cards'],
        emails: ['risk@bank.example', 'head@bank.example'],
        frequency: 'MONTHLY',
        daysOfWeek: [],
        dateOfMonth: 22,
        timing: '19:30',
      },
    ]);
  });

  it('changes one with the version it was opened on; another frequency clears the days', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: MODAL });
    fireEvent.click(within(dialog).getByText('Daily'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Report updated successfully!');
    expect(sent('scheduleReports.update')).toMatchObject([
      { params: { id: SCHEDULE.id }, body: { version: 3, frequency: 'DAILY', daysOfWeek: [], dateOfMonth: null } },
    ]);
  });
});

it('a file that was too large for its mail is listed for those it was mailed to; without a network the page says so', async () => {
  answers['scheduleReports.mailed'] = () => [
    {
      id: id(6),
      displayName: 'Daily Call',
      from: '2026-11-20',
      to: '2026-11-20',
      fileName: 'Daily-Call.csv',
      lines: 70_000,
      size: 9_000_000,
      sentAt: '2026-11-20T14:01:00Z',
      expiresAt: '2026-11-27T14:01:00Z',
    },
  ];
  show(MailedReportsPage);
  await screen.findByText('70,000');
  screen.getByRole('button', { name: 'Download Daily-Call.csv' });
  cleanup();
  answers['scheduleReports.mailed'] = () => {
    throw new ApiError('Network error', { status: 0, class: 'retry' });
  };
  show(MailedReportsPage);
  await screen.findByText('No network');
});
