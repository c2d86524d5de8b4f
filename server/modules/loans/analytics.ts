/** Today's figures within the caller's scope, and their SQL. Days are the tenant's. */

import type { ResponseOf } from '../../../core/contract/kit';
import type { landingAnalytics, loanSchema } from '../../../core/contract/loans';
import { addDays, type Day, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { receiptNumber } from './history';
import { breadthOf, loanScope } from './scope';

type Landing = ResponseOf<typeof landingAnalytics>['data'];
type Bucket = (typeof loanSchema)['_zod']['output']['bucket'];

const LATEST = 20;

interface Figures {
  attempted: number;
  due_count: number;
  due_paise: number;
  today_count: number;
  today_paise: number;
  month_count: number;
  month_paise: number;
}

export async function readLanding(tx: Tx, actor: Actor, zone: string, now: Date): Promise<Landing> {
  const today = dayOf(now, zone);
  const buckets = await readBuckets(tx, actor);
  const figures = await readFigures(tx, actor, zone, today);
  return {
    asOf: now.toISOString(),
    allocated: {
      loans: buckets.reduce((sum, row) => sum + row.loans, 0),
      posPaise: buckets.reduce((sum, row) => sum + row.posPaise, 0),
    },
    attemptedToday: figures.attempted,
    promisesDueToday: { count: figures.due_count, amountPaise: figures.due_paise },
    collectedToday: { count: figures.today_count, amountPaise: figures.today_paise },
    collectedThisMonth: { count: figures.month_count, amountPaise: figures.month_paise },
    buckets,
    latest: await readLatest(tx, actor),
  };
}

async function readBuckets(tx: Tx, actor: Actor): Promise<Landing['buckets']> {
  const parameters: unknown[] = [actor.tenantId];
  const scope = loanScope(actor, parameters);
  const rows = await tx.query<{ bucket: Bucket; loans: number; pos: number; overdue: number }>(
    `select l.bucket, count(*) as loans, sum(l.pos_paise) as pos, sum(l.overdue_paise) as overdue
       from loans l where l.tenant_id = $1 and l.state = 'active' and ${scope}
      group by l.bucket order by min(l.dpd)`,
    parameters,
  );
  return rows.map(({ bucket, loans, pos, overdue }) => ({ bucket, loans, posPaise: pos, overduePaise: overdue }));
}

/** Who holds loans themselves is measured by their own work on them; everyone else by all work on the loans they see. */
const byCaller = (actor: Actor, column: string, parameters: unknown[]): string =>
  breadthOf(actor.role) === 'own' ? `${column} = $${parameters.push(actor.userId)}::uuid` : 'true';

async function readFigures(tx: Tx, actor: Actor, zone: string, today: Day): Promise<Figures> {
  const parameters: unknown[] = [actor.tenantId, zone, today, addDays(today, 1), `${today.slice(0, 8)}01`];
  const scope = loanScope(actor, parameters);
  const start = (parameter: string) => `(${parameter}::date::timestamp at time zone $2)`;
  const [row] = await tx.query<Figures>(
    `select
       (select count(distinct d.loan_id) from dispositions d join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
         where d.tenant_id = $1 and d.received_at >= ${start('$3')} and d.received_at < ${start('$4')}
           and d.outcome = 'applied' and d.withdrawn_at is null and ${byCaller(actor, 'd.user_id', parameters)} and ${scope}) as attempted,
       due.count as due_count, due.paise as due_paise, paid.today_count, paid.today_paise, paid.month_count, paid.month_paise
     from
       (select count(*) as count, coalesce(sum(p.amount_paise), 0) as paise
          from ptps p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
         where p.tenant_id = $1 and p.status = 'open' and p.due_on = $3::date
           and ${byCaller(actor, 'p.user_id', parameters)} and ${scope}) due,
       (select count(*) filter (where p.paid_at >= ${start('$3')}) as today_count,
               coalesce(sum(p.amount_paise) filter (where p.paid_at >= ${start('$3')}), 0) as today_paise,
               count(*) as month_count, coalesce(sum(p.amount_paise), 0) as month_paise
          from payments p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
         where p.tenant_id = $1 and p.status <> 'reversed' and p.paid_at >= ${start('$5')} and p.paid_at < ${start('$4')}
           and ${byCaller(actor, 'p.user_id', parameters)} and ${scope}) paid`,
    parameters,
  );
  if (!row) throw new Error('The figures have no row');
  return row;
}

async function readLatest(tx: Tx, actor: Actor): Promise<Landing['latest']> {
  const parameters: unknown[] = [actor.tenantId, LATEST];
  const scope = loanScope(actor, parameters);
  const rows = await tx.query<{
    id: string;
    recorded_at: string;
    received_at: string;
    loan_id: string;
    loan_number: string;
    borrower: string;
    channel: Landing['latest'][number]['channel'];
    code: string;
    label: string;
    by: string;
    receipt_no: number;
    outcome: string;
  }>(
    `select d.id, d.recorded_at, d.received_at, d.loan_id, l.loan_number, b.name as borrower, d.channel, d.code,
            coalesce(k.label, d.code) as label, coalesce(u.full_name, '') as by, d.receipt_no, d.outcome
       from dispositions d
       join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       left join disposition_codes k on k.tenant_id = d.tenant_id and k.code = d.code
       left join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
      where d.tenant_id = $1 and d.withdrawn_at is null and ${scope}
      order by d.received_at desc, d.id desc limit $2`,
    parameters,
  );
  return rows.map((row) => ({
    recordId: row.id,
    at: row.recorded_at,
    receivedAt: row.received_at,
    loanId: row.loan_id,
    loanNumber: row.loan_number,
    borrower: row.borrower,
    channel: row.channel,
    code: row.code,
    codeLabel: row.label,
    by: row.by,
    receiptNo: receiptNumber(row.receipt_no),
    outcome: row.outcome,
  }));
}
