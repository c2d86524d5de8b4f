/** How somebody's list would stand under rules that are being written. */

import type { RequestOf } from '../../../core/contract/kit';
import { PREVIEW_LOANS, type previewSortingRules, type SortingPreview } from '../../../core/contract/sorting-rules';
import type { Bucket } from '../../../core/domain/buckets';
import { CALLS_OTHERWISE, type OrderDay, rulesFor, VISITS_OTHERWISE } from '../../../core/domain/work-order';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { peopleScope } from '../loans';
import { workOrderSql } from './sql';

const WORK: Readonly<Record<string, SortingPreview['work']>> = {
  CRM_FIELDAGENT: 'visits',
  CRM_TELECALLER: 'calls',
  COLLECTOR: 'calls',
};

/** Throws `not-found` for somebody who is not among the caller's people, `invalid` for one whose list no rule orders. */
export async function previewOf(
  tx: Tx,
  actor: Actor,
  { profileId, rules }: RequestOf<typeof previewSortingRules>['body'],
  day: OrderDay,
): Promise<SortingPreview> {
  const asked: unknown[] = [actor.tenantId, profileId];
  const [person] = await tx.query<{ role: string }>(
    `select u.role from users u where u.tenant_id = $1 and u.id = $2 and ${peopleScope(actor, asked, 'u.tenant_id', 'u.id')}`,
    asked,
  );
  if (!person) throw new ApiError('not-found');
  const work = WORK[person.role];
  if (!work)
    throw new ApiError('invalid', {
      fields: [{ path: 'profileId', message: 'Not a telecaller, collector or field agent' }],
    });
  const chosen = rulesFor(rules, work);
  const parameters: unknown[] = [actor.tenantId, profileId];
  const order = workOrderSql(chosen, work === 'visits' ? VISITS_OTHERWISE : CALLS_OTHERWISE, day, (value, type) => {
    return `$${parameters.push(value)}::${type}`;
  });
  const theirs = `from loans l ${order.join}
    where l.tenant_id = $1 and l.state = 'active' and l.id in (
      select held.loan_id from loan_assignments held where held.tenant_id = $1 and held.profile_id = $2 and held.ended_at is null)`;
  const counts = await tx.query<{ rule: number; loans: number }>(
    `select place.rule, count(*)::int as loans ${theirs} group by place.rule`,
    parameters,
  );
  const rows = await tx.query<{
    id: string;
    loan_number: string;
    borrower: string;
    bucket: Bucket;
    dpd: number;
    pos_paise: number;
    overdue_paise: number;
    rule: number;
  }>(
    `select l.id, l.loan_number, l.bucket, l.dpd, l.pos_paise, l.overdue_paise, place.rule,
            (select b.name from borrowers b where b.tenant_id = l.tenant_id and b.id = l.borrower_id) as borrower
       ${theirs} order by ${order.order}, l.id limit ${PREVIEW_LOANS}`,
    parameters,
  );
  const placeOf = (rule: number) => {
    const one = chosen[rule];
    return one ? rules.indexOf(one) : null;
  };
  return {
    work,
    total: counts.reduce((sum, { loans }) => sum + loans, 0),
    under: rules.map((rule) => {
      const at = chosen.indexOf(rule);
      return counts.find((one) => one.rule === at)?.loans ?? 0;
    }),
    loans: rows.map((row) => ({
      loanId: row.id,
      loanNumber: row.loan_number,
      borrower: row.borrower,
      bucket: row.bucket,
      dpd: row.dpd,
      posPaise: row.pos_paise,
      overduePaise: row.overdue_paise,
      rule: placeOf(row.rule),
    })),
  };
}
