/**
 * The advanced predictor's nights: samples of each month that is over, a part at a time; once a month a model; then every open loan's chance.
 * It goes after the basic predictor, whose months it takes, and never reaches anybody: nothing but these tables is written.
 */
import type { Day } from '../../../core/domain/dates';
import {
  chanceIn,
  countsIn,
  learn,
  MOST_MONTHS,
  MOST_SAMPLES,
  type Sample,
  scoreOf,
  type Trained,
} from '../../../core/domain/prediction';
import { addMonths } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { newestRun } from '../recovery';
import { keepSamples, openLoans } from './features';

const LOANS = 2000;
const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** In which a chance is kept. */
export const THOUSAND = 1000;

export interface PredictorRun extends Record<string, unknown> {
  on_day: Day;
  model_month: Day | null;
  after_loan: string;
  counts: number[];
  finished_at: string | null;
}

/** The newest night that is whole. */
export async function newestNight(tx: Tx): Promise<PredictorRun | undefined> {
  const [run] = await tx.query<PredictorRun>(
    'select * from predictor_runs where tenant_id = current_tenant() and finished_at is not null order by on_day desc limit 1',
  );
  return run;
}

export async function newestModel(tx: Tx): Promise<{ month: Day; made_at: string; learned: Trained } | undefined> {
  const [model] = await tx.query<{ month: Day; made_at: string; learned: Trained }>(
    'select month, made_at, learned from predictor_models where tenant_id = current_tenant() order by month desc limit 1',
  );
  return model;
}

/** Answers false once the night of `today` is counted, and while the basic predictor's is not. */
export async function countPredictor(tx: Tx, today: Day, zone: string, now: Date, part = LOANS): Promise<boolean> {
  if ((await newestRun(tx))?.on_day !== today) return false;
  const [run] = await tx.query<PredictorRun>(
    'select * from predictor_runs where tenant_id = current_tenant() and on_day = $1 for update',
    [today],
  );
  if (!run) return (await sampleMonth(tx, zone, now, part)) || (await beginNight(tx, today, now));
  if (run.finished_at !== null) return false;
  return scoreLoans(tx, run, zone, now, part);
}

/** The oldest month that the basic predictor counted and that was not sampled, a part of it; false when there is none. */
async function sampleMonth(tx: Tx, zone: string, now: Date, part: number): Promise<boolean> {
  const [open] = await tx.query<{ month: Day; after_loan: string | null; one_in: number | null; loans: number }>(
    `select m.month, s.after_loan, s.one_in,
            (select coalesce(sum(h.loans), 0)::bigint from recovery_history h where h.tenant_id = current_tenant() and h.month = m.month) as loans
       from recovery_months m left join predictor_months s on s.tenant_id = m.tenant_id and s.month = m.month
      where m.tenant_id = current_tenant() and m.finished_at is not null and s.finished_at is null order by m.month limit 1`,
  );
  if (!open) return false;
  const { month } = open;
  const oneIn = open.one_in ?? Math.max(1, Math.ceil(open.loans / MOST_SAMPLES));
  if (open.one_in === null)
    await tx.query('insert into predictor_months (tenant_id, month, one_in) values (current_tenant(), $1, $2)', [
      month,
      oneIn,
    ]);
  const after = open.after_loan ?? FIRST;
  const ids = await tx.query<{ id: string }>(
    'select loan_id as id from loan_month_opens where tenant_id = current_tenant() and month = $1 and loan_id > $2 order by loan_id limit $3',
    [month, after, part],
  );
  const last = ids.at(-1)?.id;
  if (last !== undefined) await keepSamples(tx, [month, addMonths(month, 1)], [after, last], zone, oneIn);
  await tx.query(
    `update predictor_months set after_loan = $2, finished_at = case when $3 then $4::timestamptz end where tenant_id = current_tenant() and month = $1`,
    [month, last ?? after, ids.length < part, now],
  );
  return true;
}

/** A model is made once a month: by the samples that are new. Without enough of them nothing is scored. */
async function beginNight(tx: Tx, today: Day, now: Date): Promise<boolean> {
  const months = await tx.query<{ month: Day }>(
    `select month from predictor_months where tenant_id = current_tenant() and finished_at is not null order by month desc limit ${MOST_MONTHS}`,
  );
  const newest = months[0]?.month;
  let model = (await newestModel(tx))?.month ?? null;
  if (newest && (model === null || model < newest)) {
    const learned = learn(await samplesOf(tx, months.map(({ month }) => month).reverse()));
    if (learned && (model === null || learned.judged.month > model)) {
      model = learned.judged.month;
      await tx.query(
        'insert into predictor_models (tenant_id, month, made_at, learned) values (current_tenant(), $1, $2, $3) on conflict do nothing',
        [model, now, JSON.stringify(learned)],
      );
    }
    const oldest = months.at(-1)?.month ?? newest;
    for (const table of ['predictor_samples', 'predictor_months'])
      await tx.query(`delete from ${table} where tenant_id = current_tenant() and month < $1`, [oldest]);
  }
  await tx.query(
    `insert into predictor_runs (tenant_id, on_day, model_month, counts, started_at, finished_at)
     values (current_tenant(), $1, $2, $3, $4, case when $2::date is null then $4::timestamptz end) on conflict do nothing`,
    [today, model, countsIn([], []), now],
  );
  return model !== null;
}

async function samplesOf(tx: Tx, months: readonly Day[]): Promise<{ month: Day; samples: Sample[] }[]> {
  const found: { month: Day; samples: Sample[] }[] = [];
  for (const month of months)
    found.push({
      month,
      samples: await tx.query<Sample & Record<string, unknown>>(
        'select features, paid from predictor_samples where tenant_id = current_tenant() and month = $1 order by loan_id',
        [month],
      ),
    });
  return found;
}

/** What is no open loan any more goes with the part that it lay in. */
async function scoreLoans(tx: Tx, run: PredictorRun, zone: string, now: Date, part: number): Promise<boolean> {
  const model = await newestModel(tx);
  if (!model) throw new Error('A night names a model that is not there');
  const { model: learned, cuts } = model.learned;
  const ids = await tx.query<{ id: string }>(
    'select id from loans where tenant_id = current_tenant() and id > $1 order by id limit $2',
    [run.after_loan, part],
  );
  const over = ids.length < part;
  const last = over ? LAST : (ids.at(-1)?.id ?? LAST);
  const loans = await openLoans(tx, run.on_day, [run.after_loan, last], zone);
  const counts = countsIn(
    cuts,
    loans.map(({ features }) => scoreOf(learned, features)),
  );
  await tx.query(
    `with said as materialized (select * from unnest($3::uuid[], $4::integer[]) as s(id, chance)),
     gone as (delete from predictor_loans r where r.tenant_id = current_tenant() and r.loan_id > $1::uuid and r.loan_id <= $2::uuid
                 and not exists (select 1 from said where said.id = r.loan_id))
     insert into predictor_loans as r (tenant_id, loan_id, chance) select current_tenant(), id, chance from said
     on conflict (tenant_id, loan_id) do update set chance = excluded.chance where r.chance <> excluded.chance`,
    [
      ...[run.after_loan, last, loans.map(({ id }) => id)],
      loans.map(({ features }) => Math.round(chanceIn(learned, features) * THOUSAND)),
    ],
  );
  await tx.query(
    `update predictor_runs set after_loan = $2, counts = $3, finished_at = case when $4 then $5::timestamptz end
      where tenant_id = current_tenant() and on_day = $1`,
    [run.on_day, last, run.counts.map((count, at) => count + (counts[at] ?? 0)), over, now],
  );
  if (over)
    await tx.query('delete from predictor_runs where tenant_id = current_tenant() and on_day < $1', [run.on_day]);
  return !over;
}
