/** Charts over the reports: kept by the administrator, drawn over the lines that the asker may see. */
import type { Chart, ChartFigures, createChart, listCharts, updateChart } from '../../../core/contract/charts';
import type { RequestOf } from '../../../core/contract/kit';
import {
  type ChartShape,
  chartColumn,
  chartFaults,
  chartSpan,
  isTime,
  LINES,
  stepsOf,
} from '../../../core/domain/charts';
import { dayOf } from '../../../core/domain/dates';
import { maySeeKind } from '../../../core/domain/reports';
import { appendAudit } from '../../db/audit';
import { DatabaseError, type Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import type { Question } from './question';
import type { ReportService } from './service';

type Settings = Omit<RequestOf<typeof createChart>['body'], 'id'>;

/** Lines of a report that are drawn at a visit; more are a sentence. */
export const MOST_DRAWN = 200_000;
const PATIENCE_MS = 10_000;
/** SQLSTATE of a statement that took too long. */
const CANCELLED = '57014';

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  categories: Chart['categories'];
  shape: ChartShape;
  version: number;
  changed_by_name: string | null;
  updated_at: string;
}

const present = ({ id, name, categories, shape, version, changed_by_name, updated_at }: Row): Chart => ({
  id,
  version,
  name,
  categories,
  ...shape,
  updatedBy: changed_by_name,
  updatedAt: updated_at,
});

const BY_NAME = 'order by lower(c.name), c.id';
const read = async (tx: Tx, condition: string, parameters: unknown[], order = BY_NAME): Promise<Chart[]> =>
  (
    await tx.query<Row>(
      `select c.*, (select u.full_name from users u where u.tenant_id = c.tenant_id and u.id = c.changed_by) as changed_by_name
         from charts c where c.tenant_id = current_tenant() and ${condition} ${order}`,
      parameters,
    )
  ).map(present);

function split({ name, categories, ...shape }: Settings): { name: string; categories: string[]; shape: ChartShape } {
  const faults = Object.entries(chartFaults(shape)).map(([path, message]) => ({ path, message }));
  if (faults.length > 0) throw new ApiError('invalid', { fields: faults });
  return { name, categories: [...new Set(categories)], shape };
}

/** Times stand at their beginning; what is not there is an empty text. */
function keySql({ report, step }: ChartShape, column: string, zone: string): string {
  const found = chartColumn(report, column);
  if (!found || !isTime(found)) return `coalesce(("${column}")::text, '')`;
  const onDay =
    found.type === 'when' ? `(("${column}")::timestamptz at time zone ${zone})::date` : `("${column}")::text::date`;
  return `coalesce(date_trunc('${step}', ${onDay}::timestamp)::date::text, '')`;
}

async function figuresOf(tx: Tx, shape: ChartShape, question: Question, days: { from: string; to: string }) {
  const { measure, how, by, split: second, report, step, most, kind } = shape;
  const names = [...new Set([by, second, measure === LINES ? null : measure])].filter((name) => name !== null);
  const parameters = [...question.source.parameters];
  const zone = question.fill(':zone');
  const value =
    measure === LINES ? 'count(*)::float8' : `${how === 'sum' ? 'sum' : 'avg'}(("${measure}")::float8)::float8`;
  const key = by === null ? "''" : keySql(shape, by, zone);
  const other = second === null ? "''" : keySql(shape, second, zone);
  const rows = await tx.query<{ key: string | null; other: string | null; value: number | null; lines: number }>(
    `with picked as materialized (${question.pick(names)} limit ${MOST_DRAWN + 1}),
          lines as (select ${key} as key, ${other} as other${measure === LINES ? '' : `, "${measure}"`} from picked)
     select key, other, ${value} as value, count(*)::int as lines from lines group by grouping sets ((key, other), (key), (other), ())`,
    parameters,
  );
  const whole = rows.find((row) => row.key === null && row.other === null);
  const empty: ChartFigures = { ...days, keys: [], splits: [], values: [], total: null, others: null, tooMany: false };
  if (!whole || whole.lines === 0) return empty;
  if (whole.lines > MOST_DRAWN) return { ...empty, tooMany: true };
  const largest = (side: 'key' | 'other') =>
    rows
      .filter((row) => row[side] !== null && row[side === 'key' ? 'other' : 'key'] === null)
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || (`${a[side]}` < `${b[side]}` ? -1 : 1));
  const column = chartColumn(report, by);
  const found = largest('key');
  const keys = column && isTime(column) ? stepsOf(days, step) : found.slice(0, most).map((row) => `${row.key}`);
  const splits = largest('other')
    .slice(0, kind === 'line' ? 6 : most)
    .map((row) => `${row.other}`);
  const at = new Map(rows.map((row) => [JSON.stringify([row.key, row.other]), row.value]));
  const left = found.filter((row) => !keys.includes(`${row.key}`));
  const sumOfLeft = left.reduce((sum, row) => sum + (row.value ?? 0), 0);
  return {
    ...empty,
    keys,
    splits,
    values: keys.map((one) => splits.map((two) => at.get(JSON.stringify([one, two])) ?? null)),
    total: whole.value,
    others: left.length > 0 ? { keys: left.length, value: how === 'sum' ? sumOfLeft : null } : null,
  };
}

export function chartService({ db, clock }: Pick<Deps, 'db' | 'clock'>, reports: ReportService) {
  const rulesOf = tenantRules(db);
  const run = async <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      return await db.transaction({ tenantId, userId }, work);
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint === 'charts_name')
        throw new ApiError('invalid', {
          fields: [{ path: 'name', message: 'There is already a chart with this name' }],
        });
      throw error;
    }
  };
  const note = (tx: Tx, actor: Actor, action: string, id: string, before: Chart | null, after: Chart | null) =>
    appendAudit(
      tx,
      [{ action, subject: 'chart', subjectId: id, actorId: actor.userId, detail: { before, after } }],
      clock.now(),
    );
  const oneOf = async (tx: Tx, id: string): Promise<Chart> => {
    const [found] = await read(tx, 'c.id = $1', [id]);
    if (!found) throw new ApiError('not-found');
    return found;
  };

  /** Throws `forbidden` and `invalid` as the report itself, `busy` where its lines take too long to find. */
  async function drawn(actor: Actor, shape: ChartShape): Promise<ChartFigures> {
    const { zone } = await rulesOf(actor.tenantId);
    const days = chartSpan(shape.days, dayOf(clock.now(), zone));
    const { question } = await reports.asked(shape.report, actor, days);
    const { tenantId, userId } = actor;
    try {
      return await db.transaction({ tenantId, userId, indexed: true, made: true, statementMs: PATIENCE_MS }, (tx) =>
        figuresOf(tx, shape, question, days),
      );
    } catch (error) {
      if (error instanceof DatabaseError && error.code === CANCELLED)
        throw new ApiError('busy', { message: 'This chart takes too long to draw. Choose fewer days.' });
      throw error;
    }
  }

  return {
    list: (
      actor: Actor,
      { q = '', kind, report, sort = 'name', dir, page, size }: RequestOf<typeof listCharts>['query'],
    ) =>
      run(actor, async (tx) => {
        const parameters = [`%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, kind ?? null, report ?? null];
        const matching = `lower(c.name) like $1 and ($2::text[] is null or c.shape ->> 'kind' = any($2::text[]))
          and ($3::text[] is null or c.shape ->> 'report' = any($3::text[]))`;
        const order = sort === 'name' ? `lower(c.name) ${dir ?? 'asc'}` : `c.updated_at ${dir ?? 'desc'}`;
        const rows = await read(
          tx,
          matching,
          parameters,
          `order by ${order}, c.id limit ${size} offset ${(page - 1) * size}`,
        );
        const [count] = await tx.query<{ total: number }>(
          `select count(*)::int as total from charts c where c.tenant_id = current_tenant() and ${matching}`,
          parameters,
        );
        return { rows, total: count?.total ?? 0 };
      }),
    get: (actor: Actor, id: string) => run(actor, (tx) => oneOf(tx, id)),
    own: async (actor: Actor) => {
      const found = await run(actor, (tx) => read(tx, '$1 = any(c.categories)', [actor.role as string]));
      return found.filter(({ report }) => maySeeKind(report, actor.role));
    },

    create: (actor: Actor, { id, ...settings }: RequestOf<typeof createChart>['body']) =>
      run(actor, async (tx) => {
        const { name, categories, shape } = split(settings);
        const made = await tx.query(
          `insert into charts (tenant_id, id, name, categories, shape, changed_by, created_at, updated_at)
           values (current_tenant(), $1, $2, $3, $4, $5, $6, $6) on conflict (tenant_id, id) do nothing returning id`,
          [id, name, categories, JSON.stringify(shape), actor.userId, clock.now()],
        );
        const chart = await oneOf(tx, id);
        if (made.length > 0) await note(tx, actor, 'charts.created', id, null, chart);
        return chart;
      }),

    update: (actor: Actor, id: string, { version, ...settings }: RequestOf<typeof updateChart>['body']) =>
      run(actor, async (tx) => {
        const before = await oneOf(tx, id);
        const { name, categories, shape } = split(settings);
        const changed = await tx.query(
          `update charts set name = $3, categories = $4, shape = $5, changed_by = $6, updated_at = $7, version = version + 1
            where tenant_id = current_tenant() and id = $1 and version = $2 returning id`,
          [id, version, name, categories, JSON.stringify(shape), actor.userId, clock.now()],
        );
        if (changed.length === 0) throw new ApiError('conflict');
        const after = await oneOf(tx, id);
        await note(tx, actor, 'charts.changed', id, before, after);
        return after;
      }),

    remove: (actor: Actor, id: string) =>
      run(actor, async (tx) => {
        const before = await oneOf(tx, id);
        await tx.query('delete from charts where tenant_id = current_tenant() and id = $1', [id]);
        await note(tx, actor, 'charts.deleted', id, before, null);
        return { id };
      }),

    preview(actor: Actor, shape: ChartShape) {
      split({ name: '', categories: [], ...shape });
      return drawn(actor, shape);
    },

    /** Of one that is shown to the caller's role; its maker sees each. Throws `not-found`. */
    async figures(actor: Actor, id: string): Promise<ChartFigures> {
      const chart = await run(actor, (tx) => oneOf(tx, id));
      if (actor.role !== 'ADMIN' && !chart.categories.some((role) => role === actor.role))
        throw new ApiError('not-found');
      return drawn(actor, chart);
    },
  };
}
