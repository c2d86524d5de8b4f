/** When a loan of a month is resolved, by what its portfolio says of loans that stay in their bucket. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Portfolio } from '../../core/contract/portfolios';
import { STAB_RULES } from '../../core/domain/ageing';
import { resolvedSql } from '../../server/modules/figures';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld } from '../support/world';

let held: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  const [engine] = engines;
  if (!engine) throw new Error('No database');
  held = await engine.fresh();
  server = await startServer(held.db);
});
afterAll(async () => {
  await server.close();
  await held.close();
});

it.each([
  ['became current', 'active', 20, 0, [true, true, true]],
  ['was current and is', 'active', 0, 0, [true, true, true]],
  ['fell into a lower bucket', 'active', 70, 45, [true, true, true]],
  ['fell, long past due', 'active', 400, 350, [true, true, true]],
  ['stayed among 61 to 90', 'active', 70, 88, [true, true, false]],
  ['stayed, at 90 as it began', 'active', 90, 75, [true, true, false]],
  ['stayed among 91 to 180', 'active', 95, 125, [true, false, false]],
  ['stayed beyond 360', 'active', 500, 530, [true, false, false]],
  ['rolled forward', 'active', 25, 55, [false, false, false]],
  ['was closed wherever it stood', 'closed', 500, 530, [true, true, true]],
  ['was settled wherever it stood', 'settled', 25, 55, [true, true, true]],
] as const)('a loan that %s', async (_, state, opening, dpd, expected) => {
  const rows = await held.db.platform((tx) =>
    tx.query<{ resolved: boolean }>(
      `select ${resolvedSql('x.dpd', 'x.opening')} as resolved
         from unnest($1::text[]) with ordinality f(stab, nth), (select $2::text as state) l, (select $3::int as dpd, $4::int as opening) x
        order by f.nth`,
      [[...STAB_RULES], state, dpd, opening],
    ),
  );
  expect(rows.map(({ resolved }) => resolved)).toEqual(expected);
});

it('a portfolio keeps its rule, says it, and keeps it through a form of before', async () => {
  const world = await createTenantWorld(held.db);
  const admin = as(server.origin, world.people.admin);
  const [portfolio] = await world.run((tx) =>
    tx.query<{ id: string }>('select id from portfolios where tenant_id = current_tenant() order by id limit 1'),
  );
  const path = `/api/v2/portfolios/${portfolio?.id}`;
  const read = async () => (await admin.get(path)).body.data as Portfolio;
  expect(await read()).toMatchObject({ stab: 'resolved' });
  const { name, clientId, secured, products, buckets, startsOn, endsOn, agencyIds, managerIds, tabs } = await read();
  const { collectorIds, fieldAgentIds } = await read();
  const lists = { agencyIds, managerIds, collectorIds, fieldAgentIds };
  const facts = { name, clientId, secured, products, buckets, startsOn, endsOn, ...lists };
  const put = (body: object) =>
    admin.fetch(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const body = { ...facts, institutionType: 'NBFC', region: 'West', languages: ['hi'] };
  const saved = await put({ ...body, stab: 'open', version: tabs.details.version });
  expect(saved.status, await saved.text()).toBe(200);
  expect(await read()).toMatchObject({ stab: 'open' });
  expect((await put({ ...body, version: (await read()).tabs.details.version })).status).toBe(200);
  expect(await read()).toMatchObject({ stab: 'open' });
});
