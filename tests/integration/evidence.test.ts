/** What proves a record: signed where it was saved, judged when it arrives, found out when anything is altered later. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportDeviceKey, generateDeviceKey, signText } from '../../core/contract/device-keys';
import type { Receipt } from '../../core/contract/dispositions';
import { RECORD_VERSION } from '../../core/contract/records';
import { recordSignedText } from '../../core/domain/evidence';
import { uuidv7 } from '../../core/domain/ids';
import { appendAudit } from '../../server/db/audit';
import {
  type EvidenceReport,
  examineAll,
  examineRecord,
  findTenant,
  tenantOfRecord,
} from '../../server/modules/dispositions';
import { folderStorage, type Storage } from '../../server/platform/storage';
import { bothAtNight, type TestDatabase } from '../support/databases';
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

/** A device with a key of its own on which the person has signed in. */
async function enrol(origin: string, person: Person, id: string = uuidv7()) {
  const pair = await generateDeviceKey();
  await signIn(origin, person, {
    id,
    publicKey: await exportDeviceKey(pair.publicKey),
    name: 'Phone',
    appVersion: '1.0.0',
  });
  const sign = (hash: string, userId = person.id) =>
    signText(pair.privateKey, recordSignedText({ tenantId: person.tenantId, userId, deviceId: id }, hash));
  return { id, sign };
}
type Enrolled = Awaited<ReturnType<typeof enrol>>;

describe.each(bothAtNight)('signatures on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let agent: Api;
  let loan: TestLoan;
  let device: Enrolled;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { environment: { LOG_LEVEL: 'silent' } });
    world = await createTenantWorld(held.db);
    agent = as(server.origin, world.people.agent);
    device = await enrol(server.origin, world.people.agent);
  });
  beforeEach(async () => {
    loan = await world.addLoan({ held: { field_agent: 'agent' } });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

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
      tx.query('select version, attempts from loans where tenant_id = $1 and id = $2', [world.tenantId, loan.id]),
    );
    expect(row).toEqual({ version: 1, attempts: 0 });
  });

  it('checks a record by the key of its own day after the device has shown another', async () => {
    const id = uuidv7();
    const before = await enrol(server.origin, world.people.agent, id);
    const record = callRecord(loan, { signedBy: id });
    const signature = await before.sign(payloadHashOf(record));
    const after = await enrol(server.origin, world.people.agent, id);
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
    for (const payloadVersion of [0, RECORD_VERSION + 1]) {
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

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe.each(bothAtNight)('evidence on $name', ({ fresh, name }) => {
  let held: TestDatabase;
  let folder: string;
  let storage: Storage;
  let server: TestServer;
  let world: TenantWorld;
  let agent: Api;
  let device: Enrolled;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recoup-evidence-'));
    storage = folderStorage(join(folder, 'files'));
    held = await fresh();
    server = await startServer(held.db, { storage, environment: { LOG_LEVEL: 'silent' } });
  });
  // A chain once broken stays broken: after that, the next test has a tenant of its own.
  let spoiled = true;
  async function newTenant(): Promise<void> {
    world = await createTenantWorld(held.db);
    agent = as(server.origin, world.people.agent);
    device = await enrol(server.origin, world.people.agent);
    spoiled = false;
  }
  beforeEach(async () => {
    if (spoiled) await newTenant();
  });
  afterAll(async () => {
    await server.close();
    await held.close();
    await rm(folder, { recursive: true, force: true });
  });

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const position = (lat: number, lng: number, at: string, more = {}) => ({
    gps: { lat, lng, accuracyM: 14, at, mock: null, ...more },
    gpsMissing: undefined,
  });

  /** A signed visit with a photo and a payment, sent as a form; another record follows it in the chain. */
  async function visit(more: object = {}) {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(2000)]);
    const sha256 = createHash('sha256').update(photo).digest('hex');
    const at = minutesAgo(2);
    const record = fieldRecord(loan, {
      code: 'FPAR',
      recordedAt: at,
      clockMeasuredAt: minutesAgo(9),
      signedBy: device.id,
      nextVisitOn: undefined,
      photoMissing: undefined,
      personMet: { relation: 'borrower' },
      payment: { amountPaise: 250_000, mode: 'cash' },
      remarks: 'Paid a part at the door',
      attachments: [{ sha256, size: photo.length, mime: 'image/jpeg', kind: 'premises', takenAt: at }],
      ...position(18.52, 73.85, at),
      ...more,
    });
    const sent = JSON.parse(JSON.stringify(record)) as Json;
    const form = new FormData();
    form.set('disposition', JSON.stringify(sent));
    form.append('screenShot', new Blob([photo], { type: 'image/jpeg' }), 'door.jpg');
    const hash = payloadHashOf(sent);
    const answer = await agent.fetch('/api/v2/call-disposition', {
      method: 'POST',
      headers: {
        'idempotency-key': sent.id,
        'x-payload-hash': hash,
        'x-record-signature': await device.sign(hash),
      },
      body: form,
    });
    const body = (await answer.json()) as { data: Receipt };
    expect([answer.status, body.data]).toMatchObject([200, { signature: 'valid', outcome: 'applied' }]);
    return { id: sent.id, loan, sha256, receipt: body.data };
  }

  const examineOne = async (id: string): Promise<EvidenceReport> => {
    const report = await examineRecord({ db: held.db, storage }, world.tenantId, id);
    if (!report) throw new Error('The record is not there');
    return report;
  };
  const failing = ({ checks }: EvidenceReport) =>
    checks.filter(({ verdict }) => verdict === 'fail').map(({ name: check }) => check);
  const lookedAt = ({ checks }: EvidenceReport) =>
    checks.filter(({ verdict }) => verdict === 'look').map(({ name: check }) => check);

  /** As somebody with the owner's password might. */
  async function tamper(sql: string, parameters: unknown[] = []): Promise<void> {
    spoiled ||= /audit_log|device_keys|delete from dispositions/.test(sql);
    await held.db.owner((tx) => tx.query('alter table audit_log disable trigger user'));
    await world.run((tx) => tx.query(sql, parameters));
    await held.db.owner((tx) => tx.query('alter table audit_log enable trigger user'));
  }

  it('holds for a visit as it came', async () => {
    const { id, receipt } = await visit();
    const report = await examineOne(id);
    expect(report).toMatchObject({ ok: true, id, receiptNo: receipt.receiptNo });
    expect(report.checks.map(({ name: check, verdict }) => [check, verdict])).toEqual(
      ['record', 'columns', 'receipt', 'signature', 'files', 'chain', 'time', 'place'].map((check) => [check, 'pass']),
    );
    expect(await tenantOfRecord(held.db, id)).toMatchObject({ id: world.tenantId });
  });

  const d = 'update dispositions set';
  const here = 'where tenant_id = current_tenant() and id = $1::uuid';
  it.each<[string, string, string[]]>([
    [
      'the amount within the record',
      `${d} record = jsonb_set(record, '{payment,amountPaise}', '9900') ${here}`,
      ['record', 'columns'],
    ],
    [
      'the record and its hash',
      `${d} record = record || '{"remarks":"x"}', remarks = 'x', payload_hash = repeat('a', 64) ${here}`,
      ['record', 'receipt', 'signature', 'chain'],
    ],
    ['the code that lists show', `${d} code = 'FCOL' ${here}`, ['columns', 'chain']],
    ['the time that lists show', `${d} recorded_at = recorded_at - interval '1 day' ${here}`, ['columns']],
    ['the outcome', `${d} outcome = 'late-closed' ${here}`, ['receipt', 'chain']],
    ['the receipt’s number', `${d} receipt_no = receipt_no + 1 ${here}`, ['receipt']],
    ['the agent', `${d} user_id = gen_random_uuid() ${here}`, ['signature', 'chain']],
    ['the signature', `${d} signature = repeat('A', 86) ${here}`, ['signature', 'chain']],
    [
      'the signature, taken away',
      `${d} signature = null, signature_state = 'none' ${here}`,
      ['receipt', 'signature', 'chain'],
    ],
    [
      'what was found of the signature',
      `${d} signature_state = 'unknown-key' ${here}`,
      ['receipt', 'signature', 'chain'],
    ],
    [
      'the device’s key',
      `update device_keys set public_key = repeat('A', 87) where tenant_id = current_tenant() and $1::uuid is not null`,
      ['signature'],
    ],
    [
      'the visit’s position',
      `update visits set lat = 19.1 where tenant_id = current_tenant() and disposition_id = $1::uuid`,
      ['columns'],
    ],
    [
      'the payment',
      `update payments set amount_paise = 1 where tenant_id = current_tenant() and disposition_id = $1::uuid`,
      ['columns'],
    ],
    [
      'the receipt',
      `update idempotency_keys set receipt = jsonb_set(receipt, '{chain,seq}', '1') where tenant_id = current_tenant() and record_id = $1::uuid`,
      ['chain'],
    ],
    [
      'the receipt, taken away',
      `delete from idempotency_keys where tenant_id = current_tenant() and record_id = $1::uuid`,
      ['receipt'],
    ],
    [
      'its files, taken away',
      `delete from disposition_attachments where tenant_id = current_tenant() and disposition_id = $1::uuid`,
      ['files'],
    ],
    [
      'its entry in the chain',
      `update audit_log set detail = detail || '{"outcome":"x"}' where tenant_id = current_tenant() and subject_id = $1::text`,
      ['chain'],
    ],
    [
      'its entry, deleted',
      `delete from audit_log where tenant_id = current_tenant() and subject_id = $1::text`,
      ['chain'],
    ],
    [
      'a later entry',
      `update audit_log set detail = '{"x":1}' where tenant_id = current_tenant() and seq > (select seq from audit_log a where a.tenant_id = current_tenant() and a.subject_id = $1::text)`,
      ['chain'],
    ],
    [
      'a later entry, deleted',
      `delete from audit_log where tenant_id = current_tenant() and seq > (select seq from audit_log a where a.tenant_id = current_tenant() and a.subject_id = $1::text)`,
      ['chain'],
    ],
  ])('notices an altered %s', async (_, sql, found) => {
    const { id } = await visit();
    await world.run((tx) =>
      appendAudit(tx, [{ action: 'loan.seen', subject: 'loan', subjectId: 'any', actorId: null, detail: {} }]),
    );
    await tamper(sql, [id]);
    expect(failing(await examineOne(id))).toEqual(found);
  });

  it.each([
    ['a byte of a photo', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 1000 ? byte ^ 1 : byte)))],
    ['a photo cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
  ])('notices %s on disk', async (_, alter) => {
    const { id, sha256 } = await visit();
    const key = `files/${world.tenantId}/${sha256.slice(0, 2)}/${sha256}`;
    const bytes = await storage.get(key);
    if (!bytes) throw new Error('no photo');
    await storage.put(key, alter(bytes));
    expect(failing(await examineOne(id))).toEqual(['files']);
    await storage.remove(key);
    expect(failing(await examineOne(id))).toEqual(['files']);
    await storage.put(key, bytes);
    expect((await examineOne(id)).ok).toBe(true);
  });

  it('asks a person to look at a mock, a wrong clock and a device in two places, and refuses none of them', async () => {
    // Signed in since yesterday.
    await tamper(
      "update device_keys set valid_from = valid_from - interval '1 day' where tenant_id = current_tenant()",
    );
    const mocked = await visit(position(18.52, 73.85, minutesAgo(2), { mock: true }));
    expect(lookedAt(await examineOne(mocked.id))).toEqual(['place']);
    const skewed = await visit({ clockOffsetMs: 40 * 60_000 });
    expect(lookedAt(await examineOne(skewed.id))).toContain('time');
    // Pune and, ten minutes later, Delhi.
    const [pune, delhi] = [
      await visit({ recordedAt: minutesAgo(60), ...position(18.52, 73.85, minutesAgo(60)) }),
      await visit({ recordedAt: minutesAgo(50), ...position(28.61, 77.21, minutesAgo(50)) }),
    ];
    for (const { id } of [pune, delhi]) {
      const report = await examineOne(id);
      expect(report.ok).toBe(true);
      expect(report.checks.find(({ name: check }) => check === 'place')?.words).toMatch(/^11\d\d km from this device/);
    }
  });

  it('goes through a whole tenant, and misses what is gone', async () => {
    await newTenant();
    const visits = [await visit(), await visit(), await visit()];
    const all = async () => {
      const seen: EvidenceReport[] = [];
      const tenant = await findTenant(held.db, world.tenantId);
      if (!tenant) throw new Error('no tenant');
      const summary = await examineAll({ db: held.db, storage }, tenant, (report) => seen.push(report));
      return { seen, summary };
    };
    expect((await all()).summary).toMatchObject({ ok: true, records: 3, failed: 0, removed: [], chain: [] });
    const [first, second, third] = visits;
    if (!first || !second || !third) throw new Error('no visits');
    await tamper('delete from dispositions where tenant_id = current_tenant() and id = $1', [second.id]);
    const gone = await all();
    expect(gone.summary).toMatchObject({
      ok: false,
      records: 2,
      removed: [{ id: second.id, seq: second.receipt.chain.seq }],
    });
    expect(await examineRecord({ db: held.db, storage }, world.tenantId, second.id)).toBeUndefined();
    expect(await tenantOfRecord(held.db, second.id)).toMatchObject({ id: world.tenantId });
    await tamper('delete from audit_log where tenant_id = current_tenant() and seq = $1', [third.receipt.chain.seq]);
    const broken = await all();
    expect(broken.summary.chain).toEqual([{ seq: third.receipt.chain.seq, problem: 'head' }]);
    expect(broken.seen.map((report) => [report.id, failing(report)])).toEqual([
      [first.id, ['chain']],
      [third.id, ['chain']],
    ]);
  });

  // An embedded database belongs to one process; the end-to-end tests run the command on one.
  if (name === 'postgres')
    it('is a command whose end says whether it holds', async () => {
      await newTenant();
      const { id } = await visit();
      const command = async (...wanted: string[]) => {
        const run = promisify(execFile)(
          process.execPath,
          ['--import', import.meta.resolve('tsx'), join(ROOT, 'server/start/verify-evidence.ts'), ...wanted],
          { cwd: ROOT, env: { ...process.env, DATABASE_URL: held.url ?? '', DATA_DIR: folder } },
        );
        return run.then(
          ({ stdout }) => ({ code: 0, text: stdout }),
          (error: { code: number; stdout: string; stderr: string }) => ({
            code: error.code,
            text: error.stdout + error.stderr,
          }),
        );
      };
      const good = await command(id);
      expect(good.code).toBe(0);
      expect(good.text).toMatch(/✓ signature By the key that the device had registered then[\s\S]*Holds/);
      await tamper(`${d} remarks = 'He paid everything' ${here}`, [id]);
      const [bad, all, unknown] = await Promise.all([
        command(id),
        command('--all', '--tenant', world.tenantId, '--failed', '--json'),
        command(uuidv7()),
      ]);
      expect([bad.code, all.code, unknown.code]).toEqual([1, 1, 2]);
      expect(bad.text).toMatch(/✗ columns {3}Other than in the record: remarks[\s\S]*FAILED: 1 check of 8/);
      const lines = all.text.trim().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { id, ok: false },
        { records: 1, failed: 1, chain: [], ok: false },
      ]);
    });
});
