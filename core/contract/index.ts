/**
 * The registry. Only the server and tests import this file: clients import the endpoint they call, so that a page
 * carries no schema it does not need.
 */
import * as agencies from './agencies';
import * as attachments from './attachments';
import * as auth from './auth';
import * as callWork from './call-work';
import * as clients from './clients';
import * as codeImport from './code-import';
import * as codes from './codes';
import * as devices from './devices';
import * as dispositions from './dispositions';
import * as incentives from './incentives';
import * as loanChanges from './loan-changes';
import * as loanList from './loan-list';
import * as loanWork from './loan-work';
import * as loans from './loans';
import * as lookups from './lookups';
import * as passwords from './passwords';
import * as portfolioLetters from './portfolio-letters';
import * as portfolioTabs from './portfolio-tabs';
import * as portfolios from './portfolios';
import * as quarantine from './quarantine';
import * as sync from './sync';
import * as system from './system';
import * as targets from './targets';
import * as tenants from './tenants';

export const endpoints = {
  'system.ping': system.ping,
  'system.config': system.config,
  'system.health': system.health,
  'auth.authenticate': auth.authenticate,
  'auth.refresh': auth.refresh,
  'auth.logout': auth.logout,
  'auth.clientLogin': auth.clientLogin,
  'passwords.change': passwords.changePassword,
  'passwords.forgot': passwords.forgotPassword,
  'passwords.checkReset': passwords.checkReset,
  'passwords.reset': passwords.resetPassword,
  'loans.byLoanId': loans.loanById,
  'loans.landingAnalytics': loans.landingAnalytics,
  'loans.landingBreakdown': loanList.landingBreakdown,
  'loans.list': loanList.listLoans,
  'loans.search': loanList.searchLoans,
  'loans.active': loanWork.activeLoans,
  'loans.scheduledCases': loanWork.scheduledCases,
  'loans.scheduledCasesAll': loanWork.scheduledCasesAll,
  'loans.fieldCases': loanWork.fieldCases,
  'loans.byManager': loanWork.loansByManager,
  'loans.todaysPtpStock': loanWork.todaysPtpStock,
  'loans.totalAssigned': loanWork.totalAssigned,
  'loans.byHeader': loanWork.loanByHeader,
  'loans.byPath': loanWork.loanByPath,
  'loans.update': loanChanges.updateLoan,
  'loans.assignCollector': loanChanges.assignCollector,
  'loans.assignFieldAgent': loanChanges.assignFieldAgent,
  'loans.assignManager': loanChanges.assignManager,
  'loans.assignProfile': loanChanges.assignProfile,
  'loans.undoAssign': loanChanges.undoAssign,
  'loans.remove': loanChanges.removeLoans,
  'loans.markRetain': loanChanges.markRetain,
  'loans.unmarkRetain': loanChanges.unmarkRetain,
  'sync.loans': sync.syncLoans,
  'dispositions.callStarted': dispositions.callStarted,
  'dispositions.record': dispositions.recordDisposition,
  'dispositions.batch': dispositions.recordBatch,
  'dispositions.quarantine': dispositions.reportQuarantine,
  'dispositions.quarantineList': quarantine.listQuarantine,
  'dispositions.quarantineOne': quarantine.oneQuarantined,
  'dispositions.quarantineDecide': quarantine.decideQuarantined,
  'dispositions.caseHistory': dispositions.caseHistory,
  'dispositions.byId': callWork.dispositionById,
  'dispositions.byLoan': callWork.dispositionsByLoan,
  'dispositions.caseHistories': callWork.caseHistories,
  'dispositions.correct': callWork.correctDisposition,
  'dispositions.withdraw': callWork.withdrawDisposition,
  'telecaller.day': callWork.callerDay,
  'dispositions.codes': codes.allCodes,
  'dispositions.codeByCode': codes.codeByCode,
  'dispositions.importCodes': codeImport.importCodes,
  'attachments.state': attachments.attachmentState,
  'attachments.createUpload': attachments.createUpload,
  'attachments.uploadOffset': attachments.uploadOffset,
  'attachments.appendToUpload': attachments.appendToUpload,
  'attachments.download': attachments.downloadAttachment,
  'devices.report': devices.reportDevice,
  'devices.list': devices.listDevices,
  'devices.one': devices.oneDevice,
  'devices.revoke': devices.revokeDevice,
  'devices.allow': devices.allowDevice,
  'devices.alerts': devices.deviceAlerts,
  'devices.uploadQueueFile': devices.uploadQueueFile,
  'tenants.brief': tenants.ownTenants,
  'tenants.list': tenants.listTenants,
  'tenants.validateName': tenants.validateTenantName,
  'tenants.get': tenants.getTenant,
  'tenants.create': tenants.createTenant,
  'tenants.update': tenants.updateTenant,
  'tenants.activate': tenants.activateTenant,
  'tenants.addAdministrator': tenants.addAdministrator,
  'clients.list': clients.listClients,
  'clients.get': clients.getClient,
  'clients.validateName': clients.validateClientName,
  'clients.create': clients.createClient,
  'clients.update': clients.updateClient,
  'clients.activate': clients.activateClient,
  'clients.portfolios': clients.clientPortfolios,
  'agencies.list': agencies.listAgencies,
  'agencies.get': agencies.getAgency,
  'agencies.validate': agencies.validateAgency,
  'agencies.create': agencies.createAgency,
  'agencies.update': agencies.updateAgency,
  'agencies.status': agencies.agencyStatus,
  'lookups.all': lookups.lookups,
  'lookups.createProduct': lookups.createProduct,
  'lookups.updateProduct': lookups.updateProduct,
  'lookups.deleteProduct': lookups.deleteProduct,
  'lookups.createBucket': lookups.createBucket,
  'lookups.updateBucket': lookups.updateBucket,
  'lookups.deleteBucket': lookups.deleteBucket,
  'portfolios.search': portfolios.searchPortfolios,
  'portfolios.members': portfolios.portfolioMembers,
  'portfolios.choices': portfolios.portfolioChoices,
  'portfolios.validateName': portfolios.validatePortfolioName,
  'portfolios.create': portfolios.createPortfolio,
  'portfolios.get': portfolios.getPortfolio,
  'portfolios.update': portfolios.updatePortfolio,
  'portfolios.activate': portfolios.activatePortfolio,
  'portfolios.script': portfolioTabs.getPortfolioScript,
  'portfolios.saveScript': portfolioTabs.savePortfolioScript,
  'portfolios.foreclosure': portfolioTabs.getPortfolioForeclosure,
  'portfolios.saveForeclosure': portfolioTabs.savePortfolioForeclosure,
  'portfolios.letters': portfolioLetters.listLetters,
  'portfolios.letter': portfolioLetters.getLetter,
  'portfolios.createLetter': portfolioLetters.createLetter,
  'portfolios.editLetter': portfolioLetters.editLetter,
  'portfolios.deleteLetter': portfolioLetters.deleteLetter,
  'portfolios.validateLetter': portfolioLetters.validateLetter,
  'incentives.get': incentives.getIncentives,
  'incentives.save': incentives.saveIncentives,
  'incentives.byRole': incentives.myIncentives,
  'targets.list': targets.listTargets,
  'targets.create': targets.createTarget,
  'targets.update': targets.updateTarget,
  'targets.delete': targets.deleteTarget,
  'targets.cascade': targets.cascadeTarget,
  'targets.copy': targets.copyTargets,
  'targets.lock': targets.lockTargets,
  'targets.log': targets.targetLog,
  'targets.calendar': targets.getCalendar,
  'targets.saveCalendar': targets.saveCalendar,
  'targets.choices': targets.targetChoices,
  'targets.collectors': targets.collectorTargets,
  'targets.series': targets.managersCollTargets,
} as const;

export type EndpointId = keyof typeof endpoints;
export type EndpointOf<Id extends EndpointId> = (typeof endpoints)[Id];
