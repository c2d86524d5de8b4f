/** Reports on people: who signed in, how their time at the dialer went, and what came of their work. */
import { RIGHT_PARTY_CLASSES } from '../../../../core/domain/call-stages';
import { CALL_OF_RECORD, peopleScope, TALK_SECONDS } from '../../loans';
import type { Scope, Source } from './source';

const people =
  (tenant: string, user: string): Scope =>
  (actor, parameters) =>
    peopleScope(actor, parameters, tenant, user);
const seconds = (interval: string) => `round(extract(epoch from ${interval}))::integer`;

/** A session that ran out was last seen when its tokens were changed the last time. */
const LEFT_AT = 'coalesce(s.ended_at, case when s.expires_at < :now then s.refreshed_at end)';

export const logins: Source<'logins'> = {
  id: 's.id',
  at: 's.created_at',
  days: 'month',
  table: 'sessions s',
  row: 's',
  key: ['tenant_id', 'id'],
  scope: people('s.tenant_id', 's.user_id'),
  joins: 'left join users u on u.tenant_id = s.tenant_id and u.id = s.user_id',
  cellJoins: 'left join devices v on v.tenant_id = s.tenant_id and v.id = s.device_id and v.user_id = s.user_id',
  search: ['u.full_name', 'u.username'],
  filters: { agent: 's.user_id' },
  first: 'signedInAt',
  columns: {
    signedInAt: 's.created_at',
    user: 'u.full_name',
    role: 'u.role',
    device: `coalesce(v.name, nullif(concat_ws(' · ', substring(s.user_agent from 'Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux'),
      substring(s.user_agent from 'Edg|Firefox|Chrome|Safari')), ''))`,
    ip: 's.ip',
    signedOutAt: LEFT_AT,
    sessionSeconds: seconds(`${LEFT_AT} - s.created_at`),
    endReason: `case when s.ended_at is not null then coalesce(s.end_reason, 'logout')
      when s.expires_at < :now then 'expired' else 'open' end`,
  },
};

/** Stretches of the dialer's states that reach into an agent's day `a`; none is longer than a day. */
export const OF_DAY = `t.tenant_id = a.tenant_id and t.user_id = a.id and t.from_at < a.ends and t.from_at > a.begins - interval '1 day'
  and coalesce(t.until_at, :now) > a.begins`;
export const WITHIN_DAY = `extract(epoch from least(coalesce(t.until_at, :now), a.ends) - greatest(t.from_at, a.begins))`;
const spent = (state: string) => `coalesce(sum(x.seconds) filter (where x.state = '${state}'), 0)::integer`;

/** Not known, and not none, where the dialer told nothing of the person. */
const perhaps = (state: string) => `case when count(*) > 0 then ${spent(state)} end`;

export const agentDays: Source<'agentDays'> = {
  id: "a.id::text || ' ' || a.day",
  days: 'month',
  // Whom the dialer told of in these days, and each of the days by one look into the index: with `limit` it is asked for each, and no join of every
  // stretch with every day.
  table: `(select w.tenant_id, w.id, w.full_name, w.agency_id, n.day, n.begins, n.ends from users w
      cross join lateral (select 1 from dialer_times t where t.tenant_id = w.tenant_id and t.user_id = w.id
        and t.from_at > :from - interval '1 day' and t.from_at < :until limit 1) told
      cross join (select s.day::date as day, s.day at time zone :zone as begins, (s.day + interval '1 day') at time zone :zone as ends
        from generate_series(:first::timestamp, :last::timestamp, interval '1 day') s(day)) n
      cross join lateral (select 1 from dialer_times t where t.tenant_id = w.tenant_id and t.user_id = w.id and t.from_at < n.ends
        and t.from_at > n.begins - interval '1 day' and coalesce(t.until_at, :now) > n.begins limit 1) worked
    where w.tenant_id = current_tenant()) a`,
  row: 'a',
  key: ['tenant_id', 'id', 'day'],
  scope: people('a.tenant_id', 'a.id'),
  joins: '',
  cellJoins: `left join lateral (select ${spent('idle')} as idle, ${spent('talk')} as talk, ${spent('hold')} as hold, ${spent('wrap-up')} as wrap,
        ${spent('ringing')} as ringing, ${spent('dialing')} as dialing, ${spent('break')} as pause, coalesce(sum(x.seconds), 0)::integer as login
      from (select t.state, ${WITHIN_DAY} as seconds from dialer_times t where ${OF_DAY}) x) spent on true
    left join lateral (select string_agg(y.reason || ' ' || y.minutes || ' min', ', ' order by y.minutes desc) as words
      from (select coalesce(t.reason, 'Break') as reason, round(sum(${WITHIN_DAY}) / 60) as minutes from dialer_times t
        where ${OF_DAY} and t.state = 'break' group by 1) y) breaks on true
    left join lateral (select min(s.created_at) as first_in, max(s.ended_at) as last_out from sessions s
      where s.tenant_id = a.tenant_id and s.user_id = a.id and s.created_at >= a.begins and s.created_at < a.ends) signed on true`,
  search: ['a.full_name'],
  filters: { agent: 'a.id' },
  first: 'day',
  columns: {
    agent: 'a.full_name',
    day: 'a.day',
    firstIn: 'signed.first_in',
    lastOut: 'signed.last_out',
    loginSeconds: 'spent.login',
    idleSeconds: 'spent.idle',
    talkSeconds: 'spent.talk',
    holdSeconds: 'spent.hold',
    wrapSeconds: 'spent.wrap',
    ringingSeconds: 'spent.ringing',
    dialingSeconds: 'spent.dialing',
    breakSeconds: 'spent.pause',
    breaks: 'breaks.words',
    netSeconds: 'spent.login - spent.pause',
    occupancy:
      'case when spent.login > spent.pause then round(100.0 * (spent.talk + spent.hold + spent.wrap) / (spent.login - spent.pause), 1)::float8 end',
  },
};

export const MADE_BY_AGENT = `d.tenant_id = u.tenant_id and d.user_id = u.id and d.withdrawn_at is null
  and d.received_at >= :from - interval '1 day' and d.recorded_at >= :from and d.recorded_at < :until`;
export const AT_DIALER = `t.tenant_id = u.tenant_id and t.user_id = u.id and t.from_at < :until and t.from_at > :from - interval '1 day'
  and coalesce(t.until_at, :now) > :from`;
export const WITHIN_DAYS = 'extract(epoch from least(coalesce(t.until_at, :now), :until) - greatest(t.from_at, :from))';
export const RIGHT_PARTY = RIGHT_PARTY_CLASSES.map((one) => `'${one}'`).join(', ');
export const DUE_IN_DAYS = `p.tenant_id = u.tenant_id and p.user_id = u.id and p.due_on >= :first::date and p.due_on <= :last::date`;
export const TAKEN_BY_AGENT = `m.tenant_id = u.tenant_id and m.user_id = u.id and m.paid_at >= :from and m.paid_at < :until
  and m.status <> 'reversed'`;
const each = (whole: string, parts: string) =>
  `case when ${parts} > 0 then round(${whole}::numeric / ${parts})::integer end`;

export const agentWork: Source<'agentWork'> = {
  id: 'u.id',
  days: 'month',
  table: 'users u',
  row: 'u',
  key: ['tenant_id', 'id'],
  scope: people('u.tenant_id', 'u.id'),
  always: [
    `(exists (select 1 from dispositions d where ${MADE_BY_AGENT}) or exists (select 1 from dialer_times t where ${AT_DIALER}))`,
  ],
  joins: 'left join agencies g on g.tenant_id = u.tenant_id and g.id = u.agency_id',
  cellJoins: `left join lateral (select count(*) filter (where d.channel = 'call')::integer as calls, count(*) filter (where d.channel = 'field')::integer as visits,
        sum(${TALK_SECONDS})::integer as talk, count(dc.id)::integer as told, sum(dc.hold_seconds)::integer as hold, sum(dc.wrap_seconds)::integer as wrap,
        count(*) filter (where d.class in (${RIGHT_PARTY}))::integer as rpc, count(*) filter (where d.class = 'PTP')::integer as ptp,
        coalesce(sum((d.record -> 'ptp' ->> 'amountPaise')::bigint) filter (where d.class = 'PTP'), 0)::bigint as promised
      from dispositions d ${CALL_OF_RECORD} where ${MADE_BY_AGENT}) work on true
    left join lateral (select ${perhaps('idle')} as idle, ${perhaps('break')} as pause, sum(x.seconds)::integer as login
      from (select t.state, ${WITHIN_DAYS} as seconds from dialer_times t where ${AT_DIALER}) x) spent on true
    left join lateral (select count(*) filter (where p.status = 'kept') as kept, count(*) filter (where p.status in ('kept', 'broken')) as due
      from ptps p where ${DUE_IN_DAYS}) promises on true
    left join lateral (select coalesce(sum(m.amount_paise), 0)::bigint as paise from payments m where ${TAKEN_BY_AGENT}) paid on true`,
  search: ['u.full_name'],
  filters: { agent: 'u.id' },
  first: 'agent',
  columns: {
    agent: 'u.full_name',
    agency: 'g.name',
    calls: 'work.calls',
    visits: 'work.visits',
    talkSeconds: 'work.talk',
    talkEach: each('work.talk', 'work.told'),
    waitSeconds: 'spent.idle',
    waitEach: each('spent.idle', 'work.calls'),
    wrapSeconds: 'work.wrap',
    wrapEach: each('work.wrap', 'work.told'),
    pauseSeconds: 'spent.pause',
    customerSeconds: 'work.talk + work.hold',
    rpc: 'work.rpc',
    ptp: 'work.ptp',
    ptpPaise: 'work.promised',
    kept: 'case when promises.due > 0 then round(100.0 * promises.kept / promises.due, 1)::float8 end',
    collectedPaise: 'paid.paise',
    perHourPaise: 'case when spent.login > 0 then round(paid.paise * 3600.0 / spent.login)::bigint end',
  },
};
