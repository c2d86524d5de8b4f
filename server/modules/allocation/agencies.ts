/** Giving to agencies: what was asked of a run, and what each agency holds and resolved. */
import {
  type agencyHoldings,
  MOST_NEAR,
  NEAR_RECALL_DAYS,
  type rehearseAgencies,
} from '../../../core/contract/agency-allocation';
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import { BUCKETS } from '../../../core/domain/buckets';
import { addDays, type Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { newestDupont } from '../figures';
import { agencyScope, checkRecallDay, holdersScope, loanScope } from '../loans';
import type { AgencyPlan } from './runs';

const field = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });

/** Throws `invalid` for a rule that is not of agencies by percentages, and for a day that is over. */
export function planOf({ rule, recallOn, reason }: RequestOf<typeof rehearseAgencies>['body'], today: Day): AgencyPlan {
  if (rule.kind !== 'agency' || rule.method !== 'share') throw field('rule', 'Give each agency a percentage');
  checkRecallDay(recallOn, today);
  return { rule: { ...rule, active: true, from: null, until: null }, recallOn, reason: reason || null };
}

type Holdings = ResponseOf<typeof agencyHoldings>['data'];
type Bucket = Holdings['agencies'][number]['buckets'][number];

export async function holdingsOf(tx: Tx, actor: Actor, today: Day): Promise<Holdings> {
  const parameters: unknown[] = [actor.tenantId, addDays(today, NEAR_RECALL_DAYS)];
  const seen = agencyScope(actor, parameters);
  const own = holdersScope(actor, parameters, 't');
  const loan = loanScope(actor, parameters);
  const rows = await tx.query<Omit<Holdings['agencies'][number], 'buckets'> & Record<string, unknown>>(
    `select a.id, a.name, a.locked or not a.active as stopped, held.loans, held.pos as "posPaise", soon.near, soon.first as "nextRecallOn"
       from agencies a
      cross join lateral (select coalesce(sum(t.loans), 0)::bigint as loans, coalesce(sum(t.pos_paise), 0)::bigint as pos from held_totals t
        where t.tenant_id = a.tenant_id and t.agency_id = a.id and t.state = 'active' and ${own}) held
      cross join lateral (select count(*)::int as near, min(n.recall_on) as first from (
        select h.recall_on from loan_assignments h join loans l on l.tenant_id = h.tenant_id and l.id = h.loan_id
         where h.tenant_id = a.tenant_id and h.profile_id = a.id and h.ended_at is null and h.recall_on <= $2 and ${loan}
         order by h.recall_on limit ${MOST_NEAR + 1}) n) soon
      where a.tenant_id = $1 and ${seen} order by held.pos desc, lower(a.name), a.id`,
    parameters,
  );
  const run = await newestDupont(tx);
  const buckets = new Map<string, Bucket[]>();
  if (run) {
    const of: unknown[] = [run.month, run.before_day, rows.map(({ id }) => id)];
    const counted = await tx.query<Bucket & { agency: string }>(
      `select s.agency_id as agency, s.bucket, sum(s.allocated)::bigint as loans, sum(s.opening_pos)::bigint as "openingPaise",
              sum(s.resolved_calls + s.resolved_field + s.resolved_settlement + s.resolved_self)::bigint as "resolvedPaise"
         from dupont_sums s where s.tenant_id = current_tenant() and s.month = $1 and s.before_day = $2
          and s.agency_id = any($3::uuid[]) and ${holdersScope(actor, of, 's')}
        group by s.agency_id, s.bucket`,
      of,
    );
    for (const { agency, ...bucket } of counted) buckets.set(agency, [...(buckets.get(agency) ?? []), bucket]);
  }
  return {
    counted: run ? { month: run.month, before: run.before_day } : null,
    agencies: rows.map((row) => ({
      ...row,
      buckets: (buckets.get(row.id) ?? []).toSorted((a, b) => BUCKETS.indexOf(a.bucket) - BUCKETS.indexOf(b.bucket)),
    })),
  };
}
