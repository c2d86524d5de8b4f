/** Recordings of calls: who hears them, where they come from, what stands in the audit, and what is said where there is none. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportRow } from '../../core/contract/reports';
import { verifyAudit } from '../../server/db/audit';
import { createJobs } from '../../server/jobs';
import { issueServiceToken } from '../../server/modules/dialer';
import { registerJobs } from '../../server/modules/reports/recording-jobs';
import { systemClock } from '../../server/platform/clock';
import { readConfig } from '../../server/platform/config';
import { createLogger } from '../../server/platform/logger';
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
      if (request.url === '/recordings/one.mp3')
        return response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.alloc(900, 0xff));
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

  describe('drawn before their sound is there', () => {
    const shape = async (who: Who, id: string) => {
      const { status, body } = await api(who).get(`/api/v2/call-recordings/${id}/waveform`);
      return { status, data: body.data as { peaks: number[]; seconds: number } | null };
    };
    const worked = async <T>(until: () => Promise<T>, wanted: T, ...names: string[]) => {
      const deps = { db: held.db, clock: systemClock, config: readConfig({ RECORDING_HOSTS: host }) };
      const jobs = createJobs({ ...deps, logger: createLogger('silent'), pollMs: 20 });
      registerJobs(jobs, deps);
      jobs.start();
      for (const name of names) await jobs.enqueue(name, {}, { tenantId: world.tenantId });
      try {
        await expect.poll(until, { timeout: 20_000 }).toEqual(wanted);
      } finally {
        await jobs.stop();
      }
    };
    const waiting = async () =>
      Number(
        (await held.db.platform((tx) => tx.query<{ n: number }>('select count(*)::integer as n from jobs')))[0]?.n,
      );
    const tell = async (callId: string, recording: string | null) => {
      const token = await issueServiceToken(held.db, world.tenantId, 'recordings');
      const at = new Date().toISOString();
      const response = await fetch(`${server.origin}/dialer/service/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-dialer-token': token },
        body: JSON.stringify({
          events: [
            {
              ...{
                kind: 'call',
                callId,
                mode: 'predictive',
                username: null,
                number: '9812345678',
                loanNumber: 'REC-1',
              },
              ...{
                phase: 'ended',
                startedAt: at,
                ringingAt: null,
                answeredAt: at,
                endedAt: at,
                reason: null,
                recording,
              },
            },
          ],
        }),
      });
      expect(response.status).toBe(200);
    };

    it('from the dialer’s report on, fetched once, without a trace of listening', async () => {
      expect(await shape('manager', 'kept')).toEqual({ status: 200, data: null });
      const [before, fetched] = [await played(), asked.length];
      await tell('told', '/recordings/one.wav');
      await tell('told', '/recordings/one.wav');
      await tell('packed', '/recordings/one.mp3');
      await tell('unknown', null);
      await sql(
        "update dialer_calls set user_id = $2 where tenant_id = $1 and id in ('told', 'packed')",
        world.people.caller.id,
      );
      await worked(waiting, 0);
      await tell('told', '/recordings/one.wav');
      await worked(waiting, 0);
      expect(asked.slice(fetched).sort()).toEqual(['/recordings/one.mp3', '/recordings/one.wav']);
      const told = await shape('manager', 'told');
      expect(told.data?.seconds).toBe(2);
      expect(told.data?.peaks.length).toBeGreaterThan(160);
      // The two voices swing to 40 of 128, with a pause in between.
      expect(Math.max(...(told.data?.peaks ?? []))).toBeGreaterThan(70);
      expect(Math.min(...(told.data?.peaks ?? []))).toBeLessThan(20);
      expect(await shape('manager', 'packed')).toEqual({ status: 200, data: null });
      expect(await played()).toEqual(before);
    });

    it('of others are no call at all', async () => {
      for (const who of ['rival', 'rivalAgent', 'agent', 'otherClient'] as const)
        expect([who, (await shape(who, 'told')).status]).toEqual([who, 404]);
      expect((await shape('clientAdmin', 'told')).status).toBe(200);
      expect((await shape('manager', 'silent')).status).toBe(404);
    });

    it('and their sound are forgotten when the tenant’s days are over, and stay so', async () => {
      await call('month', 'caller', '/recordings/one.wav', '31 days');
      await call('young', 'caller', '/recordings/one.wav', '29 days');
      await sql("insert into call_waveforms (tenant_id, call_id, peaks, seconds) values ($1, 'month', '00ff', 2)");
      expect((await shape('manager', 'month')).data).toEqual({ peaks: [0, 255], seconds: 2 });
      await held.db.platform((tx) =>
        tx.query('update tenants set recording_days = 30 where id = $1', [world.tenantId]),
      );
      await expect.poll(async () => (await hear('manager', 'month')).status, { timeout: 20_000 }).toBe(410);
      const left = async () =>
        (
          await sql(
            "select id from dialer_calls where tenant_id = $1 and recording is not null and id in ('month', 'young', 'old')",
          )
        ).map(({ id }) => id);
      await worked(left, ['young'], 'recordings.over');
      await tell('month', '/recordings/one.wav');
      expect(await left()).toEqual(['young']);
      expect([(await hear('manager', 'month')).status, (await hear('manager', 'young')).status]).toEqual([410, 200]);
      expect(await sql("select 1 from call_waveforms where tenant_id = $1 and call_id = 'month'")).toEqual([]);
      const notes = await sql("select detail from audit_log where tenant_id = $1 and action = 'recordings.forgotten'");
      // The one of a year ago went by itself, with the first run of the job.
      expect(notes).toMatchObject([
        { detail: { calls: 1, recordingDays: 365 } },
        { detail: { calls: 1, recordingDays: 30 } },
      ]);
      expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
    });
  });
});
