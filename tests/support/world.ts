/** Two tenants with people of every role, and loans as a test needs them. Everything goes through the real interface. */
import { createHash } from 'node:crypto';
import { RECORD_VERSION } from '../../core/contract/records';
import { canonicalJson } from '../../core/domain/canonical';
import { DEFAULT_CODES } from '../../core/domain/dispositions';
import { uuidv7 } from '../../core/domain/ids';
import type { Role } from '../../core/domain/roles';
import type { Database, Tx } from '../../server/db/database';
import { createPerson, createTenant, type Person, signIn } from './people';

/** `nationalManager` over `manager` over `agent`, `caller` and `collector`; `rival` over `rivalAgent`; the rest alone. */
export const STAFF = {
  admin: 'CRM_TENANTADMIN',
  owner: 'TENANT_ADMIN',
  nationalManager: 'CRM_SUPERMANAGER',
  manager: 'CRM_MANAGER',
  plainManager: 'MANAGER',
  agent: 'CRM_FIELDAGENT',
  caller: 'CRM_TELECALLER',
  collector: 'COLLECTOR',
  rival: 'CRM_MANAGER',
  rivalAgent: 'CRM_FIELDAGENT',
  client: 'CLIENT',
  clientAdmin: 'CLIENT_ADMIN',
  customer: 'CUSTOMER',
  otherClient: 'CLIENT',
  partner: 'PARTNER',
  otherPartner: 'PARTNER',
  dialer: 'DIALER',
} as const satisfies Record<string, Role>;
export type Who = keyof typeof STAFF;

const ABOVE: Partial<Record<Who, Who>> = {
  manager: 'nationalManager',
  agent: 'manager',
  caller: 'manager',
  collector: 'manager',
  plainManager: 'nationalManager',
  rivalAgent: 'rival',
};

export interface TestLoan {
  id: string;
  number: string;
  borrowerId: string;
  phoneId: string;
}

export interface NewLoan {
  number?: string;
  state?: 'active' | 'closed' | 'settled' | 'suppressed';
  dpd?: number;
  posPaise?: number;
  overduePaise?: number;
  /** The other one of the two clients. */
  otherClient?: boolean;
  held?: { field_agent?: Who; collector?: Who; manager?: Who; agency?: boolean };
}

/** Contact rules without a rule, from long ago on. */
export const allowContactAnyTime = (tx: Tx, tenantId: string) =>
  tx.query(
    `insert into contact_rule_packs (tenant_id, id, version, name, effective_from, rules, reason)
     values ($1, $2, 1, 'Any time', '2000-01-02', '[]', 'Test')`,
    [tenantId, uuidv7()],
  );

export interface TenantWorld {
  tenantId: string;
  people: Record<Who, Person>;
  agencyId: string;
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  addLoan(loan?: NewLoan): Promise<TestLoan>;
  addLoans(count: number, loan?: NewLoan): Promise<TestLoan[]>;
  /** Ends the open assignment of a kind. */
  unassign(loan: TestLoan, kind: 'field_agent' | 'collector' | 'manager' | 'agency'): Promise<void>;
  assign(loan: TestLoan, kind: 'field_agent' | 'collector' | 'manager', who: Who): Promise<void>;
}

/**
 * `contactRules: 'any-time'` (unless told otherwise): the tenant's contact rules hold nothing back, so that what is not
 * about them does not depend on the hour at which tests run.
 */
export async function createTenantWorld(
  db: Database,
  { contactRules = 'any-time' }: { contactRules?: 'any-time' | 'in-force' } = {},
): Promise<TenantWorld> {
  const tenantId = await createTenant(db);
  const run = <T>(work: (tx: Tx) => Promise<T>) => db.transaction({ tenantId }, work);
  if (contactRules === 'any-time') await run((tx) => allowContactAnyTime(tx, tenantId));
  const [clientId, otherClientId, agencyId, otherAgencyId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const [portfolioId, otherPortfolioId] = [uuidv7(), uuidv7()];
  await run(async (tx) => {
    for (const [id, name] of [
      [clientId, 'Sahyadri Bank'],
      [otherClientId, 'Kaveri Finance'],
    ]) {
      await tx.query("insert into clients (tenant_id, id, name, institution) values ($1, $2, $3, 'BANK')", [
        tenantId,
        id,
        name,
      ]);
    }
    for (const [id, code] of [
      [agencyId, 'AG1'],
      [otherAgencyId, 'AG2'],
    ]) {
      await tx.query('insert into agencies (tenant_id, id, code, name) values ($1, $2, $3, $3)', [tenantId, id, code]);
    }
    for (const [id, client, name] of [
      [portfolioId, clientId, 'Two wheelers'],
      [otherPortfolioId, otherClientId, 'Personal loans'],
    ]) {
      await tx.query(
        "insert into portfolios (tenant_id, id, client_id, name, product, region) values ($1, $2, $3, $4, 'TW', 'West')",
        [tenantId, id, client, name],
      );
    }
    await tx.copyFrom(
      'disposition_codes',
      ['tenant_id', 'code', 'channel', 'label', 'class', 'rank', 'requires', 'selectable', 'position'],
      DEFAULT_CODES.map((code, at) => [
        tenantId,
        code.code,
        code.channel,
        code.label,
        code.class,
        code.rank,
        code.requires,
        code.selectable,
        at,
      ]),
    );
  });

  const people = {} as Record<Who, Person>;
  for (const [who, role] of Object.entries(STAFF) as [Who, Role][]) {
    const above = ABOVE[who];
    people[who] = await createPerson(db, tenantId, {
      role,
      ...(above && { managerId: people[above].id }),
      ...(role === 'PARTNER' && { agencyId: who === 'partner' ? agencyId : otherAgencyId }),
      ...((role.startsWith('CLIENT') || role === 'CUSTOMER') && {
        clientId: who === 'otherClient' ? otherClientId : clientId,
      }),
    });
  }

  async function insertAssignment(tx: Tx, loanId: string, kind: string, profileId: string): Promise<void> {
    await tx.query(
      'insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, $4, $5)',
      [tenantId, uuidv7(), loanId, kind, profileId],
    );
  }

  async function insertLoan(tx: Tx, loan: NewLoan): Promise<TestLoan> {
    const made = { id: uuidv7(), borrowerId: uuidv7(), phoneId: uuidv7() };
    const number = loan.number ?? `LN${made.id.slice(-12).toUpperCase()}`;
    await tx.query('insert into borrowers (tenant_id, id, name) values ($1, $2, $3)', [
      tenantId,
      made.borrowerId,
      'Asha Kulkarni',
    ]);
    await tx.query(
      `insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, product, state, dpd,
         dpd_month_open, bucket, pos_paise, tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise,
         emi_paise, due_day)
       values ($1, $2, $3, $4, $5, $6, 'TW', $7, $8, $8, $9, $10, $10, $11, $11, 0, 250000, 5)`,
      [
        tenantId,
        made.id,
        number,
        loan.otherClient ? otherClientId : clientId,
        loan.otherClient ? otherPortfolioId : portfolioId,
        made.borrowerId,
        loan.state ?? 'active',
        loan.dpd ?? 20,
        (loan.dpd ?? 20) <= 30 ? '0-30' : '31-60',
        loan.posPaise ?? 5_000_000,
        loan.overduePaise ?? 500_000,
      ],
    );
    await tx.query("insert into phones (tenant_id, id, borrower_id, number) values ($1, $2, $3, '9812345678')", [
      tenantId,
      made.phoneId,
      made.borrowerId,
    ]);
    await tx.query(
      `insert into addresses (tenant_id, id, borrower_id, line, city, state, pincode)
       values ($1, $2, $3, '12 MG Road', 'Pune', 'Maharashtra', '411001')`,
      [tenantId, uuidv7(), made.borrowerId],
    );
    await tx.query(
      "insert into loan_people (tenant_id, id, loan_id, name, relation) values ($1, $2, $3, 'Ravi', 'guarantor')",
      [tenantId, uuidv7(), made.id],
    );
    for (const [kind, holder] of Object.entries(loan.held ?? {})) {
      if (holder) await insertAssignment(tx, made.id, kind, holder === true ? agencyId : people[holder].id);
    }
    return { ...made, number };
  }

  return {
    tenantId,
    people,
    agencyId,
    run,
    addLoan: (loan = {}) => run((tx) => insertLoan(tx, loan)),
    addLoans: (count, loan = {}) =>
      run(async (tx) => {
        const loans: TestLoan[] = [];
        for (let at = 0; at < count; at += 1) loans.push(await insertLoan(tx, loan));
        return loans;
      }),
    unassign: (loan, kind) =>
      run(async (tx) => {
        await tx.query(
          'update loan_assignments set ended_at = now() where tenant_id = $1 and loan_id = $2 and kind = $3 and ended_at is null',
          [tenantId, loan.id, kind],
        );
      }),
    assign: (loan, kind, who) => run((tx) => insertAssignment(tx, loan.id, kind, people[who].id)),
  };
}

type Json = Record<string, unknown>;

/** A field record that is good as it is: nobody met, a next visit, and reasons for no position and no photo. */
export function fieldRecord(loan: TestLoan, more: Json = {}): Json & { id: string } {
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  return {
    id: uuidv7(),
    payloadVersion: RECORD_VERSION,
    channel: 'field',
    loanId: loan.id,
    loanNumber: loan.number,
    loanSeq: 1,
    code: 'FDL',
    recordedAt: new Date(Date.now() - 60_000).toISOString(),
    clockOffsetMs: 0,
    appVersion: '1.0.0',
    gps: null,
    gpsMissing: 'denied',
    photoMissing: 'no-camera',
    place: 'residence',
    nextVisitOn: soon,
    attachments: [],
    ...more,
  };
}

/** A call without contact: the smallest record there is. */
export function callRecord(loan: TestLoan, more: Json = {}): Json & { id: string } {
  const { id, payloadVersion, loanId, loanNumber, loanSeq, recordedAt, clockOffsetMs, appVersion } = fieldRecord(loan);
  return {
    id,
    payloadVersion,
    channel: 'call',
    loanId,
    loanNumber,
    loanSeq,
    code: 'RNR',
    recordedAt,
    clockOffsetMs,
    appVersion,
    attachments: [],
    ...more,
  };
}

export const payloadHashOf = (record: unknown): string =>
  createHash('sha256').update(canonicalJson(record)).digest('hex');

/** A record as an item of a batch, under its own id as the key. */
export const itemOf = (record: Json & { id: string }) => ({ key: record.id, hash: payloadHashOf(record), record });

export interface Answer {
  status: number;
  // The tests say what they expect; a wrong shape fails there.
  body: Json;
}

export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A raw request with the caller's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  batch(...items: unknown[]): Promise<Answer>;
}

/** Calls the server as one person; signs in at the first call. */
export function as(origin: string, person: Person): Api {
  let token: Promise<string> | undefined;
  const send = async (path: string, init: RequestInit = {}) => {
    token ??= signIn(origin, person).then((session) => session.token);
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${await token}`);
    return fetch(`${origin}${path}`, { ...init, headers });
  };
  const read = async (response: Response): Promise<Answer> => ({
    status: response.status,
    body: (await response.json()) as Json,
  });
  const post: Api['post'] = async (path, body, headers = {}) =>
    read(
      await send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    );
  return {
    fetch: send,
    get: async (path, headers = {}) => read(await send(path, { headers })),
    post,
    batch: (...items) => post('/api/v2/call-disposition/batch', { items }),
  };
}
