/** Phones as supervisors see and direct them, and what becomes of records that were not taken. */
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportDeviceKey, generateDeviceKey, signedText, signText } from '../../core/contract/device-keys';
import type { DeviceAlert, DeviceEvent, DeviceRow } from '../../core/contract/devices';
import type { Receipt } from '../../core/contract/dispositions';
import type { Quarantined } from '../../core/contract/quarantine';
import { seal } from '../../core/contract/sealing';
import type { RuntimeConfig } from '../../core/contract/system';
import { sha256Hex } from '../../core/domain/canonical';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { createEngine } from '../../src/offline/engine';
import { createPageTransport } from '../../src/offline/page-transport';
import { exportQueue } from '../../src/offline/queue-export';
import { createDeviceSession } from '../../src/offline/session';
import { memoryStorage, visit } from '../../src/offline/test-device';
import { fetchTransport } from '../../src/offline/transport';
import { engines, type TestDatabase } from '../support/databases';
import { type Person, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import {
  type Answer,
  type Api,
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const HOUR = 3_600_000;
const nothing = { queued: 0, sending: 0, retryLater: 0, waitingForLogin: 0, needsYou: 0, quarantined: 0 };
const reportOf = (more: object = {}) => ({
  appVersion: '1.0.0',
  queue: nothing,
  oldestUnsentAt: null,
  lastSyncAt: null,
  lastContactAt: null,
  storage: null,
  events: [],
  awaiting: [],
  ...more,
});

/** A phone that somebody has signed in on. */
interface TestPhone {
  id: string;
  session: Api;
  /** Signed by the device, as a locked phone sends. */
  signed(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  report(more?: object): Promise<Answer>;
}

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

  async function phoneOf(person: Person, name = 'Android · Chrome'): Promise<TestPhone> {
    const keys = await generateDeviceKey();
    const id = uuidv7();
    const device = { id, publicKey: await exportDeviceKey(keys.publicKey), name, appVersion: '1.0.0' };
    const { token } = await signIn(server.origin, person, device);
    const send = async (path: string, body: unknown, headers: Record<string, string>): Promise<Answer> => {
      const response = await fetch(`${server.origin}${path}`, {
        method: 'POST',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
    };
    const post: Api['post'] = (path, body) => send(path, body, { authorization: `Bearer ${token}` });
    return {
      id,
      session: { ...call('agent'), post, batch: (...items) => post('/api/v2/call-disposition/batch', { items }) },
      async signed(path, body, headers = {}) {
        const at = new Date().toISOString();
        const text = signedText('POST', path, at, await sha256Hex(body === undefined ? '' : JSON.stringify(body)));
        return send(path, body, {
          ...headers,
          'x-device-id': id,
          'x-device-user': person.id,
          'x-device-tenant': person.tenantId,
          'x-device-at': at,
          'x-device-signature': await signText(keys.privateKey, text),
        });
      },
      report: (more) => post('/api/v2/devices/report', reportOf(more)),
    };
  }

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
    expect((await audited('devices.allowed', phone.id))[0]?.actor_id).toBe(world.people.nationalManager.id);
    expect((await phone.signed('/api/v2/call-disposition/batch', { items: [itemOf(fieldRecord(loan))] })).status).toBe(
      200,
    );
  });

  describe('records in quarantine', () => {
    const reason = { code: 'not-found', message: 'This loan is not known here.' };
    const give = async (phone: TestPhone, record: ReturnType<typeof fieldRecord>) => {
      const item = itemOf(record);
      expect((await phone.session.post('/api/v2/call-disposition/quarantine', { item, reason })).status).toBe(200);
      return item;
    };
    const base = '/api/v2/call-disposition/quarantine';
    const show = (who: Who, key: string) => call(who).get(`${base}/${world.people.agent.id}/${key}`);
    const decide = (who: Who, key: string, body: object) =>
      call(who).post(`${base}/${world.people.agent.id}/${key}/decision`, body);
    const paid = (of: TestLoan) =>
      fieldRecord(of, {
        code: 'FCOL',
        nextVisitOn: undefined,
        personMet: { relation: 'borrower' },
        payment: { amountPaise: 90_000, mode: 'upi', reference: 'UPI1' },
      });

    it('that follow a record which never came, or was decided against, can be accepted without it', async () => {
      const phone = await phoneOf(world.people.agent);
      const loan = await world.addLoan({ held: { field_agent: 'agent' } });
      const sent = async (item: object) =>
        (await phone.session.post('/api/v2/call-disposition/batch', { items: [item] })).body.results;
      const first = await give(phone, fieldRecord(loan));
      const follow = itemOf(fieldRecord(loan, { afterId: first.key, loanSeq: 2 }));
      expect(await sent(follow)).toMatchObject([{ error: { code: 'gone' } }]);
      expect((await decide('manager', first.key, { decision: 'refused', reason: 'Not at the door' })).status).toBe(200);
      expect(await sent(follow)).toMatchObject([{ error: { code: 'gone' } }]);

      await give(phone, follow.record as ReturnType<typeof fieldRecord>);
      expect(await decide('manager', follow.key, { decision: 'accepted' })).toMatchObject({
        status: 200,
        body: { data: { item: { decided: { decision: 'accepted' } } } },
      });
      // The phone, which has kept it, is given the receipt.
      expect(await sent(follow)).toMatchObject([{ receipt: { recordId: follow.key, outcome: 'applied' } }]);
    });

    it('are listed with their reason and shown whole to those above alone', async () => {
      const phone = await phoneOf(world.people.agent);
      const foreign = await world.addLoan({ held: { field_agent: 'rivalAgent' } });
      const record = fieldRecord(foreign, {
        attachments: [
          {
            sha256: 'e'.repeat(64),
            size: 10,
            mime: 'image/jpeg',
            kind: 'premises',
            takenAt: new Date().toISOString(),
            name: 'door.jpg',
          },
        ],
      });
      const { key } = await give(phone, record);
      const listed = (await call('manager').get(`${base}?deviceId=${phone.id}`)).body.data as {
        rows: Quarantined[];
        open: number;
      };
      expect(listed.rows).toMatchObject([
        {
          key,
          agent: world.people.agent.username,
          code: 'FDL',
          reason: reason.message,
          loanNumber: foreign.number,
          borrower: null,
          decided: null,
        },
      ]);
      expect(listed.open).toBeGreaterThan(0);
      expect((await show('manager', key)).body.data).toMatchObject({
        record,
        files: [{ name: 'door.jpg', arrived: false }],
        // Not among the manager's loans: neither shown nor accepted on their word.
        loan: null,
      });
      expect((await show('admin', key)).body.data).toMatchObject({
        loan: { loanNumber: foreign.number, withAgent: false },
      });
      expect(await decide('manager', key, { decision: 'accepted' })).toMatchObject({ status: 403 });
      for (const who of ['rival', 'otherPartner'] as const) {
        expect((await show(who, key)).status).toBe(404);
        expect((await decide(who, key, { decision: 'refused', reason: 'No' })).status).toBe(404);
        expect(((await call(who).get(base)).body.data as { rows: Quarantined[] }).rows).toEqual([]);
      }
      expect((await decide('agent', key, { decision: 'accepted' })).status).toBe(403);
      expect((await decide('manager', key, { decision: 'refused' })).status).toBe(422);
    });

    it('accepted as they are become ordinary dispositions, once, and the phone learns of it with a receipt', async () => {
      const phone = await phoneOf(world.people.agent);
      const never = await world.addLoan({ held: { manager: 'manager' } });
      const record = paid(never);
      const { key, hash } = await give(phone, record);
      expect((await phone.session.batch(itemOf(record))).body).toMatchObject({
        results: [{ error: { code: 'not-found' } }],
      });
      const answer = await decide('manager', key, { decision: 'accepted' });
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { item: { decided: { decision: 'accepted', receipt: { key, hash, outcome: 'applied' } } } } },
      });
      expect((await decide('manager', key, { decision: 'accepted' })).body.code).toBe('conflict');
      const [payments, loanRow] = await world.run(async (tx) => [
        await tx.query('select amount_paise from payments where tenant_id = $1 and loan_id = $2', [
          world.tenantId,
          never.id,
        ]),
        await tx.query('select last_code, version from loans where tenant_id = $1 and id = $2', [
          world.tenantId,
          never.id,
        ]),
      ]);
      expect(payments).toEqual([{ amount_paise: 90_000 }]);
      expect(loanRow).toEqual([{ last_code: 'FCOL', version: 2 }]);
      const told = (await phone.report({ awaiting: [key] })).body.data as { decisions: { receipt: Receipt }[] };
      expect(told.decisions).toMatchObject([
        { key, decision: 'accepted', by: world.people.manager.username, receipt: { key, hash } },
      ]);
      // And should the phone send it after all, it gets that same receipt.
      expect((await phone.session.batch(itemOf(record))).body).toMatchObject({
        results: [{ receipt: told.decisions[0]?.receipt }],
      });
      expect(await audited('dispositions.quarantine-accepted', key)).toMatchObject([
        {
          actor_id: world.people.manager.id,
          detail: {
            before: { state: 'quarantined', reason: 'not-found' },
            after: { state: 'accepted', outcome: 'applied' },
          },
        },
      ]);
      expect(await world.run(verifyAudit)).toMatchObject({ ok: true });
    });

    it.each([
      ['refused', 'The borrower denies the visit'],
      ['returned', 'The date is wrong, please mend it'],
    ])('%s carry the reason to the phone, and nothing of them is posted', async (decision, words) => {
      const phone = await phoneOf(world.people.agent);
      const { key } = await give(phone, paid(loan));
      expect((await decide('nationalManager', key, { decision, reason: words })).status).toBe(200);
      const told = (await phone.signed('/api/v2/devices/report', reportOf({ awaiting: [key, uuidv7()] }))).body.data;
      expect(told).toMatchObject({ decisions: [{ key, decision, reason: words, receipt: null }] });
      expect(
        await world.run((tx) =>
          tx.query('select 1 from dispositions where tenant_id = $1 and loan_id = $2', [world.tenantId, loan.id]),
        ),
      ).toEqual([]);
      expect(await audited(`dispositions.quarantine-${decision}`, key)).toMatchObject([
        { detail: { after: { reason: words } } },
      ]);
      // Somebody else's phone is told nothing about it.
      const other = await phoneOf(world.people.caller);
      expect((await other.report({ awaiting: [key] })).body.data).toMatchObject({ decisions: [] });
    });

    it('are decided once, however many decide at the same moment', async () => {
      const phone = await phoneOf(world.people.agent);
      for (let round = 0; round < 4; round += 1) {
        const { key } = await give(phone, paid(await world.addLoan({ held: { field_agent: 'agent' } })));
        const deciders: [Who, object][] = [
          ['manager', { decision: 'accepted' }],
          ['nationalManager', { decision: 'refused', reason: 'No' }],
          ['admin', { decision: 'accepted' }],
          ['owner', { decision: 'returned', reason: 'Mend it' }],
        ];
        const answers = await Promise.all(deciders.map(([who, body]) => decide(who, key, body)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
        const winner = deciders[answers.findIndex(({ status }) => status === 200)] as [Who, { decision: string }];
        const [row] = await world.run((tx) =>
          tx.query<{ decision: string; decided_by: string; n: number }>(
            `select q.decision, q.decided_by, (select count(*) from dispositions d where d.tenant_id = q.tenant_id and d.id = q.key) as n
               from quarantine q where q.tenant_id = $1 and q.key = $2`,
            [world.tenantId, key],
          ),
        );
        expect(row).toEqual({
          decision: winner[1].decision,
          decided_by: world.people[winner[0]].id,
          n: winner[1].decision === 'accepted' ? 1 : 0,
        });
      }
    });

    it('that cannot be accepted as they are stay open, with the reason', async () => {
      const phone = await phoneOf(world.people.agent);
      const incomplete = await give(phone, fieldRecord(loan, { code: 'FPTP', nextVisitOn: undefined }));
      expect(await decide('manager', incomplete.key, { decision: 'accepted' })).toMatchObject({ status: 422 });
      const torn = { key: uuidv7(), hash: 'c'.repeat(64), sealed: 'AAAA' };
      await phone.session.post(base, { item: torn, reason });
      expect(await decide('manager', torn.key, { decision: 'accepted' })).toMatchObject({ status: 422 });
      expect((await show('manager', torn.key)).body.data).toMatchObject({ record: null, item: { decided: null } });
      expect((await decide('manager', torn.key, { decision: 'refused', reason: 'Unreadable' })).status).toBe(200);
    });
  });

  describe('a queue that travels as a file', () => {
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
});
