/** Lists of settlements: whose turn it is, what lapses first, and in whose place somebody sees one. */
import type { SettlementView } from '../../../core/domain/settlements/lists';
import { IN_REVIEW, knowsFloor, type ShownStage } from '../../../core/domain/settlements/sight';
import { isReview, REVIEWS, turnsOf } from '../../../core/domain/settlements/steps';
import type { Tx } from '../../db/database';
import { countOf, pageOfIds } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { loanScope } from '../loans';
import { LISTED, type ListedRecord } from './repository';

export interface ListQuery {
  view: SettlementView;
  stage?: ShownStage | undefined;
  loanId?: string | undefined;
  q?: string | undefined;
  page: number;
  size: number;
}

const FROM = 'settlements s join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id';
const BORROWERS = 'join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id';
/** A queue is worked from its top: whose loan each is, is asked of so many to count them. */
const COUNTED = 1_000;
const likeOf = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

/** A row with in whose place the actor sees it; null where they see it themselves. */
export interface SeenRecord {
  row: ListedRecord;
  on: Actor | null;
}

/**
 * Those on loans that the actor sees, or somebody in whose place they stand. What lapses first stands first, or, of ended ones and all, the
 * newest.
 */
export async function settlementPage(tx: Tx, actor: Actor, away: readonly Actor[], query: ListQuery) {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const parts = ['s.tenant_id = current_tenant()'];
  if (query.view === 'open' || query.view === 'turn') parts.push('s.ended_at is null');
  if (query.view === 'money') parts.push('s.received_paise > 0');
  if (query.view === 'ended') parts.push('s.ended_at is not null');
  const seenBy = (viewer: Actor): string => {
    const sight = loanScope(viewer, parameters);
    if (query.view !== 'turn') return sight;
    const { reviews, letters, own } = turnsOf(actor.role);
    const me = `${use(actor.userId)}::uuid`;
    const both = `${use([actor.userId, viewer.userId])}::uuid[]`;
    return `(${sight} and ((s.stage = any(${use(reviews)}::text[]) and s.maker_id <> all(${both}) and not s.approver_ids && ${both}
          and (s.stage <> 'client' or s.authority is distinct from 'CLIENT_ADMIN' or ${use(actor.role === 'CLIENT_ADMIN')}::boolean))
        or s.stage = any(${use(letters)}::text[])
        or (s.stage = any(${use(own)}::text[]) and s.maker_id = ${me})))`;
  };
  if (query.view === 'turn') parts.push(`s.stage = any(${use(Object.values(turnsOf(actor.role)).flat())}::text[])`);
  parts.push(`(${[actor, ...away].map(seenBy).join(' or ')})`);
  // Whoever must not know in which review an offer stands does not learn it by asking for one.
  const { stage } = query;
  const inReview = stage === IN_REVIEW || (stage && isReview(stage) && !knowsFloor(actor.role));
  if (stage) parts.push(`s.stage = any(${use(inReview ? REVIEWS : [stage])}::text[])`);
  if (query.loanId) parts.push(`s.loan_id = ${use(query.loanId)}::uuid`);
  if (query.q) {
    const start = use(`${likeOf(query.q)}%`);
    parts.push(
      `(l.loan_number ilike ${start} or s.number ilike ${start} or b.name ilike ${use(`%${likeOf(query.q)}%`)})`,
    );
  }
  const source = { from: query.q ? `${FROM} ${BORROWERS}` : FROM, where: parts.join(' and '), parameters };
  const counted = await countOf(tx, source, 'quick', COUNTED);
  const order =
    query.view === 'open' || query.view === 'turn' || query.view === 'money'
      ? ({ by: 's.valid_till', dir: 'asc', indexed: 'asc', type: 'date', id: 's.id' } as const)
      : ({ by: 's.created_at', dir: 'desc', indexed: 'desc', type: 'timestamptz', id: 's.id' } as const);
  const ids = await pageOfIds(tx, source, order, { page: query.page, pageSize: query.size }, counted);
  if (ids.length === 0) return { rows: [], ...counted };
  const rows = await tx.query<ListedRecord & Record<string, unknown>>(
    `${LISTED} where s.tenant_id = current_tenant() and s.id = any($1::uuid[])`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const places = away.length > 0 ? await placesOf(tx, actor, away, ids) : new Map<string, Actor>();
  const seen = ids.flatMap((id): SeenRecord[] => {
    const row = byId.get(id);
    return row ? [{ row, on: places.get(id) ?? null }] : [];
  });
  return { rows: seen, ...counted };
}

/** Of settlements that the actor does not see themselves, in whose place they do. */
async function placesOf(tx: Tx, actor: Actor, away: readonly Actor[], ids: readonly string[]) {
  const places = new Map<string, Actor>();
  let left = ids;
  for (const viewer of [actor, ...away]) {
    const parameters: unknown[] = [left];
    const sight = loanScope(viewer, parameters);
    const rows = await tx.query<{ id: string }>(
      `select s.id from settlements s join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id
        where s.tenant_id = current_tenant() and s.id = any($1::uuid[]) and ${sight}`,
      parameters,
    );
    const found = new Set(rows.map(({ id }) => id));
    if (viewer !== actor) for (const id of found) places.set(id, viewer);
    left = left.filter((id) => !found.has(id));
  }
  return places;
}
