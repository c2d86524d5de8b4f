/** Reports on dialing processes. */
import { breadthOf, loanScope, peopleScope } from '../../loans';
import { processScope } from '../../predictive';
import { RIGHT_PARTY } from './people';
import { LOAN_FILTERS, LOAN_SEARCH, OF_LOAN, type Scope, type Source } from './source';

export const HANDED = `c.tenant_id = d.tenant_id and c.process_id = d.id and c.result is distinct from 'unused'
  and c.handed_at >= :from and c.handed_at < :until`;
export const WAITING = `i.tenant_id = d.tenant_id and i.process_id = d.id and i.state = 'ready'`;
const percent = (part: string, whole: string) =>
  `case when ${whole} > 0 then round(100.0 * ${part} / (${whole}), 1)::float8 end`;
/** Numbers that wait are counted no further. */
export const MOST_LEFT = 100_000;

export const processes: Source<'processes'> = {
  id: 'd.id',
  days: 'month',
  table: 'dial_processes d',
  row: 'd',
  key: ['tenant_id', 'id'],
  scope: processScope,
  always: [`exists (select 1 from dial_calls c where ${HANDED})`],
  joins: 'left join portfolios p on p.tenant_id = d.tenant_id and p.id = d.portfolio_id',
  cellJoins: `left join lateral (select count(distinct c.user_id)::integer as agents, count(*)::integer as dials,
        count(*) filter (where c.result = 'connected')::integer as answered, count(*) filter (where c.result = 'dropped')::integer as drops,
        count(*) filter (where c.class in (${RIGHT_PARTY}))::integer as rpc, count(*) filter (where c.class = 'PTP')::integer as ptp,
        sum(c.talk_seconds + coalesce(w.hold_seconds, 0) + coalesce(w.wrap_seconds, 0)) filter (where c.result = 'connected')::integer as handled
      from dial_calls c left join dialer_calls w on w.tenant_id = c.tenant_id and w.id = c.call_id where ${HANDED}) called on true
    left join lateral (select round(sum(extract(epoch from least(coalesce(t.until_at, :now), :until) - greatest(t.from_at, :from))))::integer as seconds
      from dial_process_agents m join dialer_times t on t.tenant_id = m.tenant_id and t.user_id = m.user_id
      where m.tenant_id = d.tenant_id and m.process_id = d.id and t.process = d.name and t.state = 'idle'
        and t.from_at >= :from and t.from_at < :until) idle on true
    left join lateral (select count(*)::integer as items from (select 1 from dial_items i where ${WAITING} limit ${MOST_LEFT + 1}) found) waiting on true`,
  search: ['d.name'],
  filters: { portfolio: 'd.portfolio_id' },
  first: 'process',
  columns: {
    process: 'd.name',
    portfolio: 'p.name',
    agents: 'called.agents',
    dials: 'called.dials',
    answered: 'called.answered',
    connect: percent('called.answered', 'called.dials'),
    drops: 'called.drops',
    drop: percent('called.drops', 'called.answered + called.drops'),
    rpc: 'called.rpc',
    ptp: 'called.ptp',
    handleEach: 'case when called.answered > 0 then round(called.handled::numeric / called.answered)::integer end',
    waitEach: 'case when called.answered > 0 then round(idle.seconds::numeric / called.answered)::integer end',
    numbersLeft: `case when waiting.items > ${MOST_LEFT} then 'over ${MOST_LEFT.toLocaleString('en-IN')}' else waiting.items::text end`,
  },
};

/** Calls of the people below one; of a client those on its loans. */
export const callScope: Scope = (actor, parameters) =>
  breadthOf(actor) === 'client'
    ? loanScope(actor, parameters)
    : peopleScope(actor, parameters, 'dc.tenant_id', 'dc.user_id');

/** Calls in which somebody answered, with the sound of each where the dialer kept it. */
export const recordings: Source<'recordings'> = {
  id: 'dc.id',
  loanId: 'l.id',
  at: 'dc.started_at',
  days: 'month',
  table: 'dialer_calls dc',
  row: 'dc',
  key: ['tenant_id', 'id'],
  scope: callScope,
  always: ['dc.answered_at is not null', 'dc.ended_at is not null'],
  joins: `left join loans l on l.tenant_id = dc.tenant_id and l.id = dc.loan_id ${OF_LOAN}
    left join users u on u.tenant_id = dc.tenant_id and u.id = dc.user_id
    left join agencies g on g.tenant_id = u.tenant_id and g.id = u.agency_id`,
  cellJoins: `left join lateral (select coalesce(k.label, d.code) as label from dispositions d
      left join calls sc on sc.tenant_id = d.tenant_id and sc.disposition_id = d.id
      left join disposition_codes k on k.tenant_id = d.tenant_id and k.code = d.code
      where d.tenant_id = dc.tenant_id and d.loan_id = dc.loan_id and d.user_id = dc.user_id and d.withdrawn_at is null
        and d.received_at >= dc.started_at and coalesce(sc.dialer_id, d.record ->> 'callId') = dc.id
      order by d.received_at limit 1) outcome on true`,
  search: [...LOAN_SEARCH, 'u.full_name'],
  filters: { ...LOAN_FILTERS, agent: 'dc.user_id' },
  first: 'at',
  columns: {
    at: 'dc.started_at',
    agent: 'u.full_name',
    agency: 'g.name',
    loanNumber: 'l.loan_number',
    borrower: 'b.name',
    client: 'c.name',
    portfolio: 'p.name',
    direction: 'dc.mode',
    talkSeconds: 'greatest(0, round(extract(epoch from dc.ended_at - dc.answered_at))::integer - dc.hold_seconds)',
    codeLabel: 'outcome.label',
    audio: 'case when dc.recording is not null and dc.started_at > :now - :heardFor then dc.id end',
    keptUntil:
      'case when dc.recording is not null or dc.recording_over then ((dc.started_at + :heardFor) at time zone :zone)::date end',
  },
};
