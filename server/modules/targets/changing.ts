/** Targets as they are set: made, changed, removed, copied from the month before, locked and opened. */
import type { RequestOf } from '../../../core/contract/kit';
import type { createTarget, Target } from '../../../core/contract/targets';
import { uuidv7 } from '../../../core/domain/ids';
import { changedBy, METRIC_FACTS } from '../../../core/domain/targets';
import { addMonths } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { auditTarget } from './log';
import {
  holdMonth,
  LOCKED,
  lockedFor,
  noteLock,
  refuseLockedMonth,
  shareMonth,
  subjectKey,
  subjectOf,
} from './month-locks';
import { isSeenPortfolio } from './people';
import { oneTarget, targetClock } from './present';
import {
  changeable,
  changeTarget,
  findTarget,
  insertTargets,
  logTargets,
  maySetFor,
  mayUnlock,
  type NewTarget,
  removeTarget,
  type StoredTarget,
  setLocked,
} from './repository';

export function targetChanges(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db } = deps;
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  const nowFor = targetClock(deps);

  /** The target as it is, if the caller may change it and nobody locked it. */
  async function openTarget(tx: Tx, actor: Actor, id: string): Promise<StoredTarget> {
    const row = await findTarget(tx, actor, id);
    if (!row) throw new ApiError('not-found');
    if (!row.may_edit) throw new ApiError('forbidden');
    if (row.locked_at) throw new ApiError('conflict', { message: LOCKED });
    return row;
  }

  return {
    async create(actor: Actor, body: RequestOf<typeof createTarget>['body']): Promise<Target> {
      const now = await nowFor(actor);
      return db.transaction(scopeOf(actor), async (tx) => {
        if (!(await maySetFor(tx, actor, body.scope, body.scopeId))) throw new ApiError('not-found');
        if (body.portfolioId) {
          if (!(await isSeenPortfolio(tx, actor, body.portfolioId)))
            throw new ApiError('invalid', {
              fields: [{ path: 'portfolioId', message: 'There is no such portfolio.' }],
            });
        }
        await refuseLockedMonth(tx, actor, body);
        const made = await insertTargets(tx, [body], actor.userId, now.at);
        if (made.length === 0) {
          // The answer to the first try may have been lost.
          const there = await findTarget(tx, actor, body.id);
          if (there && there.target === body.target) return oneTarget(tx, actor, body.id, now);
          throw new ApiError('conflict', { message: 'There is such a target already. Change that one.' });
        }
        await logTargets(
          tx,
          [{ targetId: body.id, action: 'created', before: null, after: body.target }],
          actor.userId,
          now.at,
        );
        await auditTarget(tx, actor, 'targets.created', body.id, { after: body }, now.at);
        return oneTarget(tx, actor, body.id, now);
      });
    },

    async update(actor: Actor, id: string, version: number, target: number): Promise<Target> {
      const now = await nowFor(actor);
      return db.transaction(scopeOf(actor), async (tx) => {
        const before = await openTarget(tx, actor, id);
        if (target > METRIC_FACTS[before.metric].max)
          throw new ApiError('invalid', { fields: [{ path: 'target', message: 'More than this metric can be.' }] });
        if (!(await changeTarget(tx, id, version, target))) throw new ApiError('conflict');
        await logTargets(
          tx,
          [{ targetId: id, action: 'changed', before: before.target, after: target }],
          actor.userId,
          now.at,
        );
        await auditTarget(
          tx,
          actor,
          'targets.changed',
          id,
          { before: { target: before.target }, after: { target } },
          now.at,
        );
        return oneTarget(tx, actor, id, now);
      });
    },

    async remove(actor: Actor, id: string, version: number): Promise<void> {
      const now = await nowFor(actor);
      await db.transaction(scopeOf(actor), async (tx) => {
        const before = await openTarget(tx, actor, id);
        if (!(await removeTarget(tx, id, version))) throw new ApiError('conflict');
        await logTargets(
          tx,
          [{ targetId: id, action: 'deleted', before: before.target, after: null }],
          actor.userId,
          now.at,
        );
        const { month, scope, scope_id, metric, bucket, target } = before;
        await auditTarget(
          tx,
          actor,
          'targets.deleted',
          id,
          { before: { month, scope, scopeId: scope_id, metric, bucket, target } },
          now.at,
        );
      });
    },

    /** From the month before into `month`; what is there already stays, and so does whatever is locked there. */
    async copy(actor: Actor, month: string, percent: number) {
      const now = await nowFor(actor);
      return db.transaction(scopeOf(actor), async (tx) => {
        const old = await changeable(tx, actor, addMonths(month, -1));
        await shareMonth(tx, month);
        const closed = await lockedFor(tx, actor, month, old.map(subjectOf));
        const rows = old.map(
          (row): NewTarget => ({
            id: uuidv7(),
            month,
            scope: row.scope,
            scopeId: row.scope_id,
            portfolioId: row.portfolio_id,
            bucket: row.bucket,
            metric: row.metric,
            target: changedBy(row.metric, row.target, percent),
          }),
        );
        const free = rows.filter(({ scope, scopeId }) => !closed.has(subjectKey({ scope, scopeId })));
        const stored = new Set(await insertTargets(tx, free, actor.userId, now.at));
        const made = rows.filter(({ id }) => stored.has(id));
        await logTargets(
          tx,
          made.map((row) => ({ targetId: row.id, action: 'copied' as const, before: null, after: row.target })),
          actor.userId,
          now.at,
        );
        if (made.length > 0)
          await auditTarget(
            tx,
            actor,
            'targets.copied',
            month,
            {
              percent,
              from: addMonths(month, -1),
              after: made.map(({ id: _, month: __, ...copied }) => copied),
            },
            now.at,
          );
        return { copied: made.length, kept: rows.length - made.length };
      });
    },

    async lock(actor: Actor, month: string, locked: boolean) {
      const now = await nowFor(actor);
      if (!locked && !mayUnlock(actor)) throw new ApiError('forbidden');
      return db.transaction(scopeOf(actor), async (tx) => {
        await holdMonth(tx, month);
        const ids = await setLocked(tx, actor, month, locked ? now.at : null);
        // A month without targets has nothing to lock.
        if (!locked || ids.length > 0) await noteLock(tx, actor, month, locked ? now.at : null);
        const action = locked ? ('locked' as const) : ('unlocked' as const);
        await logTargets(
          tx,
          ids.map((targetId) => ({ targetId, action, before: null, after: null })),
          actor.userId,
          now.at,
        );
        if (ids.length > 0)
          await auditTarget(
            tx,
            actor,
            `targets.${action}`,
            month,
            { before: { locked: !locked }, after: { locked }, targets: ids.length },
            now.at,
          );
        return { changed: ids.length };
      });
    },
  };
}
