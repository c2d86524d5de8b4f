/** The app's own way from an address to a screen, for every route and role: its page is asked for, or the guard answers. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isFieldRole, ROLES, type Role } from '../../core/domain/roles';
import { MUTANTS } from '../../tests/matrix/mutants';
import { wake } from '../../tests/matrix/wake';
import { ROUTE_IDS, type Roles, type RouteId, routeOf } from '../routes';
import { UiProvider } from '../ui';
import { AppRoutes } from './app';
import type { AppSession, SessionControl } from './app-session';
import { deskTable, loadDeskTable } from './desk-table-store';
import { profileFor } from './profile-for-tests';

/** A lazy part is not loaded: it stands as the file it would be fetched from. Frames show what is in them. */
vi.mock('react', async (original) => {
  const react = await original<typeof import('react')>();
  const lazy = (load: () => unknown) => {
    const file = /(?:features|app|\.)\/([^'"]+\/[^'"]+?|not-found)(?:\.tsx)?['"]/.exec(String(load))?.[1];
    return ({ children }: { children?: React.ReactNode }) =>
      file ? <output aria-label="page">{file.replace('/pages/', '/')}</output> : children;
  };
  return { ...react, lazy };
});
vi.mock('./field-layout', () => ({ FieldLayout: ({ children }: { children: React.ReactNode }) => children }));

const PAGES = `
/login auth/login-page
/dev auth/login-page
/field-agent/login auth/field-login-page
/clientlogin auth/field-login-page
/logout auth/logout-page
/reset-password auth/reset-password-page
/field-agent-loans field/field-loans
/field-agent/loan field/field-loan
/field-agent/loan/edit field/field-visit
/field-agent/ledger field/field-ledger
/field-agent/me field/field-me
/agent-monitor dialer/agent-monitor-page
/process-list predictive/process-list-page
/predictiveList predictive/predictive-list-page
/Predictive-upload predictive/upload-page
/upload-sheets predictive/upload-sheets-page
/predictive-report predictive/predictive-report-page
/daily-reports reports/report-page
/daily-visit-reports reports/report-page
/allocation-reports reports/report-page
/additional-reports reports/additional-reports-page
/best-disposition reports/report-page
/agent-login-reports reports/report-page
/daily-field-reports reports/report-page
/pending-client-reports reports/report-page
/download-reports reports/report-page
/retain-report reports/report-page
/agent-login-report reports/report-page
/agent-performance-report reports/report-page
/process-wise-report reports/report-page
/login-report reports/report-page
/last-interaction-report reports/report-page
/workable-reports reports/report-page
/call-recording-reports reports/report-page
/export-csv reports/export-csv-page
/encore-reports reports/encore-reports-page
/create-process predictive/create-process-page
/predictive-call dialer/predictive-call-page
/redirectBi dialer/redirect-bi-page
/active-loans telecaller/active-loans-page
/call-management telecaller/call-management-page
/agency-payout-history organisation/payouts-page
/agencyOnboarding organisation/agencies-page
/create-client organisation/create-client-page
/old-create-client organisation/create-client-page
/client/edit organisation/edit-client-page
/clients organisation/clients-page
/create-portfolio portfolios/portfolio-page
/incentive-structure portfolios/incentive-page
/new-incentive-structure portfolios/incentive-page
/view-client portfolios/portfolios-page
/target/:id targets/person-target-page
/field-target/:id targets/person-target-page
/target-setting targets/targets-page
/target-settings targets/targets-page
/contact-rules contact/contact-rules-page
/devices devices/devices-page
/dupont-dashboard figures/dupont-page
/agentProfiling leaderboard/agent-profiling-page
/settlements settlements/settlements-page
/approveLoan settlements/settlements-page
/approveLoanByClient settlements/settlements-page
/letterUploadByClient settlements/settlements-page
/settalement-loans settlements/settlements-page
/client-settalement-loans settlements/settlements-page
/settlement settlements/settlements-page
/post-payment settlements/post-payment-page
/new-settlement-allocation settlements/new-settlement-allocation-page
/cash-hand-overs cash/cash-handovers-page
/loan-requests telecaller/requests-page
/info-report schedules/info-report-page
/reports reports/reports-index-page
/mailed-reports schedules/mailed-reports-page
/loans desk/loans-page
/data-insights insights/data-insights-page
/data-insights-file insights/data-insights-file-page
/recovery-insight recovery/recovery-insight-page
/Recovery recovery/recovery-page
/Reconciliation reconciliation/reconciliation-page
/bank-import-paid-bulk-upload reconciliation/bank-paid-page
/backup backups/backup-page
/partner-list revenue/partner-list-page
/partner/create revenue/create-partner-page
/partner/edit revenue/edit-partner-page
/success-fees revenue/success-fees-page
/successfees/edit revenue/edit-success-fee-page
/revenues revenue/revenues-page
/revenue/edit revenue/edit-revenue-page
/client-revenue revenue/client-revenue-page
/partner-loans desk/loans-page
/client-loans desk/loans-page
/client-call-management telecaller/client-loan-page
/call-management-modify telecaller/modify-call-page
/modify-loan telecaller/modify-loan-page
/view-loan telecaller/view-loan-page
/loans/auto-allocation allocation/auto-allocation-page
/process-allocation predictive/process-allocation-page
/post-allocation allocation/post-allocation-page
/new-post-allocation allocation/post-allocation-page
/disposition-upload allocation/disposition-upload-page
/allocation-rule allocation/rules-page
/allocation-rule-loans allocation/rule-loans-page
/sortingrules allocation/sorting-rules-page
/agency-allocation allocation/agency-allocation-page
/contact organisation/contact-page
/leave people/leave-page
/settlement-absences settlements/absences-page
/test/createfile loan-import/create-file-page
/test-dashboard figures/figure-state-page
/data-visualizations charts/charts-page
/data-visualization/new charts/chart-page
/data-visualization/edit charts/chart-page
/loan-upload loan-import/uploads-page
/upload-loan loan-import/uploads-page
/loan/manual-entry loan-import/manual-entry-page
/loan/import-mapping loan-import/mappings-page
/loan/import-mapping-new loan-import/new-import-page
/loan/import-mapping-main loan-import/open-imports-page
/loan/update-import-mapping loan-import/update-import-page
/suppression-list loan-import/suppressions-page
/sheet-list loan-import/sheets-page
/extend-loans loan-import/extend-loans-page
/notifications alerts/notifications-page
/message-templates messages/message-templates-page
/payees messages/payees-page
/sign-ins people/sign-ins-page
/home telecaller/home-page
/TenantOnboarding/TenantOnboarding organisation/tenants-page
/register/user people/register-page
/managers-collectors people/hierarchy-page
/attendance/:id people/attendance-page
/old-managers-collectors people/list-page
/managers people/list-page
/collectors people/list-page
/userlist people/list-page
/userdata people/list-page
/manager/create people/form-page
/manager/edit people/form-page
/super-manager/create people/form-page
/field-agent/create people/form-page
/field-agent/edit people/form-page
/collector/create people/form-page
/collector/edit people/form-page
/myprofile people/own-profile-page
/profile people/own-profile-page
/my-profile people/own-profile-page`;
const pageAt = new Map(
  PAGES.trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);
/** A role that a browser may have stored and that is none of ours. */
const GHOST = 'CRM_GHOST' as Role;
const homeOf = (role: Role) => (isFieldRole(role) ? 'field/field-home' : 'desk/home-page');
const pageOf = (id: RouteId, role: Role) => (id === 'home' ? homeOf(role) : pageAt.get(routeOf(id).path));

let navigate: ReturnType<typeof useNavigate>;
function Where() {
  navigate = useNavigate();
  const { pathname, state } = useLocation() as { pathname: string; state: { from?: string } | null };
  return (
    <output aria-label="where" data-from={state?.from}>
      {pathname}
    </output>
  );
}

/** The app for somebody of `role`, signed out without one; answers where an address leads them, and to which page. */
function appFor(role: Role | undefined, { at = '/', wasField = false, ended = null as string | null } = {}) {
  const state: AppSession = role
    ? { phase: 'open', profile: profileFor(role), offline: false, engine: undefined, device: undefined as never }
    : { phase: 'out', ended, wasField };
  const store = <T,>(value: T) => ({ get: () => value, subscribe: () => () => {} });
  const control = {
    session: store(state),
    desk: store({ phase: 'ready', problem: null, config: null, known: [] }),
  } as unknown as SessionControl;
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[at]}>
        <Where />
        <AppRoutes control={control} />
      </MemoryRouter>
    </UiProvider>,
  );
  const shown = () => {
    const where = screen.getByLabelText('where');
    const page = screen.queryByLabelText('page')?.textContent ?? null;
    return { at: where.textContent, page, ...(where.dataset.from && { from: where.dataset.from }) };
  };
  return {
    shown,
    visit: async (path: string) => {
      await act(() => navigate(path));
      return shown();
    },
  };
}
const addressOf = (id: RouteId) => routeOf(id).path.replace(/:\w+/, '7');
const LOGINS: readonly RouteId[] = ['login', 'dev', 'fieldLogin', 'clientLogin'];

/** Whom a row lets in, read by hand and not by the code that is walked. */
const admits = (roles: Roles, role: Role): boolean =>
  roles === 'public' ||
  (ROLES.includes(role) && !roles.includes(`-${role}`) && (roles.includes('*') || roles.includes(role)));

/** Where each address leads somebody of `role`, or nobody, and what is shown there. */
function rightTurn(id: RouteId, role: Role | undefined): ReturnType<ReturnType<typeof appFor>['shown']> {
  const [at, { roles, area }] = [addressOf(id), routeOf(id)];
  if (!role) {
    const login = area === 'field' ? '/clientlogin' : '/login';
    return roles === 'public'
      ? { at, page: pageAt.get(at) ?? null }
      : { at: login, page: pageAt.get(login) ?? null, from: `${at}?loanId=7` };
  }
  // A signed-in user has no business on a login screen; and a role that nobody knows has no home.
  if (admits(roles, role) && !LOGINS.includes(id)) return { at, page: pageOf(id, role) ?? null };
  return { at: '/', page: role === GHOST ? null : homeOf(role) };
}

/** Visits every address as somebody of `role`, or as nobody; answers what was not as it must be. */
async function walk(role: Role | undefined, { first = false } = {}): Promise<string[]> {
  const { visit } = appFor(role, { at: role ? '/logout' : '/login' });
  const wrong: string[] = [];
  for (const id of ROUTE_IDS) {
    const [found, right] = [await visit(`${addressOf(id)}?loanId=7`), rightTurn(id, role)].map((turn) =>
      JSON.stringify(turn),
    );
    if (found !== right) wrong.push(`${id}: ${found} instead of ${right}`);
    if (first && wrong.length > 0) break;
  }
  return wrong;
}
const LOCKED_OUT = { at: '/clientlogin', page: 'auth/field-login-page', from: '/' };

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => wake(null));

it('an address of the desk shows bones until the desk’s table is there, and then its page', async () => {
  expect(deskTable.get().screenAt).toBeUndefined();
  const { shown } = appFor('CRM_TENANTADMIN', { at: '/devices' });
  expect(shown()).toEqual({ at: '/devices', page: null });
  expect(screen.queryByRole('heading')).toBeNull();
  await vi.waitUntil(() => shown().page);
  expect(shown().page).toBe('devices/devices-page');
});

describe('with the desk’s table', () => {
  beforeAll(() => loadDeskTable());

  it('every route has its page in the table of this test', () => {
    expect([...pageAt.keys(), '/'].sort()).toEqual(ROUTE_IDS.map((id) => routeOf(id).path).sort());
  });

  it.each(ROLES)('%s gets the page of every route of the role, and at every other silently the home', async (role) => {
    expect(await walk(role)).toEqual([]);
  });

  it('a stored role that is none of ours gets the public pages and nothing else', async () => {
    expect(await walk(GHOST)).toEqual([]);
  });

  it('nobody signed in gets the public pages, and at every other address a login that knows where from', async () => {
    expect(await walk(undefined)).toEqual([]);
  });

  it('a field agent who was locked out gets the field’s login, even at the home', () => {
    expect(appFor(undefined, { wasField: true }).shown()).toEqual(LOCKED_OUT);
  });

  it.each([
    ['a sign-out leaves no way back to the page', '', undefined],
    ['a lock leaves one', 'You were signed out in another tab.', '/field-agent/me'],
  ])('%s', (_, ended, from) => {
    expect(appFor(undefined, { at: '/field-agent/me', wasField: true, ended }).shown()).toEqual({
      at: '/clientlogin',
      page: 'auth/field-login-page',
      ...(from && { from }),
    });
  });

  it.each(MUTANTS.filter(({ at }) => at === 'browser').map(({ name }) => name))(
    'a check that is taken out is missed by the walk: %s',
    async (name) => {
      wake(name);
      const found = async () => {
        for (const role of [undefined, GHOST, 'CRM_TELECALLER', 'CRM_FIELDAGENT'] as const) {
          const wrong = await walk(role, { first: true });
          cleanup();
          if (wrong.length > 0) return wrong;
        }
        const out = JSON.stringify(appFor(undefined, { wasField: true }).shown());
        return out === JSON.stringify(LOCKED_OUT) ? [] : [out];
      };
      expect(await found()).not.toEqual([]);
    },
  );

  it('the first frame is already the guard’s answer', () => {
    expect(appFor('CRM_TELECALLER', { at: '/devices' }).shown()).toEqual({ at: '/', page: 'desk/home-page' });
  });

  it.each(['/no/such/page', '/Loans', '/attendance', '/attendance/7/8'])('%s is no address, whoever asks', (at) => {
    expect(appFor('CRM_TENANTADMIN', { at }).shown()).toEqual({ at, page: 'not-found' });
  });
});
