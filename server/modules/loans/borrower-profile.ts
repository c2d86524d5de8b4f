/** A borrower over all of their loans that somebody sees; what others work of the same borrower is in no figure. */
import type { BorrowerProfile } from '../../../core/contract/borrower-profile';
import { CONNECTED_CLASSES, RIGHT_PARTY_CLASSES } from '../../../core/domain/call-stages';
import { addDays, type Day } from '../../../core/domain/dates';
import { maskMobile } from '../../../core/domain/masking';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { loanScope } from './scope';

const MOST = 50;
const rows = <R extends object>(found: readonly (R & Record<string, unknown>)[]): R[] =>
  found.map((row) => ({ ...row }));

/** Of a loan that the caller may see; `today` is the tenant's day, `zone` its zone. */
export async function readBorrower(
  tx: Tx,
  actor: Actor,
  loanId: string,
  { today, zone }: { today: Day; zone: string },
): Promise<BorrowerProfile | undefined> {
  type Of<Name extends keyof BorrowerProfile> = BorrowerProfile[Name] extends readonly (infer One)[]
    ? One
    : BorrowerProfile[Name];
  const ask = <R>(sql: string, parameters: unknown[]) => tx.query<R & Record<string, unknown>>(sql, parameters);
  const [borrower] = rows<Of<'borrower'>>(
    await ask(
      `select b.id, b.name, b.language, b.pan_masked as "panMasked", b.born_on as "bornOn", b.employer, b.email
         from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id where l.tenant_id = current_tenant() and l.id = $1::uuid`,
      [loanId],
    ),
  );
  if (!borrower) return undefined;
  const parameters: unknown[] = [borrower.id];
  const loans = rows<Of<'loans'>>(
    await ask(
      `select l.id, l.loan_number as "loanNumber", c.name as client, l.product, l.state, l.bucket, l.dpd, l.pos_paise as "posPaise", l.overdue_paise as "overduePaise"
         from loans l join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
        where l.tenant_id = current_tenant() and l.borrower_id = $1::uuid and ${loanScope(actor, parameters)} order by l.overdue_paise desc, l.id limit ${MOST}`,
      parameters,
    ),
  );
  const seen = loans.map(({ id }) => id);
  const start = (parameter: string) => `(${parameter}::date::timestamp at time zone $3)`;
  const work = `dispositions d where d.tenant_id = current_tenant() and d.loan_id = any($1::uuid[]) and d.received_at >= ${start('$2')}
      and d.outcome = 'applied' and d.withdrawn_at is null`;
  const quarter = [seen, addDays(today, -90), zone];
  const [contact] = rows<Of<'contact'>>(
    await ask(
      `select count(*) as tried, count(*) filter (where d.class = any($4::text[])) as connected, count(*) filter (where d.class = any($5::text[])) as reached,
              max(d.recorded_at) filter (where d.class = any($5::text[])) as "lastReachedAt",
              mode() within group (order by extract(hour from d.recorded_at at time zone $3)::int) filter (where d.class = any($5::text[])) as "bestHour"
         from ${work}`,
      [...quarter, CONNECTED_CLASSES, RIGHT_PARTY_CLASSES],
    ),
  );
  const phones = rows<Of<'phones'>>(
    await ask(
      `with calls as (
         select d.record ->> 'phoneId' as phone, count(*) as calls, count(*) filter (where d.class = any($4::text[])) as reached from ${work} and d.channel = 'call' group by 1)
       select p.number, p.owner, p.rank, p.invalid, p.last_result as "lastResult", coalesce(c.calls, 0) as calls, coalesce(c.reached, 0) as reached
         from phones p left join calls c on lower(c.phone) = p.id::text
        where p.tenant_id = current_tenant() and p.borrower_id = $5::uuid order by p.rank, p.id limit ${MOST}`,
      [...quarter, RIGHT_PARTY_CLASSES, borrower.id],
    ),
  );
  const year = [seen, addDays(today, -365), zone];
  const [payments] = rows<Of<'payments'>>(
    await ask(
      `select count(*) as count, coalesce(sum(y.amount_paise), 0)::bigint as paise, max(y.paid_at at time zone $3)::date as "lastOn" from payments y
        where y.tenant_id = current_tenant() and y.loan_id = any($1::uuid[]) and y.status <> 'reversed' and y.paid_at >= ${start('$2')}`,
      year,
    ),
  );
  const [promises] = rows<Of<'promises'>>(
    await ask(
      `select count(*) as made, count(*) filter (where p.status = 'kept') as kept, count(*) filter (where p.status = 'broken') as broken,
              count(*) filter (where p.status = 'open') as open
         from ptps p where p.tenant_id = current_tenant() and p.loan_id = any($1::uuid[]) and p.created_at >= ${start('$2')}`,
      year,
    ),
  );
  return {
    borrower,
    phones: phones.map((phone) => ({ ...phone, number: maskMobile(phone.number) })),
    places: rows<Of<'places'>>(
      await ask(
        `select a.kind, a.city, a.state, a.pincode from addresses a
          where a.tenant_id = current_tenant() and a.borrower_id = $1::uuid order by a.rank, a.id limit ${MOST}`,
        [borrower.id],
      ),
    ),
    loans,
    payments: payments ?? { count: 0, paise: 0, lastOn: null },
    promises: promises ?? { made: 0, kept: 0, broken: 0, open: 0 },
    contact: contact ?? { tried: 0, connected: 0, reached: 0, lastReachedAt: null, bestHour: null },
    wishes: rows<Of<'wishes'>>(
      await ask(
        `select w.kind, w.created_at as since, w.until_on as until from contact_preferences w
          where w.tenant_id = current_tenant() and w.borrower_id = $1::uuid and w.ended_at is null and (w.until_on is null or w.until_on >= $2::date)
          order by w.created_at desc, w.id limit ${MOST}`,
        [borrower.id, today],
      ),
    ),
  };
}
