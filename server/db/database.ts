/**
 * The one database interface, over PGlite (embedded) and PostgreSQL. All SQL lives in `modules/<name>/repository.ts`
 * and speaks to a `Tx`; nothing else opens a connection.
 */
export type Row = Record<string, unknown>;

/** Each an array in the order of the columns, or whole lines as `copyLine` writes them. */
export type CopiedRows = Iterable<readonly unknown[] | Uint8Array> | AsyncIterable<readonly unknown[] | Uint8Array>;

export interface Tx {
  /**
   * One statement with `$1` parameters; without parameters a text may hold several, and the last one's rows are
   * answered. Objects and arrays of objects are passed as JSON, arrays of plain values as PostgreSQL arrays. `bigint`
   * and `numeric` come back as numbers (amounts are paise below 2^53), `timestamptz` as ISO strings in UTC, `date` as
   * `YYYY-MM-DD`, `jsonb` parsed. Throws `DatabaseError`.
   */
  query<R = Row>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
  /**
   * Bulk path (COPY FROM): `rows` yields arrays in the order of `columns`; undefined and null both mean NULL. The
   * tenant's policies hold for it. Answers the number of rows.
   */
  copyFrom(table: string, columns: readonly string[], rows: CopiedRows): Promise<number>;
}

/** For whom a transaction runs; set transaction-locally, read by the row-level policies and the audit. */
export interface TenantScope {
  tenantId: string;
  /** Absent for jobs. */
  userId?: string;
  /**
   * The work finds every row by a key. Its statements are planned once a connection and never by reading whole tables,
   * whatever the planner believes of tables that have just grown.
   */
  byKey?: true;
  /** A screen's reads: found through indexes, so that they never cost what the whole book costs. */
  indexed?: true;
  /** Statements put together from what somebody asked: they are not kept prepared, where those of all others have their places. */
  made?: true;
  /** No statement takes longer: it fails with `57014`. The embedded engine cannot be interrupted. */
  statementMs?: number;
  /** Every statement sees the database as it was at the first one (repeatable read), for reads alone. */
  snapshot?: true;
}

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /**
   * BEGIN, role and tenant set LOCAL, `work`, COMMIT; rolled back when `work` throws. Serialization failures and
   * deadlocks are tried again up to three times, so `work` must have no effects outside the database.
   * Do not call it inside itself: on PGlite that would wait for ever, so it throws.
   */
  transaction<T>(scope: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Platform tables only (tenants, logins, server_keys, installation); tenant tables are empty in here. */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Both at once: the tables of one tenant and the platform's, for writes that must hold together (a person and their
   * sign-in name, a tenant and its first rows). Other tenants' rows stay out of reach; the caller decides which tenant.
   */
  withPlatform<T>(scope: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Owner's path for migrations, partitions and seeding: no policies on PGlite; on PostgreSQL FORCE still holds. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Hears `NOTIFY` of a channel until the answer is called: with its payload, or with '' whenever something may have been
   * missed. Absent on the embedded database, which one process has for itself.
   */
  listen?(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** `code` is the SQLSTATE, e.g. `23505`; `constraint` its name where there is one. */
export class DatabaseError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly constraint?: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'DatabaseError';
  }
}
