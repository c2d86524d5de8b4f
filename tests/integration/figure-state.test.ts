/** /test-dashboard: what an administrator sees of counted days, and a day that is counted again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { countNextDay } from '../../server/modules/day-sums';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { type Api, as, createTenantWorld, type TenantWorld } from '../support/world';

const STATE = '/api/v2/figures/state';
const RECOUNT = '/api/v2/figures/recount';
const ZONE = 'Asia/Kolkata';
const NOW = new Date('2026-11-20T06:00:00Z');
interface State {
  today: string;
  days: { day: string; state: string; countedAt: string | null }[];
  differences: { day: string; wrong: number }[];
}

describe.each(engines)('the state of figures on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let admin: Api;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock: { now: () => NOW } });
    world = await createTenantWorld(held.db);
    admin = as(server.origin, await createPerson(held.db, world.tenantId, { role: 'ADMIN' }));
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  const state = async () => (await admin.get(STATE)).body.data as State;
  const stateOf = async (day: string) => (await state()).days.find((one) => one.day === day)?.state;

  it('names each day of this month and the last, and what changed since it was counted', async () => {
    expect(await state()).toMatchObject({ today: '2026-11-20', differences: [] });
    expect((await state()).days).toHaveLength(50);
    expect(await stateOf('2026-11-19')).toBe('waiting');
    const nights = () =>
      world.run(async (tx) => {
        while (await countNextDay(tx, '2026-11-20', ZONE, NOW));
      });
    await nights();
    expect(new Set((await state()).days.map((one) => one.state))).toEqual(new Set(['counted']));
    const loan = await world.addLoan();
    await world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at) values (current_tenant(), $1, $2, 100, 'upi', '2026-11-02T10:00:00Z')`,
        [uuidv7(), loan.id],
      ),
    );
    expect(await stateOf('2026-11-02')).toBe('changed');
    expect((await admin.post(RECOUNT, { day: '2026-11-03' })).status).toBe(200);
    expect(await stateOf('2026-11-03')).toBe('changed');
    await nights();
    expect([await stateOf('2026-11-02'), await stateOf('2026-11-03')]).toEqual(['counted', 'counted']);
    const noted = await world.run((tx) =>
      tx.query("select detail from audit_log where tenant_id = current_tenant() and action = 'figures.recounted'"),
    );
    expect(noted).toMatchObject([{ detail: { before: null, after: { day: '2026-11-03' } } }]);
  });

  it('counts no day again that is not counted by itself, and for nobody else', async () => {
    for (const day of ['2026-11-20', addDays('2026-11-20', 1), '2026-09-30', '2026-02-30'])
      expect((await admin.post(RECOUNT, { day })).status).toBe(422);
    for (const who of ['admin', 'owner', 'manager', 'caller', 'clientAdmin'] as const) {
      const api = as(server.origin, world.people[who]);
      expect((await api.get(STATE)).status).toBe(403);
      expect((await api.post(RECOUNT, { day: '2026-11-03' })).status).toBe(403);
    }
  });
});
