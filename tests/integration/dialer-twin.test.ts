/** The dialer twin at a real server: supervisors come in through it, and the dialer role signs in at it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  type FromDialer,
  readFromDialer,
  SUPERVISION_MODES,
  type ToDialerBody,
  writeToDialer,
} from '../../core/contract/dialer-socket';
import { issueServiceToken } from '../../server/modules/dialer';
import { startTwin, type Twin } from '../../server/twin';
import { freePort } from '../support/app-server';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type Who } from '../support/world';

// What the database does of it is asked on both engines in dialer.test.ts.
describe.each(engines.slice(0, 1))('the dialer twin at a server on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let twin: Twin;
  let socket: WebSocket;
  const told: FromDialer[] = [];

  const call = (who: Who) => as(server.origin, world.people[who]);
  const say = (body: ToDialerBody) => socket.send(writeToDialer(body));

  beforeAll(async () => {
    held = await fresh();
    // The server names the twin's address in its hand-over.
    const port = await freePort();
    server = await startServer(held.db, { environment: { DIALER_APP_URL: `http://127.0.0.1:${port}` } });
    world = await createTenantWorld(held.db);
    await world.run((tx) =>
      tx.query("update users set dialer_username = 'asha.d' where tenant_id = $1 and id = $2", [
        world.tenantId,
        world.people.caller.id,
      ]),
    );
    const token = await issueServiceToken(held.db, world.tenantId, 'twin');
    twin = await startTwin({ port, seed: 5, server: { service: `${server.origin}/dialer`, token } });
    socket = new WebSocket(`ws://127.0.0.1:${port}`, { origin: server.origin });
    socket.on('message', (data) => {
      const message = readFromDialer(data.toString());
      if (typeof message !== 'string') told.push(message);
    });
    const welcomed = new Promise((resolve) => socket.once('message', resolve));
    await new Promise((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('error', reject);
    });
    say({ type: 'hello', username: 'asha.d' });
    await welcomed;
    const response = await fetch(`http://127.0.0.1:${port}/control`, {
      method: 'POST',
      body: JSON.stringify({ do: 'call', username: 'asha.d', number: '9812345678' }),
    });
    expect(response.status).toBe(200);
  });
  afterAll(async () => {
    socket?.terminate();
    await twin?.close();
    await server?.close();
    await held?.close();
  });

  it.each(SUPERVISION_MODES)(
    'a manager’s %s reaches the call; the agent hears of it unless it is only listening',
    async (mode) => {
      const come = async (wanted: (typeof SUPERVISION_MODES)[number]) =>
        (
          await call('manager').post('/api/v2/agent-monitor/supervise', {
            username: 'asha.d',
            mode: wanted,
            reason: 'Quality of the talk',
          })
        ).status;
      // Until the twin has reported the call, there is none to come into.
      await expect
        .poll(async () => (await call('manager').get('/dialer/agent-status?username=asha.d')).body.data)
        .toMatchObject({ state: 'talk' });
      const before = told.length;
      const heard = () => told.slice(before).flatMap((message) => (message.type === 'supervised' ? [message] : []));
      const by = world.people.manager.username;
      expect(await come(mode)).toBe(200);
      // What comes behind it and is always heard of shows that the first has arrived.
      expect(await come('barge')).toBe(200);
      await expect.poll(() => heard().at(-1)?.mode).toBe('barge');
      await expect.poll(() => heard().map((one) => one.mode)).toEqual(mode === 'listen' ? ['barge'] : [mode, 'barge']);
      expect(new Set(heard().map((one) => one.by))).toEqual(new Set([by]));
    },
  );

  it('the dialer role signs in at the twin with a code that is good once', async () => {
    const { dialer } = world.people;
    const { body } = await call('dialer').post('/dialer/auth/hand-over', undefined);
    const { url } = body.data as { url: string };
    expect(new URL(url).port).toBe(String(twin.port));
    const arrive = async () => {
      const response = await fetch(url);
      return { status: response.status, text: await response.text() };
    };
    const first = await arrive();
    expect(first.status).toBe(200);
    expect(first.text).toContain(`<h1>Signed in as ${dialer.username}</h1>`);
    expect(first.text).toContain('<td>asha.d</td>');
    const second = await arrive();
    expect(second.status).toBe(403);
    expect(second.text).toContain('This link was used already');
    expect(second.text).not.toContain('Signed in');
    expect(second.text).not.toContain('asha.d');
  });
});
