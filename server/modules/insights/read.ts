/** What the last weeks say of the people and loans that somebody sees, read from what the night counted. */
import type { Insights } from '../../../core/contract/insights';
import { addDays, type Day, formatDay } from '../../../core/domain/dates';
import {
  INSIGHT_DAYS,
  INSIGHT_FIGURES,
  INSIGHTS,
  type InsightCell,
  type InsightFigure,
  MOST_KEYS,
  PROMISE_AGES,
  type Subscription,
  VINTAGES,
} from '../../../core/domain/insights';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { breadthOf, holdersScope, peopleScope } from '../loans';
import { csvHead, csvLines } from '../people';
import { newestRun } from './count';

/** Figures whose keys are as many as there are places or words: the largest stand by themselves. */
const OPEN_ENDED: readonly InsightFigure[] = ['pincode', 'bounce'];

/** Figures whose keys are ranges, which text does not put in their order. */
const RANGES: Partial<Record<InsightFigure, readonly string[]>> = { vintage: VINTAGES, promise: PROMISE_AGES };
const placeOf = ({ figure, key }: Row): number => {
  const at = RANGES[figure]?.indexOf(key) ?? 0;
  // What is not known stands first, as it does by text.
  return at < 0 && key !== '' ? Number.MAX_SAFE_INTEGER : at;
};

interface Row extends InsightCell, Record<string, unknown> {
  figure: InsightFigure;
}

/** People's rows for those who lead some of them, those of everybody together for who sees a tenant or a client. */
function peoplesRows(actor: Actor, parameters: unknown[]): string {
  const breadth = breadthOf(actor);
  if (breadth === 'tenant') return 's.user_id = nobody()';
  if (breadth === 'client') return `s.user_id = nobody() and s.client_id = $${parameters.push(actor.clientId)}::uuid`;
  return `s.user_id <> nobody() and ${peopleScope(actor, parameters, 's.tenant_id', 's.user_id')}`;
}

async function cellsOf(
  tx: Tx,
  table: 'insight_people' | 'insight_loans',
  scope: (parameters: unknown[]) => string,
  { day, portfolioId }: { day: Day; portfolioId: string | undefined },
): Promise<Row[]> {
  const parameters: unknown[] = [day, portfolioId ?? null, OPEN_ENDED];
  return tx.query<Row>(
    `with sums as (
       select s.figure, s.key, s.at, sum(s.base)::bigint as base, sum(s.first)::bigint as first, sum(s.second)::bigint as second
         from ${table} s where s.tenant_id = current_tenant() and s.on_day = $1::date and ($2::uuid is null or s.portfolio_id = $2::uuid) and ${scope(parameters)}
        group by 1, 2, 3),
     named as (
       select figure, case when figure = any($3::text[]) and key <> 'other'
          and row_number() over (partition by figure order by key = 'other', base desc, key) > ${MOST_KEYS} then 'other' else key end as key, at, base, first, second from sums)
     select figure, key, at, sum(base)::bigint as base, sum(first)::bigint as first, sum(second)::bigint as second from named
      group by 1, 2, 3 order by figure, key = 'other', case when figure = any($3::text[]) then -sum(base) else 0 end, key, at`,
    parameters,
  );
}

export async function readInsights(
  tx: Tx,
  actor: Actor,
  { portfolioId }: { portfolioId?: string | undefined },
  subscription: Subscription,
): Promise<Insights> {
  const run = await newestRun(tx);
  if (!run) return { subscription, counted: null, figures: [], portfolios: [] };
  const of = { day: run.on_day, portfolioId };
  const rows = [
    ...(await cellsOf(tx, 'insight_people', (parameters) => peoplesRows(actor, parameters), of)),
    ...(await cellsOf(tx, 'insight_loans', (parameters) => holdersScope(actor, parameters, 's'), of)),
  ];
  const parameters: unknown[] = [run.on_day];
  return {
    subscription,
    counted: { day: run.on_day, at: run.finished_at ?? '', from: addDays(run.on_day, -INSIGHT_DAYS) },
    figures: INSIGHTS.map((figure) => ({
      figure,
      cells: rows
        .filter((row) => row.figure === figure)
        .sort((a, b) => placeOf(a) - placeOf(b))
        .map(({ key, at, base, first, second }) => ({ key, at, base, first, second })),
    })),
    portfolios: await tx.query<{ id: string; name: string }>(
      `select p.id, p.name from portfolios p where p.tenant_id = current_tenant() and (p.id in (
          select s.portfolio_id from insight_people s where s.tenant_id = current_tenant() and s.on_day = $1::date and ${peoplesRows(actor, parameters)})
        or p.id in (select s.portfolio_id from insight_loans s where s.tenant_id = current_tenant() and s.on_day = $1::date and ${holdersScope(actor, parameters, 's')}))
        order by lower(p.name), p.id limit 500`,
      parameters,
    ),
  };
}

/** What the page shows, a line a cell; amounts in rupees. Noted as an export. */
export async function writeFile(
  tx: Tx,
  actor: Actor,
  { figures, portfolioId }: { figures: readonly InsightFigure[]; portfolioId?: string | undefined },
  subscription: Subscription,
  now: Date,
): Promise<{ fileName: string; csv: string }> {
  const { counted, figures: all } = await readInsights(tx, actor, { portfolioId }, subscription);
  const lines = all
    .filter(({ figure }) => figures.includes(figure))
    .flatMap(({ figure, cells }) => {
      const { label, measures, unit } = INSIGHT_FIGURES[figure];
      const value = (amount: number, name: string) =>
        unit === 'paise' && name !== 'Accounts' ? (amount / 100).toFixed(2) : String(amount);
      return cells.map(({ key, at, base, first, second }) => [
        ...[label, key, figure === 'hour' || figure === 'cohort' ? String(at) : ''],
        ...measures.flatMap((name, place) => [name, value([base, first, second][place] ?? 0, name)]),
      ]);
    });
  const detail = {
    before: null,
    after: { figures: [...figures], portfolioId: portfolioId ?? null, lines: lines.length },
  };
  await appendAudit(
    tx,
    [{ action: 'insights.exported', subject: 'insights', subjectId: actor.tenantId, actorId: actor.userId, detail }],
    now,
  );
  const head = ['Figure', 'Key', 'At', 'Measure 1', 'Value 1', 'Measure 2', 'Value 2', 'Measure 3', 'Value 3'];
  return {
    fileName: `data-insights_${formatDay(counted?.day ?? now.toISOString().slice(0, 10)).replaceAll('/', '-')}.csv`,
    csv: `${csvHead(head)}${csvLines(lines)}`,
  };
}
