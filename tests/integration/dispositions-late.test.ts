/** Records that come too late or from a locked phone: kept as evidence, with an explicit outcome. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportDeviceKey, generateDeviceKey, signedText, signText } from '../../core/contract/device-keys';
import { seal } from '../../core/contract/sealing';
import { canonicalJson, sha256Hex } from '../../core/domain/canonical';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { bothEngines, type TestDatabase } from '../support/databases';
import { type Person, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, fieldRecord, itemOf, type TenantWorld, type TestLoan } from '../support/world';

const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const today = dayOf(Date.now());
const collected = {
  code: 'FPTP',
  personMet: { relation: 'borrower' },
  // After the day of a record that is fifty hours ahead, at any hour of today.
  ptp: { amountPaise: 5000, dueOn: addDays(today, 4), mode: 'cash' },
  nextVisitOn: addDays(today, 4),
  payment: { amountPaise: 700, mode: 'cash' },
};

describe.each(bothEngines)('late records on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const become = (loan: TestLoan, state: string) =>
    world.run((tx) =>
      tx.query('update loans set state = $3, version = version + 1 where tenant_id = $1 and id = $2', [
        world.tenantId,
        loan.id,
        state,
      ]),
    );
  const read = (sql: string, value: string) => world.run((tx) => tx.query(sql, [world.tenantId, value]));

  it.each<[string, (loan: TestLoan) => Promise<unknown>, object, string]>([
    ['of a loan that is another agent’s now', (loan) => reassign(loan), {}, 'late-reassigned'],
    ['of a loan that nobody has now', (loan) => world.unassign(loan, 'field_agent'), {}, 'late-reassigned'],
    ['of a closed loan', (loan) => become(loan, 'closed'), {}, 'late-closed'],
    ['of a settled loan', (loan) => become(loan, 'settled'), {}, 'late-closed'],
    ['of a suppressed loan', (loan) => become(loan, 'suppressed'), {}, 'late-suppressed'],
    ['from a clock two days ahead', async () => {}, { recordedAt: hoursAgo(-50) }, 'clock-skewed'],
    ['from a clock days off, measured', async () => {}, { clockOffsetMs: 60 * HOUR }, 'clock-skewed'],
    [
      'three days old, of a clock never measured',
      async () => {},
      { recordedAt: hoursAgo(72), clockOffsetMs: null },
      'clock-skewed',
    ],
    ['three days old, of a measured clock', async () => {}, { recordedAt: hoursAgo(72) }, 'applied'],
  ])('a record %s', async (_, happen, more, outcome) => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    await happen(loan);
    const before = await read('select * from loans where tenant_id = $1 and id = $2', loan.id);
    const record = fieldRecord(loan, { ...collected, ...more });
    const answer = await as(server.origin, world.people.agent).batch(itemOf(record));
    expect(answer.body.results).toMatchObject([{ receipt: { outcome, key: record.id } }]);
    const stored = await read('select outcome from dispositions where tenant_id = $1 and id = $2', record.id);
    expect(stored).toEqual([{ outcome }]);
    // A visit was made and money was taken, whatever became of the loan; a promise and the loan are another matter.
    const count = async (table: string) =>
      (await read(`select 1 as one from ${table} where tenant_id = $1 and loan_id = $2`, loan.id)).length;
    expect([await count('visits'), await count('payments'), await count('ptps')]).toEqual([
      1,
      1,
      outcome === 'applied' ? 1 : 0,
    ]);
    const after = await read('select * from loans where tenant_id = $1 and id = $2', loan.id);
    if (outcome === 'applied') expect(after[0]?.version).toBe(2);
    else expect(after).toEqual(before);
  });

  async function reassign(loan: TestLoan): Promise<void> {
    await world.unassign(loan, 'field_agent');
    await world.assign(loan, 'field_agent', 'rivalAgent');
  }

  it('what a record does to its loan holds for those behind it in the same batch', async () => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const sensitive = fieldRecord(loan, { code: 'FMED', until: addDays(today, 7), nextVisitOn: undefined });
    const answer = await as(server.origin, world.people.agent).batch(
      ...[sensitive, fieldRecord(loan, { loanSeq: 2 })].map(itemOf),
    );
    expect(answer.body.results).toMatchObject([
      { receipt: { outcome: 'applied' } },
      { receipt: { outcome: 'late-suppressed' } },
    ]);
  });

  async function enrol(person: Person) {
    const pair = await generateDeviceKey();
    const id = uuidv7();
    await signIn(server.origin, person, {
      id,
      publicKey: await exportDeviceKey(pair.publicKey),
      name: 'Phone',
      appVersion: '1.0.0',
    });
    return async (body: object, path = '/api/v2/call-disposition/batch') => {
      const text = JSON.stringify(body);
      const at = new Date().toISOString();
      const signature = await signText(pair.privateKey, signedText('POST', path, at, await sha256Hex(text)));
      const response = await fetch(`${server.origin}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-device-tenant': person.tenantId,
          'x-device-user': person.id,
          'x-device-id': id,
          'x-device-at': at,
          'x-device-signature': signature,
        },
        body: text,
      });
      return { status: response.status, body: (await response.json()) as { results?: object[] } };
    };
  }
  async function sealedItem(record: Record<string, unknown> & { id: string }) {
    const canonical = canonicalJson(record);
    const sealed = await seal(server.keys.sealing.publicKey, new TextEncoder().encode(canonical));
    return { key: record.id, hash: await sha256Hex(canonical), sealed };
  }

  it('takes a sealed queue from a locked phone by its device’s signature alone', async () => {
    const deliver = await enrol(world.people.agent);
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const rivals = await world.addLoan({ held: { field_agent: 'rivalAgent' } });
    const record = fieldRecord(loan, collected);
    const items = await Promise.all([record, fieldRecord(rivals)].map(sealedItem));
    const { status, body } = await deliver({ items });
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { key: record.id, receipt: { outcome: 'applied' } },
      { error: { code: 'not-found' } },
    ]);
    // Unlocked again, the phone sends the same record in the clear: the same receipt.
    const again = await as(server.origin, world.people.agent).batch(itemOf(record));
    expect((again.body.results as object[])[0]).toEqual(body.results?.[0]);
    const [row] = await read('select record, device_id from dispositions where tenant_id = $1 and id = $2', record.id);
    expect(row?.record).toEqual(JSON.parse(JSON.stringify(record)));
    expect(row?.device_id).not.toBeNull();
  });

  it('keeps what the phone of an agent delivers who is no longer active', async () => {
    const own = await createTenantWorld(held.db);
    const deliver = await enrol(own.people.agent);
    const loan = await own.addLoan({ held: { field_agent: 'agent' } });
    await own.run((tx) =>
      tx.query('update users set active = false where tenant_id = $1 and id = $2', [own.tenantId, own.people.agent.id]),
    );
    const { body } = await deliver({ items: [await sealedItem(fieldRecord(loan))] });
    expect(body.results).toMatchObject([{ receipt: { outcome: 'late-agent-inactive' } }]);
  });
});
