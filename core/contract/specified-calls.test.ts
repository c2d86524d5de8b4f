/**
 * Calls of specification section 7, copied from its text by hand: each is in the contract under its method, service and path,
 * and takes the headers and fields that stand beside it.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { endpoints } from './index';
import type { Endpoint, Schema } from './kit';

/** `response`: the answer itself. `data`: what its `data` holds, or each row of it; a name behind a point is a part of that. */
type Part = 'headers' | 'query' | 'body' | 'params' | 'response' | 'data' | `data.${string}`;
type Row = [call: string, part?: Part, names?: string];

const AUTH: Row[] = [
  ['POST main profile/authenticate', 'body', 'email password'],
  ['POST main profile/authenticate', 'body', 'username password'],
  ['POST main profile/authenticate', 'response', 'success data'],
  ['POST main profile/authenticate', 'data', 'authenticationResult profile'],
  ['POST main profile/authenticate', 'data.authenticationResult', 'token'],
  ['GET main profile/authenticate', 'headers', 'refreshToken userId'],
  ['GET main profile/authenticate', 'data.authenticationResult', 'token'],
  ['POST main profile/logout', 'headers', 'Authorization profileId'],
  ['POST main client/login', 'response', 'auth token userInfo'],
  // The dialer's sign-in of this group stands with the dialer below.
];
const PROFILES: Row[] = [
  ['GET main admin/id/{id}', 'params', 'id'],
  ['GET main manager/id/{id}', 'params', 'id'],
  ['GET main collector/id/{id}', 'params', 'id'],
  ['PUT main admin', 'body', 'id'],
  ['PUT main manager', 'body', 'id'],
  ['PUT main collector', 'body', 'id'],
  ['GET main data-visualization/by/category', 'query', 'category'],
  ['GET main collector/all', 'query', 'createdBy'],
  ['GET main collector/attendance', 'query', 'collectorId'],
  ['GET main collector/by/manager', 'headers', 'managerId'],
  ['GET main collector/active/by/manager', 'query', 'managerId Client_Name'],
  ['GET main activity/collector/allocations', 'query', 'createdBy'],
  // Section 3, "Profile kinds": what a profile may hold.
  [
    'POST main collector',
    'body',
    'fullName mobile email convoxUsername dialerLocation draCertification collectionExperience totalExperience ' +
      'clients buckets products languages ldapId modelNo IMEI androidVersion pinCodes brakeId subRole agencyList',
  ],
  ['DELETE main collector/{id}', 'params', 'id'],
  ['GET crm /api/v2/collectors/targets', 'headers', 'portfolioId'],
  ['GET main manager/getFieldAgents'],
  // "Path constants also exist for manager, super manager, field agent, tele caller and tenant admin profiles".
  ['GET crm /api/v2/profiles/id/{id}', 'params', 'id'],
  ['POST crm /api/v2/profiles/{kind}', 'params', 'kind'],
  ['PUT crm /api/v2/profiles/{kind}/{id}', 'params', 'kind id'],
];
const PORTFOLIOS: Row[] = [
  ['GET crm /api/v2/portfolios/search', 'headers', 'tenantId sub profileId profileType active agencyId'],
  ['GET crm /api/v2/portfolios/search', 'query', 'pageNumber pageSize'],
  ['GET crm /api/v2/portfolios/search', 'data', 'content'],
  // Section 3, "Portfolio".
  ['GET crm /api/v2/portfolios/search', 'data.content', 'id name collectors fieldAgents incentives'],
  ['GET crm /api/v2/portfolios/search', 'data.content.incentives', 'min max amount'],
  ['GET crm /api/v2/portfolios/members', 'headers', 'portfolioId'],
  ['POST crm /api/v2/clients/portfolios'],
  ['GET crm /api/v2/portfolios/incentives', 'headers', 'sub tenantId portfolioId agencyId'],
  ['GET crm /api/v2/portfolios/incentives', 'data', 'incentiveType taIncentives faIncentives'],
  ['GET crm /api/v2/portfolios/incentives', 'data.taIncentives', 'min max amount'],
  ['GET crm /api/v2/portfolios/incentives', 'data.faIncentives', 'min max amount'],
  ['PUT crm /api/v2/portfolios/incentives', 'headers', 'sub tenantId portfolioId agencyId'],
  ['PUT crm /api/v2/portfolios/incentives', 'body', 'incentiveType taIncentives faIncentives'],
  // "Further calls exist, with paths not shown": portfolio create, get, update, activate, script, foreclosure, …
  ['POST crm /api/v2/portfolios', 'body', 'name'],
  ['GET crm /api/v2/portfolios/{id}', 'data', 'id name collectors fieldAgents incentives'],
  ['PUT crm /api/v2/portfolios/{id}', 'body', 'name'],
  ['PUT crm /api/v2/portfolios/{id}/active', 'body', 'active'],
  ['PUT crm /api/v2/portfolios/{id}/script'],
  ['PUT crm /api/v2/portfolios/{id}/foreclosure'],
  ['POST crm /api/v2/portfolios/{id}/settlement-reports'],
  // … "SR/FR letter list, get, edit, delete and validate" …
  ['GET crm /api/v2/portfolios/{id}/letters'],
  ['GET crm /api/v2/portfolios/{id}/letters/{letterId}'],
  ['PUT crm /api/v2/portfolios/{id}/letters/{letterId}'],
  ['DELETE crm /api/v2/portfolios/{id}/letters/{letterId}'],
  ['POST crm /api/v2/portfolios/letters/validate'],
  // … "tenant create, list, update, activate, validate by name and fetch by id".
  ['POST crm /api/v2/tenants', 'body', 'name'],
  ['GET crm /api/v2/tenants'],
  ['PUT crm /api/v2/tenants/{tenantId}', 'body', 'name'],
  ['PUT crm /api/v2/tenants/{tenantId}/active', 'body', 'active'],
  ['GET crm /api/v2/tenants/validate', 'query', 'name'],
  ['GET crm /api/v2/tenants/{tenantId}', 'params', 'tenantId'],
  // "File upload to cloud storage with a file-path header": its path is not shown.
  ['PUT crm /api/v2/files', 'headers', 'file-path'],
  ['POST main /upload/singleFile'],
  // "/api/v2/profile/tenants/id/reports": a segment written `id` is a parameter.
  ['GET crm /api/v2/profile/tenants/{tenantId}/reports', 'params', 'tenantId'],
  ['GET main tenant', 'data', 'id name'],
];

const CALL_DISPOSITION: Row[] = [
  ['POST main call-disposition', 'body', 'call_status loanId disposedBy isPredictive collectorId'],
  ['POST crm /api/v2/call-disposition', 'body', 'disposition'],
  ['PUT main call-disposition/single', 'body', 'id duration recordlink'],
  ['POST main call-disposition/send-sms', 'body', 'loanId'],
  ['POST main call-disposition/whatsapp-message', 'body', 'loanId'],
  ['GET main call-disposition/id/{id}', 'params', 'id'],
  ['GET main call-disposition/by/loan', 'query', 'loanId'],
  ['GET main call-disposition/caseHistory', 'headers', 'loanid'],
  ['GET reporting case-histories', 'query', 'pageNo pageSize'],
  [
    'GET reporting case-histories',
    'response',
    'caseHistories totalPages totalElements currentPageNumber currentPageSize',
  ],
  ['GET main disposition/with/code'],
  ['GET main disposition/all'],
  ['DELETE main call-disposition', 'body', 'id'],
];
const REPORTS: Row[] = [
  ['GET main activity/get-export', 'query', 'model gte lte'],
  ['GET main call-disposition/daily-reports'],
  ['GET main field-disposition/daily-reports'],
  ['GET main call-disposition/allocation-reports'],
  ['POST reporting /api/allocation-reports', 'query', 'pageNo pageSize'],
  ['GET main call-disposition/additionalreports'],
  ['GET main call-disposition/getDispositionReport'],
];
const SCHEDULES: Row[] = [
  ['POST crm /api/v2/schedule-reports', 'headers', 'profileId tenantId'],
  [
    'POST crm /api/v2/schedule-reports',
    'body',
    'reportName portfolioIds portfolioNames emails frequency daysOfWeek dateOfMonth timing',
  ],
  ['GET crm /api/v2/schedule-reports', 'headers', 'sub'],
  // Section 3, "Scheduled info report".
  [
    'GET crm /api/v2/schedule-reports',
    'data.rows',
    'id reportName portfolios portfolioIds emails frequency daysOfWeek dateOfMonth timing active tenantId tenantName',
  ],
  ['PUT crm /api/v2/schedule-reports/{id}', 'params', 'id'],
  ['DELETE crm /api/v2/schedule-reports/{id}', 'headers', 'profileId'],
  ['PUT crm /api/v2/schedule-reports/active', 'headers', 'scheduleReportId active'],
];
const DIALER: Row[] = [
  ['POST crm /api/v2/dialer/break', 'body', 'username breakName processName'],
  ['POST crm /api/v2/dialer/readyCall', 'body', 'username'],
  // "A dialer agent-status path".
  ['GET dialer agent-status', 'query', 'username'],
  ['GET dialer agent-status', 'data', 'status'],
  ['GET main predictive-call/get-loan/by/mobile', 'query', 'mobile'],
  ['PUT main predictive-call/old-data/deactivate', 'query', 'username'],
  ['POST dialer auth/login', 'body', 'username password'],
  ['POST main redirectBi'],
  // "Dialer process import": its path is not shown.
  ['POST dialer process/import'],
];
const ALERTS: Row[] = [
  ['GET crm /api/v2/alerts/new', 'headers', 'collectorid'],
  ['GET crm /api/v2/alerts/new', 'data', 'id loanId alertType customerName alertTime loanNumber'],
  ['GET crm /api/v2/alerts/new/missed', 'headers', 'collectorid'],
  ['GET crm /api/v2/alerts/new/missed', 'data', 'id loanId loanNumber alertDateTime createdAt updatedAt'],
  ['PUT crm /api/v2/alerts/new/{id}/deactivate', 'headers', 'collectorid'],
  ['PUT crm /api/v2/alerts/new/{id}/deactivate', 'params', 'id'],
  ['GET crm /api/v2/notifications', 'query', 'fromDate toDate role'],
  ['PUT crm /api/v2/notifications/deactivate', 'body', 'ids isActive'],
];
const MONITOR: Row[] = [
  ['GET crm /api/v2/agent-monitor', 'headers', 'portfolioid tenantid'],
  ['GET crm /api/v2/agent-monitor/status', 'headers', 'username'],
];
const BOARD: Row[] = [
  // No field of either is shown.
  ['GET main agentprofile/getList', 'data', 'rows'],
  ['GET main agentprofile', 'data', 'row'],
];
const LOANS: Row[] = [
  ['GET main loans/active/loans', 'query', 'managerId collectorId page gte lte clientsName bucket disposition'],
  [
    'GET main loans/scheduledCases',
    'query',
    'ptpPage callBackPage ptpStartDate ptpEndDate callBackStartDate callBackEndDate',
  ],
  ['GET main loans/scheduledCasesAll'],
  ['GET main loans/fieldCases'],
  ['GET main loans/loan2', 'query', 'page dateFrom dateTo sortPos sortTos disposition_class isSuppressed'],
  ['GET main loans/loan2/search', 'query', 'client search page'],
  ['GET main loans/by/manager'],
  ['GET main loans/total/assigned'],
  ['GET main loans/{id}', 'params', 'id'],
  ['GET main loans/loanByLoanId/{id}', 'params', 'id'],
  ['GET main loans/loanId', 'headers', 'id'],
  ['GET main loans/getLandingAnalytics'],
  ['GET main loans/getManagerLandingAnalytics'],
  ['GET main loans/getTodaysPtpStockManager'],
  ['GET main loans/getManagersCollTargets', 'data', 'achievement target'],
  ['PUT main loans/assign/collector', 'body', 'loanIds'],
  ['PUT main loans/assign/field-agent', 'body', 'loanIds'],
  ['PUT main loans/assign/manager', 'body', 'loanIds'],
  ['PUT crm /api/v2/assign/loans/profile', 'body', 'profileId loanIds visitDate agentType checkPinCode'],
  ['POST main retain/markRetain', 'body', 'loanId'],
  ['DELETE main retain/unmarkRetain', 'query', 'loanId'],
  ['POST crm /api/v2/bmsPayment', 'body', 'loanId amountPaise'],
];

const all: readonly Endpoint[] = Object.values(endpoints);
const found = (call: string) => all.find(({ method, service, path }) => `${method} ${service} ${path}` === call);
interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}
const shapeOf = (schema: Schema | undefined): Shape =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape) : {};
/** The names that a part has; of a body that comes in several forms, those of each. */
function formsOf(endpoint: Endpoint | undefined, part: Part): string[][] {
  const [top = '', ...path] = part.startsWith('data') ? ['response', ...part.split('.')] : [part];
  let shape = shapeOf(endpoint?.[top as 'headers' | 'query' | 'body' | 'params' | 'response']);
  for (const name of path) {
    const inner = shape.properties?.[name];
    shape = inner?.items ?? inner ?? {};
  }
  const forms = (shape.anyOf ?? [shape]).map(({ properties = {} }) => Object.keys(properties));
  // The token is a header of every call that needs a session.
  return part === 'headers' && endpoint?.access.kind === 'session'
    ? forms.map((names) => [...names, 'authorization'])
    : forms;
}

describe.each([
  ['Auth', AUTH],
  ['Profiles', PROFILES],
  ['Portfolios, tenants, clients', PORTFOLIOS],
  ['Call disposition', CALL_DISPOSITION],
  ['Call disposition: reports', REPORTS],
  ['Scheduled reports', SCHEDULES],
  ['Dialer and predictive', DIALER],
  ['Alerts and notifications', ALERTS],
  ['Agent monitor', MONITOR],
  ['Agent profiles', BOARD],
  ['Loans of the telecaller', LOANS],
])('%s', (_, rows) => {
  it.each(rows)('%s', (call, part, names = '') => {
    const endpoint = found(call);
    expect(endpoint, `${call} is not in the contract`).toBeDefined();
    const wanted = (part === 'headers' ? names.toLowerCase() : names).split(' ');
    if (part) expect(formsOf(endpoint, part)).toContainEqual(expect.arrayContaining(wanted));
  });
});
