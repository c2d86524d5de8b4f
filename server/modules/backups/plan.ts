/**
 * What a backup of a tenant holds, from the catalogue: every table with a `tenant_id`, in the order in which rows may go in,
 * and of the platform's tables what the tenant cannot do without. A table that is neither stands in `LEFT_OUT` with a reason.
 */
import type { Tx } from '../../db/database';
import { identifier } from '../../db/values';

/** Not in a backup, and why; a test fails for a table that is in neither. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  backups: 'names files that do not travel with it',
  backup_keys: 'is sealed for this installation, and a backup holds no key',
  attempts: 'counts wrong passwords at this installation',
  installation: 'is of the installation, not of a tenant',
  job_schedules: 'is of the installation, not of a tenant',
  server_keys: 'signs for every tenant; another installation has keys of its own',
  schema_migrations: 'says what the schema is; the beginning of a backup says it too',
};

/** Work that makes backups is not carried on elsewhere. */
export const JOBS_PREFIX = 'backups.';

interface PlatformPart {
  /** The column that says whose row it is. */
  tenant: string;
  also?: string;
  /** Columns that are written as null. */
  without?: readonly string[];
}
const PLATFORM: Readonly<Record<string, PlatformPart>> = {
  tenants: { tenant: 'id' },
  logins: { tenant: 'tenant_id' },
  // Work that was under way is waiting again; where it already waits under the same key, that is enough.
  jobs: {
    tenant: 'for_tenant',
    also: `failed_at is null and left(name, ${JOBS_PREFIX.length}) <> '${JOBS_PREFIX}'
       and (claim is null or not exists (select 1 from jobs w where w.name = t.name and w.for_tenant = t.for_tenant
              and w.key = t.key and w.claim is null and w.failed_at is null))`,
    without: ['claim', 'claimed_until'],
  },
};

export interface PlannedColumn {
  name: string;
  type: string;
  /** Numbered by a sequence, which must not fall behind. */
  numbered: boolean;
}
export interface PlannedTable {
  name: string;
  /** Those that are computed from others stay out. */
  columns: PlannedColumn[];
  tenant: string;
  where: string;
  without: readonly string[];
}

interface CatalogueTable {
  name: string;
  columns: PlannedColumn[];
}

/** Throws for a table that is neither of a tenant nor known here, and when tables refer to each other in a ring. */
export async function backupPlan(tx: Tx): Promise<PlannedTable[]> {
  const tables = await tx.query<CatalogueTable>(
    `select c.relname as name,
            jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                      'numbered', a.attidentity <> '') order by a.attname) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
            join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname order by c.relname`,
  );
  const references = await tx.query<{ child: string; parent: string }>(
    `select distinct k.relname as child, p.relname as parent
       from pg_constraint f join pg_class k on k.oid = f.conrelid join pg_class p on p.oid = f.confrelid
            join pg_namespace n on n.oid = k.relnamespace
      where f.contype = 'f' and n.nspname = 'public' and not k.relispartition`,
  );
  const planned: PlannedTable[] = [];
  for (const { name, columns } of tables) {
    if (name in LEFT_OUT) continue;
    const platform = PLATFORM[name];
    if (!platform && !columns.some((column) => column.name === 'tenant_id'))
      throw new Error(`${name} is of no tenant: say in backups/plan.ts whether a backup holds it`);
    const { tenant, also, without = [] } = platform ?? { tenant: 'tenant_id' };
    const where = `t.${identifier(tenant)} = current_tenant()${also ? ` and ${also}` : ''}`;
    planned.push({ name, columns, tenant, where, without });
  }
  return inOrder(planned, references);
}

/** Parents before their children. */
function inOrder(
  tables: readonly PlannedTable[],
  references: readonly { child: string; parent: string }[],
): PlannedTable[] {
  const ordered: PlannedTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && names.has(parent)),
    );
    if (free.length === 0) throw new Error(`${[...names].join(', ')} refer to each other in a ring`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** One text a row: a JSON array of the columns' own texts, which a database of the same schema reads back as they were. */
export function rowsSql({ name, columns, where, without }: PlannedTable): string {
  const cells = columns.map((column) =>
    without.includes(column.name) ? 'null::text' : `t.${identifier(column.name)}::text`,
  );
  return `select array_to_json(array[${cells.join(', ')}])::text as line from ${identifier(name)} t where ${where}`;
}
