/**
 * Where a schedule plays: two tenants of its own, three agents, their loans. Made many at once, in a few statements.
 * Tenant 0 has agents 0 and 1 and four loans; tenant 1 has agent 2 and two.
 */
import { hash } from '@node-rs/argon2';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import { uuidv7 } from '../../../core/domain/ids';
import type { Database, Tx } from '../../../server/db/database';

export interface Agent {
  id: string;
  tenantId: string;
  username: string;
}
export interface StageLoan {
  id: string;
  tenantId: string;
  number: string;
}
export interface Stage {
  tenants: [string, string];
  agents: [Agent, Agent, Agent];
  loans: StageLoan[];
}

export const PASSWORD = 'a fine password';
/** Which tenant each loan belongs to, and who holds it at first. */
const LOANS = [
  { tenant: 0, holder: 0 },
  { tenant: 0, holder: 0 },
  { tenant: 0, holder: 0 },
  { tenant: 0, holder: 1 },
  { tenant: 1, holder: 2 },
  { tenant: 1, holder: 2 },
] as const;
export const LOAN_COUNT = LOANS.length;
export const HELD_AT_FIRST: readonly number[] = LOANS.map(({ holder }) => holder);

/** Before any schedule begins. */
const LONG_AGO = '2026-01-01T00:00:00Z';

type Rows = Record<string, unknown>[];

/** Only the columns that the first row names. */
async function insert(tx: Tx, table: string, rows: Rows): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await tx.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [rows],
  );
}

/** Cheap on purpose: what a password costs is not what is tested here. The hash names its own cost. */
let hashed: Promise<string> | undefined;
const cheapHash = (): Promise<string> => {
  hashed ??= hash(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });
  return hashed;
};

export async function makeStages(db: Database, count: number): Promise<Stage[]> {
  const password_hash = await cheapHash();
  const stages = Array.from({ length: count }, () => newStage());
  const tenants = stages.flatMap((stage) => stage.tenants);
  await db.platform((tx) =>
    insert(
      tx,
      'tenants',
      tenants.map((id) => ({
        id,
        name: `Tenant ${id}`,
        zone: 'Asia/Kolkata',
        active: true,
        max_ptp_days: 30,
        created_at: 'now',
      })),
    ),
  );
  await db.platform((tx) =>
    insert(
      tx,
      'logins',
      stages.flatMap(({ agents }) =>
        agents.map(({ id, tenantId, username }) => ({
          login: username,
          tenant_id: tenantId,
          user_id: id,
        })),
      ),
    ),
  );
  await db.owner(async (tx) => {
    await tx.query(
      `insert into disposition_codes (tenant_id, code, channel, label, class, rank, requires, selectable, position)
       select t.id, c.code, c.channel, c.label, c.class, c.rank, c.requires, c.selectable, c.position
         from unnest($1::uuid[]) as t(id), jsonb_populate_recordset(null::disposition_codes, $2::jsonb) c`,
      [tenants, DEFAULT_CODES.map((code, position) => ({ ...code, position }))],
    );
    const bare = (more: (tenant: string) => Record<string, unknown>) =>
      tenants.map((tenant) => ({ tenant_id: tenant, id: tenant, ...more(tenant) }));
    await insert(
      tx,
      'clients',
      bare(() => ({ name: 'Bank', institution: 'BANK', active: true, created_at: 'now' })),
    );
    await insert(
      tx,
      'portfolios',
      bare((tenant) => ({
        client_id: tenant,
        name: 'P',
        product: 'TW',
        secured: false,
        region: 'West',
        active: true,
        created_at: 'now',
      })),
    );
    const agents = stages.flatMap((stage) => stage.agents);
    await insert(
      tx,
      'users',
      agents.map(({ id, tenantId, username }) => ({
        tenant_id: tenantId,
        id,
        role: 'CRM_FIELDAGENT',
        username,
        full_name: username,
        password_hash,
        active: true,
        languages: [],
        pincodes: [],
        created_at: 'now',
        updated_at: 'now',
      })),
    );
    await insert(
      tx,
      'user_tree',
      agents.map(({ id, tenantId }) => ({ tenant_id: tenantId, ancestor_id: id, descendant_id: id, depth: 0 })),
    );
    const loans = stages.flatMap((stage) => stage.loans.map((loan, at) => ({ stage, loan, at })));
    const own = ({ loan }: { loan: StageLoan }) => ({ tenant_id: loan.tenantId, id: loan.id });
    await insert(
      tx,
      'borrowers',
      loans.map((row) => ({ ...own(row), name: 'Asha Kulkarni', language: 'hi' })),
    );
    await insert(
      tx,
      'loans',
      loans.map((row) => ({
        ...own(row),
        loan_number: row.loan.number,
        client_id: row.loan.tenantId,
        portfolio_id: row.loan.tenantId,
        borrower_id: row.loan.id,
        product: 'TW',
        state: 'active',
        version: 1,
        dpd: 20,
        dpd_month_open: 20,
        bucket: '0-30',
        pos_paise: 5_000_000,
        tos_paise: 5_100_000,
        overdue_paise: 500_000,
        principal_overdue_paise: 500_000,
        interest_overdue_paise: 0,
        penal_paise: 0,
        charges_paise: 0,
        emi_paise: 250_000,
        due_day: 5,
        flag_dispute: false,
        flag_deceased: false,
        flag_legal: false,
        flag_do_not_contact: false,
        flag_vulnerable: false,
        attempts: 0,
        updated_at: LONG_AGO,
      })),
    );
    await insert(
      tx,
      'loan_assignments',
      loans.map(({ stage, loan, at }) => ({
        tenant_id: loan.tenantId,
        id: uuidv7(),
        loan_id: loan.id,
        kind: 'field_agent',
        profile_id: stage.agents[HELD_AT_FIRST[at] as 0 | 1 | 2].id,
        assigned_at: LONG_AGO,
      })),
    );
  });
  return stages;
}

function newStage(): Stage {
  const tenants: [string, string] = [uuidv7(), uuidv7()];
  const agent = (tenantId: string, name: string): Agent => {
    const id = uuidv7();
    return { id, tenantId, username: `${name}-${id.slice(-12)}` };
  };
  return {
    tenants,
    agents: [agent(tenants[0], 'asha'), agent(tenants[0], 'bala'), agent(tenants[1], 'chitra')],
    loans: LOANS.map(({ tenant }) => {
      const id = uuidv7();
      return { id, tenantId: tenants[tenant], number: `LN${id.slice(-12).toUpperCase()}` };
    }),
  };
}

/** Empties every table that schedules write to; keys and codes of the installation stay. */
export async function clearDatabase(db: Database): Promise<void> {
  await db.owner(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname not in ('schema_migrations', 'server_keys', 'installation')`,
    );
    await tx.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
  });
}
