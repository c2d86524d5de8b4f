/** What a telecaller says on a loan: their portfolio's script with the loan's figures, for whom it is, and for whom it is not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { callScript } from '../../core/contract/call-script';
import type { ResponseOf } from '../../core/contract/kit';
import { uuidv7 } from '../../core/domain/ids';
import { DEFAULT_POLICY } from '../../core/domain/portfolio-rules';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const SCRIPTS = [
  { bucket: 'any', language: 'en', body: '{first_name}, {{agent}} of {lender}: {overdue} on {loan_last4}' },
  { bucket: '31-60', language: 'en', body: 'Two months, {name}' },
  { bucket: 'any', language: 'mr', body: 'नमस्कार {first_name}, {ptp_date}' },
];

describe.each(engines)('the script of a call on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let loan: TestLoan;
  const path = (id: string) => `/api/v2/portfolios/script/by/loan/${id}`;
  const ask = (who: Who, id = loan.id, headers?: Record<string, string>, of = world) =>
    as(server.origin, of.people[who]).get(path(id), headers);
  const scriptOf = async (id: string) => (await ask('caller', id)).body.data as ResponseOf<typeof callScript>['data'];
  const portfolioOf = async (id: string) => {
    const rows = await world.run((tx) =>
      tx.query<{ portfolio_id: string }>('select portfolio_id from loans where id = $1', [id]),
    );
    return rows[0]?.portfolio_id ?? '';
  };
  const save = async (body: object) => {
    const portfolio = `/api/v2/portfolios/${await portfolioOf(loan.id)}/script`;
    const admin = as(server.origin, world.people.admin);
    const { version } = (await admin.get(portfolio)).body.data as { version: number };
    const answer = await admin.fetch(portfolio, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        version,
        scripts: SCRIPTS.map((script) => ({ ...script, id: uuidv7() })),
        dispositionCodes: [],
        templates: [],
        contactPolicy: DEFAULT_POLICY,
        recordingNotice: '{lender} records this call.',
        ...body,
      }),
    });
    expect(answer.status).toBe(200);
  };

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    elsewhere = await createTenantWorld(held.db);
    loan = await world.addLoan({ number: 'SC-4821', dpd: 12, overduePaise: 5_000_00, held: { collector: 'caller' } });
    await world.run((tx) =>
      tx.query(
        `update borrowers set name = 'Asha Kulkarni', language = 'Marathi'
          where id = (select borrower_id from loans where id = $1)`,
        [loan.id],
      ),
    );
    await world.run((tx) =>
      tx.query("update users set full_name = 'Ravi Menon' where id = $1", [world.people.caller.id]),
    );
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('is empty until the portfolio has one', async () => {
    expect(await scriptOf(loan.id)).toEqual({ notice: '', scripts: [] });
  });

  it('fills in the loan’s figures, in the borrower’s language first, and says what is missing', async () => {
    await save({});
    const { notice, scripts } = await scriptOf(loan.id);
    expect(notice).toBe('Sahyadri Bank records this call.');
    expect(scripts).toMatchObject([
      { language: 'mr', bucket: 'any', text: 'नमस्कार Asha, {ptp_date}', missing: ['ptp_date'] },
      {
        language: 'en',
        bucket: 'any',
        text: 'Asha, Ravi Menon of Sahyadri Bank: ₹5,000 on 4821',
        missing: [],
      },
    ]);
  });

  it('is that of the loan’s bucket, as it is now', async () => {
    const older = await world.addLoan({ dpd: 45, held: { collector: 'caller' } });
    expect(await portfolioOf(older.id)).toBe(await portfolioOf(loan.id));
    expect((await scriptOf(older.id)).scripts.find(({ language }) => language === 'en')?.bucket).toBe('31-60');
    await save({ scripts: [], recordingNotice: '' });
    expect(await scriptOf(older.id)).toEqual({ notice: '', scripts: [] });
    await save({});
  });

  it.each<[Who, number]>([
    ['caller', 200],
    ['manager', 200],
    ['collector', 404],
    ['agent', 404],
    ['rival', 404],
    ['admin', 403],
    ['client', 403],
    ['partner', 403],
    ['dialer', 403],
  ])('answers %s with %i', async (who, status) => expect((await ask(who)).status).toBe(status));

  it('is nobody’s of another tenant, and believes no header', async () => {
    expect((await ask('caller', loan.id, {}, elsewhere)).status).toBe(404);
    expect((await ask('caller', uuidv7())).status).toBe(404);
    expect((await ask('caller', 'no-id')).status).toBe(422);
    expect((await ask('caller', loan.id, { collectorid: world.people.collector.id })).status).toBe(403);
  });
});
