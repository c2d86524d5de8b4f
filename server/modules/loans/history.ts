/** What happened on loans: rows of `dispositions` as the contract shows them. All SQL of the history is here. */
import type { HistoryEntry } from '../../../core/contract/loans';
import type { Channel, DispositionClass } from '../../../core/domain/dispositions';
import type { Tx } from '../../db/database';

export interface HistoryRow {
  loan_id: string;
  id: string;
  at: string;
  channel: Channel;
  code: string;
  code_label: string;
  class: DispositionClass;
  by: string;
  remarks: string | null;
  ptp: { amountPaise: number; dueOn: string } | null;
  claim: HistoryEntry['claim'] | null;
  instalments: number | null;
  paid_paise: number | null;
  next_visit_on: string | null;
  photos: number;
  receipt_no: number | null;
  chain_seq: number | null;
  process: string | null;
}

/** Columns of `HistoryRow` over `dispositions d`, with `disposition_codes k` and `users u` joined from the left. */
export const HISTORY_COLUMNS = `d.loan_id, d.id, d.recorded_at as at, d.channel, d.code, coalesce(k.label, d.code) || coalesce(': ' || (d.record ->> 'subCode'), '') as code_label, d.class,
  coalesce(u.full_name, '') as by,
  case when d.corrected ? 'remarks' then d.corrected ->> 'remarks' else d.remarks end as remarks, d.record -> 'ptp' as ptp,
  d.record -> 'claim' as claim, (d.record ->> 'instalments')::int as instalments,
  coalesce((d.record -> 'payment' ->> 'amountPaise')::bigint,
           case when d.class = 'PAID' then (d.record ->> 'amountPaise')::bigint end) as paid_paise,
  d.record ->> 'nextVisitOn' as next_visit_on,
  case when jsonb_typeof(d.record -> 'attachments') = 'array' then jsonb_array_length(d.record -> 'attachments') else 0 end as photos,
  d.receipt_no, d.process,
  (select (i.receipt -> 'chain' ->> 'seq')::bigint from idempotency_keys i
    where i.tenant_id = d.tenant_id and i.record_id = d.id) as chain_seq`;
export const HISTORY_NAMES = `left join disposition_codes k on k.tenant_id = d.tenant_id and k.code = d.code
  left join users u on u.tenant_id = d.tenant_id and u.id = d.user_id`;

/** `R-000123`, the number people see and quote. */
export const receiptNumber = (value: number): string => `R-${String(value).padStart(6, '0')}`;

export const presentHistory = (row: HistoryRow): HistoryEntry => ({
  id: row.id,
  at: row.at,
  channel: row.channel,
  code: row.code,
  codeLabel: row.code_label,
  class: row.class,
  by: row.by,
  remarks: row.remarks,
  ptp: row.ptp && { amountPaise: row.ptp.amountPaise, dueOn: row.ptp.dueOn },
  paidPaise: row.paid_paise,
  nextVisitOn: row.next_visit_on,
  photos: row.photos,
  receiptNo: row.receipt_no === null ? null : receiptNumber(row.receipt_no),
  ...(row.chain_seq !== null && { chainSeq: row.chain_seq }),
  ...(row.claim && { claim: { paidOn: row.claim.paidOn, mode: row.claim.mode } }),
  ...(row.instalments !== null && { instalments: row.instalments }),
  ...(row.process !== null && { process: row.process }),
});

/** How many records changed the loan `l` in the 30 days that end with the tenant's day in parameter `today`, as SQL. */
export const attemptsIn30Days = (today: string): string =>
  `(select count(*)::int from dispositions made where made.tenant_id = l.tenant_id and made.loan_id = l.id
       and made.received_at > ${today}::date - 30 and made.withdrawn_at is null and made.outcome = 'applied')`;

/** The newest `limit` entries of each loan, newest first. */
export async function recentOf(tx: Tx, tenantId: string, loanIds: string[], limit: number): Promise<HistoryRow[]> {
  return tx.query<HistoryRow>(
    `select ${HISTORY_COLUMNS}
       from unnest($2::uuid[]) as wanted(id)
      cross join lateral (
        select * from dispositions one where one.tenant_id = $1 and one.loan_id = wanted.id and one.withdrawn_at is null
         order by one.received_at desc limit $3) d
       ${HISTORY_NAMES}
      order by d.received_at desc, d.id desc`,
    [tenantId, loanIds, limit],
  );
}

/** One page of a loan's whole history, newest first by the server's time, and how many entries there are. */
export async function historyPage(
  tx: Tx,
  tenantId: string,
  loanId: string,
  page: { limit: number; offset: number },
): Promise<{ total: number; entries: HistoryEntry[] }> {
  const [counted] = await tx.query<{ total: number }>(
    'select count(*) as total from dispositions where tenant_id = $1 and loan_id = $2 and withdrawn_at is null',
    [tenantId, loanId],
  );
  const rows = await tx.query<HistoryRow>(
    `select ${HISTORY_COLUMNS} from dispositions d ${HISTORY_NAMES}
      where d.tenant_id = $1 and d.loan_id = $2 and d.withdrawn_at is null
      order by d.received_at desc, d.id desc limit $3 offset $4`,
    [tenantId, loanId, page.limit, page.offset],
  );
  return { total: counted?.total ?? 0, entries: rows.map(presentHistory) };
}
