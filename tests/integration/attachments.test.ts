/** Files of records: a record waits for its files, who may fetch them, what is refused by its bytes, and the form. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { jpegOf as jpeg, sealFile, sha256Of, tusOf } from '../support/files';
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

describe.each(bothAtNight)('attachments on $name', ({ fresh }) => {
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

  const sealed = (plain: Uint8Array<ArrayBuffer>) => sealFile(server.keys.sealing.publicKey, plain);
  const reference = (plain: Uint8Array, more = {}) => ({
    sha256: sha256Of(plain),
    size: plain.length,
    mime: 'image/jpeg',
    kind: 'premises',
    takenAt: new Date().toISOString(),
    ...more,
  });

  it('lets a record wait until its file is whole, and its readers fetch it', async () => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const plain = jpeg(300_000);
    const file = await sealed(plain);
    const hash = file.sha256;
    const total = file.bytes.length;
    const record = fieldRecord(loan, { photoMissing: undefined, attachments: [reference(plain)] });
    const deliver = async () => ((await agent.batch(itemOf(record))).body.results as object[])[0];
    const tus = tusOf(agent);

    expect(await tus.state(hash)).toEqual({ sha256: hash, received: 0, complete: false });
    expect(await deliver()).toMatchObject({
      error: { code: 'not-yet', status: 425, fields: [{ path: 'attachments' }] },
    });
    const path = await tus.begin(file);
    expect(await tus.append(path, 0, file.bytes.slice(0, 100_000))).toMatchObject({ status: 204, offset: 100_000 });
    expect(await tus.state(hash)).toEqual({ sha256: hash, received: 100_000, complete: false });
    expect(await deliver()).toMatchObject({ error: { code: 'not-yet' } });
    expect(await tus.append(path, 100_000, file.bytes.slice(100_000))).toMatchObject({ status: 204, offset: total });
    expect(await tus.state(hash)).toMatchObject({ complete: true });
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

  it('never takes a file twice that its sender may name: own, of a loan in sight, but not of anybody else', async () => {
    const loan = await world.addLoan({ held: { field_agent: 'agent', collector: 'collector' } });
    const plain = jpeg(4000);
    const file = await sealed(plain);
    const tus = tusOf(agent);
    await tus.append(await tus.begin(file), 0, file.bytes);
    // Nobody's record names it yet: it is the agent's alone.
    expect(await tusOf(apiOf('collector')).state(file.sha256)).toMatchObject({ complete: false });
    const record = fieldRecord(loan, { photoMissing: undefined, attachments: [reference(plain)] });
    expect((await agent.batch(itemOf(record))).body.results).toMatchObject([{ receipt: { outcome: 'applied' } }]);

    const named = async (who: keyof TenantWorld['people'], more = {}) => {
      const another = fieldRecord(loan, { photoMissing: undefined, attachments: [reference(plain)], ...more });
      return ((await apiOf(who).batch(itemOf(another))).body.results as object[])[0];
    };
    expect(await tusOf(apiOf('rivalAgent')).state(file.sha256)).toMatchObject({ complete: false });
    expect(await named('collector')).toMatchObject({ error: { code: 'not-yet' } });
    expect(await tusOf(apiOf('collector')).state(file.sha256)).toMatchObject({ complete: true });
    expect(await named('collector')).toMatchObject({ receipt: { outcome: 'applied' } });
    // One that only speaks the protocol learns it as well, and sends nothing.
    const manager = tusOf(apiOf('manager'));
    const begun = await manager.create(file.bytes.length, { sha256: file.sha256, sealedkey: file.sealedKey });
    expect(begun).toMatchObject({ status: 201, offset: file.bytes.length });
    expect(await manager.offset(begun.header('location') ?? '')).toMatchObject({
      status: 200,
      offset: file.bytes.length,
    });

    const foreign = await createTenantWorld(held.db);
    expect(await tusOf(as(server.origin, foreign.people.agent)).state(file.sha256)).toMatchObject({ complete: false });
  });

  it.each([
    ['a page', new TextEncoder().encode('<html><script>alert(1)</script>')],
    ['a program', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0])],
    ['a drawing with scripts', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('refuses %s by its bytes, sealed or in a form', async (_, plain) => {
    const file = await sealed(plain);
    const tus = tusOf(agent);
    const path = await tus.begin(file);
    expect(await tus.append(path, 0, file.bytes)).toMatchObject({ status: 415, code: 'wrong-type' });
    expect(await tus.offset(path)).toMatchObject({ status: 404 });
    expect(await tus.state(file.sha256)).toEqual({ sha256: file.sha256, received: 0, complete: false });
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const record = fieldRecord(loan, { attachments: [reference(plain)] });
    expect(await postForm(record, [plain])).toMatchObject({ status: 415 });
  });

  async function postForm(
    record: Record<string, unknown> & { id: string },
    files: Uint8Array<ArrayBuffer>[],
    from: Api = agent,
  ) {
    const form = new FormData();
    form.set('disposition', JSON.stringify(record));
    for (const file of files) form.append('supportingDoc', new Blob([file], { type: 'image/png' }), '../../etc/x.png');
    const response = await from.fetch('/api/v2/call-disposition', {
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

  /** What the server keeps of a record and its files: rows, links, and files on the disk. */
  async function keptOf(recordId: string, hashes: string[]) {
    const rows = (table: string, where: string, value: unknown) =>
      world.run((tx) =>
        tx.query<{ n: number }>(`select count(*) as n from ${table} where tenant_id = $1 and ${where}`, [
          world.tenantId,
          value,
        ]),
      );
    const one = async (...asked: Parameters<typeof rows>) => (await rows(...asked))[0]?.n;
    const onDisk = await readdir(server.filesFolder, { recursive: true });
    return {
      records: await one('dispositions', 'id = $2', recordId),
      keys: await one('idempotency_keys', 'record_id = $2', recordId),
      visits: await one('visits', 'disposition_id = $2', recordId),
      links: await one('disposition_attachments', 'disposition_id = $2', recordId),
      files: await one('attachments', 'sha256 = any($2::text[])', hashes),
      onDisk: onDisk.filter((path) => hashes.some((hash) => path.endsWith(hash))).length,
    };
  }

  it('one key sent five times at once with its photos, through two servers: one record, one receipt, each photo once', async () => {
    const second = await startServer(held.db, { keys: server.keys, storage: server.storage });
    try {
      const other = as(second.origin, world.people.agent);
      const loan = await world.addLoan({ held: { field_agent: 'agent' } });
      const photos = [jpeg(20_001), jpeg(30_001), jpeg(40_001)];
      const hashes = photos.map((photo) => sha256Of(photo));
      const record = fieldRecord(loan, { attachments: photos.map((photo) => reference(photo)) });
      const answers = await Promise.all(
        [agent, other, agent, other, agent].map((from) => postForm(record, photos, from)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
      expect(answers[0]?.body.data).toMatchObject({ key: record.id, outcome: 'applied' });
      // The same key once more as it comes from a locked phone's batch.
      expect((await agent.batch(itemOf(record))).body.results).toEqual([
        { key: record.id, receipt: answers[0]?.body.data },
      ]);
      expect(await keptOf(record.id, hashes)).toEqual({
        records: 1,
        keys: 1,
        visits: 1,
        links: 3,
        files: 3,
        onDisk: 3,
      });
    } finally {
      await second.close();
    }
  });

  it('large photos sent by five senders at once, and the record five times after them: all of it once', async () => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const photos = [jpeg(310_001), jpeg(320_001)];
    const hashes = photos.map((photo) => sha256Of(photo));
    const record = fieldRecord(loan, { photoMissing: undefined, attachments: photos.map((photo) => reference(photo)) });
    const tus = tusOf(agent);
    const files = await Promise.all(photos.map((photo) => sealed(photo)));
    // As a phone does: who finds another sender's bytes there goes on behind them, and comes again where that is refused.
    const often = { timeout: 20_000, interval: 20 };
    const sender = async () => {
      for (const file of files)
        await expect
          .poll(async () => {
            const path = await tus.begin(file);
            const at = (await tus.offset(path)).offset ?? 0;
            if (at < file.bytes.length) await tus.append(path, at, file.bytes.slice(at));
            return tus.state(file.sha256);
          }, often)
          .toMatchObject({ complete: true });
      return (await agent.batch(itemOf(record))).body.results as { receipt?: object }[];
    };
    const answers = (await Promise.all(Array.from({ length: 5 }, sender))).flat();
    expect(answers).toHaveLength(5);
    expect(answers.every(({ receipt }) => receipt)).toBe(true);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await keptOf(record.id, hashes)).toEqual({ records: 1, keys: 1, visits: 1, links: 2, files: 2, onDisk: 2 });
  });

  it('refuses a form whose record does not name the file, and one whose file did not come', async () => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const photo = jpeg(2000);
    expect(await postForm(fieldRecord(loan), [photo])).toMatchObject({ status: 422 });
    const lacking = fieldRecord(loan, { attachments: [reference(photo)] });
    expect(await postForm(lacking, [])).toMatchObject({ status: 425, body: { code: 'not-yet' } });
  });
});
