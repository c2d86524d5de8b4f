/** Charts over the reports: made by the administrator, drawn over what the asker may see, and adding up to the report. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chart, ChartFigures } from '../../core/contract/charts';
import { type ChartShape, dimensionsOf, LINES, measuresOf } from '../../core/domain/charts';
import { uuidv7 } from '../../core/domain/ids';
import { REPORT_KINDS } from '../../core/domain/report-kinds';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import {
  type Api,
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type Who,
} from '../support/world';

const CHARTS = '/api/v1/data-visualization';
/** Noon in India on a Wednesday. */
const NOON = Date.parse('2026-11-25T06:30:00Z');
const at = (hours: number) => new Date(NOON + hours * 3_600_000).toISOString();

describe.each(engines)('charts on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let admin: Api;
  let stranger: Api;
  const api = (who: Who): Api => as(server.origin, world.people[who]);

  const shape = (over: Partial<ChartShape> = {}): ChartShape => ({
    ...{ kind: 'bars', report: 'calls', measure: LINES, how: 'sum', by: 'agent', split: null, step: 'day' },
    ...{ days: 'last-30', most: 10 },
    ...over,
  });
  const preview = async (over: Partial<ChartShape>, by: Api = admin): Promise<ChartFigures> => {
    const { status, body } = await by.post(`${CHARTS}/preview`, shape(over));
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as ChartFigures;
  };
  const make = async (over: Partial<Chart> = {}) => {
    const { status, body } = await admin.post(CHARTS, {
      id: uuidv7(),
      name: `Calls ${uuidv7().slice(-6)}`,
      categories: ['CRM_MANAGER', 'CRM_TELECALLER'],
      ...shape(),
      ...over,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as Chart;
  };

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock: { now: () => new Date(NOON) } });
    [world, elsewhere] = [await createTenantWorld(held.db), await createTenantWorld(held.db)];
    admin = as(server.origin, await createPerson(held.db, world.tenantId, { role: 'ADMIN' }));
    stranger = as(server.origin, await createPerson(held.db, elsewhere.tenantId, { role: 'ADMIN' }));
    const [first, second] = [
      await world.addLoan({ held: { collector: 'caller' } }),
      await world.addLoan({ held: { collector: 'collector', field_agent: 'agent' } }),
    ];
    const record = async (who: Who, made: ReturnType<typeof callRecord>) => {
      const { body } = await api(who).batch(itemOf(made));
      expect(JSON.stringify(body)).toContain('"outcome":"applied"');
    };
    // Three calls of one on two days, one of another, and a visit.
    await record('caller', callRecord(first, { recordedAt: at(-1) }));
    await record('caller', callRecord(first, { recordedAt: at(-2), loanSeq: 2 }));
    await record('caller', callRecord(first, { recordedAt: at(-50), loanSeq: 3 }));
    await record('collector', callRecord(second, { recordedAt: at(-3) }));
    await record('agent', fieldRecord(second, { recordedAt: at(-3) }));
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('tells lines apart by a column, the largest first, and adds up to the report', async () => {
    const all = await preview({});
    expect(all).toMatchObject({ total: 4, others: null, tooMany: false, from: '2026-10-27', to: '2026-11-25' });
    expect(all.values).toEqual([[3], [1]]);
    const one = await preview({ most: 3, by: 'class' });
    expect(one.values.flat().reduce((sum: number, value) => sum + (value ?? 0), 0)).toBe(4);
  });

  it('goes over every day of its span, by the day of the tenant', async () => {
    const days = await preview({ kind: 'line', by: 'at', days: 'week' });
    expect(days).toMatchObject({
      from: '2026-11-23',
      to: '2026-11-25',
      keys: ['2026-11-23', '2026-11-24', '2026-11-25'],
    });
    expect(days.values).toEqual([[1], [null], [3]]);
    const weeks = await preview({ kind: 'line', by: 'at', step: 'week', days: 'month' });
    expect(weeks.keys.at(-1)).toBe('2026-11-23');
    expect(weeks.values.at(-1)).toEqual([4]);
    const split = await preview({ kind: 'heat', by: 'at', split: 'agent', days: 'week' });
    expect(split.splits).toHaveLength(2);
    expect(split.values.at(-1)).toEqual([2, 1]);
  });

  it('says what is beside the largest', async () => {
    const few = await preview({ by: 'agent', most: 3 });
    expect(few.others).toBeNull();
    const number = await preview({ kind: 'number', by: null });
    expect(number).toMatchObject({ total: 4, keys: [''], values: [[4]] });
  });

  it('is drawn of every report by every column that tells lines apart', async () => {
    for (const report of REPORT_KINDS)
      for (const [position, { id }] of dimensionsOf(report).entries()) {
        const measures = measuresOf(report);
        const measure = measures[position % Math.max(1, measures.length)]?.id ?? LINES;
        const asked = await admin.post(
          `${CHARTS}/preview`,
          shape({ report, by: id, measure, kind: 'table', days: 'today' }),
        );
        // Reports that the administrator may not see are not drawn either.
        expect([200, 403], `${report} by ${id}: ${JSON.stringify(asked.body)}`).toContain(asked.status);
      }
  });

  it('is refused where it says nothing', async () => {
    const bad: [Partial<ChartShape>, string][] = [
      [{ by: null }, 'by'],
      [{ by: 'borrower' }, 'by'],
      [{ measure: 'remarks' }, 'measure'],
      [{ kind: 'line', by: 'agent' }, 'by'],
      [{ kind: 'heat' }, 'split'],
    ];
    for (const [over, path] of bad) {
      const { status, body } = await admin.post(`${CHARTS}/preview`, shape(over));
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain(`"path":"${path}"`);
    }
    expect((await admin.post(`${CHARTS}/preview`, { ...shape(), by: 'agent"; drop table loans; --' })).status).toBe(
      422,
    );
  });

  it('is made, changed and deleted by the administrator alone, each with its entry in the audit', async () => {
    const chart = await make({ name: 'Calls by agent' });
    const { id, version, updatedBy: _, updatedAt: __, ...settings } = chart;
    expect((await admin.post(CHARTS, { id: uuidv7(), ...settings })).status).toBe(422);
    for (const who of ['admin', 'owner', 'nationalManager', 'manager', 'caller', 'clientAdmin', 'partner'] as const) {
      expect((await api(who).post(CHARTS, { id: uuidv7(), ...settings, name: 'Mine' })).status).toBe(403);
      expect((await api(who).get(CHARTS)).status).toBe(403);
    }
    const put = (by: Api, body: object) =>
      by.fetch(`${CHARTS}/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await put(stranger, { version, ...settings })).status).toBe(404);
    expect((await put(admin, { version, ...settings, name: 'Calls of agents' })).status).toBe(200);
    expect((await put(admin, { version, ...settings })).status).toBe(409);
    const listed = await admin.get(`${CHARTS}?q=of%20agents`);
    expect(listed.body.data).toMatchObject({ total: 1, rows: [{ id, name: 'Calls of agents', version: 2 }] });
    expect((await admin.get(`${CHARTS}?kind=heat`)).body.data).toMatchObject({ rows: [] });
    expect((await stranger.get(CHARTS)).body.data).toMatchObject({ total: 0 });
    expect((await admin.fetch(`${CHARTS}/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await admin.fetch(`${CHARTS}/${id}`, { method: 'DELETE' })).status).toBe(404);
    const entries = await world.run((tx) =>
      tx.query<{ action: string; detail: { before: Chart | null; after: Chart | null } }>(
        `select action, detail from audit_log where tenant_id = current_tenant() and subject = 'chart' and subject_id = $1 order by seq`,
        [id],
      ),
    );
    const [name, renamed] = [{ name: 'Calls by agent' }, { name: 'Calls of agents' }];
    expect(entries).toMatchObject([
      { action: 'charts.created', detail: { before: null, after: name } },
      { action: 'charts.changed', detail: { before: name, after: renamed } },
      { action: 'charts.deleted', detail: { before: renamed, after: null } },
    ]);
  });

  it('is shown to its roles over their own lines, and to nobody else', async () => {
    const chart = await make();
    const own = async (who: Who) => ((await api(who).get(`${CHARTS}/mine`)).body.data as Chart[]).map(({ id }) => id);
    expect(await own('manager')).toContain(chart.id);
    expect(await own('caller')).toContain(chart.id);
    expect(await own('admin')).not.toContain(chart.id);
    const figures = (by: Api) => by.get(`${CHARTS}/${chart.id}/figures`);
    expect((await figures(api('manager'))).body.data).toMatchObject({ total: 4 });
    expect((await figures(api('caller'))).body.data).toMatchObject({ total: 3 });
    expect((await figures(api('rival'))).body.data).toMatchObject({ total: null, keys: [] });
    expect((await figures(admin)).body.data).toMatchObject({ total: 4 });
    for (const by of [api('admin'), api('agent'), stranger]) expect((await figures(by)).status).toBe(404);
  });
});
