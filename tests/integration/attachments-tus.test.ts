/** The resumable upload protocol: who may, what is taken, and where it goes on after every kind of break. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_FILE, SEALING_BYTES } from '../../core/contract/attachments';
import { exportDeviceKey, generateDeviceKey, signedText, signText } from '../../core/contract/device-keys';
import { sha256Hex } from '../../core/domain/canonical';
import { uuidv7 } from '../../core/domain/ids';
import { removeExpiredUploads } from '../../server/modules/attachments';
import { engines, type TestDatabase } from '../support/databases';
import { appendAndBreak, jpegOf, type SealedFile, sealFile, TUS, tusOf, UPLOADS } from '../support/files';
import { signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { type Api, as, createTenantWorld, type TenantWorld, type Who } from '../support/world';

const POLL = { interval: 20, timeout: 10_000 };
const day = 24 * 3_600_000;

describe.each(engines)('resumable uploads on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  let agent: Api;
  let tus: ReturnType<typeof tusOf>;
  let file: SealedFile;
  let total: number;
  const apiOf = (who: Who) => as(server.origin, world.people[who]);
  const sealed = (plain: Uint8Array<ArrayBuffer>) => sealFile(server.keys.sealing.publicKey, plain);
  const upload = (path: string) => path.slice(UPLOADS.length + 1);

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock });
    world = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    agent = apiOf('agent');
    tus = tusOf(agent);
    file = await sealed(jpegOf(20_000));
    total = file.bytes.length;
  });
  afterEach(() => {
    ahead = 0;
  });

  it.each([
    ['before the first byte', 0],
    ['after the first byte', 1],
    ['in the middle', 10_000],
    ['before the last byte', 20_027],
    ['after the last byte, before the answer', 20_028],
  ])('goes on where it stood when the connection broke %s', async (_, sent) => {
    const { token } = await signIn(server.origin, world.people.agent);
    const path = await tus.begin(file);
    const breakOff = await appendAndBreak(server.origin, path, token, {
      offset: 0,
      bytes: file.bytes,
      sent,
      hold: true,
    });
    // What left the phone is on its way for a moment yet.
    await expect
      .poll(() => tus.state(file.sha256), POLL)
      .toMatchObject(sent < total ? { received: sent } : { complete: true });
    breakOff();
    await expect.poll(async () => (await tus.offset(path)).offset, POLL).toBe(sent);
    if (sent < total) {
      expect(await tus.state(file.sha256)).toMatchObject({ received: sent, complete: false });
      expect(await tus.append(path, sent, file.bytes.slice(sent))).toMatchObject({ status: 204, offset: total });
    }
    expect(await tus.offset(path)).toMatchObject({ status: 200, offset: total });
    expect(await tus.state(file.sha256)).toMatchObject({ complete: true });
  });

  it('never claims a byte that did not come, at whatever moment the connection breaks', async () => {
    const { token } = await signIn(server.origin, world.people.agent);
    const path = await tus.begin(file);
    let at = 0;
    for (const sent of [1, 3000, 9000, 4000, 2000]) {
      const rest = file.bytes.slice(at);
      await appendAndBreak(server.origin, path, token, { offset: at, bytes: rest, sent });
      const { offset } = await tus.offset(path);
      expect(offset).toBeGreaterThanOrEqual(at);
      expect(offset).toBeLessThanOrEqual(at + sent);
      at = offset ?? 0;
    }
    // What was on its way may have arrived after it was asked.
    at = (await tus.offset(path)).offset ?? 0;
    expect(await tus.append(path, at, file.bytes.slice(at))).toMatchObject({ status: 204, offset: total });
    expect(await tus.state(file.sha256)).toMatchObject({ complete: true });
  });

  it('lets a returning phone go on although the server still waits on its dead connection', async () => {
    const { token } = await signIn(server.origin, world.people.agent);
    const path = await tus.begin(file);
    const hangUp = await appendAndBreak(server.origin, path, token, {
      offset: 0,
      bytes: file.bytes,
      sent: 5000,
      hold: true,
    });
    await expect.poll(() => tus.state(file.sha256), POLL).toMatchObject({ received: 5000 });
    const began = performance.now();
    expect(await tus.offset(path)).toMatchObject({ offset: 5000 });
    expect(await tus.append(path, 5000, file.bytes.slice(5000))).toMatchObject({ status: 204, offset: total });
    expect(performance.now() - began).toBeLessThan(5000);
    hangUp();
  });

  it('takes one of several writers at one offset, and tells the others where it stands', async () => {
    const path = await tus.begin(file);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => tus.append(path, 0, file.bytes.slice(0, 12_000))),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 204).map(({ code }) => code))).toEqual(
      new Set(['offset-conflict']),
    );
    expect(await tus.offset(path)).toMatchObject({ offset: 12_000 });
    // Two tabs send the end at once: whole once, and both can learn it.
    await Promise.all([1, 2].map(() => tus.append(path, 12_000, file.bytes.slice(12_000))));
    expect(await tus.offset(path)).toMatchObject({ offset: total });
    expect(await tus.state(file.sha256)).toMatchObject({ complete: true });
  });

  it.each([
    ['behind', 5000],
    ['ahead', 15_000],
  ])('refuses bytes from an offset %s and changes nothing', async (_, offset) => {
    const path = await tus.begin(file);
    await tus.append(path, 0, file.bytes.slice(0, 10_000));
    expect(await tus.append(path, offset, file.bytes.slice(offset))).toMatchObject({
      status: 409,
      code: 'offset-conflict',
    });
    expect(await tus.offset(path)).toMatchObject({ offset: 10_000 });
  });

  it('forgets an upload whose contents are not what it said, and takes the file anew', async () => {
    const damaged = file.bytes.slice();
    damaged[2000] = (damaged[2000] ?? 0) ^ 1;
    const other = await sealed(jpegOf(20_000));
    const wrong: [string, SealedFile][] = [
      ['damaged on the way', { ...file, bytes: damaged }],
      ['under another key', { ...file, sealedKey: other.sealedKey }],
      ['another file', { ...other, sha256: file.sha256 }],
      ['under a key for somebody else', { ...file, sealedKey: 'AAAA' }],
    ];
    for (const [what, bad] of wrong) {
      const path = await tus.begin(bad);
      expect(await tus.append(path, 0, bad.bytes), what).toMatchObject({ status: 422, code: 'hash-mismatch' });
      expect(await tus.offset(path), what).toMatchObject({ status: 404, code: 'not-found' });
      expect(await server.storage.get(`uploads/${world.tenantId}/${upload(path)}`)).toBeUndefined();
    }
    expect(await tus.state(file.sha256)).toEqual({ sha256: file.sha256, received: 0, complete: false });
    const path = await tus.begin(file);
    expect(await tus.append(path, 0, file.bytes)).toMatchObject({ status: 204, offset: total });
  });

  it('takes a file that is not sealed by its own hash', async () => {
    const plain = jpegOf(3000);
    const sha256 = await sha256Hex(plain);
    const begun = await tus.create(plain.length, { sha256 });
    expect(await tus.append(begun.header('location') ?? '', 0, plain)).toMatchObject({ status: 204, offset: 3000 });
    expect(await tus.state(sha256)).toMatchObject({ complete: true });
  });

  it('refuses what can never be a file before a byte of it is sent', async () => {
    const { sha256, sealedKey } = file;
    const refusals: [string, number, Record<string, string>, number, string][] = [
      ['too long', MAX_FILE + SEALING_BYTES + 1, { sha256, sealedkey: sealedKey }, 413, 'too-large'],
      ['too long unsealed', MAX_FILE + 1, { sha256 }, 413, 'too-large'],
      ['empty', 0, { sha256 }, 422, 'invalid'],
      ['nothing but a seal', SEALING_BYTES, { sha256, sealedkey: sealedKey }, 422, 'invalid'],
      ['no hash', 100, { sealedkey: sealedKey }, 422, 'invalid'],
      ['a hash that is none', 100, { sha256: '../../etc' }, 422, 'invalid'],
      ['a key that is none', 100, { sha256, sealedkey: '%' }, 422, 'invalid'],
      ['a name', 100, { sha256, filename: '../x.jpg' }, 422, 'invalid'],
    ];
    for (const [what, length, metadata, status, code] of refusals)
      expect(await tus.create(length, metadata), what).toMatchObject({ status, code });
    for (const metadata of ['', 'sha256', 'sha256 %%%', 'a b c']) {
      const headers = { 'upload-metadata': metadata };
      expect([400, 422], metadata).toContain((await tus.create(100, {}, headers)).status);
    }
    for (const length of ['', '-1', '1e9', 'x', '99999999999'])
      expect((await tus.create(100, { sha256 }, { 'upload-length': length })).status, length).toBe(422);
    expect((await tus.create(100, { sha256 }, { 'tus-resumable': '0.2.2' })).status).toBe(422);
  });

  it('refuses more bytes than were declared, announced or not, and a body of another kind', async () => {
    const path = await tus.begin(file);
    const longer = new Uint8Array(total + 1);
    longer.set(file.bytes);
    expect(await tus.append(path, 0, longer)).toMatchObject({ status: 413, code: 'too-large' });
    expect(await tus.offset(path)).toMatchObject({ offset: 0 });
    const huge = new Uint8Array(600_000);
    expect(await tus.append(path, 0, huge)).toMatchObject({ status: 413, code: 'too-large' });
    expect(await tus.append(path, 0, file.bytes, { 'content-type': 'application/octet-stream' })).toMatchObject({
      status: 415,
      code: 'wrong-type',
    });
    expect(await tus.offset(path)).toMatchObject({ offset: 0 });
    const response = await agent.fetch(path, {
      method: 'PATCH',
      headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: new Blob([longer]).stream(),
      // @ts-expect-error: `duplex` is not in the browser's types yet; Node asks for it when a body streams.
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    // What fitted is there, and is the file: the rest was never taken.
    expect([0, total]).toContain((await tus.offset(path)).offset);
  });

  it('is its own user’s and device’s alone: for all others, and for made-up ids, it is not there', async () => {
    const path = await tus.begin(file);
    const foreign = await createTenantWorld(held.db);
    const device = {
      id: uuidv7(),
      publicKey: await exportDeviceKey((await generateDeviceKey()).publicKey),
      name: 'P',
      appVersion: '1',
    };
    const { token } = await signIn(server.origin, world.people.agent, device);
    const onOtherDevice: Pick<Api, 'fetch'> = {
      fetch: (at, init = {}) =>
        fetch(`${server.origin}${at}`, {
          ...init,
          headers: { ...(init.headers as object), authorization: `Bearer ${token}` },
        }),
    };
    const others: [string, Pick<Api, 'fetch'>, string][] = [
      ['a colleague', apiOf('collector'), path],
      ['their manager', apiOf('manager'), path],
      ['somebody of another tenant', as(server.origin, foreign.people.agent), path],
      ['another device of the same user', onOtherDevice, path],
      ['an unknown upload', agent, `${UPLOADS}/${uuidv7()}`],
    ];
    for (const [who, api, at] of others) {
      const other = tusOf(api);
      expect(await other.offset(at), who).toMatchObject({ status: 404, code: 'not-found' });
      expect(await other.append(at, 0, file.bytes.slice(0, 10)), who).toMatchObject({ status: 404, code: 'not-found' });
    }
    for (const who of ['client', 'admin', 'dialer'] as const) {
      expect(await tusOf(apiOf(who)).offset(path), who).toMatchObject({ status: 403, code: 'forbidden' });
      expect(await tusOf(apiOf(who)).create(total, { sha256: file.sha256 }), who).toMatchObject({ code: 'forbidden' });
    }
    const nobody = tusOf({ fetch: (at, init) => fetch(`${server.origin}${at}`, init) });
    expect(await nobody.append(path, 0, file.bytes)).toMatchObject({ status: 401, code: 'not-signed-in' });
    expect(await tus.offset(path)).toMatchObject({ status: 200, offset: 0 });
  });

  it('is one file when two users send the same bytes, each under a seal of their own', async () => {
    const plain = jpegOf(5000);
    const [first, second] = [await sealed(plain), await sealed(plain)];
    const collector = tusOf(apiOf('collector'));
    const [one, two] = [await tus.begin(first), await collector.begin(second)];
    await tus.append(one, 0, first.bytes.slice(0, 2000));
    await collector.append(two, 0, second.bytes.slice(0, 4000));
    expect(await tus.append(one, 2000, first.bytes.slice(2000))).toMatchObject({ status: 204 });
    expect(await collector.append(two, 4000, second.bytes.slice(4000))).toMatchObject({ status: 204 });
    expect(await tus.state(first.sha256)).toMatchObject({ complete: true });
    expect(await collector.state(first.sha256)).toMatchObject({ complete: true });
    const rows = await world.run((tx) =>
      tx.query('select distinct storage_key from attachments where tenant_id = $1 and sha256 = $2', [
        world.tenantId,
        first.sha256,
      ]),
    );
    expect(rows).toHaveLength(1);
  });

  it('goes out by a locked phone’s signature, over every byte of a part', async () => {
    const person = world.people.rivalAgent;
    const key = await generateDeviceKey();
    const device = { id: uuidv7(), publicKey: await exportDeviceKey(key.publicKey), name: 'P', appVersion: '1' };
    await signIn(server.origin, person, device);
    await world.run((tx) =>
      tx.query("update sessions set ended_at = now(), end_reason = 'logout' where user_id = $1", [person.id]),
    );
    const signing = (forge?: Uint8Array<ArrayBuffer>): Pick<Api, 'fetch'> => ({
      async fetch(at, init = {}) {
        const stamp = clock.now().toISOString();
        const body = (init.body ?? '') as string | Uint8Array<ArrayBuffer>;
        const text = signedText(init.method ?? 'GET', at, stamp, await sha256Hex(body));
        return fetch(`${server.origin}${at}`, {
          ...init,
          ...(forge && { body: forge }),
          headers: {
            ...(init.headers as Record<string, string>),
            'x-device-id': device.id,
            'x-device-user': person.id,
            'x-device-tenant': world.tenantId,
            'x-device-at': stamp,
            'x-device-signature': await signText(key.privateKey, text),
          },
        });
      },
    });
    const locked = tusOf(signing());
    const path = await locked.begin(file);
    const forged = tusOf(signing(jpegOf(8000)));
    expect(await forged.append(path, 0, file.bytes.slice(0, 8000))).toMatchObject({
      status: 401,
      code: 'not-signed-in',
    });
    expect(await locked.append(path, 0, file.bytes.slice(0, 8000))).toMatchObject({ status: 204, offset: 8000 });
    expect(await locked.offset(path)).toMatchObject({ offset: 8000 });
    // Unlocked again on the same device, a page goes on with it.
    const { token } = await signIn(server.origin, person, device);
    const page = tusOf({
      fetch: (at, init = {}) =>
        fetch(`${server.origin}${at}`, {
          ...init,
          headers: { ...(init.headers as object), authorization: `Bearer ${token}` },
        }),
    });
    expect(await page.append(path, 8000, file.bytes.slice(8000))).toMatchObject({ status: 204, offset: total });
  });

  it('survives a restart of the server between parts, and one before what came whole was opened', async () => {
    const path = await tus.begin(file);
    await tus.append(path, 0, file.bytes.slice(0, 7000));
    const parts = `uploads/${world.tenantId}/${upload(path)}`;
    const reader = { token: (await signIn(server.origin, world.people.agent)).token };
    const next = await startServer(held.db, { clock, storage: server.storage });
    try {
      const after = tusOf({
        fetch: (at, init = {}) =>
          fetch(`${next.origin}${at}`, {
            ...init,
            headers: { ...(init.headers as object), authorization: `Bearer ${reader.token}` },
          }),
      });
      expect(await after.offset(path)).toMatchObject({ offset: 7000 });
      // As when it is killed between the last byte and the rest of its work.
      async function* rest() {
        yield file.bytes.slice(7000);
      }
      await server.storage.append(parts, 7000, rest());
      expect(await after.state(file.sha256)).toMatchObject({ received: total, complete: false });
      expect(await after.offset(path)).toMatchObject({ status: 200, offset: total });
      expect(await after.state(file.sha256)).toMatchObject({ complete: true });
      expect(await server.storage.size(parts)).toBeUndefined();
    } finally {
      await next.close();
    }
  });

  it('keeps what the disk has taken when it refuses the rest, and says so as its own fault', async () => {
    const refusing = {
      ...server.storage,
      async append(key: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number> {
        async function* some() {
          yield file.bytes.slice(offset, offset + 1000);
        }
        for await (const _ of chunks) break;
        await server.storage.append(key, offset, some());
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    };
    const full = await startServer(held.db, { clock, storage: refusing });
    try {
      const api = tusOf(as(full.origin, world.people.agent));
      const path = await api.begin(file);
      expect(await api.append(path, 0, file.bytes)).toMatchObject({ status: 500, code: 'internal' });
      expect(await tus.offset(path)).toMatchObject({ offset: 1000 });
      expect(full.log.join()).toContain('no space left');
    } finally {
      await full.close();
    }
  });

  it('expires: after a week it is gone, its bytes are removed, and a finished one is forgotten after a day', async () => {
    const path = await tus.begin(file);
    await tus.append(path, 0, file.bytes.slice(0, 7000));
    const done = await sealed(jpegOf(1000));
    const finished = await tus.begin(done);
    await tus.append(finished, 0, done.bytes);
    const parts = `uploads/${world.tenantId}/${upload(path)}`;
    const clean = () => removeExpiredUploads({ db: held.db, storage: server.storage, clock });

    ahead = 6 * day;
    await clean();
    // Tokens do not last as long.
    tus = tusOf(apiOf('agent'));
    expect(await tus.offset(finished)).toMatchObject({ status: 404 });
    expect(await tus.state(done.sha256)).toMatchObject({ complete: true });
    expect(await tus.offset(path)).toMatchObject({ status: 200, offset: 7000 });
    ahead = 7 * day + 60_000;
    tus = tusOf(apiOf('agent'));
    expect(await tus.offset(path)).toMatchObject({ status: 410, code: 'gone' });
    expect(await tus.append(path, 7000, file.bytes.slice(7000))).toMatchObject({ status: 410, code: 'gone' });
    expect(await server.storage.size(parts)).toBe(7000);
    expect(await clean()).toBeGreaterThan(0);
    expect(await server.storage.size(parts)).toBeUndefined();
    expect(await tus.offset(path)).toMatchObject({ status: 404 });
    expect(await clean()).toBe(0);
  });

  it('lets the oldest go when somebody begins without end', async () => {
    const first = await tus.begin(file);
    await tus.append(first, 0, file.bytes.slice(0, 100));
    for (let n = 0; n < 50; n += 1) await tus.create(100, { sha256: file.sha256 });
    expect(await tus.offset(first)).toMatchObject({ status: 404 });
    expect(await server.storage.size(`uploads/${world.tenantId}/${upload(first)}`)).toBeUndefined();
  });

  it('never logged a defect of its own', () => {
    expect(server.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});
