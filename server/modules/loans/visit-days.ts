/** The day on which a loan is to be visited: given with an assignment, or by the agent who plans. A recorded visit settles it. */
import type { RequestOf } from '../../../core/contract/kit';
import type { planVisit } from '../../../core/contract/visit-plan';
import { type Day, dayOf } from '../../../core/domain/dates';
import { visitDayProblem } from '../../../core/domain/visits';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { findVisibleLoan } from './repository';

export interface PlannedVisit {
  loanId: string;
  before: Day | null;
  after: Day | null;
}

/** `today` is the tenant's. Throws `invalid` at `path`. */
export function checkVisitDay(path: string, day: Day, today: Day): void {
  const message = visitDayProblem(day, today);
  if (message) throw new ApiError('invalid', { fields: [{ path, message }] });
}

/**
 * Sets the days, for loans that the caller has locked; answers those that changed. `standing`: only where that day stands
 * now, so that undoing takes nothing away that somebody has planned since.
 */
export async function setVisitDays(
  tx: Tx,
  actor: Actor,
  plans: readonly { loanId: string; on: Day | null; standing?: Day }[],
  now: Date,
): Promise<PlannedVisit[]> {
  if (plans.length === 0) return [];
  const changed = await tx.query<PlannedVisit>(
    `with asked as (select * from unnest($2::uuid[], $3::date[], $4::date[]) as asked(loan_id, visit_on, standing)),
          fresh as (
            select l.id, l.next_visit_on as before, asked.visit_on as after
              from asked join loans l on l.tenant_id = $1 and l.id = asked.loan_id
             where l.next_visit_on is distinct from asked.visit_on
               and (asked.standing is null or l.next_visit_on = asked.standing))
     update loans l set next_visit_on = fresh.after, version = version + 1, updated_at = $5
       from fresh where l.tenant_id = $1 and l.id = fresh.id
     returning l.id as "loanId", fresh.before, fresh.after`,
    [
      actor.tenantId,
      plans.map(({ loanId }) => loanId),
      plans.map(({ on }) => on),
      plans.map(({ standing }) => standing ?? null),
      now,
    ],
  );
  await appendAudit(
    tx,
    changed.map(({ loanId, before, after }) => ({
      action: 'loans.visit-planned',
      subject: 'loan',
      subjectId: loanId,
      actorId: actor.userId,
      detail: { before: { nextVisitOn: before }, after: { nextVisitOn: after } },
    })),
    now,
  );
  return changed;
}

/** Throws `not-found` for a loan outside the caller's scope. The same day twice changes nothing. */
export async function planOwnVisit(
  tx: Tx,
  actor: Actor,
  { loanId, on }: RequestOf<typeof planVisit>['body'],
  zone: string,
  now: Date,
): Promise<void> {
  if (on) checkVisitDay('on', on, dayOf(now, zone));
  const id = await findVisibleLoan(tx, actor, loanId);
  if (!id) throw new ApiError('not-found');
  await tx.query('select 1 from loans where tenant_id = $1 and id = $2 for no key update', [actor.tenantId, id]);
  await setVisitDays(tx, actor, [{ loanId: id, on }], now);
}
