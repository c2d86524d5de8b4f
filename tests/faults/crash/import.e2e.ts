/**
 * An import whose server, database or both are killed at twenty points of its check, its load and its being taken back: each row is in
 * the book once, counts and error file are exact, and taken back the book is as it was.
 */
import { expect, it } from 'vitest';
import type { LoanImport } from '../../../core/contract/loan-imports';
import { guessMapping, type LoanMapping } from '../../../core/domain/loan-import';
import { migrate, prepareInstallation } from '../../../server/db/migrate';
import { openPostgres } from '../../../server/db/postgres';
import { AppServer } from '../../support/app-server';
import { type Detail, IMPORTS, loansCsv } from '../../support/import-desk';
import { tenantTables } from '../../support/import-files';
import { createPerson, signIn } from '../../support/people';
import { createTenantWorld } from '../../support/world';
import { PostgresProcess } from './postgres-process';

/** More chunks than a step has deaths. */
const ROWS = 50_000;
const KNOWN = 2000;
/** Deaths of each step. */
const DEATHS = { verify: 6, commit: 7, undo: 7 } as const;
type Step = keyof typeof DEATHS;
const AT_WORK: Record<Step, LoanImport['state']> = { verify: 'verifying', commit: 'committing', undo: 'undoing' };
const WRONG = 700;

const BOOK = [
  'loans',
  'borrowers',
  'phones',
  'addresses',
  'loan_people',
  'loan_totals',
  'loan_words',
  'loan_month_opens',
];

/** Every so many rows one that is refused. */
const withFaults = (csv: string): string =>
  csv
    .split('\n')
    .map((line, at) => (at > 0 && line !== '' && at % WRONG === 0 ? line.replace('411001', '12') : line))
    .join('\n');

it('an import that dies twenty times brings each row in once, and is taken back whole', async () => {
  const postgres = await PostgresProcess.start();
  if (!postgres) return console.warn('SKIPPED: this machine has no PostgreSQL that can be started');
  const open = () => openPostgres({ url: postgres.url, poolSize: 2 });
  let db = await open();
  const server = await AppServer.prepare({ env: { DEMO: 'off', LOG_LEVEL: 'error', DATABASE_URL: postgres.url } });
  try {
    await migrate(db);
    await prepareInstallation(db);
    const world = await createTenantWorld(db);
    const admin = await createPerson(db, world.tenantId, { role: 'CRM_TENANTADMIN' });
    await server.run();
    const { token } = await signIn(server.origin, admin);
    const ask = async <T = Detail>(path: string, method = 'GET', body?: unknown): Promise<T> => {
      const answer = await fetch(`${server.origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { data } = (await answer.json()) as { data: T };
      expect(answer.status, `${method} ${path}: ${JSON.stringify(data)}`).toBe(200);
      return data;
    };
    const rows = <T extends Record<string, unknown>>(sql: string, parameters: unknown[] = []) =>
      db.transaction({ tenantId: world.tenantId }, (tx) => tx.query<T>(sql, parameters));
    const book = async () => {
      const tables = await db.transaction({ tenantId: world.tenantId }, tenantTables);
      return Object.fromEntries(BOOK.map((name) => [name, tables[name]]));
    };
    const [whose] = await rows<{ clientId: string; portfolioId: string }>(
      `select client_id as "clientId", id as "portfolioId" from portfolios where tenant_id = current_tenant() and name = 'Two wheelers'`,
    );
    const began = async (csv: string): Promise<string> => {
      const bytes = Buffer.from(csv);
      const made = await ask<{ import: Detail; uploadUrl: string }>(IMPORTS, 'POST', {
        kind: 'loans',
        fileName: 'loans.csv',
        size: bytes.length,
      });
      expect((await fetch(`${server.origin}${made.uploadUrl}`, { method: 'PUT', body: bytes })).status).toBe(200);
      await ask(`/brake/update-status?jobId=${made.import.id}`, 'POST');
      const { id } = made.import;
      await expect.poll(async () => (await ask(`${IMPORTS}/${id}`)).state, { timeout: 30_000 }).toBe('mapping');
      const one = await ask(`${IMPORTS}/${id}`);
      if (!one.look) throw new Error('The file was not read');
      const mapping: LoanMapping = one.mapping ?? guessMapping(one.look);
      const columns = mapping.columns.map((column) =>
        column.header === 'State' ? { header: 'State', field: 'address1.state' } : column,
      );
      await ask(`${IMPORTS}/${id}/mapping`, 'PUT', { ...whose, mapping: { ...mapping, columns } });
      return id;
    };
    const stateOf = async (id: string) =>
      (
        await rows<{ state: LoanImport['state']; line: number }>(
          "select state, coalesce((step_work ->> 'line')::int, 0) as line from loan_imports where tenant_id = current_tenant() and id = $1",
          [id],
        )
      )[0];
    const through = async (id: string, step: Step, to: LoanImport['state']) => {
      await ask(`${IMPORTS}/${id}/${step}`, 'POST');
      await expect.poll(async () => (await stateOf(id))?.state, { timeout: 120_000 }).toBe(to);
      return ask(`${IMPORTS}/${id}`);
    };

    let nth = 0;
    const die = async () => {
      const turn = nth++ % 4;
      const base = async (death: 'quit' | 'kill') => {
        await db.close().catch(() => undefined);
        await postgres.die(death);
      };
      if (turn === 0) await server.kill();
      else if (turn === 1) await base('kill');
      else if (turn === 2) await Promise.all([server.kill(), base('kill')]);
      else await base('quit');
      if (turn > 0) {
        await postgres.run();
        db = await open();
      }
      // A minute later, as far as the queue can tell: whoever held the job is dead.
      await db.platform((tx) =>
        tx.query(
          "update jobs set claim = null, claimed_until = null, run_at = created_at where name = 'loan-imports.step'",
        ),
      );
      if (turn === 0 || turn === 2) await server.run();
    };
    /** Begins a step that is killed so many times, each time later than the time before, and ends all the same. */
    const dying = async (id: string, step: Step, to: LoanImport['state']) => {
      await ask(`${IMPORTS}/${id}/${step}`, 'POST');
      const stood: number[] = [];
      for (let last = -1; stood.length < DEATHS[step]; ) {
        await expect
          .poll(async () => (await stateOf(id))?.line, { timeout: 60_000, interval: 5 })
          .toBeGreaterThan(last);
        const at = await stateOf(id);
        expect(at?.state, `it ended before it was killed often enough: ${stood.join(', ')}`).toBe(AT_WORK[step]);
        await die();
        last = (await stateOf(id))?.line ?? -1;
        stood.push(last);
      }
      await expect.poll(async () => (await stateOf(id))?.state, { timeout: 120_000 }).toBe(to);
      return ask(`${IMPORTS}/${id}`);
    };

    const known = await began(loansCsv(KNOWN));
    await through(known, 'verify', 'verified');
    await through(known, 'commit', 'done');
    const before = await book();

    const id = await began(withFaults(loansCsv(ROWS, { pos: (at) => String(20_000 + at) })));
    const refused = Math.floor(ROWS / WRONG);
    const updated = KNOWN - Math.floor(KNOWN / WRONG);
    const verified = await dying(id, 'verify', 'verified');
    expect(verified.verification).toMatchObject({
      rows: ROWS,
      refused,
      changed: updated,
      fresh: ROWS - refused - updated,
    });
    const done = await dying(id, 'commit', 'done');
    expect(done.counts).toMatchObject({ rows: ROWS, refused, updated, inserted: ROWS - refused - updated, skipped: 0 });
    expect(
      await rows(
        `select count(*)::int as loans, count(distinct loan_number)::int as numbers,
                (select count(*)::int from phones where tenant_id = current_tenant()) as phones,
                (select count(distinct (borrower_id, number))::int from phones where tenant_id = current_tenant()) as each_phone,
                (select sum(loans)::int from loan_totals where tenant_id = current_tenant()) as told
           from loans where tenant_id = current_tenant()`,
      ),
    ).toEqual([
      {
        loans: ROWS - refused + Math.floor(KNOWN / WRONG),
        numbers: ROWS - refused + Math.floor(KNOWN / WRONG),
        phones: 2 * (ROWS - refused + Math.floor(KNOWN / WRONG)),
        each_phone: 2 * (ROWS - refused + Math.floor(KNOWN / WRONG)),
        told: ROWS - refused + Math.floor(KNOWN / WRONG),
      },
    ]);
    const file = await fetch(`${server.origin}${IMPORTS}/${id}/errors`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const lines = (await file.text()).trim().split('\r\n');
    expect(lines).toHaveLength(1 + refused);
    expect(new Set(lines).size).toBe(1 + refused);
    const undone = await dying(id, 'undo', 'undone');
    expect(undone.counts).toMatchObject({ inserted: 0, updated: 0 });
    expect(await book()).toEqual(before);
  } finally {
    await server.destroy();
    await db.close().catch(() => undefined);
    await postgres.destroy();
  }
}, 900_000);
