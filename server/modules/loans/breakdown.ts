/** Today's figures by agent, agency, place or product, within the caller's scope. Days are the tenant's. */
import type { ResponseOf } from '../../../core/contract/kit';
import type { Breakdown, landingBreakdown } from '../../../core/contract/loan-list';
import { addDays, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { loanScope } from './scope';

type Answer = ResponseOf<typeof landingBreakdown>['data'];

const LIMIT = 50;

const place = (column: string) => ({
  join: `left join lateral (select a.${column} as at from addresses a where a.tenant_id = $1 and a.borrower_id = l.borrower_id
                             order by a.rank, a.id limit 1) place on true`,
  key: `coalesce(place.at, '-')`,
  label: `coalesce(place.at, 'No address')`,
});
const held = (kinds: string) =>
  `join loan_assignments h on h.tenant_id = $1 and h.loan_id = l.id and h.ended_at is null and h.kind in (${kinds})`;

/** A loan that two people work stands in both their rows. */
const GROUPS: Record<Breakdown, { join: string; key: string; label: string }> = {
  agent: {
    join: `${held(`'field_agent', 'collector'`)} join users u on u.tenant_id = $1 and u.id = h.profile_id`,
    key: 'u.id::text',
    label: 'u.full_name',
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
    `with seen as (
       select l.id, l.pos_paise, l.overdue_paise, ${group.key} as key, ${group.label} as label
         from loans l ${group.join} where l.tenant_id = $1 and l.state = 'active' and ${scope}),
     tried as (
       select distinct d.loan_id from dispositions d
        where d.tenant_id = $1 and d.received_at >= ${start('$3')} and d.received_at < ${start('$4')} and d.outcome = 'applied' and d.withdrawn_at is null),
     promised as (
       select loan_id, sum(amount_paise) as paise from ptps
        where tenant_id = $1 and status = 'open' and due_on = $3::date group by loan_id),
     paid as (
       select loan_id, sum(amount_paise) as month,
              coalesce(sum(amount_paise) filter (where paid_at >= ${start('$3')}), 0) as today
         from payments where tenant_id = $1 and status <> 'reversed' and paid_at >= ${start('$5')} and paid_at < ${start('$4')}
        group by loan_id)
     select s.key, min(s.label) as label, count(*) as loans, sum(s.pos_paise) as pos, sum(s.overdue_paise) as overdue,
            count(t.loan_id) as attempted, coalesce(sum(q.paise), 0) as promised, coalesce(sum(m.today), 0) as today,
            coalesce(sum(m.month), 0) as month, count(*) over () as groups
       from seen s left join tried t on t.loan_id = s.id left join promised q on q.loan_id = s.id
       left join paid m on m.loan_id = s.id
      group by s.key order by sum(s.pos_paise) desc, s.key limit $6`,
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
