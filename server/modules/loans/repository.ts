/** SQL over loans and what belongs to them. */
import type { Loan } from '../../../core/contract/loans';
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { attemptsIn30Days } from './history';
import { loanScope } from './scope';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id of the loan with this id or loan number, if the caller may see it. */
export async function findVisibleLoan(tx: Tx, actor: Actor, idOrNumber: string): Promise<string | undefined> {
  const parameters: unknown[] = [actor.tenantId, UUID.test(idOrNumber) ? idOrNumber : null, idOrNumber];
  const scope = loanScope(actor, parameters);
  const [row] = await tx.query<{ id: string }>(
    `select l.id from loans l
      where l.tenant_id = $1 and (l.id = $2::uuid or l.loan_number = $3) and ${scope}
      order by (l.id = $2::uuid) desc nulls last limit 1`,
    parameters,
  );
  return row?.id;
}

export interface LoanRow {
  id: string;
  loan_number: string;
  version: number;
  state: Loan['state'];
  client: string;
  portfolio: string;
  product: string;
  bucket: Loan['bucket'];
  dpd: number;
  dpd_as_of: string;
  dpd_reported: number | null;
  dpd_reported_on: string | null;
  pos_paise: number;
  tos_paise: number;
  overdue_paise: number;
  principal_overdue_paise: number;
  interest_overdue_paise: number;
  penal_paise: number;
  charges_paise: number;
  emi_paise: number;
  due_day: number;
  disbursed_on: string | null;
  last_payment_on: string | null;
  last_payment_paise: number | null;
  borrower_id: string;
  borrower_name: string;
  borrower_language: string;
  pan_masked: string | null;
  email: string | null;
  flag_dispute: boolean;
  flag_deceased: boolean;
  flag_legal: boolean;
  flag_do_not_contact: boolean;
  flag_vulnerable: boolean;
  pause_reason: string | null;
  pause_until: string | null;
  ptp_due_on: string | null;
  ptp_paise: number | null;
  ptp_status: 'open' | 'kept' | 'broken' | null;
  next_visit_on: string | null;
  callback_at: string | null;
  last_visit_code: string | null;
  last_visit_at: string | null;
  last_visit_label: string | null;
  attempts_30d: number;
  retained: boolean;
}

/** In the order of `ids`; `today`: the tenant's day, on which a pause holds. */
export const readLoans = (tx: Tx, tenantId: string, ids: string[], today: Day): Promise<LoanRow[]> =>
  tx.query<LoanRow>(
    `select l.id, l.loan_number, l.version, l.state, c.name as client, p.name as portfolio, l.product, l.bucket, l.dpd,
            l.dpd_as_of, l.dpd_reported, l.dpd_reported_on, l.pos_paise, l.tos_paise, l.overdue_paise, l.principal_overdue_paise, l.interest_overdue_paise, l.penal_paise,
            l.charges_paise, l.emi_paise, l.due_day, l.disbursed_on, l.last_payment_on, l.last_payment_paise,
            l.borrower_id, b.name as borrower_name, b.language as borrower_language, b.pan_masked, b.email,
            l.flag_dispute, l.flag_deceased, l.flag_legal, l.flag_do_not_contact, l.flag_vulnerable,
            coalesce(l.pause_reason, listed.reason) as pause_reason,
            case when l.pause_reason is null then listed.until_on else l.pause_until end as pause_until, l.ptp_due_on, l.ptp_paise, l.ptp_status, l.next_visit_on, l.callback_at,
            l.last_visit_code, l.last_visit_at, k.label as last_visit_label, ${attemptsIn30Days('$3')} as attempts_30d, (r.loan_id is not null) as retained
       from unnest($2::uuid[]) with ordinality as wanted(id, position)
       join loans l on l.tenant_id = $1 and l.id = wanted.id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
       join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
       left join retained_loans r on r.tenant_id = l.tenant_id and r.loan_id = l.id
       left join disposition_codes k on k.tenant_id = l.tenant_id and k.code = l.last_visit_code
       left join lateral (
         -- What the suppression list holds back on every channel pauses contact on a phone as well.
         select e.reason, e.until_on from (values ('loan', l.loan_number), ('pan', b.pan_hash), ('email', lower(b.email)), ('email', lower(b.email2))) v(kind, key)
           join suppression_list e on e.tenant_id = $1 and e.kind = v.kind and e.key = v.key and e.released_at is null
            and e.channels is null and e.from_on <= $3::date and (e.until_on is null or e.until_on >= $3::date)
            and (e.portfolio_id is null or e.portfolio_id = l.portfolio_id)
          order by e.until_on desc nulls first limit 1) listed on true
      order by wanted.position`,
    [tenantId, ids, today],
  );

export const readPeople = (tx: Tx, tenantId: string, loanIds: string[]) =>
  tx.query<{ loan_id: string; name: string; relation: string }>(
    'select loan_id, name, relation from loan_people where tenant_id = $1 and loan_id = any($2::uuid[]) order by id',
    [tenantId, loanIds],
  );

export const readPhones = (tx: Tx, tenantId: string, borrowerIds: string[]) =>
  tx.query<{
    borrower_id: string;
    id: string;
    number: string;
    owner: string;
    last_result: string | null;
    invalid: boolean;
  }>(
    `select borrower_id, id, number, owner, last_result, invalid from phones
      where tenant_id = $1 and borrower_id = any($2::uuid[]) order by borrower_id, rank, id`,
    [tenantId, borrowerIds],
  );

export const readAddresses = (tx: Tx, tenantId: string, borrowerIds: string[]) =>
  tx.query<{
    borrower_id: string;
    id: string;
    kind: string;
    line: string;
    city: string;
    state: string;
    pincode: string;
    lat: number | null;
    lng: number | null;
  }>(
    `select borrower_id, id, kind, line, city, state, pincode, lat, lng from addresses
      where tenant_id = $1 and borrower_id = any($2::uuid[]) order by borrower_id, rank, id`,
    [tenantId, borrowerIds],
  );
