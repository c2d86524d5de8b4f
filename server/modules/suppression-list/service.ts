/** The suppression list: entered by hand, released, searched, and asked why a number is blocked. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import {
  type addSuppressions,
  type listSuppressions,
  type releaseMatching,
  type releaseSuppressions,
  SUPPRESSION_KINDS,
  type Suppression,
  type SuppressionKind,
  type whySuppressed,
} from '../../../core/contract/suppression-list';
import { dayOf } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { countOf } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { COVERED } from './covered';
import { addEntries, isOver, matching, releaseEntries } from './entries';
import { RELEASE_JOB } from './jobs';
import { keyed } from './keys';

const WRONG: Record<SuppressionKind, string> = {
  loan: 'Not a loan number',
  phone: 'Not a mobile number',
  pan: 'Not a PAN',
  email: 'Not an e-mail address',
};

const COLUMNS = `e.id, e.kind, e.value, e.portfolio_id as "portfolioId", p.name as portfolio, e.channels, e.reason, e.note,
  e.from_on as "fromOn", e.until_on as "untilOn", i.file_name as source, e.created_at as "createdAt", u.full_name as "createdBy",
  e.released_at as "releasedAt", r.full_name as "releasedBy"`;
const FROM = `suppression_list e
  join users u on u.tenant_id = e.tenant_id and u.id = e.created_by
  left join users r on r.tenant_id = e.tenant_id and r.id = e.released_by
  left join portfolios p on p.tenant_id = e.tenant_id and p.id = e.portfolio_id
  left join loan_imports i on i.tenant_id = e.tenant_id and i.id = e.import_id`;

export function suppressionService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  /** The tenant's zone is looked up before the transaction: the embedded database opens none inside another. */
  const at = async <T>(actor: Actor, work: (tx: Tx, zone: string) => Promise<T>) => {
    const { zone } = await rulesOf(actor.tenantId);
    return db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) => work(tx, zone));
  };
  /** Keys that a text may be, of every kind. */
  const keysOf = (actor: Actor, text: string) =>
    SUPPRESSION_KINDS.flatMap((kind) => keyed(actor.tenantId, kind, text)?.key ?? []);

  return {
    page: (
      actor: Actor,
      { q, kind, state, page, pageSize }: RequestOf<typeof listSuppressions>['query'],
    ): Promise<ResponseOf<typeof listSuppressions>['data']> =>
      at(actor, async (tx, zone) => {
        const parameters: unknown[] = [];
        const use = (value: unknown) => `$${parameters.push(value)}`;
        const today = dayOf(clock.now(), zone);
        const match = { keys: q ? keysOf(actor, q) : undefined, kind };
        const all = ['e.tenant_id = current_tenant()', ...matching(match, use)];
        if (state === 'active') all.push(`not ${isOver(use(today))}`);
        if (state === 'released') all.push(isOver(use(today)));
        const where = all.join(' and ');
        const { total, exact } = await countOf(
          tx,
          { from: 'suppression_list e', where, parameters: [...parameters] },
          'quick',
        );
        const content = await tx.query<Suppression & Record<string, unknown>>(
          `select ${COLUMNS} from ${FROM} where ${where} order by e.created_at desc, e.id desc limit ${use(pageSize)} offset ${use((page - 1) * pageSize)}`,
          parameters,
        );
        return { content, page, pageSize, totalElements: total, exact, totalPages: Math.ceil(total / pageSize) };
      }),

    add: (
      actor: Actor,
      body: RequestOf<typeof addSuppressions>['body'],
    ): Promise<ResponseOf<typeof addSuppressions>['data']> =>
      at(actor, async (tx, zone) => {
        const wrong = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });
        if (body.untilOn && body.untilOn < body.fromOn) throw wrong('untilOn', 'Ends before it begins');
        if (body.portfolioId) {
          const [own] = await tx.query('select 1 from portfolios where tenant_id = current_tenant() and id = $1', [
            body.portfolioId,
          ]);
          if (!own) throw wrong('portfolioId', 'There is no such portfolio');
        }
        const refused: { value: string; why: string }[] = [];
        const wanted = new Map<string, string>();
        for (const value of body.values) {
          const found = keyed(actor.tenantId, body.kind, value);
          if (found) wanted.set(found.key, found.shown);
          else refused.push({ value, why: WRONG[body.kind] });
        }
        const now = clock.now();
        const { values: _, portfolioId, ...terms } = body;
        const entries = [...wanted].map(([key, value]) => ({ ...terms, portfolioId, key, value }));
        const made = await addEntries(tx, entries, {
          userId: actor.userId,
          importId: null,
          today: dayOf(now, zone),
          now,
        });
        await appendAudit(
          tx,
          made.map(({ id, place }) => ({
            action: 'suppressions.added',
            subject: 'suppression',
            subjectId: id,
            actorId: actor.userId,
            detail: {
              before: null,
              after: {
                kind: body.kind,
                value: entries[place]?.value,
                reason: body.reason,
                from: body.fromOn,
                until: body.untilOn,
              },
            },
          })),
          now,
        );
        return { added: made.length, already: wanted.size - made.length, refused };
      }),

    release: (
      actor: Actor,
      { ids, reason }: RequestOf<typeof releaseSuppressions>['body'],
    ): Promise<ResponseOf<typeof releaseSuppressions>['data']> =>
      at(actor, async (tx) => {
        const now = clock.now();
        const released = await releaseEntries(tx, ids, { userId: actor.userId, reason, now });
        await appendAudit(
          tx,
          released.map(({ id, kind, value }) => ({
            action: 'suppressions.released',
            subject: 'suppression',
            subjectId: id,
            actorId: actor.userId,
            detail: { before: { kind, value }, after: null, reason },
          })),
          now,
        );
        return { released: released.length };
      }),

    releaseMatching: (
      actor: Actor,
      { q, kind, except, reason }: RequestOf<typeof releaseMatching>['body'],
    ): Promise<ResponseOf<typeof releaseMatching>['data']> =>
      at(actor, async (tx, zone) => {
        const now = clock.now();
        const match = { keys: q ? keysOf(actor, q) : undefined, kind };
        const parameters: unknown[] = [except];
        const use = (value: unknown) => `$${parameters.push(value)}`;
        const where = ['e.tenant_id = current_tenant()', 'e.id <> all($1::uuid[])', ...matching(match, use)];
        where.push(`not ${isOver(use(dayOf(now, zone)))}`);
        const from = 'suppression_list e';
        const { total, exact } = await countOf(tx, { from, where: where.join(' and '), parameters }, 'quick');
        const asked = { match, except, reason, userId: actor.userId, before: now.toISOString() };
        if (total > 0) await enqueueWithin(tx, now, RELEASE_JOB, asked, { tenantId: actor.tenantId });
        return { matching: total, exact };
      }),

    why: (actor: Actor, value: string): Promise<ResponseOf<typeof whySuppressed>['data']> =>
      at(actor, async (tx, zone) => {
        const keys = keysOf(actor, value);
        const entries = await tx.query<Suppression & Record<string, unknown>>(
          `select ${COLUMNS} from ${FROM} where e.tenant_id = current_tenant() and e.key = any($1::text[]) and e.released_at is null
              and e.from_on <= $2::date and (e.until_on is null or e.until_on >= $2::date) order by e.created_at desc limit 100`,
          [keys, dayOf(clock.now(), zone)],
        );
        const loans = await tx.query<{ id: string; loanNumber: string; borrower: string; state: string }>(
          `select distinct l.id, l.loan_number as "loanNumber", b.name as borrower, l.state from suppression_list e ${COVERED}
              join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
            where e.tenant_id = current_tenant() and e.id = any($1::uuid[]) order by 2 limit 50`,
          [entries.map(({ id }) => id)],
        );
        return { entries, loans };
      }),
  };
}
