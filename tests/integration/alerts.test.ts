/** Alerts and notifications: raised on time and once, polled, streamed over real sockets, and pushed to browsers. */
import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Alert, MissedAlert, Notification } from '../../core/contract/alerts';
import { uuidv7 } from '../../core/domain/ids';
import type { Actor } from '../../server/http/implement';
import { createAlertHub } from '../../server/modules/alerts';
import { createLogger } from '../../server/platform/logger';
import { engines, type TestDatabase } from '../support/databases';
import { type Gateway, startGateway, status } from '../support/gateway';
import { AROUND, dayFrom, daytime, startWorker, type Worker } from '../support/messaging';
import { type Session, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import {
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Stream {
  events: { id: string; event: string; data: Alert }[];
  /** Resolves when the server ended it. */
  over: Promise<void>;
  leave(): void;
}

/** A real connection that is read as it comes. */
async function listen(origin: string, token: string, since?: string): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api/v2/alerts/stream${since ? `?since=${since}` : ''}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events: Stream['events'] = [];
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      rest += decoder.decode(chunk, { stream: true });
      const parts = rest.split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const fields = Object.fromEntries(
          part.split('\n').map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 2)]),
        );
        if (fields.event)
          events.push({ id: fields.id ?? '', event: fields.event, data: JSON.parse(fields.data ?? '{}') as Alert });
      }
    }
  };
  const over = read().catch(() => undefined);
  await expect.poll(() => events[0]?.event, { timeout: 20_000, interval: 20 }).toBe('open');
  return { events, over, leave: () => leaving.abort() };
}
const alertsOf = ({ events }: Stream) => events.filter(({ event }) => event === 'alert').map(({ data }) => data);

describe.each(engines)('alerts on $name', ({ fresh, name }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let push: Gateway;
  let worker: Worker;
  let loan: TestLoan;
  const clock = daytime();

  beforeAll(async () => {
    held = await fresh();
    push = await startGateway();
    server = await startServer(held.db, { clock, environment: { PUSH_HOSTS: push.host } });
    world = await createTenantWorld(held.db);
    worker = await startWorker(held.db, clock, { pushHosts: push.host, start: false });
  });
  afterAll(async () => {
    await worker.stop();
    await server.close();
    await push.close();
    await held.close();
  });
  beforeEach(async () => {
    clock.at = 0;
    push.requests.length = 0;
    loan = await world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
  });

  const call = (who: Who, where = world) => as(server.origin, where.people[who]);
  const own = (who: Who = 'caller') => ({ collectorid: world.people[who].id });
  const poll = async (who: Who = 'caller') =>
    ((await call(who).get('/api/v2/alerts/new', own(who))).body.data as Alert[]).filter(
      ({ loanId }) => loanId === loan.id,
    );
  const missed = async (who: Who = 'caller') =>
    ((await call(who).get('/api/v2/alerts/new/missed', own(who))).body.data as MissedAlert[]).filter(
      ({ loanId }) => loanId === loan.id,
    );
  /** One turn of the worker's alerts. */
  async function turn(): Promise<void> {
    await held.db.platform((tx) => tx.query('delete from job_schedules; delete from jobs'));
    const one = await startWorker(held.db, clock, { pushHosts: push.host });
    await expect
      .poll(
        () =>
          held.db.platform(async (tx) => {
            const [row] = await tx.query<{ done: boolean }>(
              'select (select count(*) from job_schedules where next_at > $1) = 3 and (select count(*) from jobs) = 0 as done',
              [clock.now()],
            );
            return row?.done;
          }),
        { timeout: 15_000, interval: 20 },
      )
      .toBe(true);
    await one.stop();
  }
  const visit = async () => {
    const record = fieldRecord(loan, { recordedAt: new Date(clock.now().getTime() - 60_000).toISOString() });
    const { body } = await call('agent').batch(itemOf(record));
    expect(body.results, JSON.stringify(body)).toMatchObject([{ receipt: { outcome: 'applied' } }]);
  };
  const promise = async (dueOn: string, amount = 500_000) => {
    const id = uuidv7();
    await world.run(async (tx) => {
      await tx.query(
        `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'upi', $8)`,
        [world.tenantId, id, uuidv7(), loan.id, world.people.caller.id, amount, dueOn, clock.now()],
      );
      await tx.query("update loans set ptp_status = 'open', ptp_due_on = $2, ptp_paise = $3 where id = $1", [
        loan.id,
        dueOn,
        amount,
      ]);
    });
    return id;
  };

  it('of an agent in danger reach those above them and the administrators with the record, once, and nobody else', async () => {
    // Nobody holds the loan any more: it is the agent that counts.
    await world.run((tx) =>
      tx.query('update loan_assignments set ended_at = $2 where loan_id = $1', [loan.id, clock.now()]),
    );
    const record = fieldRecord(loan, {
      code: 'FTHR',
      remarks: 'two men with sticks',
      recordedAt: clock.now().toISOString(),
    });
    for (const _try of ['first', 'again']) {
      const { body } = await call('agent').batch(itemOf(record));
      expect(body.results, JSON.stringify(body)).toMatchObject([{ receipt: { outcome: 'late-reassigned' } }]);
    }
    const told = await world.run((tx) =>
      tx.query<{ user_id: string }>("select user_id from notifications where kind = 'agent-unsafe' and loan_id = $1", [
        loan.id,
      ]),
    );
    const names = Object.entries(world.people).flatMap(([who, { id }]) =>
      told.filter(({ user_id }) => user_id === id).map(() => who),
    );
    expect(names.sort()).toEqual(['admin', 'manager', 'nationalManager', 'owner']);
    const { body } = await call('manager').get(`/api/v2/notifications?${AROUND}&role=Manager&q=${loan.number}`);
    expect(body.data).toMatchObject({ total: 1, rows: [{ kind: 'agent-unsafe', loanId: loan.id }] });
  });

  it('of a visit on a loan that a telecaller holds come at once, and once', async () => {
    await visit();
    const [alert, ...more] = await poll();
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      alertType: 'FieldDisposition',
      loanNumber: loan.number,
      customerName: 'Asha Kulkarni',
    });
    expect(await missed()).toMatchObject([{ id: alert?.id, mobile: '98••••••78', overduePaise: 500_000 }]);
    await turn();
    expect(await poll()).toHaveLength(1);
    clock.at = 11 * 60_000;
    expect(await poll()).toEqual([]);
    expect(await missed()).toHaveLength(1);
  });

  it('of a call back come when it is due, to whoever holds the loan then, and once', async () => {
    const at = new Date(clock.now().getTime() + HOUR);
    const record = callRecord(loan, {
      code: 'CB',
      callbackAt: at.toISOString(),
      recordedAt: new Date(clock.now().getTime() - 60_000).toISOString(),
    });
    const { body } = await call('caller').batch(itemOf(record));
    expect(body.results, JSON.stringify(body)).toMatchObject([{ receipt: { outcome: 'applied' } }]);
    await turn();
    expect(await poll()).toEqual([]);
    clock.at = HOUR + 1000;
    await turn();
    await turn();
    expect(await poll()).toMatchObject([{ alertType: 'Callback', alertTime: at.toISOString() }]);
  });

  it('of a promise come on the morning of its day, and when it was broken', async () => {
    await promise(dayFrom(1));
    await turn();
    expect(await poll()).toEqual([]);
    // Five in the morning, and nine.
    clock.at = 17 * HOUR;
    await turn();
    expect(await poll()).toEqual([]);
    clock.at = 21 * HOUR + 60_000;
    await turn();
    await turn();
    expect(await poll()).toMatchObject([{ alertType: 'PTP', alertTime: `${dayFrom(1)}T03:30:00.000Z` }]);
    clock.at = 13 * HOUR + DAY;
    await turn();
    await turn();
    expect(await poll()).toMatchObject([{ alertType: 'BrokenPTP' }]);
    const [after] = await world.run((tx) =>
      tx.query<{ ptp_status: string }>('select ptp_status from loans where id = $1', [loan.id]),
    );
    expect(after?.ptp_status).toBe('broken');
    const { body } = await call('manager').get(`/api/v2/notifications?${AROUND}&role=Manager&q=${loan.number}`);
    expect(body.data).toMatchObject({ total: 1, rows: [{ kind: 'promise-broken', amountPaise: 500_000 }] });
  });

  it('of a promise that was kept do not come', async () => {
    await promise(dayFrom(0), 10_000);
    await world.run((tx) =>
      tx.query(
        "insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at) values ($1, $2, $3, 10000, 'upi', $4)",
        [world.tenantId, uuidv7(), loan.id, new Date(clock.now().getTime() + HOUR)],
      ),
    );
    clock.at = DAY;
    await turn();
    expect((await missed()).filter(({ alertType }) => alertType === 'BrokenPTP')).toEqual([]);
    const [after] = await world.run((tx) =>
      tx.query<{ ptp_status: string }>('select ptp_status from loans where id = $1', [loan.id]),
    );
    expect(after?.ptp_status).toBe('kept');
  });

  it('are the telecaller’s own: nobody else sees or clicks them, and the header must agree', async () => {
    await visit();
    const [alert] = await missed();
    const click = (who: Who, where = world, headers: Record<string, string> = { collectorid: where.people[who].id }) =>
      call(who, where)
        .fetch(`/api/v2/alerts/new/${alert?.id}/deactivate`, { method: 'PUT', headers })
        .then(async (response) => ({
          status: response.status,
          body: (await response.json()) as Record<string, never>,
        }));
    const other = await createTenantWorld(held.db);
    expect((await click('caller', other)).status).toBe(404);
    expect((await click('agent')).status).toBe(403);
    expect((await click('manager')).status).toBe(403);
    expect((await click('caller', world, { collectorid: world.people.rival.id })).body).toMatchObject({
      code: 'identity-mismatch',
    });
    expect((await click('caller', world, {})).status).toBe(422);
    const answers = await Promise.all([click('caller'), click('caller')]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { data: { loanId: loan.id, loanNumber: loan.number } } });
    }
    expect(await missed()).toEqual([]);
    for (const who of ['manager', 'agent', 'client'] as const) {
      expect((await call(who).get('/api/v2/alerts/new', own(who))).status, who).toBe(403);
    }
  });

  describe('streams', () => {
    let session: Session;
    beforeEach(async () => {
      session = await signIn(server.origin, world.people.caller);
    });

    it('tell of an alert at its commit, or a second later where the database tells nobody, in every server process, and nobody else', async () => {
      // Looks by the clock come only when this test says so: what is heard without one was told by the database.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const servers = await Promise.all([startServer(held.db, { clock }), startServer(held.db, { clock })]);
      try {
        const stranger = await createTenantWorld(held.db);
        const [first, second] = servers;
        const [mine, elsewhere, theirs] = await Promise.all([
          listen(first.origin, session.token),
          listen(second.origin, session.token),
          listen(first.origin, (await signIn(server.origin, stranger.people.caller)).token),
        ]);
        await visit();
        if (name === 'pglite') vi.advanceTimersByTime(1000);
        for (const stream of [mine, elsewhere]) {
          await expect
            .poll(() => alertsOf(stream), { interval: 10 })
            .toMatchObject([{ loanId: loan.id, alertType: 'FieldDisposition' }]);
        }
        expect(alertsOf(theirs)).toEqual([]);
        for (const stream of [mine, elsewhere, theirs]) stream.leave();
      } finally {
        vi.useRealTimers();
        for (const one of servers) await one.close();
      }
    });

    it('tell a client that comes back what it missed', async () => {
      const first = await listen(server.origin, session.token);
      await visit();
      await expect.poll(() => alertsOf(first).length, { timeout: 5000 }).toBe(1);
      const since = first.events.at(-1)?.id;
      first.leave();
      const earlier = loan;
      loan = await world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
      await visit();
      const again = await listen(server.origin, session.token, since);
      await expect.poll(() => alertsOf(again).map(({ loanId }) => loanId), { timeout: 5000 }).toContain(loan.id);
      // What it hears twice it knows by its id.
      expect(new Set(alertsOf(again).map(({ loanId }) => loanId)).size).toBeLessThanOrEqual(2);
      expect(earlier.id).not.toBe(loan.id);
      again.leave();
    });

    it('end with the session, and with the server', async () => {
      const stream = await listen(server.origin, session.token);
      const response = await fetch(`${server.origin}/api/v1/profile/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.token}`, profileid: world.people.caller.id },
      });
      expect(response.status).toBe(200);
      await stream.over;
      const refused = await fetch(`${server.origin}/api/v2/alerts/stream`, {
        headers: { authorization: `Bearer ${session.token}` },
      });
      expect(refused.status).toBe(401);

      const third = await startServer(held.db, { clock });
      const next = await signIn(third.origin, world.people.caller);
      const ended = await listen(third.origin, next.token);
      await third.close();
      await ended.over;
    });

    it('end when the tenant is closed', async () => {
      const there = await createTenantWorld(held.db);
      const its = await signIn(server.origin, there.people.caller);
      const stream = await listen(server.origin, its.token);
      await held.db.platform((tx) => tx.query('update tenants set active = false where id = $1', [there.tenantId]));
      clock.at = 31_000;
      await stream.over;
    });

    it('of one person are a few, over all their sessions: the oldest makes room', async () => {
      const its = await signIn(server.origin, world.people.caller);
      const streams: Stream[] = [];
      const other = await signIn(server.origin, world.people.caller);
      for (let count = 0; count < 21; count += 1) {
        streams.push(await listen(server.origin, count % 2 === 0 ? its.token : other.token));
      }
      await Promise.all(streams.slice(0, 1).map(({ over }) => over));
      let newest = false;
      void streams[20]?.over.then(() => {
        newest = true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      expect(newest).toBe(false);
      for (const stream of streams) stream.leave();
    });

    it('end when the person’s place changes: they ask anew and are judged anew', async () => {
      const its = await signIn(server.origin, world.people.caller);
      const stream = await listen(server.origin, its.token);
      const role = (to: string) =>
        world.run((tx) => tx.query('update users set role = $2 where id = $1', [world.people.caller.id, to]));
      await role('CRM_FIELDAGENT');
      try {
        await stream.over;
      } finally {
        await role('CRM_TELECALLER');
      }
    });

    it('that all open at once are all opened, and keep no place of a request', async () => {
      const its = await signIn(server.origin, world.people.caller);
      // More than requests of desks may be under way at once.
      const answers = await Promise.all(
        Array.from({ length: 300 }, () =>
          fetch(`${server.origin}/api/v2/alerts/stream`, { headers: { authorization: `Bearer ${its.token}` } }),
        ),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      const read = await fetch(`${server.origin}/api/v2/alerts/new`, {
        headers: { authorization: `Bearer ${its.token}`, collectorid: world.people.caller.id },
      });
      expect(read.status).toBe(200);
      await Promise.all(answers.map(({ body }) => body?.cancel()));
    });

    it('by the hundred are told together and leave nothing behind', async () => {
      await signIn(server.origin, world.people.caller);
      const [living] = await world.run((tx) =>
        tx.query<{ id: string; agency: string | null; client: string | null }>(
          `select s.id, u.agency_id as agency, u.client_id as client from sessions s join users u on u.id = s.user_id
            where s.user_id = $1 and s.ended_at is null order by s.created_at desc limit 1`,
          [world.people.caller.id],
        ),
      );
      const actor = {
        tenantId: world.tenantId,
        userId: world.people.caller.id,
        role: 'CRM_TELECALLER',
        sessionId: living?.id ?? null,
        agencyId: living?.agency ?? null,
        clientId: living?.client ?? null,
      } as Actor;
      const hub = createAlertHub({ db: held.db, clock, logger: createLogger('silent') }, { mostOfUser: 500 });
      const http = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
        response.flushHeaders();
        hub.open(actor, undefined, response);
      });
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
      const streams = await Promise.all(Array.from({ length: 500 }, () => listen(origin, '')));
      expect(hub.size()).toBe(500);
      await visit();
      for (const stream of streams) {
        await expect.poll(() => alertsOf(stream).length, { timeout: 10_000, interval: 20 }).toBe(1);
      }
      for (const stream of streams.slice(0, 400)) stream.leave();
      await expect.poll(() => hub.size(), { timeout: 10_000 }).toBe(100);
      await hub.close();
      expect(hub.size()).toBe(0);
      await Promise.all(streams.map(({ over }) => over));
      http.close();
    });
  });

  describe('pushes', () => {
    const browser = () => {
      const key = createECDH('prime256v1');
      key.generateKeys();
      return {
        endpoint: `${push.url}/push/${uuidv7()}`,
        keys: { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
      };
    };
    const subscribe = (what: object, who: Who = 'caller') => call(who).post('/api/v2/alerts/push', what);
    const subscriptions = () => world.run((tx) => tx.query('select endpoint from push_subscriptions'));

    it('wake the browsers of the person, encrypted, with the alert’s id and nothing else, and once', async () => {
      const { body } = await call('caller').get('/api/v2/alerts/push');
      expect((body.data as { publicKey: string }).publicKey).toHaveLength(87);
      const mine = browser();
      expect((await subscribe(mine)).status).toBe(200);
      expect((await subscribe(mine)).status).toBe(200);
      expect(await subscriptions()).toHaveLength(1);
      await visit();
      const [alert] = await missed();
      await turn();
      await turn();
      expect(push.requests).toHaveLength(1);
      const [request] = push.requests;
      expect(request?.path).toBe(new URL(mine.endpoint).pathname);
      expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: alert?.id.replaceAll('-', '') });
      expect(request?.headers.authorization).toMatch(/^vapid t=/);
      for (const hidden of ['Asha', loan.number, '98123', alert?.id ?? ''])
        expect(request?.body.includes(hidden)).toBe(false);
    });

    it('reach twenty browsers of a person at most; the oldest makes room', async () => {
      await world.run((tx) => tx.query('delete from push_subscriptions'));
      const [first, ...others] = Array.from({ length: 21 }, browser);
      for (const one of [first, ...others]) expect((await subscribe(one ?? {})).status).toBe(200);
      const kept = (await subscriptions()).map(({ endpoint }) => endpoint);
      expect(kept).toHaveLength(20);
      expect(new Set(kept)).toEqual(new Set(others.map(({ endpoint }) => endpoint)));
    });

    it('stop when the browser is gone, when it is taken back and when the session ends', async () => {
      await world.run((tx) => tx.query('delete from push_subscriptions'));
      await subscribe(browser());
      push.next.push(status(410));
      await visit();
      await turn();
      expect(await subscriptions()).toEqual([]);
      const taken = browser();
      await subscribe(taken);
      expect((await call('caller').post('/api/v2/alerts/push/remove', { endpoint: taken.endpoint })).status).toBe(200);
      expect(await subscriptions()).toEqual([]);
      await subscribe(browser());
      await world.run((tx) =>
        tx.query('update sessions set ended_at = $2 where user_id = $1', [world.people.caller.id, clock.now()]),
      );
      push.requests.length = 0;
      await visit();
      await turn();
      expect(push.requests).toEqual([]);
      expect(await subscriptions()).toEqual([]);
    });

    it.each([
      ['an address inside', () => ({ ...browser(), endpoint: 'http://localhost:1/x' })],
      ['a host that is not a push service', () => ({ ...browser(), endpoint: 'https://evil.example/x' })],
      ['no key', () => ({ ...browser(), keys: { p256dh: 'x', auth: 'y' } })],
    ])('refuse %s', async (_, what) => expect((await subscribe(what())).status).toBe(422));
  });

  describe('notifications', () => {
    const range = AROUND;
    const list = async (who: Who, role: string, more = '') =>
      call(who).get(`/api/v2/notifications?${range}&role=${role}&q=${loan.number}${more}`);
    const change = (who: Who, body: object) =>
      call(who)
        .fetch('/api/v2/notifications/deactivate', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        .then(async (response) => ({
          status: response.status,
          body: (await response.json()) as Record<string, never>,
        }));
    beforeEach(async () => {
      await world.run(async (tx) => {
        for (const who of ['caller', 'manager'] as const) {
          await tx.query(
            `insert into notifications (tenant_id, id, user_id, loan_id, kind, cause, created_at) values ($1, $2, $3, $4, 'payment-received', $5, $6)`,
            [world.tenantId, uuidv7(), world.people[who].id, loan.id, uuidv7(), clock.now()],
          );
        }
      });
    });

    it('are asked for by the role that one’s own maps to', async () => {
      for (const [who, role, code] of [
        ['caller', 'Collector', 200],
        ['manager', 'Manager', 200],
        ['nationalManager', 'Client', 200],
        ['caller', 'Manager', 403],
        ['manager', 'Client', 403],
        ['agent', 'Collector', 200],
        ['agent', 'Manager', 403],
        ['collector', 'Collector', 403],
      ] as const) {
        expect((await list(who, role)).status, `${who} ${role}`).toBe(code);
      }
      expect(
        (await call('caller').get(`/api/v2/notifications?fromDate=${dayFrom(7)}&toDate=${dayFrom(-22)}&role=Collector`))
          .status,
      ).toBe(422);
      expect(
        (
          await call('caller').get(
            `/api/v2/notifications?fromDate=${dayFrom(-60)}&toDate=${dayFrom(-30)}&role=Collector`,
          )
        ).body.data,
      ).toMatchObject({ total: 0 });
    });

    it('leave the list when they are deactivated, and come back', async () => {
      const rows = async () => ((await list('caller', 'Collector')).body.data as { rows: Notification[] }).rows;
      const [one] = await rows();
      expect(one).toMatchObject({ loanId: loan.id, isActive: true });
      const ids = [one?.id];
      expect((await change('manager', { ids })).status).toBe(404);
      expect((await change('caller', { ids })).body).toMatchObject({ message: 'Notification deleted successfully' });
      expect(await rows()).toEqual([]);
      expect((await change('caller', { ids, isActive: true })).status).toBe(200);
      expect(await rows()).toHaveLength(1);
    });
  });
});
