/** Targets as they are looked at: the list of a month, agents of a portfolio, one person's months. */
import type { RequestOf } from '../../../core/contract/kit';
import {
  type collectorTargets,
  type listTargets,
  type managersCollTargets,
  TARGET_PAGE,
} from '../../../core/contract/targets';
import { progressOf } from '../../../core/domain/targets';
import { addMonths, workingDays } from '../../../core/domain/working-days';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { achieved } from './achievements';
import { workCalendar } from './calendar';
import { agentTargets, choosable, findPerson, isManager, targetsByMonth } from './people';
import { present, targetClock } from './present';
import { findTarget, logOf, mayUnlock, targetPage } from './repository';

export function targetReading(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db } = deps;
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  const nowFor = targetClock(deps);

  return {
    async list(actor: Actor, query: RequestOf<typeof listTargets>['query']) {
      const now = await nowFor(actor);
      const month = query.month ?? now.month;
      const size = query.size ?? TARGET_PAGE;
      return db.transaction(scopeOf(actor), async (tx) => {
        const days = workingDays(month, now.today, await workCalendar(tx));
        const page = await targetPage(tx, actor, {
          month,
          q: query.q ?? '',
          scope: query.scope,
          metric: query.metric,
          portfolioId: query.portfolioId,
          sort: query.sort ?? 'scope',
          dir: query.dir ?? 'asc',
          limit: size,
          offset: ((query.page ?? 1) - 1) * size,
        });
        return {
          month,
          today: now.today,
          days,
          rows: await present(tx, page.rows, now, days),
          total: page.total,
          locked: page.locked,
          mayLock: page.rows.some((row) => row.may_edit),
          mayUnlock: mayUnlock(actor),
        };
      });
    },

    log: (actor: Actor, id: string) =>
      db.transaction(scopeOf(actor), async (tx) => {
        if (!(await findTarget(tx, actor, id))) throw new ApiError('not-found');
        return logOf(tx, id);
      }),

    choices: (actor: Actor, q: string) => db.transaction(scopeOf(actor), (tx) => choosable(tx, actor, q)),

    async collectors(
      actor: Actor,
      portfolioId: string | undefined,
      query: RequestOf<typeof collectorTargets>['query'],
    ) {
      const now = await nowFor(actor);
      const month = query.month ?? now.month;
      const size = query.size ?? 250;
      return db.transaction(scopeOf(actor), async (tx) => {
        const days = workingDays(month, now.today, await workCalendar(tx));
        const { rows, total } = await agentTargets(tx, actor, {
          month,
          portfolioId,
          metric: query.metric,
          limit: size,
          offset: ((query.page ?? 1) - 1) * size,
        });
        const done = await achieved(
          tx,
          month,
          now.zone,
          // Within a portfolio only what was done there counts, also of a target for everything.
          rows.map((row) => ({
            key: row.id,
            scope: 'user',
            scopeId: row.collector_id,
            portfolioId: row.metric === 'login' ? null : (portfolioId ?? row.portfolio_id),
            bucket: row.bucket,
            metric: row.metric,
          })),
          now.month,
        );
        return {
          month,
          days,
          total,
          rows: rows.map((row) => {
            const value = done.get(row.id) ?? null;
            return {
              collectorId: row.collector_id,
              name: row.name,
              agentType:
                row.role.toUpperCase() === 'CRM_FIELDAGENT' ? ('Field_Agent' as const) : ('Collector' as const),
              portfolio:
                row.portfolio_id && row.portfolio !== null ? { id: row.portfolio_id, name: row.portfolio } : null,
              bucket: row.bucket,
              metric: row.metric,
              target: row.target,
              achieved: value,
              ...progressOf(row.metric, row.target, value, days),
            };
          }),
        };
      });
    },

    /** One person's months: a manager's are those of their team. */
    async series(
      actor: Actor,
      { id = actor.userId, metric, months: count }: RequestOf<typeof managersCollTargets>['query'],
    ) {
      const now = await nowFor(actor);
      return db.transaction(scopeOf(actor), async (tx) => {
        const person = await findPerson(tx, actor, id);
        if (!person) throw new ApiError('not-found');
        const scope = isManager(person.role) ? ('team' as const) : ('user' as const);
        const months = Array.from({ length: count }, (_, at) => addMonths(now.month, at - count + 1));
        const stored = await targetsByMonth(tx, { id, scope }, metric, months[0] ?? now.month, now.month);
        const targetOf = new Map(stored.map((row) => [row.month, row.target]));
        const done: (number | null)[] = [];
        for (const month of months) {
          const found = await achieved(
            tx,
            month,
            now.zone,
            [{ key: id, scope, scopeId: id, portfolioId: null, bucket: 'any', metric }],
            now.month,
          );
          done.push(found.get(id) ?? null);
        }
        const days = workingDays(now.month, now.today, await workCalendar(tx));
        const target = targetOf.get(now.month) ?? null;
        const value = done.at(-1) ?? null;
        return {
          person,
          metric,
          months,
          target: months.map((month) => targetOf.get(month) ?? 0),
          achievement: done.map((one) => one ?? 0),
          days,
          now: { target, achieved: value, ...progressOf(metric, target ?? 0, value, days) },
        };
      });
    },
  };
}
