/** Rows of any table, made from what the catalogue says about it: for tests that must reach every table there is. */
import type { Database, Row } from '../../server/db/database';

/** Tables that belong to the installation rather than to a tenant. */
export const PLATFORM_TABLES = [
  'attempts',
  'installation',
  'job_schedules',
  'jobs',
  'logins',
  'server_keys',
  'tenants',
];

export interface Column {
  name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
}

/** A value of a type that satisfies the checks of the schema: read from the check itself where it lists words. */
export async function valueFor(db: Database, table: string, column: Column): Promise<unknown> {
  const checks = await db.owner((tx) =>
    tx.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'c' and conrelid = $1::regclass and pg_get_constraintdef(oid) like '%' || $2 || '%'`,
      [table, `${column.name} = ANY`],
    ),
  );
  const word = /'([^']+)'::text/.exec(checks[0]?.definition ?? '')?.[1];
  if (word) return word;
  switch (column.type) {
    case 'uuid':
      return '01900000-0000-7000-9000-000000000001';
    case 'integer':
    case 'bigint':
    case 'double precision':
    case 'numeric':
      return 1;
    case 'boolean':
      return false;
    case 'date':
      return '2026-11-21';
    case 'timestamp with time zone':
      return '2026-11-21T00:00:00Z';
    case 'jsonb':
      return {};
    case 'ARRAY':
      return [];
    default:
      return 'x';
  }
}

export const columnsOf = (db: Database, table: string): Promise<Column[]> =>
  db.owner((tx) =>
    tx.query<Column>(
      `select column_name as name, data_type as type, is_nullable = 'YES' as nullable, column_default is not null as has_default
         from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
      [table],
    ),
  );

/** Only what must be given: the rest is null or has its default. */
export async function rowFor(db: Database, table: string, tenant: string): Promise<Row> {
  const row: Row = {};
  for (const column of await columnsOf(db, table)) {
    if (column.name === 'tenant_id') row.tenant_id = tenant;
    else if (!column.nullable && !column.has_default) row[column.name] = await valueFor(db, table, column);
  }
  return row;
}

export function insertOf(table: string, row: Row): [string, unknown[]] {
  const names = Object.keys(row);
  return [
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  ];
}

/**
 * One row in each of `tables` for a tenant; `adapt` may change a row before it goes in. Rows refer to each other, so
 * parents come first: tried until nothing is left. Answers the rows that went in; throws when `whole` and some did not.
 */
export async function fillTables(
  db: Database,
  tenantId: string,
  tables: readonly string[],
  { adapt = (_, row) => row, whole = true }: { adapt?: (table: string, row: Row) => Row; whole?: boolean } = {},
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  let left = [...tables];
  while (left.length > 0) {
    const failed: string[] = [];
    let reason: unknown;
    for (const table of left) {
      const row = adapt(table, await rowFor(db, table, tenantId));
      try {
        await db.transaction({ tenantId }, (tx) => tx.query(...insertOf(table, row)));
        rows.set(table, row);
      } catch (error) {
        reason = error;
        failed.push(table);
      }
    }
    if (failed.length === left.length) {
      if (whole) throw new Error(`no row for ${failed.join(', ')}`, { cause: reason });
      break;
    }
    left = failed;
  }
  return rows;
}
