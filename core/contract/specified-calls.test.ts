/**
 * The telecaller's calls of specification section 7, copied from its text by hand: each is in the contract under its method,
 * service and path, and takes the headers and fields that stand beside it.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { endpoints } from './index';
import type { Endpoint, Schema } from './kit';

/** `response`: the answer itself. `data`: what its `data` holds, or each row of it. */
type Part = 'headers' | 'query' | 'body' | 'params' | 'response' | 'data';
type Row = [call: string, part?: Part, names?: string];

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
  ['GET main call-disposition/daily-reports'],
  ['GET main field-disposition/daily-reports'],
  ['GET main call-disposition/allocation-reports'],
  ['POST reporting /api/allocation-reports', 'query', 'pageNo pageSize'],
  ['GET main call-disposition/additionalreports'],
  ['GET main call-disposition/getDispositionReport'],
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
  ['GET crm /api/v2/collectors/targets', 'headers', 'portfolioid'],
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
}
const shapeOf = (schema: Schema | undefined): Shape =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape) : {};
function fieldsOf(endpoint: Endpoint | undefined, part: Part): string[] {
  if (part !== 'data') return Object.keys(shapeOf(endpoint?.[part]).properties ?? {});
  const data = shapeOf(endpoint?.response).properties?.data;
  return Object.keys((data?.items ?? data)?.properties ?? {});
}

describe.each([
  ['Call disposition', CALL_DISPOSITION],
  ['Call disposition: reports', REPORTS],
  ['Dialer and predictive', DIALER],
  ['Alerts and notifications', ALERTS],
  ['Agent monitor', MONITOR],
  ['Loans of the telecaller', LOANS],
])('%s', (_, rows) => {
  it.each(rows)('%s', (call, part, names = '') => {
    const endpoint = found(call);
    expect(endpoint, `${call} is not in the contract`).toBeDefined();
    if (part) expect(fieldsOf(endpoint, part)).toEqual(expect.arrayContaining(names.split(' ')));
  });
});
