import type { RequestOf } from '../../../core/contract/kit';
import {
  type CascadeRow,
  type cascadeTarget,
  type collectorTargets,
  type createTarget,
  type listTargets,
  type managersCollTargets,
  TARGET_PAGE,
  type Target,
} from '../../../core/contract/targets';
import { dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { splitByWeights } from '../../../core/domain/largest-remainder';
import { CALENDAR_KEEPERS } from '../../../core/domain/portfolio-roles';
import type { Role } from '../../../core/domain/roles';
import { changedBy, METRIC_FACTS, progressOf, stepOf } from '../../../core/domain/targets';
import { addMonths, type MonthDays, monthOf, workingDays } from '../../../core/domain/working-days';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { achieved, type Measured } from './achievements';
import { readCalendar, type StoredCalendar, workCalendar, writeCalendar } from './calendar';
import {
  agentTargets,
  choosable,
  findPerson,
  isManager,
  isSeenPortfolio,
  targetsByMonth,
  weighedAgents,
} from './people';
import {
  changeable,
  changeTarget,
  findTarget,
  insertTargets,
  logOf,
  logTargets,
  maySetFor,
  mayUnlock,
  type NewTarget,
  removeTarget,
  type StoredTarget,
  setLocked,
  targetPage,
} from './repository';

const LOCKED = 'This month is locked. Ask the one above to open it.';

export function targetService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  const rulesOf = tenantRules(db);

  interface Now {
    zone: string;
    today: string;
    month: string;
    at: Date;
  }
  async function nowFor(actor: Actor): Promise<Now> {
    const { zone } = await rulesOf(actor.tenantId);
    const at = clock.now();
    const today = dayOf(at, zone);
    return { zone, today, month: monthOf(today), at };
  }

  const measuredOf = (row: StoredTarget): Measured => ({
    key: row.id,
    scope: row.scope,
    scopeId: row.scope_id,
    portfolioId: row.portfolio_id,
    bucket: row.bucket,
    metric: row.metric,
  });

  async function present(tx: Tx, rows: readonly StoredTarget[], now: Now, days?: MonthDays): Promise<Target[]> {
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

  async function one(tx: Tx, actor: Actor, id: string, now: Now): Promise<Target> {
    const row = await findTarget(tx, actor, id);
    const [target] = row ? await present(tx, [row], now) : [];
    if (!target) throw new ApiError('not-found');
    return target;
  }

  /** The target as it is, if the caller may change it and nobody locked it. */
  async function openTarget(tx: Tx, actor: Actor, id: string): Promise<StoredTarget> {
    const row = await findTarget(tx, actor, id);
    if (!row) throw new ApiError('not-found');
    if (!row.may_edit) throw new ApiError('forbidden');
    if (row.locked_at) throw new ApiError('conflict', { message: LOCKED });
    return row;
  }

  const audit = (tx: Tx, actor: Actor, action: string, subjectId: string, detail: Record<string, unknown>, at: Date) =>
    appendAudit(tx, [{ action, subject: 'target', subjectId, actorId: actor.userId, detail }], at);

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
        const made = await insertTargets(tx, [body], actor.userId, now.at);
        if (made.length === 0) {
          // The answer to the first try may have been lost.
          const there = await findTarget(tx, actor, body.id);
          if (there && there.target === body.target) return one(tx, actor, body.id, now);
          throw new ApiError('conflict', { message: 'There is such a target already. Change that one.' });
        }
        await logTargets(
          tx,
          [{ targetId: body.id, action: 'created', before: null, after: body.target }],
          actor.userId,
          now.at,
        );
        await audit(tx, actor, 'targets.created', body.id, { after: body }, now.at);
        return one(tx, actor, body.id, now);
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
        await audit(tx, actor, 'targets.changed', id, { before: { target: before.target }, after: { target } }, now.at);
        return one(tx, actor, id, now);
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
        await audit(
          tx,
          actor,
          'targets.deleted',
          id,
          { before: { month, scope, scopeId: scope_id, metric, bucket, target } },
          now.at,
        );
      });
    },

    async cascade(actor: Actor, id: string, body: RequestOf<typeof cascadeTarget>['body']): Promise<CascadeRow[]> {
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
        // What is locked stays, and the others share what is left.
        const free = agents.filter((agent) => held.get(agent.id)?.locked !== true);
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
          after: changes.map(({ userId, before, target: to }) => ({ userId, before, to })),
        };
        await audit(tx, actor, 'targets.cascaded', id, detail, now.at);
        return rows;
      });
    },

    /** From the month before into `month`; what is there already stays. */
    async copy(actor: Actor, month: string, percent: number) {
      const now = await nowFor(actor);
      return db.transaction(scopeOf(actor), async (tx) => {
        const old = await changeable(tx, actor, addMonths(month, -1));
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
        const stored = new Set(await insertTargets(tx, rows, actor.userId, now.at));
        const made = rows.filter(({ id }) => stored.has(id));
        await logTargets(
          tx,
          made.map((row) => ({ targetId: row.id, action: 'copied' as const, before: null, after: row.target })),
          actor.userId,
          now.at,
        );
        if (made.length > 0)
          await audit(
            tx,
            actor,
            'targets.copied',
            month,
            { percent, from: addMonths(month, -1), after: made.length },
            now.at,
          );
        return { copied: made.length, kept: rows.length - made.length };
      });
    },

    async lock(actor: Actor, month: string, locked: boolean) {
      const now = await nowFor(actor);
      if (!locked && !mayUnlock(actor)) throw new ApiError('forbidden');
      return db.transaction(scopeOf(actor), async (tx) => {
        const ids = await setLocked(tx, actor, month, locked ? now.at : null);
        const action = locked ? ('locked' as const) : ('unlocked' as const);
        await logTargets(
          tx,
          ids.map((targetId) => ({ targetId, action, before: null, after: null })),
          actor.userId,
          now.at,
        );
        if (ids.length > 0)
          await audit(
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

    log: (actor: Actor, id: string) =>
      db.transaction(scopeOf(actor), async (tx) => {
        if (!(await findTarget(tx, actor, id))) throw new ApiError('not-found');
        return logOf(tx, id);
      }),

    calendar: (actor: Actor) =>
      db.transaction(scopeOf(actor), async (tx) => ({ ...(await readCalendar(tx)), mayEdit: mayKeepCalendar(actor) })),

    saveCalendar: (actor: Actor, calendar: StoredCalendar) =>
      db.transaction(scopeOf(actor), async (tx) => {
        const before = await readCalendar(tx);
        if (!(await writeCalendar(tx, calendar))) throw new ApiError('conflict');
        const after = await readCalendar(tx);
        await appendAudit(
          tx,
          [
            {
              action: 'targets.calendar-saved',
              subject: 'calendar',
              subjectId: actor.tenantId,
              actorId: actor.userId,
              detail: { before, after },
            },
          ],
          clock.now(),
        );
        return { ...after, mayEdit: true };
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

const mayKeepCalendar = (actor: Actor): boolean => (CALENDAR_KEEPERS as readonly Role[]).includes(actor.role);
