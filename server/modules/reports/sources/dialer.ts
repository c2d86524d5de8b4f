/** Reports on dialing processes. */
import { RIGHT_PARTY_CLASSES } from '../../../../core/domain/call-stages';
import { processScope } from '../../predictive';
import type { Source } from './source';

const RIGHT_PARTY = RIGHT_PARTY_CLASSES.map((one) => `'${one}'`).join(', ');
const HANDED = `c.tenant_id = d.tenant_id and c.process_id = d.id and c.result is distinct from 'unused'
  and c.handed_at >= :from and c.handed_at < :until`;
const percent = (part: string, whole: string) =>
  `case when ${whole} > 0 then round(100.0 * ${part} / (${whole}), 1)::float8 end`;
/** Numbers that wait are counted no further. */
const MOST_LEFT = 100_000;

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
    left join lateral (select count(*)::integer as items from (select 1 from dial_items i where i.tenant_id = d.tenant_id
      and i.process_id = d.id and i.state = 'ready' limit ${MOST_LEFT + 1}) found) waiting on true`,
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
