/** What the gateway tells of a message, what stands in its place, and whom the server calls. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../core/contract/messages';
import { uuidv7 } from '../../core/domain/ids';
import { createOutgoing, isInside } from '../../server/platform/senders/outgoing';

import { engines } from '../support/databases';
import { type Gateway, silent, startGateway, status } from '../support/gateway';
import { messageDesk, SMS } from '../support/message-desk';
import { addTemplate, callback, daytime, startWorker } from '../support/messaging';
import { startServer } from '../support/server';
import { as, createTenantWorld } from '../support/world';

const HOOK = '/api/v2/messages/webhook';

describe.each(engines)('a gateway on $name', ({ fresh }) => {
  const { desk, sentBy, only, becomes } = messageDesk(fresh);

  describe('the gateway’s events', () => {
    let message: Message;
    beforeEach(async () => {
      message = await sentBy();
      await becomes('sent');
    });
    const event = (more: object = {}) => ({
      eventId: uuidv7(),
      reference: `${desk.world.tenantId}.${message.id}`,
      status: 'delivered',
      at: desk.clock.now().toISOString(),
      ...more,
    });
    const tell = (what: unknown, options: Parameters<typeof callback>[3] = {}) =>
      callback(desk.server.origin, HOOK, what, { now: desk.clock.now(), ...options });

    it('move a message forward, each once, and never back', async () => {
      const delivered = event();
      expect((await tell(delivered)).body).toMatchObject({ data: { changed: true } });
      expect((await tell(delivered)).body).toMatchObject({ data: { changed: false } });
      expect((await tell(event({ status: 'read' }))).body).toMatchObject({ data: { changed: true } });
      for (const late of ['delivered', 'failed']) {
        expect((await tell(event({ status: late }))).body).toMatchObject({ data: { changed: false } });
      }
      const stands = await only();
      expect(stands).toMatchObject({ status: 'read', reason: null });
      expect(stands.deliveredAt).not.toBeNull();
    });

    it('tell why one failed', async () => {
      await tell(event({ status: 'failed', reason: 'Number is switched off' }));
      expect(await only()).toMatchObject({ status: 'failed', reason: 'Number is switched off' });
    });

    it.each<[string, (real: object) => Parameters<typeof callback>[3]]>([
      ['with another secret', () => ({ secret: 'not the one they share' })],
      ['of another time', () => ({ now: new Date(desk.clock.now().getTime() - 6 * 60_000) })],
      ['changed on its way', (real) => ({ tamper: JSON.stringify({ ...real, status: 'read' }) })],
    ])('do nothing when they are signed %s', async (_, how) => {
      const real = event();
      expect((await tell(real, how(real))).status).toBe(403);
      expect((await only()).status).toBe('sent');
    });

    it.each([
      ['another tenant’s message', () => ({ reference: `${desk.other.tenantId}.${message.id}` }), 404],
      ['no message', () => ({ reference: 'x.y' }), 404],
      ['an unknown status', () => ({ status: 'lost' }), 422],
      ['something more', () => ({ to: '98' }), 422],
    ])('about %s do nothing', async (_, more, code) => {
      expect((await tell(event(more()))).status).toBe(code);
      expect((await only()).status).toBe('sent');
    });
  });
});

describe('without a gateway', () => {
  it('messages are files, one each by their id, written again as the same one', async () => {
    const [engine] = engines;
    const held = await (engine as (typeof engines)[0]).fresh();
    const clock = daytime();
    const server = await startServer(held.db, { clock });
    const world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    const worker = await startWorker(held.db, clock);
    try {
      const loan = await world.addLoan({ held: { collector: 'caller' } });
      const templateId = await addTemplate(world, 'sms', 'Dear {first_name}');
      const { body } = await as(server.origin, world.people.caller).post(SMS, {
        key: uuidv7(),
        loanId: loan.id,
        phoneId: loan.phoneId,
        templateId,
      });
      const { id } = body.data as Message;
      await worker.settled('messages.send');
      const folder = join(worker.folder, 'messages');
      expect(await readdir(folder)).toEqual([`${id}.json`]);
      expect(JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8'))).toMatchObject({ id, text: 'Dear Asha' });
    } finally {
      await worker.stop();
      await server.close();
      await held.close();
    }
  });
});

describe('calls to others', () => {
  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.64.0.1', true],
    ['0.0.0.0', true],
    ['255.255.255.255', true],
    ['::1', true],
    ['::', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['::ffff:10.0.0.1', true],
    ['::ffff:a00:1', true],
    ['64:ff9b::a00:1', true],
    ['not an address', true],
    ['8.8.8.8', false],
    ['172.32.0.1', false],
    ['2404:6800:4007::1', false],
  ])('%s lies inside: %s', (address, inside) => expect(isInside(address)).toBe(inside));

  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());
  const post = (url: string, allowed: string[], timeoutMs = 2000) =>
    createOutgoing(allowed).post({ url, headers: {}, body: '{}', timeoutMs });

  it('reach the host that is named by its address, and nothing else', async () => {
    const port = new URL(gateway.url).port;
    expect((await post(gateway.url, [gateway.host])).status).toBe(200);
    const refused: [string, string[]][] = [
      [gateway.url, []],
      [gateway.url, ['127.0.0.1']],
      [`http://localhost:${port}`, [`localhost:${port}`]],
      [`https://localhost:${port}`, [`localhost:${port}`]],
      ['https://evil.example', ['good.example']],
      ['https://good.example.evil.example', ['*.good.example']],
      ['https://x.good.example:8443', ['*.good.example']],
      ['ftp://good.example', ['good.example']],
      ['not an address', ['*']],
    ];
    for (const [url, allowed] of refused) {
      await expect(post(url, allowed), url).rejects.toMatchObject({ name: 'OutgoingRefused' });
    }
    expect(gateway.requests).toHaveLength(1);
  });

  it('answer a redirect as what it is, give up after their time, and refuse a long answer', async () => {
    gateway.next.push(status(307, { location: 'http://localhost/' }), silent, (response) =>
      response.end('x'.repeat(70_000)),
    );
    expect((await post(gateway.url, [gateway.host])).status).toBe(307);
    await expect(post(gateway.url, [gateway.host], 200)).rejects.toMatchObject({ name: /Timeout|Abort/ });
    await expect(post(gateway.url, [gateway.host])).rejects.toThrow('too long');
  });
});
