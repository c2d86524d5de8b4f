/** The reads of homes, lists, searches and reports that must not grow with the book, as requests of the demo's people. */
import type { Database } from '../../../server/db/database';
import { demoSignIns } from '../../../server/demo';

export type Reader = 'admin' | 'keeper' | 'manager' | 'caller' | 'agent';

export interface Read {
  name: string;
  reader: Reader;
  /** With its query. */
  path: string;
}

/** What searches look for, taken from one loan of the book. */
export interface Sought {
  loanNumber: string;
  name: string;
  mobile: string;
  pincode: string;
}

export const ROLES = {
  admin: 'ADMIN',
  keeper: 'CRM_TENANTADMIN',
  manager: 'CRM_MANAGER',
  caller: 'CRM_TELECALLER',
  agent: 'CRM_FIELDAGENT',
} as const;

/** Who reads, in the demo's first tenant. */
export function usernameOf(reader: Reader): string {
  const found = demoSignIns().find(({ role }) => role === ROLES[reader]);
  if (!found) throw new Error(`The demo has no ${reader}`);
  return found.username;
}

/** Of a loan that somebody holds, halfway through its tenant's book. */
export async function soughtIn(db: Database, tenantId: string): Promise<Sought> {
  const [found] = await db.transaction({ tenantId }, (tx) =>
    tx.query<Sought & Record<string, string>>(
      `select l.loan_number as "loanNumber", split_part(b.name, ' ', 2) as name, p.number as mobile, a.pincode
         from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
         join phones p on p.tenant_id = l.tenant_id and p.borrower_id = l.borrower_id
         join addresses a on a.tenant_id = l.tenant_id and a.borrower_id = l.borrower_id
        where l.tenant_id = $1 and l.loan_number > (select min(loan_number) from loans where tenant_id = $1)
          and b.name ~ '^[A-Za-z]+ [A-Za-z]{4}' order by l.loan_number limit 1`,
      [tenantId],
    ),
  );
  if (!found) throw new Error('The book has no loan with a name, a mobile and a pincode');
  return found;
}

const list = (query: string) => `/api/v1/loans/loan2?pageSize=25&count=quick&${query}`;
const report = (path: string, query = '') => `/api/v1/${path}?pageNo=1&pageSize=25&${query}`;

export function readsOf({ loanNumber, name, mobile, pincode }: Sought): Read[] {
  const word = encodeURIComponent(name);
  return [
    { name: 'home', reader: 'admin', path: '/api/v1/loans/getLandingAnalytics' },
    { name: 'home', reader: 'manager', path: '/api/v1/loans/getLandingAnalytics' },
    { name: 'home', reader: 'caller', path: '/api/v1/loans/getLandingAnalytics' },
    { name: 'home by agent', reader: 'manager', path: '/api/v1/loans/getManagerLandingAnalytics?by=agent' },
    { name: 'list', reader: 'admin', path: list('page=1') },
    { name: 'list', reader: 'manager', path: list('page=1') },
    { name: 'list', reader: 'caller', path: list('page=1') },
    { name: 'list far in', reader: 'admin', path: list('page=200') },
    { name: 'list by bucket and borrower', reader: 'admin', path: list('page=1&bucket=61-90&sort=borrower') },
    { name: 'queue of fresh loans', reader: 'caller', path: '/api/v1/loans/active/loans?queue=fresh&count=quick' },
    { name: 'search by number', reader: 'admin', path: list(`q=${loanNumber}`) },
    { name: 'search by name', reader: 'admin', path: list(`q=${word}`) },
    { name: 'search by name', reader: 'manager', path: list(`q=${word}`) },
    { name: 'search by last digits', reader: 'admin', path: list(`q=${mobile.slice(-4)}`) },
    { name: 'search by pincode', reader: 'admin', path: list(`q=${pincode}`) },
    { name: 'daily calls', reader: 'admin', path: report('call-disposition/daily-reports', 'count=quick') },
    { name: 'daily visits', reader: 'admin', path: report('field-disposition/daily-reports', 'count=quick') },
    { name: 'best disposition', reader: 'admin', path: report('call-disposition/getDispositionReport', 'count=quick') },
    {
      name: 'targets of a manager',
      reader: 'manager',
      path: `/api/v1/loans/getManagersCollTargets?metric=amount&months=3`,
    },
  ];
}

const kind = (name: string, query = '') => `/api/v2/reports/${name}?pageNo=1&pageSize=25&count=quick&${query}`;

/** Pages of every report that counts or looks back, and of the files that are listed at once. */
export const REPORT_READS: readonly Read[] = [
  { name: 'agents’ days', reader: 'admin', path: kind('agentDays') },
  { name: 'agents’ days', reader: 'manager', path: kind('agentDays') },
  { name: 'agents’ work', reader: 'admin', path: kind('agentWork') },
  { name: 'agents’ work', reader: 'manager', path: kind('agentWork') },
  { name: 'allocations', reader: 'admin', path: kind('allocations') },
  { name: 'allocations', reader: 'manager', path: kind('allocations', 'sort=loanNumber') },
  { name: 'last interactions', reader: 'admin', path: kind('last') },
  { name: 'last interactions', reader: 'manager', path: kind('last') },
  { name: 'workable loans', reader: 'manager', path: kind('workable') },
  { name: 'settlements', reader: 'manager', path: kind('settlements') },
  { name: 'retained loans', reader: 'manager', path: kind('retained') },
  { name: 'processes', reader: 'admin', path: kind('processes') },
  { name: 'recordings', reader: 'admin', path: kind('recordings') },
  { name: 'sign-ins', reader: 'manager', path: kind('logins') },
];
