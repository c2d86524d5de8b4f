/** What a few people did and hold in a month. Every statement names these people and uses an index; none reads anybody else's days. */
import { RIGHT_PARTY_CLASSES } from '../../../core/domain/call-stages';
import type { Day } from '../../../core/domain/dates';
import { BRANCH_NAMES, BRANCHES, OTHER_MONEY, RESOLVED } from '../../../core/domain/dupont';
import { type BoardFigures, SHORT_TALK } from '../../../core/domain/leaderboard';
import type { Tx } from '../../db/database';
import { columnOf } from '../figures';
import { LATE, promisesOf, signed } from './promises';
import type { Span } from './span';

const plus = (names: readonly string[]) => names.map(columnOf).join(' + ');
const COLLECTED = plus([...BRANCH_NAMES.map((branch) => BRANCHES[branch].paise), ...OTHER_MONEY]);
const HELD = `bucket, allocated, opening_pos, ${COLLECTED} as collected, ${plus(RESOLVED)} as resolved`;
const NIGHT = 'tenant_id = current_tenant() and month = $2::date and before_day = $3::date';

const BUCKET = 'coalesce(o.bucket, bucket_of(l.dpd_month_open))';
/** The loan of a row, and how it stood when the month `$2` opened. */
const ofLoan = (row: string) => `join loans l on l.tenant_id = current_tenant() and l.id = ${row}.loan_id
  left join loan_month_opens o on o.tenant_id = current_tenant() and o.month = $2::date and o.loan_id = ${row}.loan_id`;

export interface Facts extends Omit<BoardFigures, 'quality' | 'complaints'> {
  userId: string;
  bucket: string;
  doubtful: number;
  promises: number;
}
type Part = Partial<Facts> & { userId: string; bucket: string };

/** A row for each bucket in which somebody holds loans. `workDays`: the days of the span that the tenant works. */
export async function factsOf(
  tx: Tx,
  people: readonly string[],
  span: Span,
  { workDays, shortTalk = SHORT_TALK }: { workDays: readonly Day[]; shortTalk?: number },
): Promise<Facts[]> {
  const asked = [people, span.month, span.before];
  const ask = (sql: string, more: unknown[] = asked) => tx.query<Part & Record<string, unknown>>(sql, more);
  const held = await ask(
    `select user_id as "userId", bucket, sum(allocated)::bigint as accounts, sum(opening_pos)::bigint as "openingPaise",
            sum(collected)::bigint as "collectedPaise", sum(resolved)::bigint as "resolvedPaise"
       from (select collector_id as user_id, ${HELD} from dupont_sums where ${NIGHT} and collector_id = any($1::uuid[])
             union all
             select field_agent_id, ${HELD} from dupont_sums where ${NIGHT} and field_agent_id = any($1::uuid[]) and collector_id <> field_agent_id) s
      group by 1, 2`,
  );
  const rows = new Map(
    held.map((row) => [
      `${row.userId} ${row.bucket}`,
      {
        ...{ accounts: 0, openingPaise: 0, collectedPaise: 0, resolvedPaise: 0, reached: 0, promised: 0, duePaise: 0 },
        ...{ keptPaise: 0, calls: 0, visits: 0, breaches: 0, presentDays: 0, doubtful: 0, promises: 0 },
        workDays: workDays.length,
        ...row,
      },
    ]),
  );
  const add = (parts: readonly Part[]) => {
    for (const part of parts) Object.assign(rows.get(`${part.userId} ${part.bucket}`) ?? {}, part);
  };
  add(await worked(tx, people, span));
  add(
    await ask(
      `select p.user_id as "userId", ${BUCKET} as bucket, sum(p.amount_paise)::bigint as "duePaise",
              coalesce(sum(p.amount_paise) filter (where p.status = 'kept'), 0)::bigint as "keptPaise"
         from ptps p ${ofLoan('p')}
        where p.tenant_id = current_tenant() and p.user_id = any($1::uuid[]) and p.due_on >= $2::date and p.due_on < $3::date
          and p.status in ('kept', 'broken') group by 1, 2`,
    ),
  );
  add(
    await ask(
      `select c.user_id as "userId", ${BUCKET} as bucket, sum(c.times)::bigint as breaches
         from contact_blocks c ${ofLoan('c')}
        where c.tenant_id = current_tenant() and c.user_id = any($1::uuid[]) and c.kind = 'outside' and c.day >= $2::date and c.day < $3::date
        group by 1, 2`,
    ),
  );
  const present = await presence(tx, people, span, workDays);
  for (const row of rows.values()) row.presentDays = present.get(row.userId) ?? 0;
  const made = await promisesOf(tx, people, span);
  for (const person of people) {
    const theirs = signed(
      made.filter(({ userId }) => userId === person),
      span,
      shortTalk,
    );
    for (const { bucket, signs } of theirs) {
      const row = rows.get(`${person} ${bucket}`);
      if (!row) continue;
      row.promises += 1;
      if (signs.length > 0) row.doubtful += 1;
    }
  }
  return [...rows.values()];
}

/** By their own records alone: who else worked a loan counts for them. Loans are counted once, however often they were called. */
const worked = (tx: Tx, people: readonly string[], { month, from, to }: Span) =>
  tx.query<Part & Record<string, unknown>>(
    `with work as (
       select d.user_id, d.loan_id, count(*) filter (where d.channel = 'call') as calls, count(*) filter (where d.channel = 'field') as visits,
              bool_or(d.class = any($5::text[])) as reached, bool_or(d.class = 'PTP') as promised
         from dispositions d
        where d.tenant_id = current_tenant() and d.user_id = any($1::uuid[]) and d.received_at >= $3::timestamptz - interval '1 day' and d.received_at < $4::timestamptz + ${LATE}
          and d.recorded_at >= $3::timestamptz and d.recorded_at < $4::timestamptz and d.outcome = 'applied' and d.withdrawn_at is null
        group by 1, 2)
     select w.user_id as "userId", ${BUCKET} as bucket, sum(w.calls)::bigint as calls, sum(w.visits)::bigint as visits,
            count(*) filter (where w.reached) as reached, count(*) filter (where w.promised) as promised
       from work w ${ofLoan('w')} group by 1, 2`,
    [people, month, from, to, RIGHT_PARTY_CLASSES],
  );

/** Working days on which somebody clocked in, signed in or recorded something. */
async function presence(
  tx: Tx,
  people: readonly string[],
  { month, before, from, to, zone }: Span,
  days: readonly Day[],
) {
  const rows = await tx.query<{ user_id: string; days: number }>(
    `select user_id, count(distinct day) as days from (
        select a.user_id, a.day from attendance a
         where a.tenant_id = current_tenant() and a.user_id = any($1::uuid[]) and a.day >= $2::date and a.day < $3::date and a.clock_in_at is not null
        union all
        select s.user_id, (s.created_at at time zone $6)::date from sessions s
         where s.tenant_id = current_tenant() and s.user_id = any($1::uuid[]) and s.created_at >= $4::timestamptz and s.created_at < $5::timestamptz
        union all
        select d.user_id, (d.recorded_at at time zone $6)::date from dispositions d
         where d.tenant_id = current_tenant() and d.user_id = any($1::uuid[]) and d.received_at >= $4::timestamptz - interval '1 day' and d.received_at < $5::timestamptz + ${LATE}
           and d.recorded_at >= $4::timestamptz and d.recorded_at < $5::timestamptz) there
      where day = any($7::date[]) group by 1`,
    [people, month, before, from, to, zone, days],
  );
  return new Map(rows.map((row) => [row.user_id, row.days]));
}
