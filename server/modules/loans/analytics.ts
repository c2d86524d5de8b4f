/** Today's figures within the caller's scope, whole and by bucket, and their SQL. Days are the tenant's. */

import type { ResponseOf } from '../../../core/contract/kit';
import type { landingAnalytics } from '../../../core/contract/landing';
import { BUCKETS, type Bucket } from '../../../core/domain/buckets';
import { addDays, type Day, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { daySums } from '../day-sums';
import { receiptNumber } from './history';
import { breadthOf, byCaller, loanScope, totalsScope } from './scope';

type Landing = ResponseOf<typeof landingAnalytics>['data'];

const LATEST = 20;

/** One bucket's figures; amounts in paise. */
interface Figures {
  bucket: Bucket;
  loans: number;
  pos: number;
  overdue: number;
  attempted: number;
  due_count: number;
  due_paise: number;
  today_count: number;
  today_paise: number;
  month_count: number;
  month_paise: number;
}

/** All figures are read by bucket and added up from there, so that a dashboard's parts make its whole. */
export async function readLanding(tx: Tx, actor: Actor, zone: string, now: Date): Promise<Landing> {
  const rows = await readFigures(tx, actor, zone, dayOf(now, zone));
  const sum = (figure: Exclude<keyof Figures, 'bucket'>) => rows.reduce((total, row) => total + row[figure], 0);
  return {
    asOf: now.toISOString(),
    allocated: { loans: sum('loans'), posPaise: sum('pos') },
    attemptedToday: sum('attempted'),
    promisesDueToday: { count: sum('due_count'), amountPaise: sum('due_paise') },
    collectedToday: { count: sum('today_count'), amountPaise: sum('today_paise') },
    collectedThisMonth: { count: sum('month_count'), amountPaise: sum('month_paise') },
    buckets: rows.map((row) => ({
      bucket: row.bucket,
      loans: row.loans,
      posPaise: row.pos,
      overduePaise: row.overdue,
      attemptedToday: row.attempted,
      promisesDueToday: { count: row.due_count, amountPaise: row.due_paise },
      collectedToday: { count: row.today_count, amountPaise: row.today_paise },
      collectedThisMonth: { count: row.month_count, amountPaise: row.month_paise },
    })),
    latest: await readLatest(tx, actor),
  };
}

/**
 * The attempts of today, as the daily reports count them: by the moment of the call or visit. A phone that was without a network
 * delivers yesterday's visits today. The day of the receipt is asked for as well because the table is parted by it.
 */
export const attemptedOn = (record: string, from: string, to: string): string =>
  `${record}.received_at >= ${from} and ${record}.received_at < ${to} and ${record}.recorded_at >= ${from}
   and ${record}.outcome = 'applied' and ${record}.withdrawn_at is null`;

/**
 * From the youngest bucket to the oldest; a bucket in which there is nothing has no row. Attempts are a share of the active loans, so
 * they count on those alone; money counts wherever it came from, in the bucket at the month's opening: a loan that is paid does not
 * leave the bucket it was collected in.
 */
async function readFigures(tx: Tx, actor: Actor, zone: string, today: Day): Promise<Figures[]> {
  const parameters: unknown[] = [actor.tenantId, zone, today, addDays(today, 1), `${today.slice(0, 8)}01`, BUCKETS];
  const scope = loanScope(actor, parameters);
  const totals = totalsScope(actor, parameters);
  const start = (parameter: string) => `(${parameter}::date::timestamp at time zone $2)`;
  const { ctes, money } = moneyOf(actor, scope, parameters);
  return tx.query<Figures>(
    `${ctes} select f.bucket, sum(f.loans)::bigint as loans, sum(f.pos)::bigint as pos, sum(f.overdue)::bigint as overdue,
            sum(f.attempted)::bigint as attempted, sum(f.due_count)::bigint as due_count, sum(f.due_paise)::bigint as due_paise,
            sum(f.today_count)::bigint as today_count, sum(f.today_paise)::bigint as today_paise,
            sum(f.month_count)::bigint as month_count, sum(f.month_paise)::bigint as month_paise
       from (
         select l.bucket, sum(l.loans) as loans, sum(l.pos_paise) as pos, sum(l.overdue_paise) as overdue,
                0 as attempted, 0 as due_count, 0 as due_paise, 0 as today_count, 0 as today_paise, 0 as month_count, 0 as month_paise
           from ${totals.from} l where l.tenant_id = $1 and l.state = 'active' and ${totals.condition} group by l.bucket having sum(l.loans) > 0
         union all
         select l.bucket, 0, 0, 0, count(distinct d.loan_id), 0, 0, 0, 0, 0, 0
           from dispositions d join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
          where d.tenant_id = $1 and l.state = 'active' and ${attemptedOn('d', start('$3'), start('$4'))} and ${byCaller(actor, 'd.user_id', parameters)} and ${scope}
          group by l.bucket
         union all
         select l.bucket, 0, 0, 0, 0, count(*), coalesce(sum(p.amount_paise), 0), 0, 0, 0, 0
           from ptps p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
          where p.tenant_id = $1 and p.status = 'open' and p.due_on = $3::date
            and ${byCaller(actor, 'p.user_id', parameters)} and ${scope}
          group by l.bucket
         union all
         ${money}) f
      group by f.bucket order by array_position($6::text[], f.bucket)`,
    parameters,
  );
}

/**
 * The last part of readFigures, whose parameters it reads. Of a whole tenant or client it is added up from days (day-sums);
 * of a team, whose loans come and go, from the payments of the month.
 */
function moneyOf(actor: Actor, scope: string, parameters: unknown[]): { ctes: string; money: string } {
  const breadth = breadthOf(actor);
  if (breadth === 'tenant' || breadth === 'client') {
    const { ctes, from } = daySums({ tenant: '$1', zone: '$2', from: '$5::date', to: '$4::date' }, { whole: true });
    return {
      ctes: `with ${ctes}`,
      money: `select l.bucket, 0, 0, 0, 0, 0, 0, coalesce(sum(l.payments) filter (where l.day = $3::date), 0),
                     coalesce(sum(l.paid) filter (where l.day = $3::date), 0),
                     sum(l.payments), sum(l.paid)
                from ${from} l where ${scope} group by l.bucket having sum(l.payments) > 0`,
    };
  }
  const today = `p.paid_at >= ($3::date::timestamp at time zone $2)`;
  return {
    ctes: '',
    money: `select bucket_of(l.dpd_month_open), 0, 0, 0, 0, 0, 0, count(*) filter (where ${today}),
                   coalesce(sum(p.amount_paise) filter (where ${today}), 0), count(*), coalesce(sum(p.amount_paise), 0)
              from payments p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
             where p.tenant_id = $1 and p.status <> 'reversed' and p.paid_at >= ($5::date::timestamp at time zone $2)
               and p.paid_at < ($4::date::timestamp at time zone $2) and ${byCaller(actor, 'p.user_id', parameters)} and ${scope}
             group by 1`,
  };
}

async function readLatest(tx: Tx, actor: Actor): Promise<Landing['latest']> {
  const parameters: unknown[] = [actor.tenantId, LATEST];
  const scope = loanScope(actor, parameters);
  const rows = await tx.query<{
    id: string;
    recorded_at: string;
    received_at: string;
    loan_id: string;
    loan_number: string;
    borrower: string;
    channel: Landing['latest'][number]['channel'];
    code: string;
    label: string;
    by: string;
    receipt_no: number;
    outcome: string;
  }>(
    `select d.id, d.recorded_at, d.received_at, d.loan_id, l.loan_number, b.name as borrower, d.channel, d.code,
            coalesce(k.label, d.code) as label, coalesce(u.full_name, '') as by, d.receipt_no, d.outcome
       from dispositions d
       join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       left join disposition_codes k on k.tenant_id = d.tenant_id and k.code = d.code
       left join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
      where d.tenant_id = $1 and d.withdrawn_at is null and ${scope}
      order by d.received_at desc, d.id desc limit $2`,
    parameters,
  );
  return rows.map((row) => ({
    recordId: row.id,
    at: row.recorded_at,
    receivedAt: row.received_at,
    loanId: row.loan_id,
    loanNumber: row.loan_number,
    borrower: row.borrower,
    channel: row.channel,
    code: row.code,
    codeLabel: row.label,
    by: row.by,
    receiptNo: receiptNumber(row.receipt_no),
    outcome: row.outcome,
  }));
}
