/** A tenant that loads files: how tests bring one in step by step, with a worker of their own. */

import { afterAll, beforeAll, expect } from 'vitest';
import type { LoanImport, TableLook } from '../../core/contract/loan-imports';
import { guessMapping, type LoanMapping } from '../../core/domain/loan-import';
import type { Database, Tx } from '../../server/db/database';
import { createJobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/loan-imports/jobs';
import { registerJobs as registerSuppressionJobs } from '../../server/modules/suppression-list/jobs';
import { systemClock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';
import type { Engine } from './databases';
import { peopleDesk, put } from './people-desk';
import type { TenantWorld, Who } from './world';

const logger = createLogger('warn', { write: (line) => void console.error(line) });
export const IMPORTS = '/api/v2.1/loans/data-import';

export type Detail = LoanImport & {
  look: TableLook | null;
  mapping: LoanMapping | null;
  drift: { expected: string; proposed: string | null }[];
  verification: {
    rows: number;
    fresh: number;
    changed: number;
    unchanged: number;
    skipped: number;
    refused: number;
    missing: number;
    changedFields: { field: string; loans: number }[];
    problemKinds: { kind: string; column: string; warning: boolean; rows: number; example: string }[];
    problemRows: { line: number; cells: string[]; problems: { kind: string; column: string }[] }[];
  } | null;
};

export interface Whose {
  clientId: string;
  portfolioId: string | null;
}

/** What the worker's database does with a statement before it runs: throws for one that fails. `sql` is empty outside a tenant. */
type Statement = (sql: string) => void;

/** A database whose statements are told beforehand. */
function told(db: Database, tell: Statement): Database {
  const within =
    <T>(work: (tx: Tx) => Promise<T>, named: boolean) =>
    (tx: Tx) =>
      work({
        async query(sql, parameters) {
          tell(named ? sql : '');
          return tx.query(sql, parameters);
        },
        async copyFrom(table, columns, rows) {
          tell(named ? `copy ${table}` : '');
          return tx.copyFrom(table, columns, rows);
        },
      });
  return {
    ...db,
    transaction: (scope, work) => db.transaction(scope, within(work, true)),
    platform: (work) => db.platform(within(work, false)),
  };
}

/** `chunk`: lines of one transaction; `statement` is told each statement of the worker before it runs; `quiet` keeps its log. */
export function importDesk(
  fresh: Engine['fresh'],
  { chunk = 50, statement, quiet = false }: { chunk?: number; statement?: Statement; quiet?: boolean } = {},
) {
  const { desk, api, id } = peopleDesk(fresh);
  let jobs: ReturnType<typeof createJobs>;
  beforeAll(() => {
    const db = statement ? told(desk.held.db, statement) : desk.held.db;
    const log = quiet ? createLogger('error', { write: () => {} }) : logger;
    jobs = createJobs({ db, clock: systemClock, logger: log, pollMs: 20 });
    registerJobs(jobs, { db, storage: desk.server.storage, clock: systemClock, logger: log }, chunk);
    registerSuppressionJobs(jobs, { db: desk.held.db, clock: systemClock });
    jobs.start();
  });
  // Before the database goes: what is registered later ends first.
  afterAll(() => jobs.stop());

  const ask = async <T = Detail>(
    path: string,
    { by = 'admin' as Who, method = 'GET', body }: { by?: Who; method?: string; body?: unknown } = {},
  ) => {
    const response = await api(by).fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer = (await response.json()) as { data: T };
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const whose = async (world: TenantWorld = desk.world, client = 'Sahyadri Bank'): Promise<Whose> => {
    const [row] = await world.run((tx) =>
      tx.query<{ client: string; portfolio: string }>(
        'select c.id as client, p.id as portfolio from clients c join portfolios p on p.tenant_id = c.tenant_id and p.client_id = c.id where c.tenant_id = current_tenant() and c.name = $1',
        [client],
      ),
    );
    return { clientId: row?.client ?? '', portfolioId: row?.portfolio ?? '' };
  };
  const until = async (wanted: string, ...states: LoanImport['state'][]): Promise<Detail> => {
    let found: Detail | undefined;
    await expect
      .poll(
        async () => {
          const now = await ask(`${IMPORTS}/${wanted}`);
          found = now;
          return now.state;
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBeOneOf([...states, 'failed']);
    return found as Detail;
  };
  /** Uploaded and read. */
  const upload = async (
    csv: string | Buffer,
    { kind = 'loans', by = 'admin' as Who, fileName = 'loans.csv' } = {},
  ): Promise<Detail> => {
    const bytes = Buffer.from(csv);
    const made = await ask<{ import: Detail; uploadUrl: string }>(IMPORTS, {
      by,
      method: 'POST',
      body: { kind, fileName, size: bytes.length },
    });
    const sent = await fetch(`${desk.server.origin}${made.uploadUrl}`, { method: 'PUT', body: bytes });
    if (sent.status !== 200) throw new Error(await sent.text());
    await ask(`/brake/update-status?jobId=${made.import.id}`, { by, method: 'POST' });
    return ask(`${IMPORTS}/${made.import.id}`, { by });
  };
  const map = async (
    one: Detail,
    of?: Partial<Whose>,
    change: (mapping: LoanMapping) => LoanMapping = (mapping) => mapping,
  ): Promise<Detail> => {
    const guessed = one.mapping ?? guessMapping(one.look as TableLook);
    const mapping = change({
      ...guessed,
      columns: guessed.columns.map((column) =>
        column.header === 'State' ? { header: 'State', field: 'address1.state' } : column,
      ),
    });
    return ask(`${IMPORTS}/${one.id}/mapping`, { method: 'PUT', body: { ...(await whose()), ...of, mapping } });
  };
  const step = async (wanted: string, name: 'verify' | 'commit' | 'undo', to: LoanImport['state']): Promise<Detail> => {
    await ask(`${IMPORTS}/${wanted}/${name}`, { method: 'POST' });
    return until(wanted, to);
  };
  /** From the file to the book. */
  const load = async (
    csv: string,
    more: { kind?: string; of?: Partial<Whose>; change?: (mapping: LoanMapping) => LoanMapping } = {},
  ): Promise<Detail> => {
    const one = await upload(csv, more.kind ? { kind: more.kind } : {});
    await map(one, more.of, more.change);
    const verified = await step(one.id, 'verify', 'verified');
    if (verified.state !== 'verified') throw new Error(JSON.stringify(verified.problem));
    return step(one.id, 'commit', 'done');
  };
  return { desk, api, id, ask, put, whose, until, upload, map, step, load };
}

const HEADER = 'Loan No,Customer Name,Mobile,Alternate Mobile,Address,City,State,Pincode,POS,Overdue Amount,DPD,EMI';
/** Lines of a lender's file, loans numbered from `from` on. */
export const loansCsv = (
  count: number,
  more: { from?: number; pos?: (at: number) => string; dpd?: (at: number) => string } = {},
): string => {
  const { from = 1, pos = (at) => String(10_000 + at), dpd = (at) => String(at % 400) } = more;
  const rows = Array.from({ length: count }, (_, index) => {
    const at = from + index;
    return `IMP${String(at).padStart(7, '0')},Borrower ${at},9${String(100_000_000 + at)},8${String(100_000_000 + at)},"${at}, MG Road",Pune,Maharashtra,411001,${pos(at)},${500 + at}.50,${dpd(at)},2500`;
  });
  return [HEADER, ...rows, ''].join('\n');
};
