/** A stored target with what was achieved of it, as it is shown. */
import type { Target } from '../../../core/contract/targets';
import { dayOf } from '../../../core/domain/dates';
import { progressOf } from '../../../core/domain/targets';
import { type MonthDays, monthOf, workingDays } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { achieved, type Measured } from './achievements';
import { workCalendar } from './calendar';
import { findTarget, type StoredTarget } from './repository';

/** Now in the tenant's zone. */
export interface Now {
  zone: string;
  today: string;
  month: string;
  at: Date;
}

export function targetClock({ db, clock }: Pick<Deps, 'db' | 'clock'>): (actor: Actor) => Promise<Now> {
  const rulesOf = tenantRules(db);
  return async (actor) => {
    const { zone } = await rulesOf(actor.tenantId);
    const at = clock.now();
    const today = dayOf(at, zone);
    return { zone, today, month: monthOf(today), at };
  };
}

const measuredOf = (row: StoredTarget): Measured => ({
  key: row.id,
  scope: row.scope,
  scopeId: row.scope_id,
  portfolioId: row.portfolio_id,
  bucket: row.bucket,
  metric: row.metric,
});

export async function present(tx: Tx, rows: readonly StoredTarget[], now: Now, days?: MonthDays): Promise<Target[]> {
  const [first] = rows;
  if (!first) return [];
  const of = days ?? workingDays(first.month, now.today, await workCalendar(tx));
  const done = await achieved(tx, first.month, now.zone, rows.map(measuredOf), now.month);
  return rows.map((row) => {
    const value = done.get(row.id) ?? null;
    return {
      id: row.id,
      month: row.month,
      scope: row.scope,
      scopeId: row.scope_id,
      name: row.name,
      role: row.role,
      portfolio: row.portfolio_id && row.portfolio !== null ? { id: row.portfolio_id, name: row.portfolio } : null,
      bucket: row.bucket,
      metric: row.metric,
      target: row.target,
      achieved: value,
      ...progressOf(row.metric, row.target, value, of),
      version: row.version,
      lockedAt: row.locked_at,
      lockedBy: row.locked_by,
      mayEdit: row.may_edit,
    };
  });
}

export async function oneTarget(tx: Tx, actor: Actor, id: string, now: Now): Promise<Target> {
  const row = await findTarget(tx, actor, id);
  const [target] = row ? await present(tx, [row], now) : [];
  if (!target) throw new ApiError('not-found');
  return target;
}
