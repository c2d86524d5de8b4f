/** Suppressions that have run out: the loan is worked again from the day after. All SQL of it is here. */
import type { Day } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';

const PAGE = 200;

/**
 * Lifts up to a page of suppressions whose last day lies before `today` (a day in the tenant's zone), in the transaction's
 * tenant. A loan that another suppression still covers stays as it is. Answers whether there may be more.
 */
export async function liftSuppressions(tx: Tx, today: Day, now: Date): Promise<boolean> {
  const due = await tx.query<{ id: string; loan_id: string; until_on: string; reason: string }>(
    `select id, loan_id, until_on, reason from suppressions
      where tenant_id = current_tenant() and released_at is null and until_on < $1
      order by until_on, id limit ${PAGE} for update skip locked`,
    [today],
  );
  if (due.length === 0) return false;
  const loans = [...new Set(due.map(({ loan_id }) => loan_id))].sort();
  // In the order in which records lock them (dispositions/repository.ts), so that nobody waits in a circle.
  await tx.query(
    'select 1 from loans where tenant_id = current_tenant() and id = any($1::uuid[]) order by id for no key update',
    [loans],
  );
  await tx.query(
    'update suppressions set released_at = $2 where tenant_id = current_tenant() and id = any($1::uuid[])',
    [due.map(({ id }) => id), now],
  );
  const lifted = await tx.query<{ id: string }>(
    `update loans l set state = 'active', pause_reason = null, pause_until = null, version = l.version + 1, updated_at = $3
      where l.tenant_id = current_tenant() and l.id = any($1::uuid[]) and l.state = 'suppressed'
        and not exists (select 1 from suppressions s
          where s.tenant_id = l.tenant_id and s.loan_id = l.id and s.released_at is null
            and (s.until_on is null or s.until_on >= $2))
     returning l.id`,
    [loans, today, now],
  );
  const workable = new Set(lifted.map(({ id }) => id));
  await appendAudit(
    tx,
    due
      .filter(({ loan_id }) => workable.has(loan_id))
      .map(({ id, loan_id, until_on, reason }) => ({
        action: 'loans.suppression-lifted',
        subject: 'loan',
        subjectId: loan_id,
        actorId: null,
        detail: { suppression: id, until: until_on, reason },
      })),
    now,
  );
  return due.length === PAGE;
}
