/**
 * The route list of the specification (sections 2.1 to 2.3): what the finished product has. `npm run routes` prints
 * what is still missing from the registry, and a test compares each registered route with its row here. Only that script
 * and tests read this file; it is in no bundle.
 *
 * path · label · roles (`*` any signed-in user, `-ROLE` takes one away) · feature · offline level
 */
import type { Roles } from './types';

const TABLE = `
/login · Log in · public · auth · offline
/dev · Log in (developer) · public · auth · offline
/field-agent/login · Field agent log in · public · auth · offline
/clientlogin · Field agent log in (guard target) · public · auth · offline
/reset-password · Reset password · public · auth · online
/logout · Log out · public · auth · offline
/ · Home · * · home · offline
/loan-upload · Loan Upload · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · loan-import · online
/upload-loan · Import CSV · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · loan-import · online
/loan/manual-entry · Manual Account Entry · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · loan-import · online
/loan/import-mapping · Import Mapping · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CLIENT_ADMIN · loan-import · online
/loan/import-mapping-new · New Import Mapping · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · loan-import · online
/loan/import-mapping-main · Import Mapping Overview · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · loan-import · online
/loan/update-import-mapping · Update Import Mapping · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · loan-import · online
/suppression-list · Suppression List · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · loan-import · online
/upload-sheets · Upload Sheets · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · dialer-admin · online
/predictive-report · Predictive Report · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · dialer-admin · online
/Predictive-upload · Predictive Upload · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · dialer-admin · online
/info-report · Info for Reports · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · reports · online
/agency-payout-history · Agency Payout History · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · organisation · online
/agencyOnboarding · Agency Onboarding · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · organisation · online
/TenantOnboarding/TenantOnboarding · Tenant Onboarding · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · organisation · online
/register/user · Register User · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · organisation · online
/dupont-dashboard · Dupont Dashboard · * -CLIENT_ADMIN · dashboards · online
/agentProfiling · Agent Leadership Board · * · dashboards · online
/loans/auto-allocation · Auto Loan Allocation · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · allocation · online
/process-allocation · Process Allocation · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · allocation · online
/agency-allocation · Agency Allocation · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · allocation · online
/disposition-upload · Disposition Upload · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · allocation · online
/process-list · Process List · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · dialer-admin · online
/predictiveList · Predictive List · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · dialer-admin · online
/view-loan · View Loan · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · loans · online
/loans · All Loans / Loans / Active Loans (label by role) · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER CRM_TELECALLER MANAGER COLLECTOR · loans · offline for telecallers
/view-client · View Portfolio / View Clients · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · portfolios · online
/create-client · Add Client · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER ADMIN · portfolios · online
/create-portfolio · Create Portfolio · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · portfolios · online
/target-setting · Target Setting · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · targets · online
/target-settings · Target Settings · CRM_MANAGER CRM_SUPERMANAGER CUSTOMER CLIENT_ADMIN · targets · online
/Reconciliation · Reconciliation · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER CLIENT_ADMIN · reconciliation · online
/agent-monitor · Agent Monitor · CRM_MANAGER · agent-monitor · online
/approveLoan · Approve Loan · CRM_MANAGER · settlements · online
/approveLoanByClient · Approve Loan by Client · CRM_SUPERMANAGER · settlements · online
/letterUploadByClient · Letter Upload by Client · CRM_SUPERMANAGER · settlements · online
/daily-reports · Daily Call Report · * · reports · online
/daily-visit-reports · Daily Visit Report · * -CRM_TELECALLER · reports · online
/agent-login-reports · Agent Login Reports · * · reports · online
/allocation-reports · Allocation Reports · * · reports · online
/additional-reports · BOI Reports · * · reports · online
/retain-report · Retain Report · * -ADMIN -CLIENT_ADMIN · reports · online
/download-reports · Settlement Reports · * · reports · online
/best-disposition · Best Disposition · * · reports · online
/agent-login-report · Agent Login (dialer) · * · reports · online
/agent-performance-report · Agent Performance · * · reports · online
/process-wise-report · Process Wise · * · reports · online
/call-recording-reports · Call Recording · * · reports · online
/daily-field-reports · Daily Field Report · * -CRM_TELECALLER · reports · online
/workable-reports · Workable Report · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · reports · online
/reports · Reports · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN CRM_MANAGER CRM_SUPERMANAGER · reports · online
/login-report · Login Report · MANAGER CRM_MANAGER · reports · online
/pending-client-reports · Pending Client Approval · MANAGER CRM_MANAGER · reports · online
/last-interaction-report · Last Interaction Report · * · reports · online
/encore-reports · Encore Reports · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN ADMIN · reports · online
/home · Home · CRM_TELECALLER · telecaller · offline
/predictive-call · Predictive Call · CRM_TELECALLER · telecaller · online
/call-management · Call Management · CRM_TELECALLER CRM_FIELDAGENT COLLECTOR MANAGER CRM_MANAGER · telecaller · offline
/notifications · Notifications · CRM_TELECALLER CRM_MANAGER CRM_TENANTADMIN TENANT_ADMIN CRM_SUPERMANAGER CUSTOMER CLIENT_ADMIN · telecaller · offline
/test-dashboard · Dashboard · ADMIN · admin-tools · online
/contact · Contact · ADMIN · admin-tools · online
/backup · DB Backups · ADMIN · admin-tools · online
/sheet-list · Sheet List · ADMIN · admin-tools · online
/extend-loans · Extend Loans · ADMIN CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · admin-tools · online
/userdata · User Data · ADMIN · admin-tools · online
/userlist · User List · ADMIN · admin-tools · online
/myprofile · My Profile · ADMIN · admin-tools · online
/managers · Managers · ADMIN · people · online
/manager/create · Create Manager · ADMIN · people · online
/manager/edit · Edit Manager · ADMIN · people · online
/super-manager/create · Create Super Manager · ADMIN · people · online
/field-agent/create · Create Field Agent · ADMIN · people · online
/field-agent/edit · Edit Field Agent · ADMIN · people · online
/collectors · Collectors · ADMIN · people · online
/collector/create · Create Collector · ADMIN · people · online
/collector/edit · Edit Collector · ADMIN · people · online
/attendance/:id · Attendance · ADMIN MANAGER CRM_MANAGER CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · people · online
/managers-collectors · Roles & Hierarchy · ADMIN CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · people · online
/old-managers-collectors · Managers & Collectors (old) · ADMIN CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · people · online
/partner-list · Partners / Clients · ADMIN · partners · online
/partner/create · Create Partner · ADMIN · partners · online
/partner/edit · Edit Partner · ADMIN · partners · online
/success-fees · Success Fees · ADMIN · partners · online
/successfees/edit · Edit Success Fee · ADMIN · partners · online
/sortingrules · Sorting Rules · ADMIN · rules · online
/allocation-rule · New Rule Engine · ADMIN · rules · online
/allocation-rule-loans · Rule Engine Loans · ADMIN · rules · online
/clients · Clients · ADMIN CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · portfolios · online
/client/edit · Edit Client · ADMIN CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · portfolios · online
/old-create-client · Add Client (old) · ADMIN · portfolios · online
/revenues · Employee Revenue · ADMIN · revenue · online
/revenue/edit · Edit Revenue · ADMIN · revenue · online
/client-revenue · Client Revenue · ADMIN · revenue · online
/data-visualizations · Data Visualizations · ADMIN · data-visualization · online
/data-visualization/new · New Data Visualization · ADMIN · data-visualization · online
/data-visualization/edit · Edit Data Visualization · ADMIN · data-visualization · online
/post-allocation · Post Allocation · ADMIN · allocation · online
/new-post-allocation · New Post Allocation · ADMIN · allocation · online
/new-settlement-allocation · New Settlement Allocation · ADMIN · allocation · online
/post-payment · Post Payment · ADMIN · settlements · online
/settlement · Settlement · ADMIN · settlements · online
/incentive-structure · Incentive Structure · ADMIN CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · portfolios · online
/new-incentive-structure · New Incentive Structure · ADMIN CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN · portfolios · online
/test/createfile · Create Test File · ADMIN · admin-tools · online
/settalement-loans · Pending Settlement · CUSTOMER CLIENT_ADMIN · settlements · online
/client-settalement-loans · Pending Settlement (client) · CUSTOMER CLIENT_ADMIN · settlements · online
/profile · Profile · MANAGER CUSTOMER CRM_MANAGER · profile · online
/client-call-management · Loan Detail (client) · CUSTOMER CLIENT_ADMIN CLIENT · loans · online
/modify-loan · Modify Loan · CUSTOMER CLIENT_ADMIN CLIENT · loans · online
/create-process · Create Process · CLIENT_ADMIN · dialer-admin · online
/active-loans · Active Loans · COLLECTOR CRM_TELECALLER · loans · offline
/partner-loans · Partner Loans · PARTNER · loans · online
/call-management-modify · Modify Call · COLLECTOR PARTNER · loans · online
/my-profile · My Profile · COLLECTOR CUSTOMER PARTNER · loans · online
/Recovery · Basic Predictor · * -CRM_TENANTADMIN -TENANT_ADMIN -CRM_SUPERADMIN -SUPER_ADMIN · insights · online
/recovery-insight · Advanced Predictor · * -CRM_TENANTADMIN -TENANT_ADMIN -CRM_SUPERADMIN -SUPER_ADMIN · insights · online
/data-insights · Data Insights · * -CRM_TENANTADMIN -TENANT_ADMIN -CRM_SUPERADMIN -SUPER_ADMIN · insights · online
/data-insights-file · Data Insights Files · * -CRM_TENANTADMIN -TENANT_ADMIN -CRM_SUPERADMIN -SUPER_ADMIN · insights · online
/target/:id · Collector Target · ADMIN MANAGER CRM_MANAGER CRM_SUPERMANAGER · targets · online
/field-target/:id · Field Agent Target · ADMIN MANAGER CRM_MANAGER CRM_SUPERMANAGER · targets · online
/field-agent-loans · My Visits · CRM_FIELDAGENT · field · offline
/field-agent/loan/edit · Visit Form · CRM_FIELDAGENT · field · offline
/export-csv · Export CSV · * -CRM_FIELDAGENT · reports · online
/redirectBi · Business Intelligence · * -CRM_FIELDAGENT · reports · online
/bank-import-paid-bulk-upload · Bank Paid Bulk Upload · CRM_SUPERADMIN SUPER_ADMIN CRM_TENANTADMIN TENANT_ADMIN ADMIN · loan-import · online
`;

export interface SpecifiedRoute {
  path: string;
  label: string;
  roles: Roles;
  feature: string;
  /** The specification's word: `offline`, `online`, or `offline for telecallers`. */
  level: string;
}

export const SPECIFIED: readonly SpecifiedRoute[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [path = '', label = '', roles = '', feature = '', level = ''] = line.split(' · ');
    return {
      path,
      label,
      roles: roles === 'public' ? 'public' : (roles.split(' ') as Exclude<Roles, 'public'>),
      feature,
      level,
    };
  });
