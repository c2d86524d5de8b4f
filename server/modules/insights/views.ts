/** Views of the insights: which figures somebody looks at, for themselves or for everybody of the tenant. Data is never in them. */
import type { InsightView, saveInsightView } from '../../../core/contract/insights';
import type { RequestOf } from '../../../core/contract/kit';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';

const MOST_VIEWS = 50;

interface Row extends Omit<InsightView, 'own'>, Record<string, unknown> {
  userId: string;
}
const SELECT = `select v.id, v.version, v.user_id as "userId", v.name, v.shared, v.figures, v.portfolio_id as "portfolioId", v.saved_at as "savedAt",
    (select u.full_name from users u where u.tenant_id = v.tenant_id and u.id = v.user_id) as by
  from insight_views v where v.tenant_id = current_tenant()`;
const presentTo =
  (actor: Actor) =>
  ({ id, version, userId, name, shared, figures, portfolioId, savedAt, by }: Row): InsightView => ({
    ...{ id, version, own: userId === actor.userId, name, shared, figures, portfolioId, savedAt, by },
  });

export async function viewsOf(tx: Tx, actor: Actor): Promise<InsightView[]> {
  const rows = await tx.query<Row>(
    `${SELECT} and (v.user_id = $1 or v.shared) order by v.user_id <> $1, lower(v.name), v.id limit 200`,
    [actor.userId],
  );
  return rows.map(presentTo(actor));
}

/** Throws `not-found` for somebody else's, `conflict` for one that was saved since, `invalid` for too many. */
export async function saveView(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, name, shared, figures, portfolioId }: RequestOf<typeof saveInsightView>['body'],
  now: Date,
): Promise<InsightView> {
  const [before] = await tx.query<Row>(`${SELECT} and v.id = $1 for update`, [id]);
  if (before && before.userId !== actor.userId) throw new ApiError('not-found');
  if ((before?.version ?? 0) !== version) throw new ApiError('conflict');
  const [count] = await tx.query<{ n: number }>(
    'select count(*) as n from insight_views where tenant_id = current_tenant() and user_id = $1',
    [actor.userId],
  );
  if (!before && (count?.n ?? 0) >= MOST_VIEWS)
    throw new ApiError('invalid', { fields: [{ path: 'name', message: `At most ${MOST_VIEWS} views` }] });
  await tx.query(
    `insert into insight_views (tenant_id, id, user_id, name, shared, figures, portfolio_id, saved_at) values (current_tenant(), $1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, id) do update set name = excluded.name, shared = excluded.shared, figures = excluded.figures,
       portfolio_id = excluded.portfolio_id, saved_at = excluded.saved_at, version = insight_views.version + 1`,
    [id, actor.userId, name, shared, [...new Set(figures)], portfolioId, now],
  );
  const [row] = await tx.query<Row>(`${SELECT} and v.id = $1`, [id]);
  if (!row) throw new Error('A view was not stored');
  const after = { name, shared, figures };
  await note(
    tx,
    actor,
    'insights.view-saved',
    id,
    { before: before ? { name: before.name, shared: before.shared, figures: before.figures } : null, after },
    now,
  );
  return presentTo(actor)(row);
}

/** Throws `not-found` for a view that is not the caller's. */
export async function deleteView(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  const [gone] = await tx.query<{ name: string }>(
    'delete from insight_views where tenant_id = current_tenant() and id = $1 and user_id = $2 returning name',
    [id, actor.userId],
  );
  if (!gone) throw new ApiError('not-found');
  await note(tx, actor, 'insights.view-deleted', id, { before: { name: gone.name }, after: null }, now);
}

const note = (tx: Tx, { userId: actorId }: Actor, action: string, subjectId: string, detail: object, now: Date) =>
  appendAudit(tx, [{ action, subject: 'insight-view', subjectId, actorId, detail: { ...detail } }], now);
