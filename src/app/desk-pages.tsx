/** A page for each route of the desk; a route without one does not compile. Chunks load when they are first shown. */
import { lazy } from 'react';
import type { DeskRouteId } from '../routes';
import type { LazyPage } from './pages';

export const deskPages: Record<DeskRouteId, LazyPage> = {
  agentMonitor: lazy(() => import('../features/dialer/pages/agent-monitor-page')),
  predictiveCall: lazy(() => import('../features/dialer/pages/predictive-call-page')),
  redirectBi: lazy(() => import('../features/dialer/pages/redirect-bi-page')),
  activeLoans: lazy(() => import('../features/telecaller/pages/active-loans-page')),
  callManagement: lazy(() => import('../features/telecaller/pages/call-management-page')),
  agencyOnboarding: lazy(() => import('../features/organisation/pages/agencies-page')),
  clientCreate: lazy(() => import('../features/organisation/pages/create-client-page')),
  clientEdit: lazy(() => import('../features/organisation/pages/edit-client-page')),
  clients: lazy(() => import('../features/organisation/pages/clients-page')),
  createPortfolio: lazy(() => import('../features/portfolios/pages/portfolio-page')),
  incentiveStructure: lazy(() => import('../features/portfolios/pages/incentive-page')),
  newIncentiveStructure: lazy(() => import('../features/portfolios/pages/incentive-page')),
  viewClient: lazy(() => import('../features/portfolios/pages/portfolios-page')),
  collectorTarget: lazy(() => import('../features/targets/pages/person-target-page')),
  fieldTarget: lazy(() => import('../features/targets/pages/person-target-page')),
  targetSetting: lazy(() => import('../features/targets/pages/targets-page')),
  targetSettings: lazy(() => import('../features/targets/pages/targets-page')),
  contactRules: lazy(() => import('../features/contact/pages/contact-rules-page')),
  devices: lazy(() => import('../features/devices/pages/devices-page')),
  loans: lazy(() => import('../features/desk/pages/loans-page')),
  oldClientCreate: lazy(() => import('../features/organisation/pages/create-client-page')),
  clientLoan: lazy(() => import('../features/telecaller/pages/client-loan-page')),
  modifyCall: lazy(() => import('../features/telecaller/pages/modify-call-page')),
  modifyLoan: lazy(() => import('../features/telecaller/pages/modify-loan-page')),
  viewLoan: lazy(() => import('../features/telecaller/pages/view-loan-page')),
  resetPassword: lazy(() => import('../features/auth/pages/reset-password-page')),
  telecallerHome: lazy(() => import('../features/telecaller/pages/home-page')),
  tenantOnboarding: lazy(() => import('../features/organisation/pages/tenants-page')),
};
