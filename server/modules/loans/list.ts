/** Pages of loans for lists and searches, and their SQL. */
import type { ResponseOf } from '../../../core/contract/kit';
import type { LoanRow, LoanSort, listLoans } from '../../../core/contract/loan-list';
import { addDays, type Day, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor, Call } from '../../http/implement';
import { inGroup } from './breakdown';
import { loanScope } from './scope';

export type LoanPage = ResponseOf<typeof listLoans>['data'];
export type LoanListQuery = Call<'loans.list'>['query'];

const SORTS: Record<LoanSort, string> = {
  dpd: 'l.dpd',
  pos: 'l.pos_paise',
  tos: 'l.tos_paise',
  overdue: 'l.overdue_paise',
  loanNumber: 'l.loan_number',
  borrower: 'lower(b.name)',
  lastAt: 'l.last_at',
  ptpDueOn: 'l.ptp_due_on',
};
/** Read best from the small end. */
const RISING: readonly LoanSort[] = ['loanNumber', 'borrower', 'ptpDueOn'];

/** Literal text inside a LIKE pattern. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** What somebody typed, as a condition: loan number, name or a word of it, pincode, mobile or its last four digits. */
function searchCondition(typed: string, parameters: unknown[]): string {
  const text = typed.toLowerCase();
  const start = `$${parameters.push(`${literal(text)}%`)}`;
  const word = `$${parameters.push(`% ${literal(text)}%`)}`;
  const either = [
    `lower(l.loan_number) like ${start}`,
    `l.borrower_id in (select n.id from borrowers n where n.tenant_id = $1 and (lower(n.name) like ${start} or lower(n.name) like ${word}))`,
  ];
  const digits = typed.replace(/[\s+-]/g, '');
  const exactly = (table: string, column: string) =>
    `l.borrower_id in (select t.borrower_id from ${table} t where t.tenant_id = $1 and ${column} = $${parameters.push(digits)})`;
  if (/^\d{4}$/.test(digits)) either.push(exactly('phones', 'right(t.number, 4)'));
  if (/^\d{10}$/.test(digits)) either.push(exactly('phones', 't.number'));
  if (/^\d{6}$/.test(digits)) either.push(exactly('addresses', 't.pincode'));
  return `(${either.join(' or ')})`;
}

interface Filter {
  where: string;
  parameters: unknown[];
}

function filterOf(actor: Actor, query: LoanListQuery, zone: string, today: Day): Filter {
  const parameters: unknown[] = [actor.tenantId];
  const use = (value: unknown, type = '') => `$${parameters.push(value)}${type}`;
  const all = ['l.tenant_id = $1', loanScope(actor, parameters)];
  if (query.q) all.push(searchCondition(query.q, parameters));
  if (query.bucket?.length) all.push(`l.bucket = any(${use(query.bucket, '::text[]')})`);
  if (query.state?.length) all.push(`l.state = any(${use(query.state, '::text[]')})`);
  if (query.disposition_class?.length)
    all.push(
      `l.last_code in (select k.code from disposition_codes k where k.tenant_id = $1 and k.class = any(${use(query.disposition_class, '::text[]')}))`,
    );
  if (query.ptp === 'open') all.push(`l.ptp_status = 'open'`);
  if (query.ptp === 'today') all.push(`l.ptp_status = 'open' and l.ptp_due_on = ${use(today, '::date')}`);
  if (query.ptp === 'broken') all.push(`l.ptp_status = 'broken'`);
  if (query.client)
    all.push(
      `l.client_id in (select id from clients where tenant_id = $1 and lower(name) = lower(${use(query.client)}))`,
    );
  if (query.portfolio)
    all.push(
      `l.portfolio_id in (select id from portfolios where tenant_id = $1 and lower(name) = lower(${use(query.portfolio)}))`,
    );
  if (query.by && query.key !== undefined) all.push(inGroup(query.by, use(query.key)));
  if (query.isSuppressed) all.push(`(l.state = 'suppressed') = ${use(query.isSuppressed === 'true', '::boolean')}`);
  const startOf = (day: Day) => `(${use(day)}::date::timestamp at time zone ${use(zone)})`;
  if (query.dateFrom) all.push(`l.last_at >= ${startOf(query.dateFrom)}`);
  if (query.dateTo) all.push(`l.last_at < ${startOf(addDays(query.dateTo, 1))}`);
  return { where: all.join(' and '), parameters };
}

function orderOf(query: LoanListQuery): string {
  const by: LoanSort = query.sort ?? (query.sortPos ? 'pos' : query.sortTos ? 'tos' : 'dpd');
  const chosen = query.sort ? query.dir : (query.sortPos ?? query.sortTos);
  return `${SORTS[by]} ${(chosen ?? (RISING.includes(by) ? 'asc' : 'desc')) === 'asc' ? 'asc' : 'desc'} nulls last, l.id`;
}

/** One page and the totals of everything that matches. */
export async function loanPage(tx: Tx, actor: Actor, query: LoanListQuery, zone: string, now: Date): Promise<LoanPage> {
  const { where, parameters } = filterOf(actor, query, zone, dayOf(now, zone));
  const [sums] = await tx.query<{ count: number; pos: number; tos: number; overdue: number }>(
    `select count(*) as count, coalesce(sum(l.pos_paise), 0) as pos, coalesce(sum(l.tos_paise), 0) as tos,
            coalesce(sum(l.overdue_paise), 0) as overdue from loans l where ${where}`,
    parameters,
  );
  const total = sums?.count ?? 0;
  const { page, pageSize } = query;
  const ids = total
    ? await tx.query<{ id: string }>(
        `select l.id from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
          where ${where} order by ${orderOf(query)} limit $${parameters.push(pageSize)} offset $${parameters.push((page - 1) * pageSize)}`,
        parameters,
      )
    : [];
  return {
    content: await readRows(
      tx,
      actor.tenantId,
      ids.map(({ id }) => id),
    ),
    page,
    pageSize,
    totalElements: total,
    totalPages: Math.ceil(total / pageSize),
    totals: { posPaise: sums?.pos ?? 0, tosPaise: sums?.tos ?? 0, overduePaise: sums?.overdue ?? 0 },
  };
}

interface Row {
  id: string;
  loan_number: string;
  state: LoanRow['state'];
  borrower: string;
  city: string | null;
  pincode: string | null;
  client: string;
  portfolio: string;
  product: string;
  bucket: LoanRow['bucket'];
  dpd: number;
  pos_paise: number;
  tos_paise: number;
  overdue_paise: number;
  emi_paise: number;
  held_by: string[] | null;
  last_at: string | null;
  last_code: string | null;
  last_label: string | null;
  ptp_due_on: string | null;
  ptp_paise: number | null;
  ptp_status: 'open' | 'kept' | 'broken' | null;
  attempts_30d: number;
  paused: boolean;
}

/** In the order of `ids`; the caller has checked that they may be seen. */
async function readRows(tx: Tx, tenantId: string, ids: string[]): Promise<LoanRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<Row>(
    `select l.id, l.loan_number, l.state, b.name as borrower, place.city, place.pincode, c.name as client, p.name as portfolio,
            l.product, l.bucket, l.dpd, l.pos_paise, l.tos_paise, l.overdue_paise, l.emi_paise, held.names as held_by,
            l.last_at, l.last_code, k.label as last_label, l.ptp_due_on, l.ptp_paise, l.ptp_status, l.attempts_30d,
            (l.pause_reason is not null) as paused
       from unnest($2::uuid[]) with ordinality as wanted(id, position)
       join loans l on l.tenant_id = $1 and l.id = wanted.id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
       join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
       left join disposition_codes k on k.tenant_id = l.tenant_id and k.code = l.last_code
       left join lateral (select a.city, a.pincode from addresses a where a.tenant_id = $1 and a.borrower_id = l.borrower_id
                           order by a.rank, a.id limit 1) place on true
       left join lateral (select array_agg(u.full_name order by h.kind desc) as names from loan_assignments h
                            join users u on u.tenant_id = h.tenant_id and u.id = h.profile_id
                           where h.tenant_id = $1 and h.loan_id = l.id and h.ended_at is null
                             and h.kind in ('field_agent', 'collector')) held on true
      order by wanted.position`,
    [tenantId, ids],
  );
  return rows.map((row) => ({
    id: row.id,
    loanNumber: row.loan_number,
    state: row.state,
    borrower: row.borrower,
    city: row.city,
    pincode: row.pincode,
    client: row.client,
    portfolio: row.portfolio,
    product: row.product,
    bucket: row.bucket,
    dpd: row.dpd,
    posPaise: row.pos_paise,
    tosPaise: row.tos_paise,
    overduePaise: row.overdue_paise,
    emiPaise: row.emi_paise,
    heldBy: row.held_by ?? [],
    last:
      row.last_at !== null && row.last_code !== null
        ? { at: row.last_at, code: row.last_code, label: row.last_label ?? row.last_code }
        : null,
    ptp:
      row.ptp_due_on !== null && row.ptp_paise !== null && row.ptp_status !== null
        ? { amountPaise: row.ptp_paise, dueOn: row.ptp_due_on, status: row.ptp_status }
        : null,
    attempts30d: row.attempts_30d,
    contactPaused: row.paused,
  }));
}
