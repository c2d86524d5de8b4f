/** A target split over the agents behind it, by the principal they hold or equally, without losing a rupee. */
import type { RequestOf } from '../../../core/contract/kit';
import type { CascadeRow, cascadeTarget } from '../../../core/contract/targets';
import { uuidv7 } from '../../../core/domain/ids';
import { splitByWeights } from '../../../core/domain/largest-remainder';
import { METRIC_FACTS, stepOf } from '../../../core/domain/targets';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { auditTarget } from './log';
import { lockedFor, shareMonth, subjectKey } from './month-locks';
import { weighedAgents } from './people';
import { targetClock } from './present';
import { findTarget, insertTargets, logTargets, type NewTarget } from './repository';

export function cascadeService(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db } = deps;
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  const nowFor = targetClock(deps);

  return async (actor: Actor, id: string, body: RequestOf<typeof cascadeTarget>['body']): Promise<CascadeRow[]> => {
    const now = await nowFor(actor);
    return db.transaction(scopeOf(actor), async (tx) => {
      const target = await findTarget(tx, actor, id);
      if (!target) throw new ApiError('not-found');
      if (!target.may_edit) throw new ApiError('forbidden');
      if (target.version !== body.version) throw new ApiError('conflict');
      const { scope } = target;
      if (scope === 'user')
        throw new ApiError('invalid', { fields: [{ path: 'id', message: 'One agent’s target cannot be split.' }] });
      const agents = (
        await weighedAgents(
          tx,
          actor,
          { scope, scopeId: target.scope_id, portfolioId: target.portfolio_id, bucket: target.bucket },
          body.agentType,
        )
      ).filter((agent) => agent.id !== actor.userId);
      const portfolioId = scope === 'portfolio' ? target.scope_id : target.portfolio_id;
      const there = await tx.query<{ id: string; scope_id: string; target: number; locked: boolean }>(
        `select id, scope_id, target, locked_at is not null as locked from targets
            where tenant_id = current_tenant() and month = $1::date and scope = 'user' and scope_id = any($2::uuid[]) and metric = $3
              and bucket = $4 and portfolio_id is not distinct from $5::uuid for update`,
        [target.month, agents.map((agent) => agent.id), target.metric, target.bucket, portfolioId],
      );
      const held = new Map(there.map((row) => [row.scope_id, row]));
      // What is locked stays, nobody gets a new one in a month that is locked for them, and the others share what is left.
      await shareMonth(tx, target.month);
      const closed = await lockedFor(
        tx,
        actor,
        target.month,
        agents.map(({ id: scopeId }) => ({ scope: 'user', scopeId })),
      );
      const isFree = (agent: { id: string }) => {
        const old = held.get(agent.id);
        return old ? !old.locked : !closed.has(subjectKey({ scope: 'user', scopeId: agent.id }));
      };
      const free = agents.filter(isFree);
      const fixed = there.filter(({ locked }) => locked).reduce((sum, row) => sum + row.target, 0);
      const parts = METRIC_FACTS[target.metric].adds
        ? splitByWeights(
            Math.max(0, target.target - fixed),
            free.map(({ pos }) => (body.by === 'pos' ? pos : 1)),
            stepOf(target.metric),
          )
        : free.map(() => target.target);
      const rows = agents.map((agent): CascadeRow => {
        const before = held.get(agent.id);
        const at = free.indexOf(agent);
        return {
          userId: agent.id,
          name: agent.name,
          posPaise: agent.pos,
          before: before?.target ?? null,
          target: at < 0 ? (before?.target ?? 0) : (parts[at] ?? 0),
          locked: at < 0,
        };
      });
      if (body.preview) return rows;
      const changes = rows.filter((row) => !row.locked && row.before !== row.target);
      const made: NewTarget[] = [];
      for (const row of changes) {
        const old = held.get(row.userId);
        if (old) {
          await tx.query(
            'update targets set target = $2, version = version + 1 where tenant_id = current_tenant() and id = $1',
            [old.id, row.target],
          );
        } else {
          const { month, bucket, metric } = target;
          made.push({
            id: uuidv7(),
            month,
            scope: 'user',
            scopeId: row.userId,
            portfolioId,
            bucket,
            metric,
            target: row.target,
          });
        }
      }
      const stored = new Set(await insertTargets(tx, made, actor.userId, now.at));
      // Somebody else set one of them at this very moment.
      if (stored.size < made.length) throw new ApiError('conflict');
      await logTargets(
        tx,
        changes.map((row) => ({
          targetId: held.get(row.userId)?.id ?? made.find(({ scopeId }) => scopeId === row.userId)?.id ?? id,
          action: 'cascaded' as const,
          before: row.before,
          after: row.target,
        })),
        actor.userId,
        now.at,
      );
      const detail = {
        by: body.by,
        agentType: body.agentType,
        before: changes.map(({ userId, before }) => ({ userId, target: before })),
        after: changes.map(({ userId, target: to }) => ({ userId, target: to })),
      };
      await auditTarget(tx, actor, 'targets.cascaded', id, detail, now.at);
      return rows;
    });
  };
}
