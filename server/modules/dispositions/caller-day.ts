/** A telecaller's own day in figures (core/domain/call-stages.ts). All SQL of it is here. */
import type { CallerDay } from '../../../core/contract/call-work';
import { CONNECTED_CLASSES, RIGHT_PARTY_CLASSES } from '../../../core/domain/call-stages';
import { addDays, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';

export async function readCallerDay(tx: Tx, actor: Actor, zone: string, now: Date): Promise<CallerDay> {
  const today = dayOf(now, zone);
  const of = [actor.tenantId, actor.userId];
  const start = (parameter: string) => `(${parameter}::date::timestamp at time zone $3)`;
  const [calls] = await tx.query<{ dials: number; connect: number; rpc: number; ptp: number; ptp_paise: number }>(
    `select count(*) as dials, count(*) filter (where d.class = any($6::text[])) as connect,
            count(*) filter (where d.class = any($7::text[])) as rpc,
            count(*) filter (where d.record ? 'ptp') as ptp,
            coalesce(sum((d.record -> 'ptp' ->> 'amountPaise')::bigint), 0) as ptp_paise
       from dispositions d
      where d.tenant_id = $1 and d.user_id = $2 and d.channel = 'call' and d.outcome = 'applied' and d.withdrawn_at is null
        and d.received_at >= ${start('$4')} and d.received_at < ${start('$5')}`,
    [...of, zone, today, addDays(today, 1), CONNECTED_CLASSES, RIGHT_PARTY_CLASSES],
  );
  const [promises] = await tx.query<{
    today: number;
    today_paise: number;
    due: number;
    kept: number;
    kept_paise: number;
  }>(
    `select count(*) filter (where due_on = $3::date and status = 'kept') as today,
            coalesce(sum(amount_paise) filter (where due_on = $3::date and status = 'kept'), 0) as today_paise,
            count(*) as due, count(*) filter (where status = 'kept') as kept,
            coalesce(sum(amount_paise) filter (where status = 'kept'), 0) as kept_paise
       from ptps where tenant_id = $1 and user_id = $2 and status <> 'replaced'
        and due_on >= $4::date and due_on <= $3::date`,
    [...of, today, `${today.slice(0, 8)}01`],
  );
  // Money on loans the caller holds counts for them, whoever took it.
  const [paid] = await tx.query<{ paise: number }>(
    `select coalesce(sum(p.amount_paise), 0) as paise from payments p
      where p.tenant_id = $1 and p.status <> 'reversed' and p.paid_at >= ${start('$4')}
        and exists (select 1 from loan_assignments h where h.tenant_id = $1 and h.loan_id = p.loan_id
                     and h.profile_id = $2 and h.ended_at is null)`,
    [...of, zone, `${today.slice(0, 8)}01`],
  );
  if (!calls || !promises) throw new Error('The figures have no row');
  const figure = (count: number, paise = 0) => ({ count, paise });
  return {
    asOf: now.toISOString(),
    funnel: {
      dials: figure(calls.dials),
      connect: figure(calls.connect),
      rpc: figure(calls.rpc),
      ptp: figure(calls.ptp, calls.ptp_paise),
      kept: figure(promises.today, promises.today_paise),
    },
    month: {
      due: promises.due,
      kept: promises.kept,
      keptPaise: promises.kept_paise,
      collectedPaise: paid?.paise ?? 0,
    },
  };
}
