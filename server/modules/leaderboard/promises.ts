/** The promises that people took in a month, with what tells whether they were really made. */
import { addDays } from '../../../core/domain/dates';
import {
  LAST_DAYS,
  PROMISE_SIGNS,
  type PromiseMade,
  type PromiseSign,
  signsOf,
} from '../../../core/domain/leaderboard';
import { lastDayOf } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { CALL_OF_RECORD, TALK_SECONDS } from '../loans';
import type { Span } from './span';

/** What a phone delivers later than this counts no more, so that no count of a month reads the months after it. */
export const LATE = `interval '90 days'`;

export interface MadePromise extends PromiseMade, Record<string, unknown> {
  id: string;
  userId: string;
  at: string;
  channel: 'call' | 'field';
  paise: number;
  dueOn: string;
  bucket: string;
}

/**
 * The bounds on promises say what each of them is anyway, so that nobody else's are read: its taker's own, due after it was made. In the
 * order that they were made. What was recorded in the month counts, however late a phone delivered it.
 */
export function promisesOf(tx: Tx, people: readonly string[], { month, from, to, zone }: Span): Promise<MadePromise[]> {
  return tx.query<MadePromise>(
    `select d.id, d.user_id as "userId", d.loan_id as "loanId", d.recorded_at as at, d.channel, p.amount_paise as paise, p.due_on as "dueOn",
            p.status, (d.recorded_at at time zone $4)::date as day, coalesce(o.bucket, bucket_of(l.dpd_month_open)) as bucket,
            case when d.channel = 'call' then ${TALK_SECONDS} end as "talkSeconds",
            (select count(*) from ptps e where e.tenant_id = p.tenant_id and e.loan_id = p.loan_id and e.status = 'broken'
               and e.created_at < p.created_at)::integer as "brokenBefore"
       from dispositions d join ptps p on p.tenant_id = d.tenant_id and p.disposition_id = d.id and p.user_id = any($1::uuid[])
        and p.due_on >= $5::date - 1 and p.due_on < $5::date + 400
       join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
       left join loan_month_opens o on o.tenant_id = d.tenant_id and o.month = $5::date and o.loan_id = d.loan_id
       ${CALL_OF_RECORD}
      where d.tenant_id = current_tenant() and d.user_id = any($1::uuid[]) and d.received_at >= $2::timestamptz - interval '1 day' and d.received_at < $3::timestamptz + ${LATE}
        and d.recorded_at >= $2::timestamptz and d.recorded_at < $3::timestamptz and d.outcome = 'applied' and d.withdrawn_at is null
      order by d.recorded_at, d.id`,
    [people, from, to, zone, month],
  );
}

/** One person's, each with its signs. */
export function signed<P extends PromiseMade>(promises: readonly P[], { month }: Span, shortTalk: number) {
  const signs = signsOf(promises, { lateFrom: addDays(lastDayOf(month), 1 - LAST_DAYS), shortTalk });
  return promises.map((promise, at) => ({ ...promise, signs: signs[at] ?? [] }));
}

export const countSigns = (promises: readonly { signs: readonly PromiseSign[] }[]) =>
  Object.fromEntries(
    PROMISE_SIGNS.map((sign) => [sign, promises.filter(({ signs }) => signs.includes(sign)).length]),
  ) as Record<PromiseSign, number>;
