/** Loans that come back from agencies: on the day after the recall date of an assignment neither the agency nor its people hold them. */
import type { Day } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { lockLoans } from './assign';

const PAGE = 200;

/** Ends up to a page of what is over by `today` (a day in the tenant's zone), in the transaction's tenant. Answers whether there may be more. */
export async function recallFromAgencies(tx: Tx, today: Day, now: Date): Promise<boolean> {
  const due = await tx.query<{ tenant_id: string; loan_id: string }>(
    `select a.tenant_id, h.loan_id from agencies a cross join lateral (
       select h.loan_id from loan_assignments h
        where h.tenant_id = a.tenant_id and h.profile_id = a.id and h.ended_at is null and h.recall_on < $1 limit ${PAGE}) h
      where a.tenant_id = current_tenant() limit ${PAGE}`,
    [today],
  );
  const [first] = due;
  if (!first) return false;
  const ids = due.map(({ loan_id }) => loan_id);
  await lockLoans(tx, first.tenant_id, ids);
  // Given anew or with a later date while this waited, it stays.
  const ended = await tx.query<{ loan_id: string; agency: string; recall_on: Day; people: string[] }>(
    `with agencys as (
       update loan_assignments h set ended_at = greatest($3::timestamptz, h.assigned_at)
        where h.tenant_id = $1 and h.loan_id = any($2::uuid[]) and h.kind = 'agency' and h.ended_at is null and h.recall_on < $4
       returning h.loan_id, h.profile_id, h.recall_on),
     peoples as (
       update loan_assignments h set ended_at = greatest($3::timestamptz, h.assigned_at)
         from agencys a, users u
        where h.tenant_id = $1 and h.loan_id = a.loan_id and h.kind in ('collector', 'field_agent') and h.ended_at is null
          and u.tenant_id = h.tenant_id and u.id = h.profile_id and u.agency_id = a.profile_id
       returning h.loan_id, h.profile_id)
     select a.loan_id, a.profile_id as agency, a.recall_on,
            array(select p.profile_id from peoples p where p.loan_id = a.loan_id order by 1) as people
       from agencys a order by a.loan_id`,
    [first.tenant_id, ids, now, today],
  );
  await appendAudit(
    tx,
    ended.map(({ loan_id, agency, recall_on, people }) => ({
      action: 'loans.agency-recalled',
      subject: 'loan',
      subjectId: loan_id,
      actorId: null,
      detail: { recallOn: recall_on, before: { agency, people }, after: {} },
    })),
    now,
  );
  return due.length === PAGE;
}
