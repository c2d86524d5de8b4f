/** Files of records: sealed, in parts, in any order of failures; complete means that the hash matched. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal } from '../../core/contract/sealing';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  type Api,
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  payloadHashOf,
  type TenantWorld,
} from '../support/world';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const jpeg = (size: number) => {
  const bytes = new Uint8Array(randomBytes(size));
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  return bytes;
};

async function sealFile(publicKey: string, plain: Uint8Array<ArrayBuffer>) {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  const bytes = new Uint8Array(12 + sealed.length);
  bytes.set(iv, 0);
  bytes.set(sealed, 12);
  return { bytes, sealedKey: await seal(publicKey, raw) };
}

describe.each(engines)('attachments on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let agent: Api;
  const apiOf = (who: keyof TenantWorld['people']) => as(server.origin, world.people[who]);

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    agent = apiOf('agent');
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  async function put(hash: string, offset: number, total: number, sealedKey: string, bytes: Uint8Array<ArrayBuffer>) {
    const response = await agent.fetch(`/api/v2/attachments/${hash}?offset=${offset}&total=${total}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-sealed-key': sealedKey },
      body: bytes,
    });
    return { status: response.status, body: (await response.json()) as { data?: object; code?: string } };
  }
  const sealed = (plain: Uint8Array<ArrayBuffer>) => sealFile(server.keys.sealing.publicKey, plain);
  const reference = (plain: Uint8Array, more = {}) => ({
    sha256: sha256Of(plain),
    size: plain.length,
    mime: 'image/jpeg',
    kind: 'premises',
    takenAt: new Date().toISOString(),
    ...more,
  });

  it('takes parts in order, repeats and gaps; the record waits until its file is whole', async () => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const plain = jpeg(300_000);
    const hash = sha256Of(plain);
    const { bytes, sealedKey } = await sealed(plain);
    const total = bytes.length;
    const record = fieldRecord(loan, { photoMissing: undefined, attachments: [reference(plain)] });
    const deliver = async () => ((await agent.batch(itemOf(record))).body.results as object[])[0];

    expect((await agent.get(`/api/v2/attachments/${hash}`)).body.data).toEqual({
      sha256: hash,
      received: 0,
      complete: false,
    });
    expect(await deliver()).toMatchObject({
      error: { code: 'not-yet', status: 425, fields: [{ path: 'attachments' }] },
    });
    const part = (from: number, to: number) => put(hash, from, total, sealedKey, bytes.slice(from, to));
    expect((await part(0, 100_000)).body.data).toEqual({ sha256: hash, received: 100_000, complete: false });
    expect((await part(0, 100_000)).body.data).toMatchObject({ received: 100_000 });
    expect((await part(200_000, 250_000)).body.data).toMatchObject({ received: 100_000, complete: false });
    expect(await deliver()).toMatchObject({ error: { code: 'not-yet' } });
    expect((await part(50_000, 200_000)).body.data).toMatchObject({ received: 200_000 });
    expect((await part(200_000, total)).body.data).toEqual({ sha256: hash, received: total, complete: true });
    expect((await part(0, 100)).body.data).toMatchObject({ complete: true });
    expect(await deliver()).toMatchObject({ receipt: { outcome: 'applied' } });

    const download = await agent.fetch(`/api/v2/attachments/${hash}/file`);
    expect(download.headers.get('content-type')).toBe('image/jpeg');
    expect(download.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(sha256Of(new Uint8Array(await download.arrayBuffer()))).toBe(hash);

    const readers = ['manager', 'admin', 'client', 'rival', 'rivalAgent', 'caller', 'otherClient', 'dialer'] as const;
    const statuses = await Promise.all(
      readers.map(async (who) => (await apiOf(who).fetch(`/api/v2/attachments/${hash}/file`)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404, 404, 404, 404]);
    const foreign = await createTenantWorld(held.db);
    const stranger = as(server.origin, foreign.people.admin);
    expect((await stranger.fetch(`/api/v2/attachments/${hash}/file`)).status).toBe(404);
  });

  it('forgets a file whose contents are not what its name says, and takes it anew', async () => {
    const plain = jpeg(5000);
    const hash = sha256Of(plain);
    const other = await sealed(jpeg(5000));
    expect(await put(hash, 0, other.bytes.length, other.sealedKey, other.bytes)).toMatchObject({
      status: 422,
      body: { code: 'hash-mismatch', class: 'retry' },
    });
    expect((await agent.get(`/api/v2/attachments/${hash}`)).body.data).toMatchObject({ received: 0 });
    const good = await sealed(plain);
    // Sealed with the right key, but damaged on the way.
    const damaged = good.bytes.slice();
    damaged[2000] = (damaged[2000] ?? 0) ^ 1;
    expect((await put(hash, 0, damaged.length, good.sealedKey, damaged)).body.code).toBe('hash-mismatch');
    expect((await put(hash, 0, good.bytes.length, other.sealedKey, good.bytes)).body.code).toBe('hash-mismatch');
    expect((await put(hash, 0, good.bytes.length, good.sealedKey, good.bytes)).body.data).toMatchObject({
      complete: true,
    });
  });

  it('starts over when the phone sealed the file again', async () => {
    const plain = jpeg(4000);
    const hash = sha256Of(plain);
    const first = await sealed(plain);
    await put(hash, 0, first.bytes.length + 16, first.sealedKey, first.bytes.slice(0, 1000));
    expect((await put(hash, 0, first.bytes.length, first.sealedKey, first.bytes)).body.data).toMatchObject({
      complete: true,
    });
  });

  it.each([
    ['a page', new TextEncoder().encode('<html><script>alert(1)</script>')],
    ['a program', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0])],
    ['a drawing with scripts', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('refuses %s by its bytes, sealed or in a form', async (_, plain) => {
    const { bytes, sealedKey } = await sealed(plain);
    expect(await put(sha256Of(plain), 0, bytes.length, sealedKey, bytes)).toMatchObject({
      status: 415,
      body: { code: 'wrong-type' },
    });
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const record = fieldRecord(loan, { attachments: [reference(plain)] });
    expect(await postForm(record, [plain])).toMatchObject({ status: 415 });
  });

  it.each([
    ['an empty part', 0, 100, 0],
    ['a part beyond the end', 90, 100, 20],
  ])('refuses %s', async (_, offset, total, length) => {
    const bytes = new Uint8Array(length);
    const { status, body } = await put('b'.repeat(64), offset, total, 'AAAA', bytes);
    expect([status, body.code]).toEqual([422, 'invalid']);
  });

  async function postForm(record: Record<string, unknown> & { id: string }, files: Uint8Array<ArrayBuffer>[]) {
    const form = new FormData();
    form.set('disposition', JSON.stringify(record));
    for (const file of files) form.append('supportingDoc', new Blob([file], { type: 'image/png' }), '../../etc/x.png');
    const response = await agent.fetch('/api/v2/call-disposition', {
      method: 'POST',
      headers: { 'idempotency-key': record.id, 'x-payload-hash': payloadHashOf(record) },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it('takes one record with its files as a form, once', async () => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const photos = [jpeg(2000), jpeg(3000)];
    const record = fieldRecord(loan, { attachments: photos.map((photo) => reference(photo)) });
    const first = await postForm(record, photos);
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, message: 'Disposition Added Successfully', data: { key: record.id, outcome: 'applied' } },
    });
    expect(await postForm(record, photos)).toEqual(first);
    const stored = await world.run((tx) =>
      tx.query<{ n: number }>(
        'select count(*) as n from disposition_attachments where tenant_id = $1 and disposition_id = $2',
        [world.tenantId, record.id],
      ),
    );
    expect(stored).toEqual([{ n: 2 }]);
  });

  it('refuses a form whose record does not name the file, and one whose file did not come', async () => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const photo = jpeg(2000);
    expect(await postForm(fieldRecord(loan), [photo])).toMatchObject({ status: 422 });
    const lacking = fieldRecord(loan, { attachments: [reference(photo)] });
    expect(await postForm(lacking, [])).toMatchObject({ status: 425, body: { code: 'not-yet' } });
  });
});
