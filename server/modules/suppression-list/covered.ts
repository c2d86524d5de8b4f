/** Which loans an entry of the suppression list covers, as SQL. */
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';

/** Joins the loans `l` that an entry `e` covers: a phone's, an address's or a PAN's are all loans of its borrowers. */
export const COVERED = `join lateral (
    select o.id from loans o where e.kind = 'loan' and o.tenant_id = e.tenant_id and o.loan_number = e.key
    union
    select o.id from phones f join loans o on o.tenant_id = f.tenant_id and o.borrower_id = f.borrower_id
     where e.kind = 'phone' and f.tenant_id = e.tenant_id and f.number = e.key
    union
    select o.id from borrowers b join loans o on o.tenant_id = b.tenant_id and o.borrower_id = b.id
     where e.kind = 'pan' and b.tenant_id = e.tenant_id and b.pan_hash = e.key
    union
    select o.id from borrowers b join loans o on o.tenant_id = b.tenant_id and o.borrower_id = b.id
     where e.kind = 'email' and b.tenant_id = e.tenant_id and lower(b.email) = e.key
    union
    select o.id from borrowers b join loans o on o.tenant_id = b.tenant_id and o.borrower_id = b.id
     where e.kind = 'email' and b.tenant_id = e.tenant_id and lower(b.email2) = e.key) of on true
  join loans l on l.tenant_id = e.tenant_id and l.id = of.id and (e.portfolio_id is null or e.portfolio_id = l.portfolio_id)`;

/** Phones that hold loans of these entries hear of it at their next sync. Loans are locked in the order of their ids. */
export async function touchLoans(tx: Tx, entries: readonly string[], now: Date): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `select 1 from loans where tenant_id = current_tenant() and id in (
       select l.id from suppression_list e ${COVERED} where e.tenant_id = current_tenant() and e.id = any($1::uuid[]) and e.released_at is null)
      order by id for no key update`,
    [entries],
  );
  await tx.query(
    `update loans set version = version + 1, updated_at = $2 where tenant_id = current_tenant() and id in (
       select l.id from suppression_list e ${COVERED} where e.tenant_id = current_tenant() and e.id = any($1::uuid[]) and e.released_at is null)`,
    [entries, now],
  );
}

const PAGE = 200;

/** SQL of the day on which an entry, over `from_on` and `until_on`, changes next after `today`. */
export const turnsOn = (from: string, until: string, today: string): string =>
  `case when ${from} > ${today} then ${from} when ${until} >= ${today} then ${until} + 1 end`;

/** Touches the loans of a page of entries that began or ceased to hold by `today`; answers whether there may be more. */
export async function turnEntries(tx: Tx, today: Day, now: Date): Promise<boolean> {
  const turned = await tx.query<{ id: string }>(
    `select id from suppression_list where tenant_id = current_tenant() and released_at is null and turns_on <= $1
      order by turns_on, id limit ${PAGE} for update skip locked`,
    [today],
  );
  const ids = turned.map(({ id }) => id);
  await touchLoans(tx, ids, now);
  await tx.query(
    `update suppression_list set turns_on = ${turnsOn('from_on', 'until_on', '$2::date')}
      where tenant_id = current_tenant() and id = any($1::uuid[])`,
    [ids, today],
  );
  return turned.length === PAGE;
}
