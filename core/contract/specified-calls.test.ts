/**
 * The telecaller's calls of specification section 7, copied from its text by hand: each is in the contract under its method,
 * service and path, and takes the headers and fields that stand beside it.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { endpoints } from './index';
import type { Endpoint, Schema } from './kit';

type Row = [call: string, part?: 'headers' | 'query' | 'body' | 'params', names?: string];

const CALL_DISPOSITION: Row[] = [
  ['POST main call-disposition', 'body', 'call_status loanId disposedBy isPredictive collectorId'],
  ['POST crm /api/v2/call-disposition', 'body', 'disposition'],
  ['PUT main call-disposition/single'],
  ['POST main call-disposition/send-sms'],
  ['POST main call-disposition/whatsapp-message'],
  ['GET main call-disposition/id/{id}', 'params', 'id'],
  ['GET main call-disposition/by/loan', 'query', 'loanId'],
  ['GET main call-disposition/caseHistory', 'headers', 'loanid'],
  ['GET reporting case-histories', 'query', 'pageNo pageSize'],
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
  ['GET main predictive-call/get-loan/by/mobile', 'query', 'mobile'],
  ['PUT main predictive-call/old-data/deactivate', 'query', 'username'],
  ['POST dialer auth/login', 'body', 'username password'],
  ['POST main redirectBi'],
  // "Dialer process import": its path is not shown.
  ['POST dialer process/import'],
];
const ALERTS: Row[] = [
  ['GET crm /api/v2/alerts/new', 'headers', 'collectorid'],
  ['GET crm /api/v2/alerts/new/missed', 'headers', 'collectorid'],
  ['PUT crm /api/v2/alerts/new/{id}/deactivate', 'headers', 'collectorid'],
  ['GET crm /api/v2/notifications', 'query', 'fromDate toDate role'],
  ['PUT crm /api/v2/notifications/deactivate'],
];
const MONITOR: Row[] = [
  ['GET crm /api/v2/agent-monitor', 'headers', 'portfolioid tenantid'],
  ['GET crm /api/v2/agent-monitor/status', 'headers', 'username'],
];
const LOANS: Row[] = [
  ['GET main loans/active/loans', 'query', 'managerId collectorId page gte lte clientsName bucket disposition'],
  ['GET main loans/scheduledCases', 'query', 'ptpPage callBackPage'],
  ['GET main loans/scheduledCasesAll'],
  ['GET main loans/getLandingAnalytics'],
  ['GET main loans/getManagerLandingAnalytics'],
  ['GET main loans/getTodaysPtpStockManager'],
  ['PUT main loans/assign/collector'],
  ['PUT main loans/assign/field-agent'],
  ['PUT main loans/assign/manager'],
  ['PUT crm /api/v2/assign/loans/profile', 'body', 'profileId loanIds visitDate agentType checkPinCode'],
  ['POST main retain/markRetain'],
  ['DELETE main retain/unmarkRetain', 'query', 'loanId'],
  ['POST crm /api/v2/bmsPayment'],
];

const all: readonly Endpoint[] = Object.values(endpoints);
const found = (call: string) => all.find(({ method, service, path }) => `${method} ${service} ${path}` === call);
const fieldsOf = (schema: Schema | undefined): string[] => {
  const shape = schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object });
  return Object.keys(shape?.properties ?? {});
};

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
    if (part) expect(fieldsOf(endpoint?.[part])).toEqual(expect.arrayContaining(names.split(' ')));
  });
});
