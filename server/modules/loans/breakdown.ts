/**
 * Today's figures by agent, agency, place or product, within the caller's scope. Days are the tenant's. Loans, principal, overdue
 * and attempts are of active loans, money is of all, as in the dashboard's whole (analytics.ts), so that the rows make it up.
 */
import type { ResponseOf } from '../../../core/contract/kit';
import { type Breakdown, type landingBreakdown, NO_GROUP } from '../../../core/contract/loan-list';
import { addDays, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { attemptedOn } from './analytics';
import { byCaller, loanScope } from './scope';

type Answer = ResponseOf<typeof landingBreakdown>['data'];

const LIMIT = 50;

const place = (column: string) => ({
  join: `left join lateral (select a.${column} as at from addresses a where a.tenant_id = $1 and a.borrower_id = l.borrower_id
                             order by a.rank, a.id limit 1) place on true`,
  key: `coalesce(place.at, '${NO_GROUP}')`,
  label: `coalesce(place.at, 'No address')`,
});
const held = (kinds: string) =>
  `join loan_assignments h on h.tenant_id = $1 and h.loan_id = l.id and h.ended_at is null and h.kind in (${kinds})`;

/**
 * A loan that two people work stands in both their rows; what was done on it in the row of whoever did it. Loans that nobody works, and
 * money that came without an agent (a payment link, a bank's file), have a row too.
 */
const GROUPS: Record<Breakdown, { join: string; key: string; label: string }> = {
  agent: {
    join: `left ${held(`'field_agent', 'collector'`)} left join users u on u.tenant_id = $1 and u.id = h.profile_id`,
    key: `coalesce(u.id::text, '${NO_GROUP}')`,
    label: `coalesce(u.full_name, 'No agent')`,
  },
  agency: {
    join: `${held(`'agency'`)} join agencies g on g.tenant_id = $1 and g.id = h.profile_id`,
    key: 'g.id::text',
    label: 'g.name',
  },
  pincode: place('pincode'),
  city: place('city'),
  state: place('state'),
  product: { join: '', key: 'l.product', label: 'l.product' },
  client: {
    join: 'join clients c on c.tenant_id = $1 and c.id = l.client_id',
    key: 'c.id::text',
    label: 'c.name',
  },
  portfolio: {
    join: 'join portfolios p on p.tenant_id = $1 and p.id = l.portfolio_id',
    key: 'p.id::text',
    label: 'p.name',
  },
};

/** A condition over `l`: the loans of one group. */
export const inGroup = (by: Breakdown, parameter: string): string =>
  `l.id in (select l.id from loans l ${GROUPS[by].join} where l.tenant_id = $1 and ${GROUPS[by].key} = ${parameter})`;

export async function readBreakdown(tx: Tx, actor: Actor, by: Breakdown, zone: string, now: Date): Promise<Answer> {
  const today = dayOf(now, zone);
  const parameters: unknown[] = [actor.tenantId, zone, today, addDays(today, 1), `${today.slice(0, 8)}01`, LIMIT];
  const scope = loanScope(actor, parameters);
  const start = (parameter: string) => `(${parameter}::date::timestamp at time zone $2)`;
  const group = GROUPS[by];
  /** Loan figures go by the loan's group; work goes by who did it where agents are compared, otherwise by the loan's group too. */
  const work = (done: string) =>
    by === 'agent' ? { ...group, join: `left join users u on u.tenant_id = $1 and u.id = ${done}.user_id` } : group;
  const of = (from: { key: string; label: string }) => `${from.key} as key, ${from.label} as label`;
  const onLoan = (done: string) =>
    `join loans l on l.tenant_id = ${done}.tenant_id and l.id = ${done}.loan_id ${work(done).join}`;
  const rows = await tx.query<{
    key: string;
    label: string;
    loans: number;
    pos: number;
    overdue: number;
    attempted: number;
    promised: number;
    today: number;
    month: number;
    groups: number;
  }>(
    `select f.key, min(f.label) as label, sum(f.loans)::bigint as loans, sum(f.pos)::bigint as pos, sum(f.overdue)::bigint as overdue,
            sum(f.attempted)::bigint as attempted, sum(f.promised)::bigint as promised, sum(f.today)::bigint as today,
            sum(f.month)::bigint as month, count(*) over () as groups
       from (
         select ${of(group)}, count(*) as loans, sum(l.pos_paise) as pos, sum(l.overdue_paise) as overdue,
                0 as attempted, 0 as promised, 0 as today, 0 as month
           from loans l ${group.join} where l.tenant_id = $1 and l.state = 'active' and ${scope} group by 1, 2
         union all
         select ${of(work('d'))}, 0, 0, 0, count(distinct d.loan_id), 0, 0, 0
           from dispositions d ${onLoan('d')}
          where d.tenant_id = $1 and l.state = 'active' and ${attemptedOn('d', start('$3'), start('$4'))}
            and ${byCaller(actor, 'd.user_id', parameters)} and ${scope} group by 1, 2
         union all
         select ${of(work('due'))}, 0, 0, 0, 0, sum(due.amount_paise), 0, 0
           from ptps due ${onLoan('due')}
          where due.tenant_id = $1 and due.status = 'open' and due.due_on = $3::date
            and ${byCaller(actor, 'due.user_id', parameters)} and ${scope} group by 1, 2
         union all
         select ${of(work('paid'))}, 0, 0, 0, 0, 0,
                coalesce(sum(paid.amount_paise) filter (where paid.paid_at >= ${start('$3')}), 0), sum(paid.amount_paise)
           from payments paid ${onLoan('paid')}
          where paid.tenant_id = $1 and paid.status <> 'reversed' and paid.paid_at >= ${start('$5')} and paid.paid_at < ${start('$4')}
            and ${byCaller(actor, 'paid.user_id', parameters)} and ${scope} group by 1, 2) f
      group by f.key order by sum(f.pos) desc, sum(f.month) desc, f.key limit $6`,
    parameters,
  );
  return {
    asOf: now.toISOString(),
    rows: rows.map((row) => ({
      key: row.key,
      label: row.label,
      loans: row.loans,
      posPaise: row.pos,
      overduePaise: row.overdue,
      attemptedToday: row.attempted,
      promisedTodayPaise: row.promised,
      collectedTodayPaise: row.today,
      collectedThisMonthPaise: row.month,
    })),
    more: Math.max(0, (rows[0]?.groups ?? 0) - rows.length),
  };
}
