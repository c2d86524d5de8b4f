/** Loans as numbers, in the order of `FEATURES` (core/domain/predictor): what was known of each when a day began, and nothing from after it. */
import { RIGHT_PARTY_CLASSES } from '../../../core/domain/call-stages';
import type { Day } from '../../../core/domain/dates';
import type { Feature } from '../../../core/domain/prediction';
import type { Tx } from '../../db/database';

/** Loans after the first id, up to the second; each part reads its own rows of every table. */
export type Range = readonly [after: string, last: string];

/** `$1` is the day, `$2` and `$3` the range, `$4` the zone, `$5` right-party classes, `$6` one loan in so many, `$7` the month after. */
const start = (months: number) => `(($1::date - interval '${months} months')::timestamp at time zone $4)`;
const within = (id: string) => `${id} > $2::uuid and ${id} <= $3::uuid`;

/** Of a base `b` with id, dpd, pos, overdue, emi and disbursed; promises are decided a week after their day. */
const NUMBERS: Record<Feature, string> = {
  dpd: 'least(b.dpd, 720)',
  paidMonths: 'coalesce(p.months, 0)',
  sincePaid: `coalesce(least(extract(epoch from ${start(0)} - p.last_at) / 86400, 365), 365)`,
  pos: 'ln(1 + b.pos / 100.0)',
  overdue: 'coalesce(least(b.overdue::float8 / nullif(b.emi, 0), 24), 0)',
  kept: 'coalesce(d.kept, 0)',
  broken: 'coalesce(d.broken, 0)',
  tried: 'coalesce(least(w.tried, 60), 0)',
  reached: 'coalesce(least(w.reached, 60), 0)',
  vintage: 'coalesce(least(greatest($1::date - b.disbursed, 0), 3650) / 30.0, 0)',
};

const featuresOf = (base: string, paid: string) => `
  with base as materialized (${base}),
  p as (
    select y.loan_id, max(y.paid_at) as last_at, count(distinct case when y.paid_at >= ${start(1)} then 1 when y.paid_at >= ${start(2)} then 2
             when y.paid_at >= ${start(3)} then 3 end) as months
      from payments y where y.tenant_id = current_tenant() and ${within('y.loan_id')} and y.status <> 'reversed' and y.paid_at >= ${start(12)} and y.paid_at < ${start(0)}
     group by 1),
  d as (
    select t.loan_id, count(*) filter (where t.status = 'kept') as kept, count(*) filter (where t.status = 'broken') as broken
      from ptps t where t.tenant_id = current_tenant() and ${within('t.loan_id')} and t.due_on >= $1::date - 97 and t.due_on < $1::date - 7 group by 1),
  w as (
    select c.loan_id, count(*) as tried, count(*) filter (where c.class = any($5::text[])) as reached
      from dispositions c where c.tenant_id = current_tenant() and ${within('c.loan_id')} and c.received_at >= ${start(0)} - interval '31 days'
       and c.recorded_at >= ${start(0)} - interval '30 days' and c.recorded_at < ${start(0)} and c.outcome = 'applied' and c.withdrawn_at is null
     group by 1)
  select b.id, array[${Object.values(NUMBERS)
    .map((one) => `(${one})::float8`)
    .join(', ')}] as features, ${paid} as paid
    from base b left join p on p.loan_id = b.id left join d on d.loan_id = b.id left join w on w.loan_id = b.id`;

/** A part of a month's loans is kept as samples: one in `oneIn`, chosen by its id alone, so that it is the same one in every month. */
export async function keepSamples(
  tx: Tx,
  [month, next]: readonly [Day, Day],
  range: Range,
  zone: string,
  oneIn: number,
): Promise<void> {
  const base = `select o.loan_id as id, o.dpd, o.pos_paise as pos, o.overdue_paise as overdue, l.emi_paise as emi, l.disbursed_on as disbursed
      from loan_month_opens o join loans l on l.tenant_id = current_tenant() and l.id = o.loan_id
     where o.tenant_id = current_tenant() and o.month = $1::date and ${within('o.loan_id')} and o.pos_paise > 0
       and ('x' || substr(md5(o.loan_id::text), 1, 6))::bit(24)::int % $6::int = 0`;
  const paid = `exists (select 1 from payments y where y.tenant_id = current_tenant() and y.loan_id = b.id and y.status <> 'reversed'
      and y.paid_at >= ${start(0)} and y.paid_at < ($7::date::timestamp at time zone $4))`;
  await tx.query(
    `insert into predictor_samples (tenant_id, month, loan_id, features, paid)
     select current_tenant(), $1::date, f.id, f.features, f.paid from (${featuresOf(base, paid)}) f on conflict do nothing`,
    [month, ...range, zone, RIGHT_PARTY_CLASSES, oneIn, next],
  );
}

/** Open loans of a range as they stand. */
export function openLoans(tx: Tx, day: Day, range: Range, zone: string): Promise<{ id: string; features: number[] }[]> {
  const base = `select l.id, l.dpd, l.pos_paise as pos, l.overdue_paise as overdue, l.emi_paise as emi, l.disbursed_on as disbursed
      from loans l where l.tenant_id = current_tenant() and ${within('l.id')} and l.state in ('active', 'suppressed') and l.pos_paise > 0`;
  return tx.query<{ id: string; features: number[] }>(featuresOf(base, 'null'), [
    day,
    ...range,
    zone,
    RIGHT_PARTY_CLASSES,
  ]);
}
