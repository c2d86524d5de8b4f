/** A queue that travels as a file: made by the real engine of a phone, handed in at the desk. */
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceEvent } from '../../core/contract/devices';
import type { RuntimeConfig } from '../../core/contract/system';
import { createEngine } from '../../src/offline/engine';
import { createPageTransport } from '../../src/offline/page-transport';
import { exportQueue } from '../../src/offline/queue-export';
import { createDeviceSession } from '../../src/offline/session';
import { memoryStorage, visit } from '../../src/offline/test-device';
import { fetchTransport } from '../../src/offline/transport';
import { engines, type TestDatabase } from '../support/databases';
import type { Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import {
  type Answer,
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

describe.each(engines)('a queue that travels as a file on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loan: TestLoan;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    loan = await world.addLoan({ held: { field_agent: 'agent' } });
  });

  const call = (who: Who) => as(server.origin, world.people[who]);
  const _audited = (action: string, subjectId: string) =>
    world.run((tx) =>
      tx.query<{ actor_id: string; detail: Record<string, unknown> }>(
        'select actor_id, detail from audit_log where tenant_id = $1 and action = $2 and subject_id = $3',
        [world.tenantId, action, subjectId],
      ),
    );

  /** The real engine of a phone, with storage of its own, talking to the real server. */
  async function realPhone(person: Person) {
    Dexie.dependencies.indexedDB = new IDBFactory();
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
    const config = (await (await fetch(`${server.origin}/config.json`)).json()) as RuntimeConfig;
    for (const [name, base] of Object.entries(config.bases))
      Object.assign(config.bases, { [name]: server.origin + base });
    const session = createDeviceSession({
      transport: fetchTransport,
      config,
      appVersion: '1.0.0',
      storage: memoryStorage(),
      iterations: 1000,
    });
    const unlocked = await session.signIn(person.username, person.password, 'email-or-username');
    if (!('deviceKey' in unlocked)) throw new Error('Not signed in');
    const transport = createPageTransport(fetchTransport, session);
    const engine = await createEngine({ unlocked, transport, config, appVersion: '1.0.0', automatic: false });
    await engine.loans.refresh();
    return { engine, deviceId: unlocked.deviceId };
  }
  const upload = async (who: Who, file: Uint8Array<ArrayBuffer>) => {
    const response = await call(who).fetch('/api/v2/devices/queue-file', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const stored = (of: TestLoan) =>
    world.run((tx) =>
      tx.query<{ receipt_no: number; files: number }>(
        `select d.receipt_no, (select count(*) from disposition_attachments a where a.tenant_id = d.tenant_id and a.disposition_id = d.id) as files
           from dispositions d where d.tenant_id = $1 and d.loan_id = $2`,
        [world.tenantId, of.id],
      ),
    );
  const jpeg = (seed: number) =>
    new Blob([Uint8Array.from({ length: 3000 }, (_, at) => [0xff, 0xd8, 0xff, 0xe0][at] ?? (at * seed) % 251)], {
      type: 'image/jpeg',
    });

  it('is one record with its photo, however often it is handed in and when the phone sends it after all', async () => {
    const { engine } = await realPhone(world.people.agent);
    const { ref } = await engine.keepFile({ blob: jpeg(7), kind: 'premises', takenAt: new Date().toISOString() });
    const saved = await engine.record(
      visit({ id: loan.id, loanNumber: loan.number }, { attachments: [ref], photoMissing: undefined }),
    );
    expect(saved).toMatchObject({ ok: true });
    const { file } = await exportQueue(engine, world.people.agent.password);

    expect((await upload('agent', file)).status).toBe(403);
    for (const who of ['rival', 'otherPartner'] as const) expect((await upload(who, file)).status).toBe(404);
    const changed = file.with(20, (file[20] ?? 0) ^ 1);
    expect((await upload('manager', changed)).status).toBe(422);
    expect((await upload('manager', file.slice(0, -1))).status).toBe(422);
    expect(await stored(loan)).toEqual([]);

    const [first, second] = await Promise.all([upload('manager', file), upload('admin', file)]);
    const lines = [first, second].map(({ body }) => (body.data as { records: Record<string, unknown>[] }).records);
    for (const line of lines)
      expect(line).toMatchObject([{ loanNumber: loan.number, receiptNo: expect.stringMatching(/^R-/) }]);
    expect((await upload('manager', file)).body.data).toMatchObject({ records: [{ became: 'already-here' }] });
    const rows = await stored(loan);
    expect(rows).toEqual([{ receipt_no: expect.any(Number), files: 1 }]);

    await engine.sendNow();
    expect(engine.ledger.get()).toMatchObject([
      { state: 'accepted', receipt: { receiptNo: lines[0]?.[0]?.receiptNo, signature: expect.any(String) } },
    ]);
    expect(await stored(loan)).toEqual(rows);
    await engine.close();
  });

  it('holds nothing that waits for a decision when its record was mended and received meanwhile', async () => {
    const { engine } = await realPhone(world.people.agent);
    const saved = await engine.record(visit({ id: loan.id, loanNumber: loan.number }));
    if (!saved.ok) throw new Error(saved.reason);
    const { file } = await exportQueue(engine, world.people.agent.password);
    const mended = fieldRecord(loan, { mends: [saved.recordId] });
    expect((await call('agent').batch(itemOf(mended))).body.results).toMatchObject([{ receipt: { key: mended.id } }]);
    expect((await upload('manager', file)).body.data).toMatchObject({
      records: [{ key: saved.recordId, became: 'already-here', receiptNo: null }],
    });
    expect(await stored(loan)).toHaveLength(1);
    // The phone hears of it too, and shows no second receipt.
    await engine.sendNow();
    expect(engine.ledger.get()).toEqual([]);
    expect(await stored(loan)).toHaveLength(1);
    await engine.close();
  });

  it('of a withdrawn phone, and what the server cannot take, is kept for a decision', async () => {
    const { engine, deviceId } = await realPhone(world.people.agent);
    await engine.record(visit({ id: loan.id, loanNumber: loan.number }));
    const { file } = await exportQueue(engine, world.people.agent.password);
    await call('manager').post(`/api/v2/devices/${deviceId}/${world.people.agent.id}/revoke`, { reason: 'Lost' });
    const taken = await upload('manager', file);
    expect(taken.body.data).toMatchObject({ records: [{ became: 'under-review', receiptNo: null }] });
    expect(await stored(loan)).toEqual([]);
    const { key } = (taken.body.data as { records: { key: string }[] }).records[0] ?? { key: '' };
    const decided = await call('manager').post(
      `/api/v2/call-disposition/quarantine/${world.people.agent.id}/${key}/decision`,
      { decision: 'accepted' },
    );
    expect(decided).toMatchObject({ status: 200, body: { data: { item: { reasonCode: 'device-revoked' } } } });
    expect(await stored(loan)).toHaveLength(1);
    const { body } = await call('manager').get(`/api/v2/devices/${deviceId}/${world.people.agent.id}`);
    expect((body.data as { events: DeviceEvent[] }).events[0]).toMatchObject({
      kind: 'queue-uploaded',
      detail: { records: 1, received: 0, underReview: 1 },
    });
    await engine.close();
  });
});
