/**
 * What a group of accepted records writes, as one statement. A part without rows is left out of it, so a plain call
 * outcome costs three inserts and an update; the few forms that occur stay prepared.
 */
import type { Receipt } from '../../../core/contract/dispositions';
import { DatabaseError, type Tx } from '../../db/database';

export interface WrittenRecord {
  id: string;
  key: string;
  user_id: string;
  device_id: string | null;
  hash: string;
  receipt: Receipt;
  loan_id: string;
  channel: string;
  code: string;
  class: string;
  rank: number;
  outcome: string;
  recorded_at: string;
  receipt_no: number;
  remarks: string | null;
  record: unknown;
  signature: string | null;
  signature_state: string;
}

/** All that a group changes about one loan. */
export interface LoanChange {
  id: string;
  attempts: number;
  last_code: string;
  last_at: string;
  last_by: string;
  visit_code: string | null;
  visit_at: string | null;
  best_code: string;
  best_rank: number;
  ptp_due_on: string | null;
  ptp_paise: number | null;
  next_visit_on: string | null;
  /** A visit was made and names no next one: one planned up to this day is done. */
  visited_on: string | null;
  called: boolean;
  callback_at: string | null;
  dispute: boolean;
  legal: boolean;
  do_not_contact: boolean;
  suppress: boolean;
  pause_reason: string | null;
  pause_until: string | null;
}

type Cell = string | number | boolean | null | Record<string, unknown>;
type Rows = Record<string, Cell>[];

export interface GroupWrite {
  records: WrittenRecord[];
  /** Keys whose records have not arrived and are replaced by one of these. */
  barred: Rows;
  loans: LoanChange[];
  visits: Rows;
  ptps: Rows;
  payments: Rows;
  phones: Rows;
  addresses: Rows;
  files: Rows;
  calls: Rows;
  phoneResults: Rows;
  suppressions: Rows;
  preferences: Rows;
  attempts: Rows;
  blocks: Rows;
}

export const emptyGroup = (): GroupWrite => ({
  records: [],
  barred: [],
  loans: [],
  visits: [],
  ptps: [],
  payments: [],
  phones: [],
  addresses: [],
  files: [],
  calls: [],
  phoneResults: [],
  suppressions: [],
  preferences: [],
  attempts: [],
  blocks: [],
});

/** `$1` tenant, `$2` now; `rows` stands for the part's own parameter. */
const PARTS: Record<keyof GroupWrite, (rows: string) => string> = {
  records: (rows) => `
  given as materialized (
    select * from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, key uuid, user_id uuid, device_id uuid, hash text,
      receipt jsonb, loan_id uuid, channel text, code text, class text, rank int, outcome text, recorded_at timestamptz,
      receipt_no bigint, remarks text, record jsonb, signature text, signature_state text)),
  keys as (
    insert into idempotency_keys (tenant_id, user_id, key, payload_hash, record_id, receipt, created_at)
    select $1, user_id, key, hash, id, receipt, $2 from given
    on conflict do nothing returning key),
  written as (
    insert into dispositions (tenant_id, id, received_at, loan_id, user_id, device_id, channel, code, class, rank,
      outcome, recorded_at, receipt_no, remarks, record, payload_hash, signature, signature_state)
    select $1, id, $2, loan_id, user_id, device_id, channel, code, class, rank, outcome, recorded_at, receipt_no,
      remarks, record, hash, signature, signature_state from given)`,
  barred: (rows) => `
  barred as (
    insert into idempotency_keys (tenant_id, user_id, key, payload_hash, superseded_by, created_at)
    select $1, user_id, key, '', superseded_by, $2
    from jsonb_to_recordset(${rows}::jsonb) as b(user_id uuid, key uuid, superseded_by uuid)
    on conflict do nothing returning key)`,
  // The list of ids says to the planner that these are few; by the records alone it would read all loans of a small tenant.
  loans: (rows) => `
  loans_changed as (
    update loans l set
      version = l.version + 1, updated_at = $2, attempts = l.attempts + c.attempts,
      last_code = c.last_code, last_at = c.last_at, last_by = c.last_by,
      last_visit_code = coalesce(c.visit_code, l.last_visit_code), last_visit_at = coalesce(c.visit_at, l.last_visit_at),
      best_code = case when l.best_rank is null or c.best_rank < l.best_rank then c.best_code else l.best_code end,
      best_rank = least(l.best_rank, c.best_rank),
      ptp_due_on = coalesce(c.ptp_due_on, l.ptp_due_on), ptp_paise = coalesce(c.ptp_paise, l.ptp_paise),
      ptp_status = case when c.ptp_due_on is null then l.ptp_status else 'open' end,
      next_visit_on = case when c.next_visit_on is not null then c.next_visit_on
                           when l.next_visit_on <= c.visited_on then null else l.next_visit_on end,
      callback_at = case when c.called then c.callback_at else l.callback_at end,
      flag_dispute = l.flag_dispute or c.dispute, flag_legal = l.flag_legal or c.legal,
      flag_do_not_contact = l.flag_do_not_contact or c.do_not_contact,
      state = case when c.suppress and l.state = 'active' then 'suppressed' else l.state end,
      pause_reason = coalesce(c.pause_reason, l.pause_reason),
      pause_until = case when c.pause_reason is null then l.pause_until else c.pause_until end
    from jsonb_to_recordset(${rows}::jsonb) as c(id uuid, attempts int, last_code text, last_at timestamptz,
      last_by uuid, visit_code text, visit_at timestamptz, best_code text, best_rank int, ptp_due_on date,
      ptp_paise bigint, next_visit_on date, visited_on date, called boolean, callback_at timestamptz, dispute boolean, legal boolean, do_not_contact boolean,
      suppress boolean, pause_reason text, pause_until date)
    where l.tenant_id = $1 and l.id = c.id
      and l.id = any(array(select (one ->> 'id')::uuid from jsonb_array_elements(${rows}::jsonb) as one)))`,
  visits: (rows) => `
  visits_written as (
    insert into visits (tenant_id, id, disposition_id, loan_id, user_id, visited_at, place, person_met, lat, lng,
      accuracy_m, mock, gps_missing, on_site_seconds)
    select $1, id, disposition_id, loan_id, user_id, visited_at, place, person_met, lat, lng, accuracy_m, mock,
      gps_missing, on_site_seconds
    from jsonb_to_recordset(${rows}::jsonb) as v(id uuid, disposition_id uuid, loan_id uuid, user_id uuid,
      visited_at timestamptz, place text, person_met text, lat double precision, lng double precision,
      accuracy_m double precision, mock boolean, gps_missing text, on_site_seconds int))`,
  // The update sees the promises from before the statement: only older ones are replaced.
  ptps: (rows) => `
  ptps_given as materialized (
    select * from jsonb_to_recordset(${rows}::jsonb) as p(id uuid, disposition_id uuid, loan_id uuid, user_id uuid,
      amount_paise bigint, due_on date, mode text, status text)),
  ptps_replaced as (
    update ptps set status = 'replaced'
     where tenant_id = $1 and status = 'open' and loan_id in (select loan_id from ptps_given)),
  ptps_written as (
    insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status, created_at)
    select $1, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status, $2 from ptps_given)`,
  payments: (rows) => `
  payments_written as (
    insert into payments (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, mode, reference, paid_at,
      detail, created_at)
    select $1, id, disposition_id, loan_id, user_id, amount_paise, mode, reference, paid_at, detail, $2
    from jsonb_to_recordset(${rows}::jsonb) as p(id uuid, disposition_id uuid, loan_id uuid, user_id uuid,
      amount_paise bigint, mode text, reference text, paid_at timestamptz, detail jsonb))`,
  phones: (rows) => `
  phones_written as (
    insert into phones (tenant_id, id, borrower_id, number, rank, source)
    select distinct on (l.borrower_id, p.number) $1::uuid, p.id, l.borrower_id, p.number,
      1 + (select count(*) from phones o where o.tenant_id = $1 and o.borrower_id = l.borrower_id), 'agent'
    from jsonb_to_recordset(${rows}::jsonb) as p(id uuid, loan_id uuid, number text)
    join loans l on l.tenant_id = $1 and l.id = p.loan_id
    where not exists (select 1 from phones o
      where o.tenant_id = $1 and o.borrower_id = l.borrower_id and o.number = p.number))`,
  // City and state are taken from what is known of the pincode.
  addresses: (rows) => `
  addresses_written as (
    insert into addresses (tenant_id, id, borrower_id, kind, line, city, state, pincode, rank, source)
    select $1, a.id, l.borrower_id, 'new', a.line, coalesce(known.city, ''), coalesce(known.state, ''),
      coalesce(a.pincode, ''),
      1 + (select count(*) from addresses o where o.tenant_id = $1 and o.borrower_id = l.borrower_id), 'agent'
    from jsonb_to_recordset(${rows}::jsonb) as a(id uuid, loan_id uuid, line text, pincode text)
    join loans l on l.tenant_id = $1 and l.id = a.loan_id
    left join lateral (select o.city, o.state from addresses o
      where o.tenant_id = $1 and o.pincode = a.pincode limit 1) known on true)`,
  files: (rows) => `
  files_named as (
    insert into disposition_attachments (tenant_id, disposition_id, sha256, user_id, loan_id, kind, position)
    select $1, disposition_id, sha256, user_id, loan_id, kind, position
    from jsonb_to_recordset(${rows}::jsonb) as f(disposition_id uuid, sha256 text, user_id uuid, loan_id uuid,
      kind text, position int)
    on conflict do nothing)`,
  calls: (rows) => `
  calls_ended as (
    insert into calls as c (tenant_id, id, loan_id, user_id, phone_id, predictive, started_at, disposition_id, dialer_id)
    select $1::uuid, g.id, g.loan_id, g.user_id, p.id, g.predictive, g.started_at, g.disposition_id, g.dialer_id
    from jsonb_to_recordset(${rows}::jsonb) as g(id uuid, disposition_id uuid, loan_id uuid, user_id uuid, phone_id uuid,
      predictive boolean, started_at timestamptz, dialer_id text)
    join loans l on l.tenant_id = $1 and l.id = g.loan_id
    left join phones p on p.tenant_id = $1 and p.id = g.phone_id and p.borrower_id = l.borrower_id
    on conflict (tenant_id, id) do update set disposition_id = excluded.disposition_id
    where c.loan_id = excluded.loan_id and c.user_id = excluded.user_id and c.disposition_id is null)`,
  phoneResults: (rows) => `
  phones_tried as (
    update phones p set last_result = g.code, invalid = p.invalid or g.invalid
    from jsonb_to_recordset(${rows}::jsonb) as g(id uuid, loan_id uuid, code text, invalid boolean)
    join loans l on l.tenant_id = $1 and l.id = g.loan_id
    where p.tenant_id = $1 and p.id = g.id and p.borrower_id = l.borrower_id)`,
  suppressions: (rows) => `
  suppressions_written as (
    insert into suppressions (tenant_id, id, loan_id, reason, class, from_on, until_on, created_by, created_at)
    select $1, id, loan_id, reason, class, from_on, until_on, created_by, $2
    from jsonb_to_recordset(${rows}::jsonb) as s(id uuid, loan_id uuid, reason text, class text, from_on date,
      until_on date, created_by uuid))`,
  preferences: (rows) => `
  preferences_written as (
    insert into contact_preferences (tenant_id, id, borrower_id, loan_id, kind, channels, phone_id, until_on,
      disposition_id, created_by, created_at)
    select $1, p.id, l.borrower_id, p.loan_id, p.kind, p.channels::text[], p.phone_id, p.until_on, p.disposition_id, p.user_id, $2
    from jsonb_to_recordset(${rows}::jsonb) as p(id uuid, loan_id uuid, user_id uuid, kind text, channels text,
      phone_id uuid, until_on date, disposition_id uuid)
    join loans l on l.tenant_id = $1 and l.id = p.loan_id)`,
  // The start of a call stands there already; its record says whether somebody answered.
  attempts: (rows) => `
  attempts_noted as (
    insert into contact_attempts as noted (tenant_id, id, borrower_id, loan_id, channel, phone_id, user_id, at, connected,
      outside_rule)
    select distinct on (id) $1::uuid, id, borrower_id, loan_id, channel, phone_id, user_id, at, connected, outside_rule
    from jsonb_to_recordset(${rows}::jsonb) as a(id uuid, borrower_id uuid, loan_id uuid, channel text, phone_id uuid,
      user_id uuid, at timestamptz, connected boolean, outside_rule text)
    on conflict (tenant_id, id) do update set connected = excluded.connected
      where noted.loan_id = excluded.loan_id and noted.user_id = excluded.user_id)`,
  blocks: (rows) => `
  blocks_counted as (
    insert into contact_blocks as kept (tenant_id, day, rule, channel, user_id, loan_id, kind, times, last_at,
      next_lawful_at)
    select $1::uuid, day, rule, channel, user_id, loan_id, kind, count(*), max(at), max(next_lawful_at)
    from jsonb_to_recordset(${rows}::jsonb) as b(day date, rule text, channel text, user_id uuid, loan_id uuid,
      kind text, at timestamptz, next_lawful_at timestamptz)
    group by day, rule, channel, user_id, loan_id, kind
    on conflict (tenant_id, day, rule, channel, user_id, loan_id, kind) do update
      set times = kept.times + excluded.times, last_at = greatest(kept.last_at, excluded.last_at),
          next_lawful_at = excluded.next_lawful_at)`,
};

/**
 * Writes the group. When one of its keys or records was taken by another process in between, also one that it bars, the whole
 * transaction is asked to start over (SQLSTATE 40001): it will then find the stored receipt.
 */
export async function writeGroup(tx: Tx, tenantId: string, now: string, group: GroupWrite): Promise<void> {
  const parameters: unknown[] = [tenantId, now];
  const parts: string[] = [];
  for (const name of Object.keys(PARTS) as (keyof GroupWrite)[]) {
    const rows = group[name];
    if (rows.length > 0) parts.push(PARTS[name](`$${parameters.push(rows)}`));
  }
  const [row] = await tx.query<{ taken: number }>(
    `with ${parts.join(',')} select (select count(*) from keys)${group.barred.length > 0 ? ' + (select count(*) from barred)' : ''} as taken`,
    parameters,
  );
  if (row?.taken !== group.records.length + group.barred.length) {
    throw new DatabaseError('A key or record of this group was taken at the same time', '40001');
  }
}
