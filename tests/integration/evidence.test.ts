/** What proves a record: signed where it was saved, judged when it arrives, found out when anything is altered later. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../core/contract/dispositions';
import { exportDeviceKey, generateDeviceKey, signText } from '../../core/contract/sealing';
import { recordSignedText } from '../../core/domain/evidence';
import { uuidv7 } from '../../core/domain/ids';
import { engines, type TestDatabase } from '../support/databases';
import { type Person, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import {
  type Api,
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  payloadHashOf,
  type TenantWorld,
  type TestLoan,
} from '../support/world';

type Json = Record<string, unknown> & { id: string };

describe.each(engines)('signatures on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let agent: Api;
  let loan: TestLoan;
  let device: Awaited<ReturnType<typeof enrol>>;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { environment: { LOG_LEVEL: 'silent' } });
    world = await createTenantWorld(held.db);
    agent = as(server.origin, world.people.agent);
    device = await enrol(world.people.agent);
  });
  beforeEach(async () => {
    loan = await world.addLoan({ held: { field_agent: 'agent' } });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  /** A device with a key of its own on which the person has signed in. */
  async function enrol(person: Person, id: string = uuidv7()) {
    const pair = await generateDeviceKey();
    await signIn(server.origin, person, {
      id,
      publicKey: await exportDeviceKey(pair.publicKey),
      name: 'Phone',
      appVersion: '1.0.0',
    });
    const sign = (hash: string, userId = person.id) =>
      signText(pair.privateKey, recordSignedText({ tenantId: person.tenantId, userId, deviceId: id }, hash));
    return { id, sign };
  }

  async function send(record: Json, signature?: string): Promise<Receipt> {
    const item = { key: record.id, hash: payloadHashOf(record), record, ...(signature !== undefined && { signature }) };
    const { status, body } = await agent.batch(item);
    expect(status).toBe(200);
    const [result] = body.results as { receipt?: Receipt; error?: unknown }[];
    if (!result?.receipt) throw new Error(JSON.stringify(result?.error));
    return result.receipt;
  }
  const stored = async (id: string) => {
    const [row] = await world.run((tx) =>
      tx.query<{ signature: string | null; signature_state: string; outcome: string; audited: unknown }>(
        `select d.signature, d.signature_state, d.outcome, a.detail -> 'signature' as audited
           from dispositions d
           join audit_log a on a.tenant_id = d.tenant_id and a.subject = 'disposition' and a.subject_id = d.id::text
          where d.tenant_id = $1 and d.id = $2`,
        [world.tenantId, id],
      ),
    );
    return row;
  };

  it('keeps a good signature with the record, on the receipt and in the chain', async () => {
    const record = fieldRecord(loan, { signedBy: device.id });
    const signature = await device.sign(payloadHashOf(record));
    expect(await send(record, signature)).toMatchObject({ outcome: 'applied', signature: 'valid' });
    expect(await stored(record.id)).toEqual({
      signature,
      signature_state: 'valid',
      outcome: 'applied',
      audited: { value: signature, state: 'valid' },
    });
  });

  it.each<[string, (record: Json) => Promise<string | undefined>, Json | object, string, string]>([
    ['another record', async () => device.sign('0'.repeat(64)), {}, 'invalid', 'signature-invalid'],
    [
      'another user',
      async (record) => device.sign(payloadHashOf(record), uuidv7()),
      {},
      'invalid',
      'signature-invalid',
    ],
    ['nothing, though the record names a device', async () => undefined, {}, 'invalid', 'signature-invalid'],
    ['noise', async () => '$$ no signature $$', {}, 'invalid', 'signature-invalid'],
    ['a device that nobody registered', async () => 'A'.repeat(86), { signedBy: uuidv7() }, 'unknown-key', 'applied'],
    [
      'a record that says it is unsigned',
      async () => 'A'.repeat(86),
      { signedBy: null },
      'invalid',
      'signature-invalid',
    ],
    ['nothing, and the record says so', async () => undefined, { signedBy: null }, 'none', 'applied'],
    [
      'a key of before it was registered',
      async (record) => device.sign(payloadHashOf(record)),
      { recordedAt: new Date(Date.now() - 30 * 86_400_000).toISOString() },
      'unknown-key',
      'applied',
    ],
  ])('says what is wrong with the signature of %s, and loses nothing', async (_, signatureOf, more, state, outcome) => {
    const record = callRecord(loan, { signedBy: device.id, ...more });
    const signature = await signatureOf(record);
    const receipt = await send(record, signature);
    expect(receipt).toMatchObject({ signature: state, outcome });
    expect(await stored(record.id)).toMatchObject({ signature: signature ?? null, signature_state: state, outcome });
    expect(await send(record, signature)).toEqual(receipt);
  });

  it('does not let a record with a wrong signature change its loan', async () => {
    const record = fieldRecord(loan, { signedBy: device.id });
    await send(record, await device.sign('0'.repeat(64)));
    const [row] = await world.run((tx) =>
      tx.query('select version, attempts_30d from loans where tenant_id = $1 and id = $2', [world.tenantId, loan.id]),
    );
    expect(row).toEqual({ version: 1, attempts_30d: 0 });
  });

  it('checks a record by the key of its own day after the device has shown another', async () => {
    const id = uuidv7();
    const before = await enrol(world.people.agent, id);
    const record = callRecord(loan, { signedBy: id });
    const signature = await before.sign(payloadHashOf(record));
    const after = await enrol(world.people.agent, id);
    expect(await send(record, signature)).toMatchObject({ signature: 'valid' });
    const next = callRecord(loan, { signedBy: id });
    expect(await send(next, await after.sign(payloadHashOf(next)))).toMatchObject({ signature: 'valid' });
    const keys = await world.run((tx) =>
      tx.query<{ open: boolean }>(
        'select valid_until is null as open from device_keys where tenant_id = $1 and device_id = $2 order by valid_from',
        [world.tenantId, id],
      ),
    );
    expect(keys.map(({ open }) => open)).toEqual([false, true]);
  });

  it.each([
    [1, ['signedBy', 'clockMeasuredAt']],
    [2, ['clockMeasuredAt']],
    [3, []],
  ])('takes version %i of the payload as a form', async (payloadVersion, lacking) => {
    const whole: Json = callRecord(loan, { payloadVersion, signedBy: null, clockMeasuredAt: null });
    const record = Object.fromEntries(Object.entries(whole).filter(([name]) => !lacking.includes(name)));
    const form = new FormData();
    form.set('disposition', JSON.stringify(record));
    const response = await agent.fetch('/api/v2/call-disposition', {
      method: 'POST',
      headers: { 'idempotency-key': whole.id, 'x-payload-hash': payloadHashOf(record) },
      body: form,
    });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { data: { key: whole.id, outcome: 'applied', signature: 'none' } },
    ]);
    const [row] = await world.run((tx) =>
      tx.query<{ record: Json }>('select record from dispositions where tenant_id = $1 and id = $2', [
        world.tenantId,
        whole.id,
      ]),
    );
    expect(row?.record).toEqual(record);
  });

  it('refuses a form of a version that is too old or not yet known', async () => {
    for (const payloadVersion of [0, 4]) {
      const record = callRecord(loan, { payloadVersion });
      const form = new FormData();
      form.set('disposition', JSON.stringify(record));
      const response = await agent.fetch('/api/v2/call-disposition', {
        method: 'POST',
        headers: { 'idempotency-key': record.id, 'x-payload-hash': payloadHashOf(record) },
        body: form,
      });
      expect(await response.json()).toMatchObject({ code: 'payload-too-old' });
    }
  });
});
