/**
 * Two tenants with the same shape, for asking after everything in the other one. In the asker's tenant there is also a
 * rival's record: same tenant, somebody else's work. Whatever belongs to the other tenant or to the rival carries a word
 * that nothing else carries, so an answer that shows it is found without knowing what the answer should have been.
 */
import { createHash } from 'node:crypto';
import { exportDeviceKey, generateDeviceKey } from '../../core/contract/device-keys';
import { uuidv7 } from '../../core/domain/ids';
import { NEW_PROCESS } from '../../core/domain/predictive';
import { ROLES, type Role } from '../../core/domain/roles';
import type { Database, Row, Tx } from '../../server/db/database';
import { createPerson, createTenant, type Person, signIn } from '../support/people';
import { fillTables, PLATFORM_TABLES } from '../support/rows';
import type { TestServer } from '../support/server';
import {
  as,
  createTenantWorld,
  fieldRecord,
  payloadHashOf,
  STAFF,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';
import type { Ids } from './request';
import { FLOOR, quarantineOf } from './special';

export interface Asker {
  who: string;
  role: Role;
  /** Nothing of the tenant is somebody else's to them. */
  seesTenant: boolean;
  /** Of tenant admins; null: none. */
  subRole: string | null;
  /** A tenant admin whose sub-role leaves them the people below them. */
  scoped: boolean;
  id: string;
  tenantId: string;
  /** Signs in again after the session was ended. */
  token(): Promise<string>;
  renew(): void;
}

/** Whose record is asked for. `rival`: same tenant, another team's. `foreign`: another tenant's. */
export type Relation = 'own' | 'rival' | 'foreign';

export interface Stage {
  askers: Asker[];
  /** Tokens that were good once, of people with the widest role: each must be refused everywhere. */
  gone: { name: string; token: string }[];
  ids: Record<Relation, Ids>;
  /** What an answer must not hold, besides what the request itself named. */
  secrets: Record<'rival' | 'foreign', string[]>;
  /** The name of the rival's portfolio: known to whoever keeps the tenant's lists of clients, and nobody's of another team. */
  portfolioName: string;
  /** The name of the rival's agency: known to whoever keeps the tenant's lists, and to nobody with a scope of their own. */
  agencyName: string;
  /** Every row of the other tenant, and every row about the rival's loan, as one hash each. */
  stateOf(relation: 'rival' | 'foreign'): Promise<string>;
}

/** Who looks after the whole tenant, unless a sub-role gives them a part of it. */
const TENANT_WIDE: readonly Role[] = ['CRM_TENANTADMIN', 'TENANT_ADMIN', 'CRM_SUPERADMIN', 'SUPER_ADMIN', 'ADMIN'];

/**
 * Tenant admins by their sub-roles: NCM of the whole tenant, and ZCM over RCM over ACM over the super manager whose people work
 * the own loan.
 */
async function scopedAdmins(db: Database, world: TenantWorld): Promise<[string, Role, Person][]> {
  const admins: [string, Role, Person][] = [];
  let managerId = world.people.owner.id;
  for (const [who, role, subRole] of [
    ['NCM', 'CRM_TENANTADMIN', 'NCM'],
    ['ZCM', 'CRM_TENANTADMIN', 'ZCM'],
    ['RCM', 'TENANT_ADMIN', 'RCM'],
    ['ACM', 'CRM_TENANTADMIN', 'ACM'],
  ] as const) {
    const person = await createPerson(db, world.tenantId, { role, subRole, managerId });
    admins.push([who, role, person]);
    managerId = person.id;
  }
  await world.run(async (tx) => {
    await tx.query('update users set manager_id = $3 where tenant_id = $1 and id = $2', [
      world.tenantId,
      world.people.nationalManager.id,
      managerId,
    ]);
    await tx.query(
      `insert into user_tree (tenant_id, ancestor_id, descendant_id, depth)
       select $1, above.ancestor_id, below.descendant_id, above.depth + 1 + below.depth
         from user_tree above join user_tree below on below.tenant_id = $1 and below.ancestor_id = $3
        where above.tenant_id = $1 and above.descendant_id = $2`,
      [world.tenantId, managerId, world.people.nationalManager.id],
    );
  });
  return admins;
}

const digits = (count: number) => {
  const found = createHash('sha256').update(uuidv7()).digest('hex').replace(/\D/g, '');
  return `98${found}0123456789`.slice(0, count);
};

async function tablesOf(db: Database): Promise<{ name: string; columns: string[] }[]> {
  return db.owner((tx) =>
    tx.query<{ name: string; columns: string[] }>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
        group by 1 order by 1`,
    ),
  );
}

interface Worked {
  disposition: string;
  device: string;
  quarantined: string;
  sha256: string;
}

/** A loan of a team, worked: its agent has recorded a visit on it from a phone of their own. */
async function worked(
  server: TestServer,
  world: TenantWorld,
  loan: TestLoan,
  agent: Who,
  word: string,
): Promise<Worked> {
  const device = uuidv7();
  const person = world.people[agent];
  const record = fieldRecord(loan, { remarks: `${word} remarks` });
  const answer = await as(server.origin, person).batch({
    key: record.id,
    hash: payloadHashOf(record),
    record,
  });
  const stored = (answer.body as { data?: { results?: { status: string }[] } }).data?.results?.[0];
  if (answer.status !== 200) throw new Error(`The visit was refused: ${JSON.stringify(answer.body)}`);
  if (stored && stored.status === 'rejected') throw new Error(JSON.stringify(stored));
  await world.run(async (tx) => {
    await tx.query(
      `insert into devices (tenant_id, id, user_id, name, app_version, public_key) values ($1, $2, $3, $4, '1.0.0', 'k')`,
      [world.tenantId, device, person.id, `${word} phone`],
    );
  });
  // A second record lies with the supervisors, because the server would not take it.
  const kept = await as(server.origin, person).post(
    '/api/v2/call-disposition/quarantine',
    quarantineOf({ loan: loan.id, loanNumber: loan.number, borrower: loan.borrowerId, phone: loan.phoneId }),
  );
  if (kept.status !== 200) throw new Error(`Quarantine refused it: ${JSON.stringify(kept.body)}`);
  const quarantined = (kept.body as { data: { key: string } }).data.key;
  return { disposition: record.id, device, quarantined, sha256: createHash('sha256').update(word).digest('hex') };
}

async function mark(world: TenantWorld, loan: TestLoan, word: string): Promise<void> {
  await world.run(async (tx) => {
    await tx.query('update borrowers set name = $3, employer = $3 where tenant_id = $1 and id = $2', [
      world.tenantId,
      loan.borrowerId,
      `${word} borrower`,
    ]);
    await tx.query('update loan_people set name = $3 where tenant_id = $1 and loan_id = $2', [
      world.tenantId,
      loan.id,
      `${word} guarantor`,
    ]);
    await tx.query('update addresses set line = $3 where tenant_id = $1 and borrower_id = $2', [
      world.tenantId,
      loan.borrowerId,
      `${word} street`,
    ]);
    await tx.query('update phones set number = $3 where tenant_id = $1 and borrower_id = $2', [
      world.tenantId,
      loan.borrowerId,
      digits(10),
    ]);
  });
}

async function idsOf(
  world: TenantWorld,
  loan: TestLoan,
  user: string,
  { quarantined, ...made }: Worked,
  rows: ReadonlyMap<string, Row>,
): Promise<Ids> {
  const [about] = await world.run((tx) =>
    tx.query<{ client_id: string; portfolio_id: string; number: string }>(
      `select l.client_id, l.portfolio_id, p.number from loans l join phones p on p.tenant_id = l.tenant_id and p.id = $3
        where l.tenant_id = $1 and l.id = $2`,
      [world.tenantId, loan.id, loan.phoneId],
    ),
  );
  const byTable: Record<string, string> = { quarantine: quarantined };
  for (const [table, row] of rows) if (typeof row.id === 'string') byTable[table] = row.id;
  return {
    tenant: world.tenantId,
    loan: loan.id,
    loanNumber: loan.number,
    borrower: loan.borrowerId,
    phone: loan.phoneId,
    mobile: about?.number ?? '',
    user,
    client: about?.client_id ?? '',
    portfolio: about?.portfolio_id ?? '',
    agency: world.agencyId,
    ...made,
    rows: byTable,
  };
}

/** The rival's portfolio under a name of its own, with tiers, and what is asked of the rival's agent and of it these months. */
async function aimed(world: TenantWorld, rival: TestLoan, name: string): Promise<{ target: string }> {
  const target = uuidv7();
  await world.run(async (tx) => {
    const [of] = await tx.query<{ id: string }>(
      'select portfolio_id as id from loans where tenant_id = $1 and id = $2',
      [world.tenantId, rival.id],
    );
    if (!of) throw new Error('The rival has no portfolio');
    await tx.query("update portfolios set name = $3, incentive_type = 'Target' where tenant_id = $1 and id = $2", [
      world.tenantId,
      of.id,
      name,
    ]);
    await tx.query(
      `insert into incentive_tiers (tenant_id, portfolio_id, audience, position, min_value, max_value, amount)
       values ($1, $2, 'ta', 0, 0, 1000, 50), ($1, $2, 'fa', 0, 0, 1000, 50)`,
      [world.tenantId, of.id],
    );
    // Of this month and the next, because a month may end while the matrix is asked.
    for (const [id, scope, scopeId, portfolioId, later] of [
      [target, 'user', world.people.rivalAgent.id, of.id, 0],
      [uuidv7(), 'user', world.people.rivalAgent.id, of.id, 1],
      [uuidv7(), 'portfolio', of.id, null, 0],
      [uuidv7(), 'portfolio', of.id, null, 1],
    ] as const) {
      await tx.query(
        `insert into targets (tenant_id, id, month, scope, scope_id, portfolio_id, metric, target)
         values ($1, $2, (date_trunc('month', now() at time zone 'Asia/Kolkata') + make_interval(months => $6))::date, $3, $4, $5, 'amount', 100000)`,
        [world.tenantId, id, scope, scopeId, portfolioId, later],
      );
    }
  });
  return { target };
}

/** An agency that the rival's agent comes to. */
async function agencyOf(world: TenantWorld, name: string): Promise<string> {
  const id = uuidv7();
  await world.run(async (tx) => {
    await tx.query('insert into agencies (tenant_id, id, code, name) values ($1, $2, $3, $3)', [
      world.tenantId,
      id,
      name,
    ]);
    await tx.query('update users set agency_id = $3 where tenant_id = $1 and id = $2', [
      world.tenantId,
      world.people.rivalAgent.id,
      id,
    ]);
  });
  return id;
}

/** A line of a bank's file for a loan, in a file of its own. */
async function bankLineOf(world: TenantWorld, loan: TestLoan, by: Who, word: string): Promise<Record<string, string>> {
  const [file, line] = [uuidv7(), uuidv7()];
  await world.run(async (tx) => {
    await tx.query(
      `insert into bank_files (tenant_id, id, file_name, size, sha256, state, look, columns, client_id, uploaded_by, created_at)
       select $1, $2, $3, 1, repeat('0', 64), 'done', '{"columns":["Date","Credit"],"samples":[]}'::jsonb, '{}'::jsonb, client_id, $5, now()
         from loans where tenant_id = $1 and id = $4`,
      [world.tenantId, file, `${word} bank.csv`, loan.id, world.people[by].id],
    );
    await tx.query(
      `insert into bank_lines (tenant_id, id, file_id, line, client_id, paid_on, amount_paise, narration, payer, status, found, loan_id)
       select $1, $2, $3, 2, client_id, '2026-11-20', 700, $4, $4, 'bank-without-receipt', 'bank-without-receipt', id
         from loans where tenant_id = $1 and id = $5`,
      [world.tenantId, line, file, `${word} narration`, loan.id],
    );
    await tx.query(
      `insert into bank_parts (tenant_id, line_id, place, loan_id, amount_paise) values ($1, $2, 0, $3, 700)`,
      [world.tenantId, line, loan.id],
    );
  });
  return { bank_files: file, bank_lines: line };
}

/** Signs people in and takes away what their token stands on. */
async function goneTokens(db: Database, server: TestServer, tenantId: string): Promise<Stage['gone']> {
  const gone: Stage['gone'] = [];
  const one = async (
    name: string,
    tenant: string,
    end: (tx: Tx, userId: string) => Promise<unknown>,
    phone = false,
  ) => {
    const person = await createPerson(db, tenant, { role: 'CRM_TENANTADMIN' });
    const device = {
      id: uuidv7(),
      publicKey: await exportDeviceKey((await generateDeviceKey()).publicKey),
      name: 'phone',
      appVersion: '1.0.0',
    };
    const { token } = await signIn(server.origin, person, phone ? device : undefined);
    await db.transaction({ tenantId: tenant }, (tx) => end(tx, person.id));
    gone.push({ name, token });
  };
  await one('signed out', tenantId, (tx, id) =>
    tx.query('update sessions set ended_at = now() where user_id = $1', [id]),
  );
  await one('expired', tenantId, (tx, id) =>
    tx.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [id]),
  );
  await one('deactivated', tenantId, (tx, id) => tx.query('update users set active = false where id = $1', [id]));
  await one(
    'phone withdrawn',
    tenantId,
    (tx, id) => tx.query('update devices set revoked_at = now() where user_id = $1', [id]),
    true,
  );
  const closed = await createTenant(db);
  await one('tenant closed', closed, async () => undefined);
  await db.platform((tx) => tx.query('update tenants set active = false where id = $1', [closed]));
  // A role that the product does not know is nobody's.
  await one('no role', tenantId, (tx, id) => tx.query("update users set role = 'CRM_GHOST' where id = $1", [id]));
  return gone;
}

/** `rows` put into every table of the tenant that has none yet, each with its own id. */
async function fillRest(db: Database, world: TenantWorld, ids: Partial<Ids>, word: string): Promise<Map<string, Row>> {
  const tables = (await tablesOf(db)).filter(({ name }) => !PLATFORM_TABLES.includes(name));
  const columns = new Map(tables.map(({ name, columns }) => [name, columns]));
  const empty: string[] = [];
  for (const { name } of tables) {
    const found = await world.run((tx) => tx.query(`select 1 from "${name}" limit 1`));
    if (found.length === 0) empty.push(name);
  }
  const known: Record<string, string | undefined> = {
    loan_id: ids.loan,
    borrower_id: ids.borrower,
    user_id: ids.user,
    profile_id: ids.user,
    collector_id: ids.user,
    created_by: ids.user,
    client_id: ids.client,
    portfolio_id: ids.portfolio,
    agency_id: ids.agency,
    disposition_id: ids.disposition,
    device_id: ids.device,
    phone_id: ids.phone,
  };
  return fillTables(db, world.tenantId, empty, {
    whole: false,
    adapt: (table, row) => {
      const adapted = { ...row };
      for (const name of columns.get(table) ?? []) {
        const value = known[name];
        if (value && (name in row || name === 'loan_id' || name === 'user_id')) adapted[name] = value;
      }
      if ('id' in adapted) adapted.id = uuidv7();
      for (const name of ['name', 'title', 'label', 'body', 'reason', 'remarks']) {
        if (adapted[name] === 'x') adapted[name] = `${word} ${name}`;
      }
      return adapted;
    },
  });
}

export async function setMatrix(db: Database, server: TestServer): Promise<Stage> {
  const [world, other] = [await createTenantWorld(db), await createTenantWorld(db)];
  const [mine, rivals, theirs] = ['OWN', `RIVAL${digits(8)}`, `FOREIGN${digits(8)}`];
  const own = await world.addLoan({
    number: `OWNLOAN${digits(6)}`,
    held: { field_agent: 'agent', collector: 'caller', manager: 'manager', agency: true },
  });
  const rival = await world.addLoan({
    number: `${rivals}LOAN`,
    otherClient: true,
    held: { field_agent: 'rivalAgent', manager: 'rival' },
  });
  const foreign = await other.addLoan({
    number: `${theirs}LOAN`,
    held: { field_agent: 'agent', collector: 'caller', manager: 'manager', agency: true },
  });
  await mark(world, rival, rivals);
  const process = uuidv7();
  await world.run((tx) =>
    tx.query(
      `insert into dial_processes (tenant_id, id, portfolio_id, name, mode, level_tenths, drop_tenths, from_time, until_time,
         max_attempts, retry, created_by)
       select $1, $2, portfolio_id, $4, 'predictive', 20, 30, '09:00', '18:00', 3, $6::jsonb, $5
         from loans where tenant_id = $1 and id = $3`,
      [
        world.tenantId,
        process,
        rival.id,
        `${rivals} process`,
        world.people.rival.id,
        JSON.stringify(NEW_PROCESS.retry),
      ],
    ),
  );
  await world.run((tx) =>
    tx.query(
      `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
       select $1, portfolio_id, 0, 'any', 0, 9999, $3, 9, 'CRM_MANAGER' from loans where tenant_id = $1 and id = $2`,
      [world.tenantId, own.id, FLOOR],
    ),
  );
  // Their agent has handed over cash, is away tomorrow, and asks that somebody else works the loan.
  await world.run(async (tx) => {
    await tx.query(
      `insert into leaves (tenant_id, id, user_id, from_on, until_on, reason, made_by, made_at)
       values ($1, $2, $3, current_date + 1, current_date + 1, $4, $3, now())`,
      [world.tenantId, uuidv7(), world.people.rivalAgent.id, `${rivals} leave`],
    );
    await tx.query(
      `insert into cash_handovers (tenant_id, id, user_id, amount_paise, payments, handed_on, place, reference, created_at)
       values ($1, $2, $3, 100, 1, '2026-11-20', 'bank', $4, now())`,
      [world.tenantId, uuidv7(), world.people.rivalAgent.id, `${rivals} slip`],
    );
    await tx.query(
      `insert into loan_requests (tenant_id, id, loan_id, kind, note, asked_by, asked_at)
       values ($1, $2, $3, 'other-agent', $4, $5, now())`,
      [world.tenantId, uuidv7(), rival.id, `${rivals} cousin`, world.people.rivalAgent.id],
    );
    await tx.query(
      `insert into settlements (tenant_id, id, number, loan_id, borrower_id, stage, stage_at, reviews, maker_id, maker_role, hardship,
         staff_or_fraud, restructuring, round, outstanding_paise, waived_paise, payable_paise, instalments, valid_till, created_at)
       select $1, $2, $3, id, borrower_id, 'manager', now(), '{manager,client}', $5, 'CRM_FIELDAGENT', 'Ill', false, false, 1, 2, 1, 1, 1,
              '2031-01-01', now() from loans where tenant_id = $1 and id = $4`,
      [world.tenantId, uuidv7(), `${rivals} settlement`, rival.id, world.people.rivalAgent.id],
    );
  });
  const portfolioName = `BOOK${digits(8)} portfolio`;
  const agencyName = `HOUSE${digits(8)} agency`;
  const rivalAgency = await agencyOf(world, agencyName);
  const { target } = await aimed(world, rival, portfolioName);
  // Once in these hands and no longer.
  await world.run((tx) =>
    tx.query(
      "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id, ended_at) values ($1, $2, $3, 'agency', $4, now())",
      [world.tenantId, uuidv7(), rival.id, world.agencyId],
    ),
  );
  await world.run((tx) =>
    tx.query(`update users set full_name = $2 || ' ' || username where tenant_id = $1 and id = any($3::uuid[])`, [
      world.tenantId,
      rivals,
      [world.people.rival.id, world.people.rivalAgent.id],
    ]),
  );
  await mark(other, foreign, theirs);
  await other.run(async (tx) => {
    for (const table of ['clients', 'agencies', 'portfolios']) {
      await tx.query(`update ${table} set name = $2 || ' ' || name where tenant_id = $1`, [other.tenantId, theirs]);
    }
    await tx.query(`update users set full_name = $2 || ' ' || username where tenant_id = $1`, [other.tenantId, theirs]);
  });
  const works = {
    own: await worked(server, world, own, 'agent', mine),
    rival: await worked(server, world, rival, 'rivalAgent', rivals),
    foreign: await worked(server, other, foreign, 'agent', theirs),
  };
  const ids: Record<Relation, Ids> = {
    own: await idsOf(world, own, world.people.agent.id, works.own, new Map()),
    rival: await idsOf(world, rival, world.people.rivalAgent.id, works.rival, new Map()),
    foreign: await idsOf(other, foreign, other.people.agent.id, works.foreign, new Map()),
  };
  const bank = {
    own: await bankLineOf(world, own, 'admin', mine),
    rival: await bankLineOf(world, rival, 'rival', rivals),
    foreign: await bankLineOf(other, foreign, 'admin', theirs),
  };
  ids.own = { ...ids.own, rows: { ...ids.own.rows, ...bank.own } };
  const filled = await fillRest(db, other, ids.foreign, theirs);
  ids.foreign = await idsOf(other, foreign, other.people.agent.id, works.foreign, filled);
  ids.foreign = { ...ids.foreign, rows: { ...ids.foreign.rows, ...bank.foreign } };
  ids.rival.agency = rivalAgency;
  // The rival has the same places to name; where there is no such row, the foreign one's absence is asked for again.
  ids.rival = {
    ...ids.rival,
    rows: { quarantine: works.rival.quarantined, dial_processes: process, targets: target, ...bank.rival },
  };

  const foreignIds = [
    ...new Set(
      [...filled.values(), ...Object.values(bank.foreign).map((id) => ({ id }))]
        .map(({ id }) => id)
        .filter((id) => typeof id === 'string'),
    ),
  ];
  const strangers = Object.values(other.people).map(({ id }) => id);
  const tables = (await tablesOf(db)).filter(({ columns }) => columns.includes('tenant_id'));
  const hashOf = (where: (columns: string[]) => string | null, tenantId: string) =>
    db.transaction({ tenantId }, async (tx) => {
      const parts: string[] = [];
      for (const { name, columns } of tables) {
        const condition = PLATFORM_TABLES.includes(name) ? null : where(columns);
        if (condition) {
          parts.push(
            `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from "${name}" t where ${condition}`,
          );
        }
      }
      const rows = await tx.query<{ name: string; hash: string }>(parts.join(' union all '));
      return JSON.stringify(rows);
    });

  // Those of every other role stand alone in the tenant.
  const people: [string, Role, Person][] = Object.entries(world.people).map(([who, person]) => [
    who,
    STAFF[who as Who],
    person,
  ]);
  for (const role of ROLES.filter((one) => !people.some(([, taken]) => taken === one))) {
    people.push([role, role, await createPerson(db, world.tenantId, { role })]);
  }

  const admins = await scopedAdmins(db, world);
  people.push(...admins);
  const scoped = admins.slice(1).map(([who]) => who);

  return {
    gone: await goneTokens(db, server, world.tenantId),
    askers: people.map(([who, role, person]) => {
      let token: Promise<string> | undefined;
      return {
        who,
        role,
        seesTenant: TENANT_WIDE.includes(role) && !scoped.includes(who),
        subRole: admins.some(([name]) => name === who) ? who : null,
        scoped: scoped.includes(who),
        id: person.id,
        tenantId: person.tenantId,
        token: () => {
          token ??= signIn(server.origin, person).then((session) => session.token);
          return token;
        },
        renew: () => {
          token = undefined;
        },
      };
    }),
    ids,
    secrets: {
      rival: [
        rivals,
        ids.rival.loan,
        ids.rival.borrower,
        ids.rival.disposition,
        ids.rival.device,
        works.rival.quarantined,
      ],
      foreign: [theirs, other.tenantId, foreign.id, foreign.borrowerId, foreign.phoneId, ...strangers, ...foreignIds],
    },
    portfolioName,
    agencyName,
    stateOf: (relation) =>
      relation === 'foreign'
        ? hashOf(() => 'true', other.tenantId)
        : hashOf(
            (columns) =>
              columns.includes('loan_id')
                ? `t.loan_id = '${rival.id}'`
                : columns.includes('borrower_id')
                  ? `t.borrower_id = '${rival.borrowerId}'`
                  : null,
            world.tenantId,
          ),
  };
}
