/**
 * The registry. Only the server and tests import this file: clients import the endpoint they call, so that a page
 * carries no schema it does not need.
 */

import * as agencies from './agencies';
import * as agencyAllocation from './agency-allocation';
import * as alerts from './alerts';
import * as allocation from './allocation';
import * as attachments from './attachments';
import * as attendance from './attendance';
import * as auth from './auth';
import * as backups from './backups';
import * as borrowerProfile from './borrower-profile';
import * as brake from './brake';
import * as callRecordings from './call-recordings';
import * as callScript from './call-script';
import * as callWork from './call-work';
import * as cash from './cash';
import * as charts from './charts';
import * as clients from './clients';
import * as codeImport from './code-import';
import * as codes from './codes';
import * as contact from './contact';
import * as contactRules from './contact-rules';
import * as devices from './devices';
import * as dialer from './dialer';
import * as dialerService from './dialer-service';
import * as dispositionFiles from './disposition-files';
import * as dispositions from './dispositions';
import * as documents from './documents';
import * as dupont from './dupont';
import * as figures from './figures';
import * as handAllocation from './hand-allocation';
import * as incentives from './incentives';
import * as insights from './insights';
import type { Endpoint } from './kit';
import * as landing from './landing';
import * as leaderboard from './leaderboard';
import * as leaves from './leaves';
import * as loanChanges from './loan-changes';
import * as loanFacts from './loan-facts';
import * as loanImports from './loan-imports';
import * as loanList from './loan-list';
import * as loanRequests from './loan-requests';
import * as loanSheets from './loan-sheets';
import * as loanWork from './loan-work';
import * as loans from './loans';
import * as lookups from './lookups';
import * as messages from './messages';
import * as otherAgent from './other-agent';
import * as ownIncentives from './own-incentives';
import * as partners from './partners';
import * as passwords from './passwords';
import * as paymentLinks from './payment-links';
import * as payouts from './payouts';
import * as people from './people';
import * as peopleContact from './people-contact';
import * as peopleDra from './people-dra';
import * as peopleImport from './people-import';
import * as peopleLegacy from './people-legacy';
import * as peopleSessions from './people-sessions';
import * as portfolioLetters from './portfolio-letters';
import * as portfolioTabs from './portfolio-tabs';
import * as portfolios from './portfolios';
import * as predictive from './predictive';
import * as predictor from './predictor';
import * as quarantine from './quarantine';
import * as reconciliation from './reconciliation';
import * as recovery from './recovery';
import * as reportChoices from './report-choices';
import * as reportExports from './report-exports';
import * as reportFormats from './report-formats';
import * as reports from './reports';
import * as revenue from './revenue';
import * as scheduleReports from './schedule-reports';
import * as settlementAbsences from './settlement-absences';
import * as settlementInstalments from './settlement-instalments';
import * as settlementLetters from './settlement-letters';
import * as settlementLinks from './settlement-links';
import * as settlementReports from './settlement-reports';
import * as settlements from './settlements';
import * as sortingRules from './sorting-rules';
import * as support from './support';
import * as suppressionList from './suppression-list';
import * as sync from './sync';
import * as system from './system';
import * as targets from './targets';
import * as tenants from './tenants';
import * as trainingFiles from './training-files';
import * as visitPlan from './visit-plan';

/** A module stands here once; what it exports as an endpoint is in the registry by its own id. */
const MODULES = [
  agencies,
  agencyAllocation,
  alerts,
  allocation,
  attachments,
  attendance,
  auth,
  borrowerProfile,
  backups,
  brake,
  callRecordings,
  callScript,
  callWork,
  cash,
  charts,
  clients,
  codeImport,
  codes,
  contact,
  contactRules,
  devices,
  dialer,
  dialerService,
  dispositionFiles,
  dispositions,
  documents,
  dupont,
  figures,
  handAllocation,
  incentives,
  insights,
  landing,
  leaderboard,
  leaves,
  loanChanges,
  loanFacts,
  loanImports,
  loanList,
  loanRequests,
  loans,
  loanSheets,
  loanWork,
  lookups,
  messages,
  otherAgent,
  ownIncentives,
  partners,
  passwords,
  paymentLinks,
  payouts,
  people,
  peopleContact,
  peopleDra,
  peopleImport,
  peopleLegacy,
  peopleSessions,
  portfolioLetters,
  portfolios,
  portfolioTabs,
  predictive,
  predictor,
  quarantine,
  reconciliation,
  recovery,
  reportChoices,
  reportExports,
  reportFormats,
  reports,
  revenue,
  scheduleReports,
  settlementAbsences,
  settlementInstalments,
  settlementLetters,
  settlementLinks,
  settlementReports,
  settlements,
  sortingRules,
  support,
  suppressionList,
  sync,
  system,
  targets,
  tenants,
  trainingFiles,
  visitPlan,
] as const;

type ExportOf<Module> = Module extends unknown ? Module[keyof Module] : never;
type Registered = Extract<ExportOf<(typeof MODULES)[number]>, Endpoint>;
type Registry = { readonly [One in Registered as One['id']]: One };

const isEndpoint = (value: unknown): value is Registered =>
  typeof value === 'object' && value !== null && 'idempotency' in value && 'path' in value;
// Each key is the id of its value, which the type says and the compiler cannot.
export const endpoints = Object.fromEntries(
  MODULES.flatMap((module) => Object.values(module).filter(isEndpoint)).map((endpoint) => [endpoint.id, endpoint]),
) as unknown as Registry;

export type EndpointId = keyof typeof endpoints;
export type EndpointOf<Id extends EndpointId> = (typeof endpoints)[Id];
