/** Lists of loans to work on (core/contract/loan-work.ts): each is a few conditions over the same question. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type {
  activeLoans,
  fieldCases,
  loansByManager,
  scheduledCases,
  todaysPtpStock,
  totalAssigned,
  WorkRow,
} from '../../../core/contract/loan-work';
import type { CallQueue } from '../../../core/domain/call-queues';
import { type Day, dayOf } from '../../../core/domain/dates';
import type { Channel, DispositionClass } from '../../../core/domain/dispositions';
import type { Tx } from '../../db/database';
import type { Order, Page } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { between, filtered, heldBelow, heldBy, ofClient, orderOf, sorted } from './list';
import { peopleScope } from './people-scope';
import { type Count, type LoanPageOf, LoanQuestion, pageOfLoans, readRows } from './question';
import { loanScope } from './scope';

const PAGE_SIZE = 10;

const BY_CALLBACK: Order = { by: 'l.callback_at', dir: 'asc', indexed: 'asc', type: 'timestamptz', id: 'l.id' };
/** Of loans that have a promise. */
const BY_PROMISE: Order = { ...sorted('ptpDueOn'), nullable: false };
const BY_VISIT: Order = {
  by: 'l.last_visit_at',
  dir: 'desc',
  indexed: 'desc',
  type: 'timestamptz',
  nullable: true,
  id: 'l.id',
};

/** The rules of core/domain/call-queues.ts over `l`, with the order in which each queue is worked. */
function queued(question: LoanQuestion, queue: CallQueue, today: Day, zone: string): Order {
  const day = (value: Day) => question.use(value, '::date');
  switch (queue) {
    case 'callback':
      question.where('l.callback_at is not null');
      between(question, 'l.callback_at', undefined, today, zone);
      return BY_CALLBACK;
    case 'ptp-today':
      question.where(`l.ptp_status = 'open' and l.ptp_due_on = ${day(today)}`);
      return { by: 'l.ptp_paise', dir: 'desc', indexed: 'desc', type: 'bigint', id: 'l.id' };
    case 'ptp-broken':
      question.where(`(l.ptp_status = 'broken' or (l.ptp_status = 'open' and l.ptp_due_on < ${day(today)}))`);
      return BY_PROMISE;
    case 'paid-verify':
      question.where(
        `exists (select 1 from disposition_codes k where k.tenant_id = $1 and k.code = l.last_code and k.class = 'PAID')
         and (l.last_payment_on is null or l.last_payment_on < (l.last_at at time zone ${question.use(zone)})::date)`,
      );
      return sorted('lastAt', 'asc');
    case 'fresh':
      question.where('l.last_at is null');
      return sorted('dpd');
  }
}

/** Somebody among the caller's people, or `not-found`. */
async function mustLookAfter(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const parameters: unknown[] = [actor.tenantId, userId];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const rows = await tx.query(`select 1 from users u where u.tenant_id = $1 and u.id = $2 and ${scope}`, parameters);
  if (rows.length === 0) throw new ApiError('not-found');
}

export async function readActive(
  tx: Tx,
  actor: Actor,
  query: RequestOf<typeof activeLoans>['query'],
  zone: string,
  now: Date,
): Promise<LoanPageOf<WorkRow>> {
  const today = dayOf(now, zone);
  const { page, pageSize, q, bucket, sort, dir, gte, lte } = query;
  const question = filtered(
    actor,
    { page, pageSize, q, bucket, state: ['active'], dateFrom: gte, dateTo: lte },
    zone,
    today,
  );
  if (query.managerId) {
    await mustLookAfter(tx, actor, query.managerId);
    question.where(heldBelow(question.use(query.managerId, '::uuid')));
  }
  if (query.collectorId) {
    await mustLookAfter(tx, actor, query.collectorId);
    question.where(heldBy(question.use(query.collectorId, '::uuid')));
  }
  const { clientsName } = query;
  if (clientsName) question.whereKind((use) => ofClient(use(clientsName)));
  if (query.disposition) {
    const wanted = question.use(query.disposition);
    question.where(
      `l.last_code in (select k.code from disposition_codes k where k.tenant_id = $1 and ${wanted} in (k.code, k.class))`,
    );
  }
  const order = query.queue && queued(question, query.queue, today, zone);
  return readPage(tx, question, order && !sort ? order : orderOf({ sort, dir }), query, today);
}

export async function readScheduled(
  tx: Tx,
  actor: Actor,
  query: RequestOf<typeof scheduledCases>['query'],
  zone: string,
  now: Date,
  whose: 'own' | 'all',
) {
  const today = dayOf(now, zone);
  const own = (question: LoanQuestion, of: (me: string) => string) => {
    if (whose === 'own') question.where(of(question.use(actor.userId, '::uuid')));
  };
  const promised = new LoanQuestion(actor).where(`l.state = 'active' and l.ptp_status in ('open', 'broken')`);
  promised.where(`l.ptp_due_on >= ${promised.use(query.ptpStartDate ?? today, '::date')}`);
  promised.where(`l.ptp_due_on <= ${promised.use(query.ptpEndDate ?? query.ptpStartDate ?? today, '::date')}`);
  own(
    promised,
    (me) => `exists (select 1 from ptps p where p.tenant_id = $1 and p.loan_id = l.id and p.user_id = ${me}
                       and p.due_on = l.ptp_due_on and p.status in ('open', 'broken'))`,
  );
  const called = new LoanQuestion(actor).where(`l.state = 'active' and l.callback_at is not null`);
  const from = query.callBackStartDate ?? today;
  between(called, 'l.callback_at', from, query.callBackEndDate ?? from, zone);
  own(called, (me) => `l.last_by = ${me}`);
  return {
    ptp: await readPage(
      tx,
      promised,
      BY_PROMISE,
      { page: query.ptpPage, pageSize: PAGE_SIZE, count: query.count },
      today,
    ),
    callBack: await readPage(
      tx,
      called,
      BY_CALLBACK,
      {
        page: query.callBackPage,
        pageSize: PAGE_SIZE,
        count: query.count,
      },
      today,
    ),
  };
}

export async function readFieldCases(
  tx: Tx,
  actor: Actor,
  query: RequestOf<typeof fieldCases>['query'],
  zone: string,
  now: Date,
): Promise<LoanPageOf<WorkRow>> {
  const question = new LoanQuestion(actor).where(
    `exists (select 1 from loan_assignments h where h.tenant_id = $1 and h.loan_id = l.id and h.ended_at is null
              and h.kind = 'field_agent')`,
  );
  between(question, 'l.last_visit_at', query.dateFrom, query.dateTo, zone);
  return readPage(tx, question, BY_VISIT, query, dayOf(now, zone));
}

export async function readByManager(
  tx: Tx,
  actor: Actor,
  query: RequestOf<typeof loansByManager>['query'],
  zone: string,
  now: Date,
): Promise<LoanPageOf<WorkRow>> {
  const manager = query.managerId ?? actor.userId;
  await mustLookAfter(tx, actor, manager);
  const question = new LoanQuestion(actor);
  question.where(heldBelow(question.use(manager, '::uuid')));
  return readPage(tx, question, sorted('dpd'), query, dayOf(now, zone));
}

export async function readPtpStock(
  tx: Tx,
  actor: Actor,
  zone: string,
  now: Date,
): Promise<ResponseOf<typeof todaysPtpStock>['data']> {
  const parameters: unknown[] = [actor.tenantId, dayOf(now, zone)];
  const scope = loanScope(actor, parameters);
  const rows = await tx.query<{
    user_id: string;
    name: string;
    due: number;
    paise: number;
    open: number;
    kept: number;
    broken: number;
  }>(
    `select p.user_id, min(u.full_name) as name, count(*) as due, sum(p.amount_paise) as paise,
            count(*) filter (where p.status = 'open') as open, count(*) filter (where p.status = 'kept') as kept,
            count(*) filter (where p.status = 'broken') as broken
       from ptps p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
       join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
      where p.tenant_id = $1 and p.due_on = $2::date and p.status <> 'replaced' and ${scope}
      group by p.user_id order by sum(p.amount_paise) desc, p.user_id`,
    parameters,
  );
  return {
    asOf: now.toISOString(),
    rows: rows.map(({ user_id, paise, ...row }) => ({ userId: user_id, duePaise: paise, ...row })),
  };
}

export async function readTotalAssigned(tx: Tx, actor: Actor): Promise<ResponseOf<typeof totalAssigned>['data']> {
  const question = new LoanQuestion(actor).where(`l.state = 'active'`);
  const [row] = await tx.query<ResponseOf<typeof totalAssigned>['data'] & Record<string, number>>(
    `with seen as (select l.id from loans l where ${question.source.where}),
     held as (select h.loan_id, h.kind from loan_assignments h join seen on seen.id = h.loan_id
               where h.tenant_id = $1 and h.ended_at is null)
     select (select count(*) from seen) as total, count(distinct held.loan_id) as assigned,
            (select count(*) from seen) - count(distinct held.loan_id) as unassigned,
            count(*) filter (where held.kind = 'manager') as manager,
            count(*) filter (where held.kind = 'collector') as collector,
            count(*) filter (where held.kind = 'field_agent') as "fieldAgent",
            count(*) filter (where held.kind = 'agency') as agency from held`,
    question.parameters,
  );
  if (!row) throw new Error('The totals have no row');
  return row;
}

interface Extra {
  id: string;
  callback_at: string | null;
  next_visit_on: string | null;
  retained: boolean;
  record_id: string | null;
  at: string | null;
  channel: Channel | null;
  code: string | null;
  label: string | null;
  class: DispositionClass | null;
  by: string | null;
  remarks: string | null;
}

/** A page of rows, each merged with its loan's newest record that was not withdrawn. */
async function readPage(
  tx: Tx,
  question: LoanQuestion,
  order: Order,
  page: Page & { count?: Count | undefined },
  today: Day,
): Promise<LoanPageOf<WorkRow>> {
  const found = await pageOfLoans(tx, question, order, page, page.count);
  const { tenantId } = question.actor;
  const rows = await readRows(tx, tenantId, found.content, today);
  const extras = found.content.length
    ? await tx.query<Extra & Record<string, unknown>>(
        `select l.id, l.callback_at, l.next_visit_on, (r.loan_id is not null) as retained, d.id as record_id,
                d.recorded_at as at, d.channel, d.code, coalesce(k.label, d.code) as label, d.class,
                coalesce(u.full_name, '') as by,
                case when d.corrected ? 'remarks' then d.corrected ->> 'remarks' else d.remarks end as remarks
           from loans l
           left join retained_loans r on r.tenant_id = l.tenant_id and r.loan_id = l.id
           left join lateral (select * from dispositions one where one.tenant_id = $1 and one.loan_id = l.id
                                and one.withdrawn_at is null order by one.received_at desc limit 1) d on true
           left join disposition_codes k on k.tenant_id = $1 and k.code = d.code
           left join users u on u.tenant_id = $1 and u.id = d.user_id
          where l.tenant_id = $1 and l.id = any($2::uuid[])`,
        [tenantId, found.content],
      )
    : [];
  const extraOf = new Map(extras.map((extra) => [extra.id, extra]));
  return {
    ...found,
    content: rows.map((row): WorkRow => {
      const extra = extraOf.get(row.id);
      return {
        ...row,
        _id: row.id,
        Loan_ID: row.loanNumber,
        loanId: row.loanNumber,
        disCreatedAt: extra?.at ?? null,
        disposition:
          extra?.record_id && extra.at && extra.channel && extra.code && extra.class
            ? {
                id: extra.record_id,
                at: extra.at,
                channel: extra.channel,
                code: extra.code,
                label: extra.label ?? extra.code,
                class: extra.class,
                by: extra.by ?? '',
                remarks: extra.remarks,
              }
            : null,
        callbackAt: extra?.callback_at ?? null,
        nextVisitOn: extra?.next_visit_on ?? null,
        retained: extra?.retained ?? false,
      };
    }),
  };
}
