/** Phones as supervisors see and direct them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceAlert, DeviceEvent, DeviceRow } from '../../core/contract/devices';
import { seal } from '../../core/contract/sealing';
import { uuidv7 } from '../../core/domain/ids';
import { engines, type TestDatabase } from '../support/databases';
import type { Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { nothing, phoneAt, reportOf, type TestPhone } from '../support/signed-in-phone';
import {
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const HOUR = 3_600_000;

describe.each(engines)('phones on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loan: TestLoan;
  let clock = 0;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock: { now: () => new Date(Date.now() + clock) } });
    world = await createTenantWorld(held.db);
    await world.run((tx) =>
      tx.query('update users set agency_id = $2 where tenant_id = $1 and id = $3', [
        world.tenantId,
        world.agencyId,
        world.people.agent.id,
      ]),
    );
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    clock = 0;
    loan = await world.addLoan({ held: { field_agent: 'agent' } });
  });

  const call = (who: Who) => as(server.origin, world.people[who]);

  const phoneOf = (person: Person, name?: string) => phoneAt(server.origin, person, name);

  const list = async (who: Who, query = '') => {
    const { status, body } = await call(who).get(`/api/v2/devices?size=200${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as { rows: DeviceRow[]; total: number; counts: Record<string, number> };
  };
  const one = async (who: Who, phone: TestPhone) => {
    const { status, body } = await call(who).get(`/api/v2/devices/${phone.id}/${world.people.agent.id}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as { device: DeviceRow; events: DeviceEvent[] };
  };
  const act = (who: Who, phone: TestPhone, what: 'revoke' | 'allow', body: object = { reason: 'As told' }) =>
    call(who).post(`/api/v2/devices/${phone.id}/${world.people.agent.id}/${what}`, body);
  const audited = (action: string, subjectId: string) =>
    world.run((tx) =>
      tx.query<{ actor_id: string; detail: Record<string, unknown> }>(
        'select actor_id, detail from audit_log where tenant_id = $1 and action = $2 and subject_id = $3',
        [world.tenantId, action, subjectId],
      ),
    );

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T00:00:00+23:59'])(
    'report with a clock at %s, and are heard',
    async (time) => {
      const phone = await phoneOf(world.people.agent);
      const times = { oldestUnsentAt: time, lastSyncAt: time, lastContactAt: time };
      expect(await phone.report({ queue: { ...nothing, queued: 1 }, ...times })).toMatchObject({ status: 200 });
      expect((await list('manager')).rows.find((row) => row.deviceId === phone.id)?.report).toMatchObject({
        unsent: 1,
      });
    },
  );

  it('report how their queue stands, and are seen by those above, their agency and the tenant alone', async () => {
    const phone = await phoneOf(world.people.agent);
    const oldest = new Date(Date.now() - 2 * HOUR).toISOString();
    const storage = { usedBytes: 5_000_000, quotaBytes: 60_000_000_000, persisted: true };
    const answer = await phone.report({
      queue: { ...nothing, queued: 2, retryLater: 1, needsYou: 1 },
      oldestUnsentAt: oldest,
      lastContactAt: oldest,
      storage,
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { revoked: false, decisions: [] } } });
    const seenBy: Record<string, boolean> = {};
    for (const who of [
      'manager',
      'nationalManager',
      'admin',
      'owner',
      'partner',
      'rival',
      'plainManager',
      'otherPartner',
    ] as const)
      seenBy[who] = (await list(who)).rows.some((row) => row.deviceId === phone.id);
    expect(seenBy).toEqual({
      manager: true,
      nationalManager: true,
      admin: true,
      owner: true,
      partner: true,
      rival: false,
      plainManager: false,
      otherPartner: false,
    });
    const { device, events } = await one('manager', phone);
    expect(device).toMatchObject({
      agent: world.people.agent.username,
      name: 'Android · Chrome',
      silent: false,
      unsentOverADay: false,
      revokedAt: null,
      report: { unsent: 3, needsYou: 1, oldestUnsentAt: oldest, storage, locked: false },
    });
    expect(events).toMatchObject([{ kind: 'registered', by: null, detail: { appVersion: '1.0.0' } }]);
    await phone.report({ appVersion: '1.1.0' });
    expect((await one('manager', phone)).events[0]).toMatchObject({
      kind: 'app-updated',
      detail: { from: '1.0.0', appVersion: '1.1.0' },
    });
  });

  it('say whether the caller may decide about them, as the server would: one’s own is allowed again by those above alone', async () => {
    const id = uuidv7();
    const owner = world.people.manager;
    await world.run((tx) =>
      tx.query(
        "insert into devices (tenant_id, id, user_id, name, app_version, public_key, revoked_at) values ($1, $2, $3, 'phone', '1.0.0', 'k', now())",
        [world.tenantId, id, owner.id],
      ),
    );
    const told = async (who: Who) => {
      const { body } = await call(who).get(`/api/v2/devices/${id}/${owner.id}`);
      return (body.data as { device: DeviceRow }).device.mayWithdraw;
    };
    expect([await told('manager'), await told('nationalManager')]).toEqual([false, true]);
    const allow = (who: Who) => call(who).post(`/api/v2/devices/${id}/${owner.id}/allow`, { reason: 'Found again' });
    expect([(await allow('manager')).status, (await allow('nationalManager')).status]).toEqual([403, 200]);
  });

  it('are nobody else’s business: other roles get 403, other supervisors 404, and nothing changes', async () => {
    const phone = await phoneOf(world.people.agent);
    for (const who of ['agent', 'caller', 'collector', 'client', 'clientAdmin', 'customer', 'dialer'] as const) {
      expect((await call(who).get('/api/v2/devices')).status, who).toBe(403);
      expect((await act(who, phone, 'revoke')).status, who).toBe(403);
    }
    for (const who of ['rival', 'plainManager', 'otherPartner'] as const) {
      const answers = [
        await call(who).get(`/api/v2/devices/${phone.id}/${world.people.agent.id}`),
        await act(who, phone, 'revoke'),
        await act(who, phone, 'allow'),
      ];
      for (const answer of answers) expect(answer, who).toMatchObject({ status: 404, body: { code: 'not-found' } });
    }
    expect((await one('manager', phone)).device.revokedAt).toBeNull();
    // A sign-in without a device has nothing to report about, and a foreign device is not reported for.
    expect((await call('agent').post('/api/v2/devices/report', reportOf())).status).toBe(400);
  });

  it('report while locked, notice what the browser removed, and are told about their former self once', async () => {
    const former = await phoneOf(world.people.agent, 'Former');
    await former.report({ queue: { ...nothing, queued: 3 }, oldestUnsentAt: new Date().toISOString() });
    const phone = await phoneOf(world.people.agent, 'Now');
    const event = { id: uuidv7(), kind: 'evicted', at: new Date().toISOString(), formerDeviceId: former.id };
    for (let again = 0; again < 2; again += 1)
      expect((await phone.signed('/api/v2/devices/report', reportOf({ events: [event] }))).status).toBe(200);
    expect((await one('manager', phone)).device.report?.locked).toBe(true);
    const { device, events } = await one('manager', former);
    expect(events.filter(({ kind }) => kind === 'evicted')).toMatchObject([{ id: event.id, detail: { unsent: 3 } }]);
    expect(device.report).toMatchObject({ unsent: 0, oldestUnsentAt: null });
    // Somebody else's device is not theirs to declare lost.
    const foreign = await phoneOf(world.people.rivalAgent, 'Foreign');
    const lie = { id: uuidv7(), kind: 'evicted', at: new Date().toISOString(), formerDeviceId: foreign.id };
    await phone.report({ events: [lie] });
    const events2 = await world.run((tx) =>
      tx.query<{ device_id: string }>('select device_id from device_events where tenant_id = $1 and id = $2', [
        world.tenantId,
        lie.id,
      ]),
    );
    expect(events2).toEqual([{ device_id: phone.id }]);
  });

  it('are searched, filtered, sorted and paged', async () => {
    const phones = [];
    for (const name of ['Zebra A', 'Zebra B', 'Zebra C']) phones.push(await phoneOf(world.people.agent, name));
    await phones[1]?.report({
      queue: { ...nothing, queued: 9 },
      oldestUnsentAt: new Date(Date.now() - 25 * HOUR).toISOString(),
    });
    const names = ({ rows }: { rows: DeviceRow[] }) => rows.map(({ name }) => name);
    expect(names(await list('manager', '&q=zebra&sort=unsent'))).toEqual([
      'Zebra B',
      expect.any(String),
      expect.any(String),
    ]);
    const second = await call('manager').get('/api/v2/devices?q=zebra&sort=oldest&size=1&page=2');
    expect(second.body.data).toMatchObject({ total: 3 });
    expect((second.body.data as { rows: unknown[] }).rows).toHaveLength(1);
    expect(names(await list('manager', '&q=zebra&filter=unsent'))).toEqual(['Zebra B']);
    // A percent sign is a letter, not a pattern.
    expect((await list('manager', '&q=%25')).rows).toEqual([]);
    clock = 4 * 24 * HOUR;
    const silent = await list('manager', '&q=zebra&filter=silent');
    expect(names(silent).sort()).toEqual(['Zebra A', 'Zebra B', 'Zebra C']);
    expect(silent.counts.silent).toBeGreaterThanOrEqual(3);
    expect((await call('manager').get('/api/v2/devices?sort=nonsense')).status).toBe(422);
  });

  it('raise an alert when work is unsent for over a day, even if they fall silent, and clear it once', async () => {
    const phone = await phoneOf(world.people.agent, 'Alerting');
    const saved = new Date().toISOString();
    await phone.report({ queue: { ...nothing, retryLater: 4 }, oldestUnsentAt: saved });
    const mine = async (who: Who) => {
      const { body } = await call(who).get('/api/v2/devices/alerts');
      const { alerts } = body.data as { alerts: DeviceAlert[] };
      return alerts.filter(({ deviceId }) => deviceId === phone.id);
    };
    expect(await mine('manager')).toEqual([]);
    clock = 25 * HOUR;
    const [alert] = await mine('manager');
    expect(alert).toMatchObject({ kind: 'unsent-over-a-day', unsent: 4, oldestUnsentAt: saved, name: 'Alerting' });
    expect(await mine('manager')).toEqual([alert]);
    expect(await mine('rival')).toEqual([]);
    await phone.signed('/api/v2/devices/report', reportOf());
    expect(await mine('manager')).toEqual([]);
    const rows = await world.run((tx) =>
      tx.query<{ cleared_at: string | null }>(
        'select cleared_at from device_alerts where tenant_id = $1 and device_id = $2',
        [world.tenantId, phone.id],
      ),
    );
    expect(rows).toEqual([{ cleared_at: expect.any(String) }]);
  });

  it('that are withdrawn hand over their queue and nothing of it takes effect; allowed again, they deliver', async () => {
    const phone = await phoneOf(world.people.agent, 'Stolen');
    const first = await act('manager', phone, 'revoke', { reason: 'Stolen in Pune' });
    expect(first).toMatchObject({ status: 200, body: { data: { device: { revokedAt: expect.any(String) } } } });
    expect((await act('manager', phone, 'revoke')).body.data).toMatchObject({
      device: { revokedAt: (first.body.data as { device: DeviceRow }).device.revokedAt },
    });
    expect(await audited('devices.revoked', phone.id)).toMatchObject([
      {
        actor_id: world.people.manager.id,
        detail: { before: { revokedAt: null }, after: { revokedAt: expect.any(String) }, reason: 'Stolen in Pune' },
      },
    ]);

    const sha256 = 'd'.repeat(64);
    const file = { sha256, size: 9, mime: 'image/jpeg', kind: 'premises', takenAt: new Date().toISOString() };
    const record = fieldRecord(loan, { attachments: [file] });
    const { key, hash } = itemOf(record);
    const sealed = await seal(server.keys.sealing.publicKey, new TextEncoder().encode(JSON.stringify(record)));
    const item = { key, hash, sealed };
    const revoked = { status: 403, body: { code: 'device-revoked' } };
    expect(await phone.signed('/api/v2/call-disposition/batch', { items: [item] })).toMatchObject(revoked);
    const mirror = { item, reason: { code: 'device-revoked', message: 'This device has been withdrawn.' } };
    // Its photos come after the record that names them; anything else stays out.
    const metadata = (hash: string) => ({
      'tus-resumable': '1.0.0',
      'upload-length': '9',
      'upload-metadata': `sha256 ${btoa(hash)}`,
    });
    const bring = (hash: string) => phone.signed('/api/v2/attachments/uploads', undefined, metadata(hash));
    expect(await bring(sha256)).toMatchObject(revoked);
    for (let again = 0; again < 2; again += 1)
      expect(await phone.signed('/api/v2/call-disposition/quarantine', mirror)).toMatchObject({ status: 200 });
    expect((await bring(sha256)).status).toBe(201);
    expect(await bring('f'.repeat(64))).toMatchObject(revoked);
    expect(
      (
        await phone.signed(
          '/api/v2/devices/report',
          reportOf({ events: [{ id: uuidv7(), kind: 'erased', at: new Date().toISOString() }] }),
        )
      ).body.data,
    ).toMatchObject({ revoked: true });
    // Without the right signature a withdrawn phone is nobody.
    const other = await phoneOf(world.people.agent);
    const forged = await fetch(`${server.origin}/api/v2/call-disposition/quarantine`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-device-id': phone.id,
        'x-device-user': world.people.agent.id,
        'x-device-tenant': world.tenantId,
        'x-device-at': new Date().toISOString(),
        'x-device-signature': other.id.replaceAll('-', ''),
      },
      body: JSON.stringify(mirror),
    });
    expect(forged.status).toBe(401);
    const kept = await world.run(async (tx) => ({
      dispositions: await tx.query('select 1 from dispositions where tenant_id = $1 and loan_id = $2', [
        world.tenantId,
        loan.id,
      ]),
      quarantine: await tx.query('select record from quarantine where tenant_id = $1 and key = $2', [
        world.tenantId,
        key,
      ]),
    }));
    expect(kept.dispositions).toEqual([]);
    expect(kept.quarantine).toEqual([{ record }]);
    expect((await one('manager', phone)).events.map(({ kind }) => kind)).toEqual(['erased', 'revoked', 'registered']);

    await act('nationalManager', phone, 'allow');
    expect((await audited('devices.allowed', phone.id))[0]).toMatchObject({
      actor_id: world.people.nationalManager.id,
      detail: { before: { revokedAt: expect.any(String) }, after: { revokedAt: null } },
    });
    expect((await phone.signed('/api/v2/call-disposition/batch', { items: [itemOf(fieldRecord(loan))] })).status).toBe(
      200,
    );
  });
});
