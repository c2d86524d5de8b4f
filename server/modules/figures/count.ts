/** Counts a month's work for the DuPont dashboard, a part of the loans at a time; each part is one transaction that says how far it came. */
import { CONNECTED_CLASSES, RIGHT_PARTY_CLASSES } from '../../../core/domain/call-stages';
import { addDays, type Day } from '../../../core/domain/dates';
import { DUPONT_SUMS } from '../../../core/domain/dupont';
import { addMonths, monthOf } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { resolvedSql } from './resolved';

/** Loans of one part. */
const PART = 2000;
/** Days that a payment may follow a talk and still be its doing (domain 1.4). */
const TALK = `interval '7 days'`;

export const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const COLUMNS = DUPONT_SUMS.map(columnOf);

/** Who holds the loan `l` in a capacity; the zero id where nobody does. */
export const holderSql = (kind: string) =>
  `coalesce((select a.profile_id from loan_assignments a where a.tenant_id = l.tenant_id and a.loan_id = l.id and a.kind = '${kind}' and a.ended_at is null), nobody())`;

/**
 * The loans of a part with the facts of the month. $1 month, $2 the month after, $3 before_day, $4 zone, $5 and $6 the range of ids, $7
 * connected and $8 right-party classes. A loan belongs to the month when it was open at its beginning or came in during it; without a
 * snapshot of the beginning, how it stands now says what it was. A record counts by when it was made, however late a phone delivers it.
 */
const FACTS = `
  with bounds as (select $1::date::timestamp at time zone $4 as from_at, $3::date::timestamp at time zone $4 as to_at),
  done as materialized (
    select d.id, d.loan_id, d.channel, d.class, d.recorded_at, d.recorded_at >= bounds.from_at as in_month
      from bounds cross join dispositions d
     where d.tenant_id = current_tenant() and d.loan_id > $5::uuid and d.loan_id <= $6::uuid
       and d.received_at >= bounds.from_at - ${TALK} and d.recorded_at >= bounds.from_at - ${TALK} and d.recorded_at < bounds.to_at
       and d.outcome = 'applied' and d.withdrawn_at is null),
  work as (
    select d.loan_id,
           bool_or(d.channel = 'call') as called,
           bool_or(d.channel = 'call' and d.class = any($7::text[])) as connected,
           bool_or(d.channel = 'call' and d.class = any($8::text[])) as reached,
           bool_or(d.channel = 'call' and p.id is not null) as call_promised,
           bool_or(d.channel = 'call' and p.status = 'kept') as call_kept,
           bool_or(d.channel = 'field') as visited,
           bool_or(d.channel = 'field' and d.class = any($8::text[])) as met,
           bool_or(d.channel = 'field' and p.id is not null) as field_promised,
           bool_or(d.channel = 'field' and p.status = 'kept') as field_kept
      from done d left join ptps p on p.tenant_id = current_tenant() and p.disposition_id = d.id
     where d.in_month group by d.loan_id),
  paid as (
    select y.loan_id, sum(y.amount_paise) as paise, max(y.paid_at) as last_at,
           bool_or(d.channel = 'field') as on_spot
      from bounds cross join payments y left join done d on d.id = y.disposition_id
     where y.tenant_id = current_tenant() and y.loan_id > $5::uuid and y.loan_id <= $6::uuid and y.status <> 'reversed'
       and y.paid_at >= bounds.from_at and y.paid_at < bounds.to_at
     group by y.loan_id),
  talks as (
    select distinct on (d.loan_id) d.loan_id, d.channel
      from done d join paid y on y.loan_id = d.loan_id
     where d.class = any($8::text[]) and d.recorded_at <= y.last_at and d.recorded_at >= y.last_at - ${TALK}
     order by d.loan_id, d.recorded_at desc, d.id desc),
  facts as (
    select l.client_id, l.portfolio_id, coalesce(o.bucket, bucket_of(l.dpd_month_open)) as bucket,
           ${holderSql('manager')} as manager_id, ${holderSql('collector')} as collector_id,
           ${holderSql('field_agent')} as field_agent_id, ${holderSql('agency')} as agency_id,
           l.state, l.state <> 'suppressed' or w.loan_id is not null or y.loan_id is not null as workable,
           coalesce(w.called, false) as called, coalesce(w.connected, false) as connected, coalesce(w.reached, false) as reached,
           coalesce(w.reached and w.call_promised, false) as call_promised, coalesce(w.reached and w.call_kept, false) as call_kept,
           coalesce(w.visited, false) as visited, coalesce(w.met, false) as met,
           coalesce(w.met and w.field_promised, false) as field_promised, coalesce(w.met and w.field_kept, false) as field_kept,
           coalesce(w.met and y.on_spot, false) as on_spot, coalesce(y.paise, 0) as paise,
           coalesce(o.pos_paise, case when l.entered_on is null or l.entered_on < $1::date then l.pos_paise else 0 end) as opening_pos,
           ${resolvedSql('coalesce(n.dpd, l.dpd)', 'coalesce(o.dpd, l.dpd_month_open)')} as resolved,
           case when l.state = 'settled' then 'settlement' else coalesce(t.channel, 'self') end as channel
      from loans l
      join portfolios f on f.tenant_id = l.tenant_id and f.id = l.portfolio_id
      left join loan_month_opens o on o.tenant_id = l.tenant_id and o.month = $1::date and o.loan_id = l.id
      left join loan_month_opens n on n.tenant_id = l.tenant_id and n.month = $2::date and n.loan_id = l.id
      left join work w on w.loan_id = l.id
      left join paid y on y.loan_id = l.id
      left join talks t on t.loan_id = l.id
     where l.tenant_id = current_tenant() and l.id > $5::uuid and l.id <= $6::uuid
       and (o.loan_id is not null or (l.entered_on is null or l.entered_on < $3::date) and (l.state in ('active', 'suppressed') or w.loan_id is not null or y.loan_id is not null))),
  ways as (
    select f.*, case
        when channel = 'settlement' then 'settlement'
        when channel = 'call' then case when call_kept then 'call_kept' else 'call_other' end
        when channel = 'field' then case when on_spot then 'spot' when field_kept then 'field_kept' else 'field_other' end
        else 'self' end as way
      from facts f)`;

const count = (condition: string) => `count(*) filter (where ${condition})`;
const total = (amount: string, condition: string) => `coalesce(sum(${amount}) filter (where ${condition}), 0)`;
const paidBy = (way: string) => total('paise', `way = '${way}'`);
const resolvedBy = (channel: string) => total('opening_pos', `resolved and channel = '${channel}'`);

/** Kept and paid-on-spot accounts are those whose payment is that promise's or visit's doing, so their money is the branch's. */
const SUMS: Record<(typeof DUPONT_SUMS)[number], string> = {
  allocated: 'count(*)',
  workable: count('workable'),
  called: count('called'),
  callConnected: count('connected'),
  callReached: count('reached'),
  callPromised: count('call_promised'),
  callKept: count(`way = 'call_kept'`),
  assigned: count('field_agent_id <> nobody() or visited'),
  visited: count('visited'),
  met: count('met'),
  paidOnSpot: count(`way = 'spot'`),
  fieldPromised: count('field_promised'),
  fieldKept: count(`way = 'field_kept'`),
  openingPos: 'sum(opening_pos)',
  resolvedCalls: resolvedBy('call'),
  resolvedField: resolvedBy('field'),
  resolvedSettlement: resolvedBy('settlement'),
  resolvedSelf: resolvedBy('self'),
  callKeptPaise: paidBy('call_kept'),
  callOtherPaise: paidBy('call_other'),
  spotPaise: paidBy('spot'),
  fieldKeptPaise: paidBy('field_kept'),
  fieldOtherPaise: paidBy('field_other'),
  settlementPaise: paidBy('settlement'),
  selfPaise: paidBy('self'),
};
const KEYS = 'client_id, portfolio_id, bucket, manager_id, collector_id, field_agent_id, agency_id';

/**
 * Counts the month of yesterday up to today's beginning, so that the first night of a month closes the one before. Answers false once
 * every loan was counted; until then the figures of the night before are read.
 */
export async function countPart(tx: Tx, today: Day, zone: string, now: Date, part = PART): Promise<boolean> {
  const month = monthOf(addDays(today, -1));
  const key = [month, today];
  await tx.query(
    `insert into dupont_runs (tenant_id, month, before_day, started_at) values (current_tenant(), $1, $2, $3) on conflict do nothing`,
    [...key, now],
  );
  const [run] = await tx.query<{ after_loan: string; finished_at: string | null }>(
    `select after_loan, finished_at from dupont_runs where tenant_id = current_tenant() and month = $1 and before_day = $2 for update`,
    key,
  );
  if (!run || run.finished_at !== null) return false;
  const rows = await tx.query<{ id: string }>(
    `select id from loans where tenant_id = current_tenant() and id > $1 order by id limit $2`,
    [run.after_loan, part],
  );
  const last = rows.at(-1)?.id ?? run.after_loan;
  if (rows.length > 0)
    await tx.query(
      `${FACTS}
       insert into dupont_sums as s (tenant_id, month, before_day, ${KEYS}, ${COLUMNS.join(', ')})
       select current_tenant(), $1::date, $3::date, ${KEYS}, ${DUPONT_SUMS.map((name) => SUMS[name]).join(', ')} from ways group by ${KEYS}
       on conflict (tenant_id, month, before_day, ${KEYS}) do update set ${COLUMNS.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}`,
      [month, addMonths(month, 1), today, zone, run.after_loan, last, CONNECTED_CLASSES, RIGHT_PARTY_CLASSES],
    );
  const finished = rows.length < part;
  await tx.query(
    `update dupont_runs set after_loan = $3, finished_at = case when $4 then $5::timestamptz end
      where tenant_id = current_tenant() and month = $1 and before_day = $2`,
    [...key, last, finished, now],
  );
  if (finished)
    for (const table of ['dupont_sums', 'dupont_runs'])
      await tx.query(`delete from ${table} where tenant_id = current_tenant() and month = $1 and before_day < $2`, key);
  return !finished;
}
