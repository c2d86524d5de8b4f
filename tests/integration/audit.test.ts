import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../core/domain/ids';
import { type AuditEntry, appendAudit, verifyAudit } from '../../server/db/audit';
import type { Database } from '../../server/db/database';
import { engines, type TestDatabase } from '../support/databases';

const entry = (subjectId: string, detail: Record<string, unknown> = {}): AuditEntry => ({
  action: 'loan.changed',
  subject: 'loan',
  subjectId,
  actorId: '01900000-0000-7000-8000-000000000009',
  detail,
});

/** As somebody with the owner's password might: the guard is taken off, a row is altered, the guard is put back. */
async function tamper(db: Database, tenantId: string, sql: string): Promise<void> {
  await db.owner((tx) => tx.query('alter table audit_log disable trigger user'));
  await db.transaction({ tenantId }, (tx) => tx.query(sql));
  await db.owner((tx) => tx.query('alter table audit_log enable trigger user'));
}

describe.each(engines)('the audit chain on $name', ({ fresh }) => {
  let held: TestDatabase;
  let tenantId: string;
  beforeAll(async () => {
    held = await fresh();
  });
  afterAll(() => held.close());
  beforeEach(() => {
    tenantId = uuidv7();
  });

  const append = (entries: AuditEntry[]) => held.db.transaction({ tenantId }, (tx) => appendAudit(tx, entries));
  const verify = () => held.db.transaction({ tenantId }, (tx) => verifyAudit(tx));

  it('links entries of one call and of several, whatever they hold', async () => {
    const first = await append([
      entry('a', { amountPaise: 1250, name: 'रवि "x"\n', none: null, list: [1.5, {}] }),
      entry('b'),
    ]);
    const second = await append([
      entry('c', { skipped: undefined, when: new Date(0) }),
      { ...entry('d'), actorId: null },
    ]);
    expect(first.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(second.map(({ seq }) => seq)).toEqual([3, 4]);
    expect(await verify()).toEqual({ ok: true, entries: 4, head: second[1]?.hash });
    expect(await append([])).toEqual([]);
  });

  it('is empty and sound for a new tenant, and each tenant has its own', async () => {
    expect(await verify()).toMatchObject({ ok: true, entries: 0 });
    await append([entry('a')]);
    tenantId = uuidv7();
    await append([entry('a')]);
    expect(await verify()).toMatchObject({ ok: true, entries: 1 });
  });

  it('has no gap and no fork when many write at once', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => append([entry(`${n}a`), entry(`${n}b`)])));
    expect(await verify()).toMatchObject({ ok: true, entries: 60 });
  });

  it('takes back its numbers when the transaction fails', async () => {
    await append([entry('a')]);
    const failing = held.db.transaction({ tenantId }, async (tx) => {
      await appendAudit(tx, [entry('b')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const [next] = await append([entry('c')]);
    expect(next?.seq).toBe(2);
    expect(await verify()).toMatchObject({ ok: true, entries: 2 });
  });

  it('walks chains longer than one page', async () => {
    await append(Array.from({ length: 2500 }, (_, n) => entry(String(n))));
    expect(await verify()).toMatchObject({ ok: true, entries: 2500 });
  });

  it('refuses changes and removals', async () => {
    await append([entry('a')]);
    for (const sql of ["update audit_log set action = 'x'", 'delete from audit_log']) {
      const attempt = held.db.transaction({ tenantId }, (tx) => tx.query(sql));
      await expect(attempt).rejects.toThrow(/insert-only/);
    }
  });

  it.each([
    ['an altered detail', `update audit_log set detail = '{"n": 2}' where seq = 2`, { seq: 2, problem: 'changed' }],
    [
      'an altered time',
      "update audit_log set at = at + interval '1 second' where seq = 2",
      { seq: 2, problem: 'changed' },
    ],
    ['another actor', 'update audit_log set actor_id = null where seq = 2', { seq: 2, problem: 'changed' }],
    ['a removed entry', 'delete from audit_log where seq = 2', { seq: 2, problem: 'missing' }],
    ['a removed beginning', 'delete from audit_log where seq = 1', { seq: 1, problem: 'missing' }],
    ['a removed end', 'delete from audit_log where seq = 3', { seq: 3, problem: 'head' }],
    [
      'a forged link',
      `update audit_log set previous_hash = repeat('0', 64) where seq = 3`,
      { seq: 3, problem: 'unlinked' },
    ],
  ])('notices %s', async (_, sql, found) => {
    await append([entry('a', { n: 1 }), entry('b', { n: 1 }), entry('c', { n: 1 })]);
    await tamper(held.db, tenantId, sql);
    expect(await verify()).toEqual({ ok: false, ...found });
  });
});
