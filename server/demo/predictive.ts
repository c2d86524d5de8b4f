/** A dialing process of the demo: paused, so that nobody is called before somebody starts it, with a list of its agents' loans and a week of calls behind it. */
import { NEW_PROCESS } from '../../core/domain/predictive';
import type { Tx } from '../db/database';

/** Lines of the list: the first were dialed already. */
const LINES = 120;
const DIALED = 45;

/** Its agents are the first telecaller and two colleagues; its portfolio the one of which they hold the most loans. */
export async function loadPredictive(
  tx: Tx,
  { tenantId, caller, by, now }: { tenantId: string; caller: string; by: string; now: number },
): Promise<void> {
  const at = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const [of] = await tx.query<{ portfolio_id: string; name: string }>(
    `select l.portfolio_id, p.name from loan_assignments a
       join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id and l.state = 'active'
       join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
      where a.tenant_id = $1 and a.profile_id = $2 and a.ended_at is null group by 1, 2 order by count(*) desc, 1 limit 1`,
    [tenantId, caller],
  );
  if (!of) return;
  const [ids] = await tx.query<{ process: string; list: string }>(
    'select gen_random_uuid() as process, gen_random_uuid() as list',
  );
  if (!ids) return;
  await tx.query(
    `insert into dial_processes (tenant_id, id, portfolio_id, name, mode, caller_ids, level_tenths, drop_tenths, from_time,
       until_time, max_attempts, retry, state, version, created_by, created_at, state_at)
     values ($1, $2, $3, $4, $5, array['1600123456'], $6, $7, '08:30', '19:00', $8, $9, 'paused', 3, $10, $11, $11)`,
    [
      tenantId,
      ids.process,
      of.portfolio_id,
      `${of.name} early buckets`,
      NEW_PROCESS.mode,
      NEW_PROCESS.maxLevel * 10,
      NEW_PROCESS.dropPercent * 10,
      NEW_PROCESS.maxAttempts,
      NEW_PROCESS.retry,
      by,
      at(8),
    ],
  );
  await tx.query(
    `insert into dial_process_agents (tenant_id, process_id, user_id)
     select $1, $2, u.id from users u join users first on first.tenant_id = u.tenant_id and first.id = $3
      where u.tenant_id = $1 and upper(u.role) = 'CRM_TELECALLER' and u.active
        and (u.id = first.id or u.manager_id = first.manager_id)
      order by (u.id = first.id) desc, u.username limit 3`,
    [tenantId, ids.process, caller],
  );
  await tx.query(
    `insert into dial_lists (tenant_id, id, process_id, name, source, columns, filter, state, created_by, created_at, finished_at)
     values ($1, $2, $3, 'Open loans of the month', 'filter', array['Loan number'], $4, 'ready', $5, $6, $6)`,
    [
      tenantId,
      ids.list,
      ids.process,
      { buckets: [], dpdFrom: null, dpdTo: null, brokenPromise: false, restedDays: null },
      by,
      at(8),
    ],
  );
  await tx.query(
    `insert into dial_items (tenant_id, list_id, line, process_id, state, loan_id, phone_id, attempts, next_at, last_result)
     select $1, $2, f.line, $3, case when f.line > ${DIALED} then 'ready' when f.line % 3 = 0 then 'done' else 'exhausted' end,
            f.id, f.phone_id, case when f.line > ${DIALED} then 0 else 1 end,
            case when f.line > ${DIALED} then $5::timestamptz end,
            case when f.line > ${DIALED} then null when f.line % 3 = 0 then 'connected' else 'no-answer' end
       from (select l.id, p.id as phone_id, row_number() over (order by l.loan_number) as line
               from loans l
               join loan_assignments a on a.tenant_id = l.tenant_id and a.loan_id = l.id and a.ended_at is null
               join dial_process_agents g on g.tenant_id = a.tenant_id and g.user_id = a.profile_id and g.process_id = $3
               join lateral (select id from phones where tenant_id = l.tenant_id and borrower_id = l.borrower_id and not invalid
                              order by rank, id limit 1) p on true
              where l.tenant_id = $1 and l.portfolio_id = $4 and l.state = 'active'
              order by l.loan_number limit ${LINES}) f`,
    [tenantId, ids.list, ids.process, of.portfolio_id, at(8)],
  );
  // Between ten and five of each of the last eight days, by the line's own number.
  await tx.query(
    `insert into dial_calls (tenant_id, call_id, process_id, list_id, line, loan_id, borrower_id, user_id, handed_at, ended_at,
       result, talk_seconds, code, class)
     select $1::uuid, md5($1::uuid::text || '/call/' || i.line)::uuid::text, i.process_id, i.list_id, i.line, l.id, l.borrower_id, a.profile_id, c.at,
            c.at + interval '1 minute',
            case when i.line % 3 = 0 then 'connected' when i.line % 47 = 0 then 'dropped' when i.line % 7 = 0 then 'busy'
                 when i.line % 29 = 0 then 'error' else 'no-answer' end,
            case when i.line % 3 = 0 then 35 + i.line * 37 % 180 else 0 end,
            case when i.line % 9 = 0 then 'PTP' when i.line % 3 = 0 then 'CB' end,
            case when i.line % 9 = 0 then 'PTP' when i.line % 3 = 0 then 'CALLBACK' end
       from dial_items i
       join loans l on l.tenant_id = i.tenant_id and l.id = i.loan_id
       join dial_process_agents g on g.tenant_id = i.tenant_id and g.process_id = i.process_id
       join loan_assignments a on a.tenant_id = i.tenant_id and a.loan_id = i.loan_id and a.profile_id = g.user_id and a.ended_at is null
       cross join lateral (select date_trunc('day', $3::timestamptz - make_interval(days => 1 + i.line % 7))
                             + make_interval(hours => 5 + i.line % 6, mins => i.line * 7 % 60) as at) c
      where i.tenant_id = $1::uuid and i.list_id = $2 and i.line <= ${DIALED}`,
    [tenantId, ids.list, new Date(now).toISOString()],
  );
}
