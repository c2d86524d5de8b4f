/** Letters of many settlements as one job: each in its borrower's language, once, watched, stopped, and what could not be drawn by name. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LetterFacts } from '../../core/contract/portfolio-letters';
import type { LetterRun } from '../../core/contract/settlement-letters';
import type { Settlement } from '../../core/contract/settlements';
import { dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { standardBody } from '../../core/domain/letters/settlement-letter';
import { verifyAudit } from '../../server/db/audit';
import { createJobs } from '../../server/jobs';
import { defineLetterRuns } from '../../server/modules/settlements/letter-runs';
import { systemClock } from '../../server/platform/clock';
import { readConfig } from '../../server/platform/config';
import { createLogger } from '../../server/platform/logger';
import { bothEngines, type TestDatabase } from '../support/databases';
import { readPdf } from '../support/pdf-reader';
import { startServer, type TestServer } from '../support/server';
import { openMatrix, settlementDesk } from '../support/settlement-desk';
import { createTenantWorld, STAFF, type TenantWorld, type Who } from '../support/world';

const RUNS = '/api/v2/settlement/letter-runs';
const FACTS: LetterFacts = {
  address: '12 MG Road, Pune 411001',
  paymentAccount: 'A/c 1234567890, SAHY0000001',
  grievanceContact: '1800 123 4567',
  signatory: 'R. Joshi, Authorised signatory',
};

describe.each(bothEngines)('letters of many settlements on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let desk: ReturnType<typeof settlementDesk>;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    desk = settlementDesk(world, server.origin, systemClock, () => dayOf(Date.now(), 'Asia/Kolkata'));
    await openMatrix(world);
    await world.run(async (tx) => {
      for (const language of ['en', 'ta', 'hi'] as const)
        await tx.query(
          `insert into letter_templates (tenant_id, id, portfolio_id, kind, name, language, body)
           select tenant_id, $2, id, 'SR', 'SR', $3, $4 from portfolios where tenant_id = $1 and name = 'Two wheelers'`,
          [world.tenantId, uuidv7(), language, standardBody('SR', language)],
        );
      await tx.query('update portfolios set letter_facts = $2 where tenant_id = $1', [world.tenantId, FACTS]);
    });
  }, 60_000);
  beforeEach(async () => {
    // Those of the cases before wait for nothing any more.
    await world.run((tx) =>
      tx.query("update settlements set stage = 'withdrawn', ended_at = now() where tenant_id = $1", [world.tenantId]),
    );
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const approved = async (language: string): Promise<Settlement> => {
    const loan = await desk.newLoan();
    await world.run((tx) =>
      tx.query('update borrowers set language = $2 where id = (select borrower_id from loans where id = $1)', [
        loan.id,
        language,
      ]),
    );
    return desk.approved(loan);
  };
  const begin = (who: Who = 'nationalManager', settlementIds?: string[], id = uuidv7()) =>
    desk.send<LetterRun>(who, 'POST', RUNS, { id, ...(settlementIds && { settlementIds }) });
  const runOf = async (id: string) =>
    (await desk.good<LetterRun[]>('nationalManager', 'GET', RUNS)).find((run) => run.id === id);
  async function worked(until: () => Promise<boolean>, again?: string) {
    const deps = {
      ...{ db: held.db, clock: systemClock, storage: server.storage, keys: server.keys },
      ...{ config: readConfig({ DATA_DIR: server.filesFolder }), logger: createLogger('silent') },
    };
    const jobs = createJobs({ ...deps, pollMs: 20 });
    defineLetterRuns(jobs, deps);
    if (again) await jobs.enqueue('settlements.letters', { id: again }, { tenantId: world.tenantId });
    jobs.start();
    try {
      await expect.poll(until, { timeout: 60_000 }).toBe(true);
    } finally {
      await jobs.stop();
    }
  }
  const over = (id: string) => async () => !['waiting', 'drawing'].includes((await runOf(id))?.state ?? 'waiting');
  const lettersOf = async (id: string) =>
    (await desk.good<Settlement>('nationalManager', 'GET', `/api/v2/settlement/${id}`)).letters;

  it('draws all that wait, each in its borrower’s language, and says how far it is', async () => {
    const languages = ['en', 'ta', 'hi', 'ur'];
    const settlements: Settlement[] = [];
    for (const language of languages) settlements.push(await approved(language));
    const begun = await begin();
    expect(begun).toMatchObject({ status: 200, data: { state: 'waiting', total: 4, done: 0, drawn: 0 } });
    await worked(over(begun.data.id));
    expect(await runOf(begun.data.id)).toMatchObject({ state: 'done', done: 4, drawn: 4, problems: [] });
    const drawn = await Promise.all(settlements.map(({ id }) => lettersOf(id)));
    // Where there is no template of a language, the first one serves.
    expect(drawn.map((letters) => letters.map(({ language, state }) => [language, state]))).toEqual([
      [['en', 'draft']],
      [['ta', 'draft']],
      [['hi', 'draft']],
      [[expect.stringMatching(/^(en|hi|ta)$/), 'draft']],
    ]);
    const [first] = settlements;
    const [letter] = drawn[0] ?? [];
    const file = await desk
      .api('nationalManager')
      .fetch(`/api/v1/settlement/downloadLetter?id=${first?.id}&letterId=${letter?.id}`);
    expect(readPdf(Buffer.from(await file.arrayBuffer())).length).toBeGreaterThan(0);
    // Nothing waits now, and a second run says so.
    expect(await begin()).toMatchObject({ status: 409 });
    expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });

  it('is one run under one id, and draws what is chosen alone', async () => {
    const [one, other] = [await approved('en'), await approved('ta')];
    const id = uuidv7();
    const [first, again] = [
      await begin('nationalManager', [one.id, one.id], id),
      await begin('nationalManager', [other.id], id),
    ];
    expect([first.data.total, again.data]).toEqual([1, first.data]);
    await worked(over(id));
    expect([(await lettersOf(one.id)).length, (await lettersOf(other.id)).length]).toEqual([1, 0]);
  });

  it('names what it cannot draw, and draws the rest', async () => {
    const [moved, fine] = [await approved('en'), await approved('en')];
    const { data } = await begin('nationalManager', [moved.id, fine.id]);
    await world.run((tx) =>
      tx.query("update settlements set stage = 'withdrawn', ended_at = now() where id = $1", [moved.id]),
    );
    await worked(over(data.id));
    expect(await runOf(data.id)).toMatchObject({
      state: 'done',
      done: 2,
      drawn: 1,
      problems: [
        {
          settlementId: moved.id,
          number: moved.number,
          problem: 'The portfolio has no template of a letter that fits now.',
        },
      ],
    });
    expect(await lettersOf(fine.id)).toHaveLength(1);
  });

  it('goes on where a server that died had stopped, and leaves one letter each', async () => {
    const settlements = [await approved('en'), await approved('en'), await approved('en')];
    const { data } = await begin();
    // As after a death between the first letter and the word that it is drawn.
    await worked(async () => ((await runOf(data.id))?.done ?? 0) >= 1);
    await world.run((tx) =>
      tx.query("update letter_runs set done = 0, drawn = 0, state = 'drawing' where id = $1", [data.id]),
    );
    await worked(over(data.id), data.id);
    expect(await runOf(data.id)).toMatchObject({ state: 'done', done: 3, drawn: 3 });
    for (const { id } of settlements) expect(await lettersOf(id)).toHaveLength(1);
  });

  it('is stopped by whoever began it; what was drawn stays', async () => {
    await approved('en');
    const { data } = await begin();
    const stopped = await desk.send<LetterRun>('nationalManager', 'PUT', `${RUNS}/${data.id}/cancel`);
    expect(stopped.data).toMatchObject({ state: 'cancelled', done: 0 });
    const waiting = async () =>
      (await held.db.platform((tx) => tx.query("select 1 from jobs where data ->> 'id' = $1", [data.id]))).length;
    await worked(async () => (await waiting()) === 0);
    expect(await runOf(data.id)).toMatchObject({ state: 'cancelled', drawn: 0 });
    expect(
      await world.run((tx) =>
        tx.query(
          'select action, detail from audit_log where tenant_id = current_tenant() and subject_id = $1 order by seq',
          [data.id],
        ),
      ),
    ).toEqual([
      { action: 'settlements.letters-asked', detail: { before: null, after: { settlements: expect.any(Number) } } },
      {
        action: 'settlements.letters-cancelled',
        detail: { before: { state: 'drawing' }, after: { state: 'cancelled' } },
      },
    ]);
  });

  it('is for those who send letters, about settlements that they see', async () => {
    const { id } = await approved('en');
    for (const who of Object.keys(STAFF) as Who[]) {
      const { status } = await begin(who, [id]);
      expect([who, status]).toEqual([who, who === 'nationalManager' ? 200 : status === 404 ? 404 : 403]);
    }
    expect((await begin('nationalManager', [uuidv7()])).status).toBe(404);
    const { data } = await begin();
    expect((await desk.send('manager', 'PUT', `${RUNS}/${data.id}/cancel`)).status).toBe(403);
  });

  it.each<[string, object]>([
    ['no id', {}],
    ['an empty choice', { id: uuidv7(), settlementIds: [] }],
    ['too many', { id: uuidv7(), settlementIds: Array.from({ length: 1001 }, () => uuidv7()) }],
    ['what nobody knows', { id: uuidv7(), kind: 'SR' }],
  ])('is refused with %s', async (_, body) => {
    expect((await desk.send('nationalManager', 'POST', RUNS, body)).status).toBe(422);
  });
});
