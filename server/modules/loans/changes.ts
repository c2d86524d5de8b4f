/** Changes to single loans at the desk: how to reach the borrower, retaining, removal. All SQL of them is here. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type { markRetain, removeLoans, updateLoan } from '../../../core/contract/loan-changes';
import { uuidv7 } from '../../../core/domain/ids';
import { maskMobile } from '../../../core/domain/masking';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { findVisibleLoan } from './repository';
import { loanScope } from './scope';
import { HAS_HISTORY } from './traces';

const maskEmail = (email: string | null): string | null => email?.replace(/^(.).*(@.*)$/, '$1***$2') ?? null;

/** Throws `not-found` for a loan outside the caller's scope. Answers what was changed, nothing twice. */
export async function changeLoan(
  tx: Tx,
  actor: Actor,
  body: RequestOf<typeof updateLoan>['body'],
  now: Date,
): Promise<void> {
  const loanId = await findVisibleLoan(tx, actor, body.loanId);
  // All loans of the borrower change below; in the order in which records lock them (dispositions/repository.ts), so that a
  // group of records and this never wait in a circle.
  if (loanId)
    await tx.query(
      `select 1 from loans where tenant_id = $1 and borrower_id = (select l.borrower_id from loans l where l.tenant_id = $1 and l.id = $2)
        order by id for no key update`,
      [actor.tenantId, loanId],
    );
  const [loan] = loanId
    ? await tx.query<{ borrower_id: string; language: string; email: string | null }>(
        `select l.borrower_id, b.language, b.email from loans l
           join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
          where l.tenant_id = $1 and l.id = $2`,
        [actor.tenantId, loanId],
      )
    : [];
  if (!loanId || !loan) throw new ApiError('not-found');
  const of = [actor.tenantId, loan.borrower_id];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const { alternatePhone, address, language } = body;
  const email = body.email === undefined ? undefined : body.email || null;
  if (language !== undefined && language !== loan.language) {
    [before.language, after.language] = [loan.language, language];
    await tx.query('update borrowers set language = $3 where tenant_id = $1 and id = $2', [...of, language]);
  }
  if (email !== undefined && email !== loan.email) {
    [before.email, after.email] = [maskEmail(loan.email), maskEmail(email)];
    await tx.query('update borrowers set email = $3 where tenant_id = $1 and id = $2', [...of, email]);
  }
  if (alternatePhone !== undefined) {
    const added = await tx.query(
      `insert into phones (tenant_id, id, borrower_id, number, rank, source)
       select $1::uuid, $4::uuid, $2::uuid, $3::text,
              1 + (select count(*) from phones o where o.tenant_id = $1 and o.borrower_id = $2), 'agent'
        where not exists (select 1 from phones o where o.tenant_id = $1 and o.borrower_id = $2 and o.number = $3)
       returning id`,
      [...of, alternatePhone, uuidv7()],
    );
    if (added.length > 0) after.alternatePhone = maskMobile(alternatePhone);
  }
  if (address !== undefined) {
    const added = await tx.query(
      `insert into addresses (tenant_id, id, borrower_id, kind, line, city, state, pincode, rank, source)
       select $1::uuid, $5::uuid, $2::uuid, 'new', $3::text, coalesce(known.city, ''), coalesce(known.state, ''), $4::text,
              1 + (select count(*) from addresses o where o.tenant_id = $1 and o.borrower_id = $2), 'agent'
         from (select 1) one
         left join lateral (select o.city, o.state from addresses o where o.tenant_id = $1 and o.pincode = $4 limit 1) known on true
        where not exists (select 1 from addresses o
          where o.tenant_id = $1 and o.borrower_id = $2 and o.line = $3 and o.pincode = $4)
       returning id`,
      [...of, address.line, address.pincode, uuidv7()],
    );
    if (added.length > 0) after.addressPincode = address.pincode;
  }
  if (Object.keys(after).length === 0) return;
  // Every loan of the borrower shows it, on every device that holds one.
  await tx.query('update loans set version = version + 1, updated_at = $3 where tenant_id = $1 and borrower_id = $2', [
    ...of,
    now,
  ]);
  await appendAudit(
    tx,
    [{ action: 'loans.updated', subject: 'loan', subjectId: loanId, actorId: actor.userId, detail: { before, after } }],
    now,
  );
}

type Retained = ResponseOf<typeof markRetain>['data'];

export async function retainLoan(
  tx: Tx,
  actor: Actor,
  loan: string,
  retain: { reason?: string | undefined } | null,
  now: Date,
): Promise<Retained> {
  const loanId = await findVisibleLoan(tx, actor, loan);
  if (!loanId) throw new ApiError('not-found');
  const key = [actor.tenantId, loanId];
  const changed = retain
    ? await tx.query(
        `insert into retained_loans (tenant_id, loan_id, reason, marked_by, marked_at) values ($1, $2, $3, $4, $5)
         on conflict do nothing returning loan_id`,
        [...key, retain.reason || null, actor.userId, now],
      )
    : await tx.query('delete from retained_loans where tenant_id = $1 and loan_id = $2 returning loan_id', key);
  if (changed.length > 0)
    await appendAudit(
      tx,
      [
        {
          action: retain ? 'loans.retained' : 'loans.retain-ended',
          subject: 'loan',
          subjectId: loanId,
          actorId: actor.userId,
          detail: { before: { retained: !retain }, after: { retained: !!retain, reason: retain?.reason ?? null } },
        },
      ],
      now,
    );
  const [row] = await tx.query<{ marked_at: string; reason: string | null }>(
    'select marked_at, reason from retained_loans where tenant_id = $1 and loan_id = $2',
    key,
  );
  return { loanId, retained: row !== undefined, at: row?.marked_at ?? null, reason: row?.reason ?? null };
}

export async function deleteLoans(
  tx: Tx,
  actor: Actor,
  { loanIds, reason }: RequestOf<typeof removeLoans>['body'],
  now: Date,
): Promise<ResponseOf<typeof removeLoans>['data']> {
  const wanted = loanIds.map((id) => id.toLowerCase());
  const parameters: unknown[] = [actor.tenantId, [...new Set(wanted)]];
  const scope = loanScope(actor, parameters);
  const rows = await tx.query<{ id: string; loan_number: string; borrower_id: string; before: object }>(
    `select l.id, l.loan_number, l.borrower_id,
            jsonb_build_object('loanNumber', l.loan_number, 'clientId', l.client_id, 'portfolioId', l.portfolio_id,
              'borrowerId', l.borrower_id, 'batchNo', l.batch_no, 'product', l.product, 'state', l.state, 'dpd', l.dpd,
              'posPaise', l.pos_paise, 'overduePaise', l.overdue_paise,
              'heldBy', array(select h.profile_id from loan_assignments h
                               where h.tenant_id = l.tenant_id and h.loan_id = l.id and h.ended_at is null order by h.profile_id)) as before
       from loans l
      where l.tenant_id = $1 and l.id = any($2::uuid[]) and ${scope} order by l.id for update`,
    parameters,
  );
  // Looked for after the lock: a record that was on its way has arrived by now, or will find no loan.
  const worked = new Set(
    (
      await tx.query<{ loan_id: string }>(
        `select w.loan_id from (select l.tenant_id, l.id as loan_id, l.borrower_id from loans l
            where l.tenant_id = $1 and l.id = any($2::uuid[]) offset 0) w where ${HAS_HISTORY}`,
        [actor.tenantId, rows.map(({ id }) => id)],
      )
    ).map(({ loan_id }) => loan_id),
  );
  const gone = rows.filter(({ id }) => !worked.has(id));
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) {
    const of = [actor.tenantId, ids];
    // Ended before they are removed: whoever has the loan on a device is told so.
    await tx.query(
      'update loan_assignments set ended_at = $3 where tenant_id = $1 and loan_id = any($2::uuid[]) and ended_at is null',
      [...of, now],
    );
    for (const table of [
      'loan_assignments',
      'loan_people',
      'loan_month_opens',
      'dial_items',
      'suppressions',
      'retained_loans',
    ])
      await tx.query(`delete from ${table} where tenant_id = $1 and loan_id = any($2::uuid[])`, of);
    await tx.query('delete from loans where tenant_id = $1 and id = any($2::uuid[])', of);
    const orphans = [actor.tenantId, gone.map(({ borrower_id }) => borrower_id)];
    const alone =
      '(select b.id from borrowers b where b.tenant_id = $1 and b.id = any($2::uuid[]) and not exists (select 1 from loans l where l.tenant_id = $1 and l.borrower_id = b.id))';
    for (const table of ['phones', 'addresses'])
      await tx.query(`delete from ${table} where tenant_id = $1 and borrower_id in ${alone}`, orphans);
    await tx.query(`delete from borrowers where tenant_id = $1 and id in ${alone}`, orphans);
    await appendAudit(
      tx,
      gone.map(({ id, before }) => ({
        action: 'loans.removed',
        subject: 'loan',
        subjectId: id,
        actorId: actor.userId,
        detail: { before, after: null, reason },
      })),
      now,
    );
  }
  const known = new Set(rows.map(({ id }) => id));
  return {
    removed: ids.length,
    results: wanted.map((loanId) => ({
      loanId,
      became: !known.has(loanId) ? 'not-found' : worked.has(loanId) ? 'has-history' : 'removed',
    })),
  };
}
