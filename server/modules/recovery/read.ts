/** What may be expected of the loans that somebody sees, read from what the night counted: sums by holder, or the rows of a short list. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type { RecoveryForecast, recoveryAccounts, recoveryForecast } from '../../../core/contract/recovery';
import { BUCKETS, type Bucket } from '../../../core/domain/buckets';
import type { Day } from '../../../core/domain/dates';
import { forecastOf, GRADES, type Grade, type MonthSum, together } from '../../../core/domain/prediction';
import type { Tx } from '../../db/database';
import { countOf, type Order, pageOfIds } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { filtered, holdersScope, loanScope } from '../loans';
import { newestRun } from './count';
import { ownList } from './lists';

type Query = RequestOf<typeof recoveryForecast>['query'];

/** The loans asked for as groups: `held` with portfolio_id, bucket, paid_months, loans, pos and squares. `$1` is the run's day. */
function heldBy(actor: Actor, query: Query, day: Day) {
  const parameters: unknown[] = [day];
  const use = (value: string) => `$${parameters.push(value)}::uuid`;
  const conditions: string[] = [];
  let from: string;
  if (query.listId) {
    // Lists are short; whoever sees fewer loans since then sees fewer here.
    from = `(select x.portfolio_id, x.bucket, x.paid_months, 1 as loans, x.pos_paise, x.pos_paise::double precision ^ 2 as squares
       from recovery_list_loans i join recovery_loans x on x.tenant_id = i.tenant_id and x.loan_id = i.loan_id
       join loans l on l.tenant_id = i.tenant_id and l.id = i.loan_id
      where i.tenant_id = current_tenant() and i.list_id = ${use(query.listId)} and ${loanScope(actor, parameters)})`;
  } else {
    from = 'recovery_sums';
    conditions.push('s.tenant_id = current_tenant() and s.on_day = $1::date', holdersScope(actor, parameters, 's'));
  }
  if (query.portfolioId) conditions.push(`s.portfolio_id = ${use(query.portfolioId)}`);
  const held = `with held as materialized (
    select s.portfolio_id, s.bucket, s.paid_months, sum(s.loans)::bigint as loans, sum(s.pos_paise)::bigint as pos, sum(s.squares) as squares
      from ${from} s where $1::date is not null and ${conditions.join(' and ') || 'true'} group by 1, 2, 3)`;
  return { held, parameters };
}

const OF = (other: string) =>
  `${other}.tenant_id = current_tenant() and ${other}.on_day = $1::date and ${other}.portfolio_id = h.portfolio_id
   and ${other}.bucket = h.bucket and ${other}.paid_months = h.paid_months`;

/** Throws `not-found` for a list that is not the caller's. */
export async function readForecast(tx: Tx, actor: Actor, query: Query): Promise<RecoveryForecast> {
  if (query.listId) await ownList(tx, actor, query.listId);
  const run = await newestRun(tx);
  const none = { loans: 0, posPaise: 0, forecast: null };
  if (!run) return { counted: null, months: [], buckets: [], total: none, grades: [], portfolios: [] };
  const { held, parameters } = heldBy(actor, query, run.on_day);
  const buckets = await tx.query<{
    bucket: Bucket;
    loans: number;
    pos: number;
    opened: number | null;
    forward: number | null;
  }>(
    `${held} select h.bucket, sum(h.loans)::bigint as loans, sum(h.pos)::bigint as pos, max(r.opened)::bigint as opened, max(r.forward)::bigint as forward
       from held h left join (
         select y.bucket, sum(y.pos_paise) as opened, sum(y.forward_paise) as forward from recovery_history y
          where y.tenant_id = current_tenant() and y.portfolio_id in (select held.portfolio_id from held) group by 1) r on r.bucket = h.bucket
      group by 1`,
    parameters,
  );
  const known = await tx.query<{ bucket: Bucket; month: Day; mean: number; variance: number }>(
    `${held} select h.bucket, r.month, sum(h.pos * r.share) as mean, sum(h.squares * r.variance) as variance
       from held h join recovery_rates r on ${OF('r')} group by 1, 2`,
    parameters,
  );
  const grades = await tx.query<{ grade: Grade | null; loans: number; pos: number; expected: number | null }>(
    `${held} select g.grade, sum(h.loans)::bigint as loans, sum(h.pos)::bigint as pos, round(sum(h.pos * g.share))::bigint as expected
       from held h left join recovery_groups g on ${OF('g')} group by 1`,
    parameters,
  );
  const monthsOf = (bucket: Bucket) =>
    new Map<string, MonthSum>(
      known.filter((row) => row.bucket === bucket).map(({ month, mean, variance }) => [month, { mean, variance }]),
    );
  const ordered = BUCKETS.flatMap((bucket) => buckets.filter((row) => row.bucket === bucket));
  const [loans, posPaise] = [
    ordered.reduce((sum, row) => sum + row.loans, 0),
    ordered.reduce((sum, row) => sum + row.pos, 0),
  ];
  return {
    counted: { day: run.on_day, at: run.finished_at ?? '' },
    months: run.months,
    buckets: ordered.map(({ bucket, loans: count, pos, opened, forward }) => ({
      bucket,
      loans: count,
      posPaise: pos,
      months: monthsOf(bucket).size,
      forecast: forecastOf([...monthsOf(bucket).values()], pos) ?? null,
      forward: opened ? (forward ?? 0) / opened : null,
    })),
    // Where one bucket is not known, neither is the whole.
    total: {
      loans,
      posPaise,
      forecast: forecastOf(together(ordered.map(({ bucket }) => monthsOf(bucket))), posPaise) ?? null,
    },
    grades: [...GRADES, null].flatMap((grade) =>
      grades
        .filter((row) => row.grade === grade)
        .map((row) => ({ grade, loans: row.loans, posPaise: row.pos, expectedPaise: row.expected ?? 0 })),
    ),
    portfolios: await portfoliosOf(tx, actor, run.on_day),
  };
}

/** Those that the caller's loans are of, as the night of `day` or the newest one counted them. */
export async function portfoliosOf(tx: Tx, actor: Actor, day?: Day): Promise<{ id: string; name: string }[]> {
  const on = day ?? (await newestRun(tx))?.on_day;
  if (on === undefined) return [];
  const parameters: unknown[] = [on];
  return tx.query<{ id: string; name: string }>(
    `select p.id, p.name from portfolios p where p.tenant_id = current_tenant() and p.id in (
        select s.portfolio_id from recovery_sums s where s.tenant_id = current_tenant() and s.on_day = $1::date and ${holdersScope(actor, parameters, 's')})
      order by lower(p.name), p.id limit 500`,
    parameters,
  );
}

type Accounts = ResponseOf<typeof recoveryAccounts>['data'];
interface AccountRow extends Record<string, unknown> {
  id: string;
  loanNumber: string;
  borrower: string | null;
  portfolio: string;
  bucket: Bucket;
  paidMonths: number;
  posPaise: number;
  grade: Grade | null;
  expectedPaise: number | null;
}

/** The largest expected amount first. Throws `not-found` for a list that is not the caller's. */
export async function readAccounts(
  tx: Tx,
  actor: Actor,
  query: RequestOf<typeof recoveryAccounts>['query'],
  { zone, today }: { zone: string; today: Day },
): Promise<Accounts> {
  const page = { page: query.page, pageSize: query.size };
  const question = filtered(actor, { q: query.q, ...page, count: 'quick' }, zone, today);
  if (query.bucket) question.where(`x.bucket = any(${question.use(query.bucket, '::text[]')})`);
  if (query.grade) question.where(`x.grade = any(${question.use(query.grade, '::text[]')})`);
  if (query.portfolioId) question.where(`x.portfolio_id = ${question.use(query.portfolioId, '::uuid')}`);
  if (query.listId) {
    await ownList(tx, actor, query.listId);
    question.where(
      `exists (select 1 from recovery_list_loans i where i.tenant_id = $1 and i.list_id = ${question.use(query.listId, '::uuid')} and i.loan_id = x.loan_id)`,
    );
  }
  const { where, parameters } = question.source;
  const source = {
    from: 'recovery_loans x join loans l on l.tenant_id = x.tenant_id and l.id = x.loan_id',
    where: `x.tenant_id = $1 and ${where}`,
    parameters,
  };
  const counted = await countOf(tx, source, 'quick');
  const order: Order = {
    by: 'x.expected_paise',
    dir: query.dir ?? 'desc',
    indexed: 'desc',
    type: 'bigint',
    nullable: true,
    id: 'x.loan_id',
  };
  const ids = await pageOfIds(tx, source, order, page, counted);
  const rows = await tx.query<AccountRow>(
    `select l.id, l.loan_number as "loanNumber", b.name as borrower, p.name as portfolio, x.bucket, x.paid_months as "paidMonths",
            x.pos_paise as "posPaise", x.grade, x.expected_paise as "expectedPaise"
       from recovery_loans x join loans l on l.tenant_id = x.tenant_id and l.id = x.loan_id
       join portfolios p on p.tenant_id = l.tenant_id and p.id = x.portfolio_id
       left join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where x.tenant_id = current_tenant() and x.loan_id = any($1::uuid[])`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: counted.total, exact: counted.exact };
}
