/** A commit of an allocation whose server is killed with SIGKILL again and again goes on where it was: every loan is given once. */
import { expect, it } from 'vitest';
import type { AllocationRun } from '../../../core/contract/allocation';
import { type AllocationRule, EVEN_WEIGHTS } from '../../../core/domain/allocation';
import { uuidv7 } from '../../../core/domain/ids';
import { verifyAudit } from '../../../server/db/audit';
import { migrate, prepareInstallation } from '../../../server/db/migrate';
import { openPostgres } from '../../../server/db/postgres';
import { AppServer } from '../../support/app-server';
import { createPerson, signIn } from '../../support/people';
import { createTenantWorld } from '../../support/world';
import { PostgresProcess } from './postgres-process';

const DEATHS = 10;
/** More holders than deaths: a transaction gives the loans of one holder. */
const HOLDERS = 60;
const LOANS = 480;
const RUNS = '/api/v1/loans/auto-allocation';

it('a commit that dies ten times gives each loan once, and says so truly', async () => {
  const postgres = await PostgresProcess.start();
  if (!postgres) return console.warn('SKIPPED: this machine has no PostgreSQL that can be started');
  const db = await openPostgres({ url: postgres.url, poolSize: 2 });
  const server = await AppServer.prepare({ env: { DEMO: 'off', LOG_LEVEL: 'warn', DATABASE_URL: postgres.url } });
  try {
    await migrate(db);
    await prepareInstallation(db);
    const world = await createTenantWorld(db);
    await world.addLoans(LOANS, { held: { collector: 'collector' } });
    const holders: string[] = [];
    while (holders.length < HOLDERS) {
      const managerId = world.people.manager.id;
      holders.push((await createPerson(db, world.tenantId, { role: 'CRM_TELECALLER', managerId })).id);
    }
    await server.run();
    const { token } = await signIn(server.origin, world.people.admin);
    const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await fetch(server.origin + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { data } = (await answer.json()) as { data: T };
      expect(answer.status, `${method} ${path}: ${JSON.stringify(data)}`).toBe(200);
      return data;
    };
    const rule: AllocationRule = {
      id: uuidv7(),
      name: 'Everybody alike',
      active: true,
      condition: [[]],
      kind: 'collector',
      target: { of: 'chosen', ids: holders },
      method: 'round-robin',
      weights: EVEN_WEIGHTS,
      keepPresent: false,
      mostLoans: null,
      mostPos: null,
      needsDra: false,
      needsPresence: false,
      from: null,
      until: null,
    };
    await ask('POST', '/api/v1/loans/allocation-rule/upload', { version: 0, rules: [rule] });
    const id = uuidv7();
    const run = () => ask<AllocationRun>('GET', `${RUNS}/${id}`);
    await ask('POST', RUNS, { id });
    await expect.poll(async () => (await run()).state, { timeout: 30_000 }).toBe('rehearsed');

    const rows = (sql: string) =>
      db.transaction({ tenantId: world.tenantId }, (tx) => tx.query<Record<string, unknown>>(sql));
    const met = async () =>
      Number(
        (
          await rows(
            'select count(*) as number from allocation_run_loans where tenant_id = current_tenant() and became is not null',
          )
        )[0]?.number,
      );
    await ask('PUT', `${RUNS}/${id}/commit`, {});
    const stood: number[] = [];
    for (let last = -1; stood.length < DEATHS; ) {
      await expect.poll(met, { timeout: 30_000, interval: 2 }).toBeGreaterThan(last);
      await server.kill();
      last = await met();
      stood.push(last);
      // A minute later, as far as the queue can tell: whoever held the job is dead.
      await db.platform((tx) =>
        tx.query(
          "update jobs set claimed_until = now() - interval '1 second' where name = 'allocation.work' and claim is not null",
        ),
      );
      await server.run();
    }
    // Each death but the first came after something more was given, and the last before all was.
    expect(stood.at(-1), `stood at ${stood.join(', ')}`).toBeLessThan(LOANS);
    await expect.poll(async () => (await run()).state, { timeout: 30_000 }).toBe('committed');
    expect(await run()).toMatchObject({ given: LOANS, leftOut: 0, done: LOANS, total: LOANS });

    const history = await rows(
      `select loan_id, count(*)::int as gives, (count(*) filter (where ended_at is null))::int as open
         from loan_assignments where tenant_id = current_tenant() and kind = 'collector' group by loan_id`,
    );
    expect(history).toHaveLength(LOANS);
    // The collector's, and the one of this commit.
    expect(history.filter(({ gives, open }) => gives !== 2 || open !== 1)).toEqual([]);
    const noted = await rows(
      `select (count(*))::int as number from assignment_batches b cross join lateral jsonb_array_elements(b.loans) l
        where b.tenant_id = current_tenant()`,
    );
    expect(noted).toEqual([{ number: LOANS }]);
    const held = await rows(
      `select h.loan_id from loan_assignments h join allocation_run_loans p
           on p.tenant_id = h.tenant_id and p.loan_id = h.loan_id and p.kind = h.kind and p.to_id = h.profile_id
        where h.tenant_id = current_tenant() and h.kind = 'collector' and h.ended_at is null`,
    );
    expect(held).toHaveLength(LOANS);
    expect(await db.transaction({ tenantId: world.tenantId }, verifyAudit)).toMatchObject({ ok: true });
  } finally {
    await server.destroy();
    await db.close();
    await postgres.destroy();
  }
}, 240_000);
