/** Recordings of calls: who hears them, where they come from, what stands in the audit, and what is said where there is none. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportRow } from '../../core/contract/reports';
import { createOutgoing } from '../../server/platform/senders/outgoing';
import { recordingOf } from '../../server/twin/recording';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const SOUND = recordingOf(2, 7);

describe.each(bothAtNight)('recordings of calls on $name', ({ fresh }) => {
  let store: Server;
  let host: string;
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loan: TestLoan;
  const asked: string[] = [];
  const api = (who: Who) => as(server.origin, world.people[who]);
  const hear = (who: Who, id: string, use?: string) =>
    api(who).fetch(`/api/v2/call-recordings/${id}${use ? `?use=${use}` : ''}`);
  const sql = (text: string, ...given: unknown[]) => world.run((tx) => tx.query(text, [world.tenantId, ...given]));
  const call = (id: string, who: Who, recording: string | null, ago = '1 hour', of: TestLoan | null = loan) =>
    sql(
      `insert into dialer_calls (tenant_id, id, user_id, loan_id, mode, number, phase, started_at, answered_at, ended_at, hold_seconds, recording)
       values ($1, $2, $3, $4, 'predictive', '9812345678', 'ended', now() - $5::interval, now() - $5::interval + interval '5 seconds',
         now() - $5::interval + interval '75 seconds', 10, $6)`,
      id,
      world.people[who].id,
      of?.id ?? null,
      ago,
      recording,
    );
  const played = async () =>
    (
      await sql(
        "select action, actor_id, subject_id from audit_log where tenant_id = $1 and action like 'recording.%' order by at",
      )
    ).map(({ action, subject_id }) => `${String(action)} ${String(subject_id)}`);

  beforeAll(async () => {
    store = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/recordings/one.wav')
        return response.writeHead(200, { 'content-type': 'audio/wav' }).end(SOUND);
      if (request.url === '/recordings/page.wav')
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>');
      if (request.url === '/recordings/elsewhere.wav')
        return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      return response.writeHead(404).end();
    });
    await new Promise<void>((done) => store.listen(0, '127.0.0.1', done));
    host = `127.0.0.1:${(store.address() as AddressInfo).port}`;
    held = await fresh();
    server = await startServer(held.db, { environment: { RECORDING_HOSTS: host } });
    world = await createTenantWorld(held.db);
    loan = await world.addLoan({ number: 'REC-1', held: { collector: 'caller' } });
    await call('kept', 'caller', '/recordings/one.wav');
    await call('whole', 'caller', `http://${host}/recordings/one.wav`);
    await call('gone', 'caller', '/recordings/two.wav');
    await call('page', 'caller', '/recordings/page.wav');
    await call('elsewhere', 'caller', '/recordings/elsewhere.wav');
    await call('inside', 'caller', 'http://169.254.169.254/latest/meta-data');
    await call('silent', 'caller', null);
    await call('old', 'caller', '/recordings/one.wav', '366 days');
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await held.close();
    await new Promise((done) => store.close(done));
  });

  it('are heard and saved by who sees the call, each time in the audit', async () => {
    const heard = await hear('manager', 'kept');
    expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect(heard.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await heard.arrayBuffer())).toEqual(SOUND);
    const saved = await hear('caller', 'whole', 'download');
    expect(saved.status).toBe(200);
    expect(saved.headers.get('content-disposition')).toContain('.wav');
    await saved.arrayBuffer();
    expect((await hear('clientAdmin', 'kept')).status).toBe(200);
    expect(await played()).toEqual(['recording.played kept', 'recording.downloaded whole', 'recording.played kept']);
  });

  it('of others are no call at all, and leave no trace', async () => {
    const before = await played();
    const fetched = asked.length;
    for (const who of ['rival', 'rivalAgent', 'agent', 'otherClient'] as const)
      expect([who, (await hear(who, 'kept')).status]).toEqual([who, 404]);
    expect((await hear('manager', 'nothing')).status).toBe(404);
    expect((await hear('manager', 'kept', 'delete')).status).toBe(422);
    expect(await played()).toEqual(before);
    expect(asked).toHaveLength(fetched);
  });

  it.each([
    ['silent', 404, 'delivered no recording'],
    ['gone', 410, 'no longer has'],
    ['page', 410, 'no longer has'],
    ['elsewhere', 410, 'no longer has'],
    ['inside', 404, 'not kept where'],
    ['old', 410, 'over its time'],
  ])('%s: answers %i and says that it %s', async (id, status, words) => {
    const before = await played();
    const answer = await hear('manager', id);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(words);
    expect(await played()).toEqual(before);
  });

  it('stand in the report with time, agent, loan, direction, talk time, outcome and their last day', async () => {
    await sql(
      `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no, record, payload_hash)
       values ($1, gen_random_uuid(), now(), $2, $3, 'call', 'PTP', 'PTP', 3, 'applied', now(), 1, '{"callId": "kept"}', 'hash')`,
      loan.id,
      world.people.caller.id,
    );
    const rows = async (who: Who) =>
      ((await api(who).get(`/api/v2/reports/recordings?${days}`)).body.data as { rows: ReportRow[] }).rows;
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const days = `from=${day(2)}&to=${day(-1)}&pageSize=50`;
    const found = await rows('manager');
    expect(found.find(({ id }) => id === 'kept')).toMatchObject({
      loanNumber: 'REC-1',
      direction: 'predictive',
      talkSeconds: 60,
      codeLabel: 'Promise to pay',
      audio: 'kept',
    });
    expect(found.find(({ id }) => id === 'silent')).toMatchObject({ audio: null, keptUntil: null, codeLabel: null });
    expect(await rows('rival')).toEqual([]);
    expect(await rows('otherClient')).toEqual([]);
    expect((await rows('clientAdmin')).length).toBe(found.length);
  });

  it('are fetched no further than their limit', async () => {
    const get = (mostBytes: number) =>
      createOutgoing([host]).get({ url: `http://${host}/recordings/one.wav`, mostBytes });
    const file = await get(SOUND.length);
    let size = 0;
    for await (const chunk of file.content) size += (chunk as Buffer).length;
    expect(size).toBe(SOUND.length);
    await expect(
      get(SOUND.length - 1).then(async ({ content }) => {
        for await (const _ of content);
      }),
    ).rejects.toThrow('too long');
  });
});
