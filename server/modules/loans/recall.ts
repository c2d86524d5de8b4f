/** Loans that go back to their lender: on the day after their recall date nobody holds them and nobody contacts the borrower. */
import type { RequestOf } from '../../../core/contract/kit';
import type { listRecalls, Recall } from '../../../core/contract/loan-sheets';
import { addDays, type Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Counted, countOf, pageOfIds } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { loanScope } from './scope';

const PAGE = 200;
/** Of the suppression that a recall is to contact, dialer, lists and phones. */
export const RECALLED = 'Back with the lender';

/**
 * Recalls up to a page of loans whose recall date lies before `today` (a day in the tenant's zone), in the transaction's tenant, and takes
 * up those that were given a later one since. Each date recalls a loan once, also after nights in which nothing ran. Answers whether there may be more.
 */
export async function recallLoans(tx: Tx, today: Day, now: Date): Promise<boolean> {
  const due = await tx.query<{ id: string; recall_on: Day; state: string }>(
    `select id, recall_on, state from loans
      where tenant_id = current_tenant() and recall_on < $1 and recalled_for is distinct from recall_on
      order by recall_on, id limit ${PAGE}`,
    [today],
  );
  const later = await tx.query<{ id: string }>(
    `select id from loans where tenant_id = current_tenant() and recalled_for is not null and recall_on is distinct from recalled_for
        and (recall_on is null or recall_on >= $1) order by id limit ${PAGE}`,
    [today],
  );
  if (due.length > 0)
    await recall(
      tx,
      due.map(({ id }) => id),
      today,
      now,
    );
  if (later.length > 0)
    await takeUpAgain(
      tx,
      later.map(({ id }) => id),
      today,
      now,
    );
  return due.length === PAGE || later.length === PAGE;
}

/** In the order in which records lock them (dispositions/repository.ts), so that nobody waits in a circle. */
const lock = (tx: Tx, ids: readonly string[]) =>
  tx.query(
    'select 1 from loans where tenant_id = current_tenant() and id = any($1::uuid[]) order by id for no key update',
    [ids],
  );

async function recall(tx: Tx, ids: readonly string[], today: Day, now: Date): Promise<void> {
  await lock(tx, ids);
  // Extended while this waited, it stays.
  const loans = await tx.query<{ id: string; recall_on: Day; state: string }>(
    `select id, recall_on, state from loans where tenant_id = current_tenant() and id = any($1::uuid[]) and recall_on < $2`,
    [ids, today],
  );
  const going = loans.map(({ id }) => id);
  const held = await tx.query<{ loan_id: string; kind: string; profile_id: string }>(
    `update loan_assignments set ended_at = greatest($2::timestamptz, assigned_at)
      where tenant_id = current_tenant() and loan_id = any($1::uuid[]) and ended_at is null returning loan_id, kind, profile_id`,
    [going, now],
  );
  const worked = loans.filter(({ state }) => state === 'active' || state === 'suppressed').map(({ id }) => id);
  await tx.query(
    `insert into suppressions (tenant_id, id, loan_id, reason, from_on, created_at)
     select current_tenant(), given.id, given.loan, $3, $4, $5 from unnest($1::uuid[], $2::uuid[]) as given(id, loan)`,
    [worked.map(() => uuidv7(now.getTime())), worked, RECALLED, today, now],
  );
  await tx.query(
    `update loans set recalled_for = recall_on, state = case when state = 'active' then 'suppressed' else state end, next_visit_on = null,
            version = version + 1, updated_at = $2
      where tenant_id = current_tenant() and id = any($1::uuid[])`,
    [going, now],
  );
  const before = new Map<string, Record<string, string>>();
  for (const { loan_id, kind, profile_id } of held) before.set(loan_id, { ...before.get(loan_id), [kind]: profile_id });
  await appendAudit(
    tx,
    loans.map(({ id, recall_on }) => ({
      action: 'loans.recalled',
      subject: 'loan',
      subjectId: id,
      actorId: null,
      detail: { recallOn: recall_on, before: before.get(id) ?? {}, after: {} },
    })),
    now,
  );
}

/** The lender left them here after all: they may be worked and given again. Loans that something else suppresses stay so. */
export async function takeUpAgain(tx: Tx, ids: readonly string[], today: Day, now: Date): Promise<void> {
  await lock(tx, ids);
  const again = await tx.query<{ id: string }>(
    `update loans set recalled_for = null where tenant_id = current_tenant() and id = any($1::uuid[]) and recalled_for is not null
        and (recall_on is null or recall_on >= $2) returning id`,
    [ids, today],
  );
  const back = again.map(({ id }) => id);
  await tx.query(
    `update suppressions set released_at = $2
      where tenant_id = current_tenant() and loan_id = any($1::uuid[]) and reason = $3 and created_by is null and released_at is null`,
    [back, now, RECALLED],
  );
  await tx.query(
    `update loans l set state = 'active', version = l.version + 1, updated_at = $2
      where l.tenant_id = current_tenant() and l.id = any($1::uuid[]) and l.state = 'suppressed'
        and not exists (select 1 from suppressions s
          where s.tenant_id = l.tenant_id and s.loan_id = l.id and s.released_at is null and (s.until_on is null or s.until_on >= $3))`,
    [back, now, today],
  );
  await appendAudit(
    tx,
    back.map((id) => ({
      action: 'loans.recall-ended',
      subject: 'loan',
      subjectId: id,
      actorId: null,
      detail: { before: { recalled: true }, after: { recalled: false } },
    })),
    now,
  );
}

/** A page of those that are near their last day, or of those that are back with their lender, within the actor's sight. */
export async function recallPage(
  tx: Tx,
  actor: Actor,
  { view, within, q, page, size }: RequestOf<typeof listRecalls>['query'],
  today: Day,
): Promise<{ rows: Recall[] } & Counted> {
  const parameters: unknown[] = [actor.tenantId];
  const use = (value: unknown) => `$${parameters.push(value)}::date`;
  const scope = loanScope(actor, parameters);
  const near = view === 'near';
  const where = near
    ? `l.recall_on >= ${use(today)} and l.recall_on <= ${use(addDays(today, within))} and l.state in ('active', 'suppressed')`
    : `l.recall_on < ${use(today)} and l.recalled_for = l.recall_on`;
  const parts = ['l.tenant_id = $1', where, scope];
  if (q) {
    const typed = q.replace(/[\\%_]/g, '\\$&');
    parts.push(
      `(l.loan_number ilike $${parameters.push(`${typed}%`)} or exists (select 1 from borrowers o where o.tenant_id = l.tenant_id
          and o.id = l.borrower_id and o.name ilike $${parameters.push(`%${typed}%`)}))`,
    );
  }
  const source = { from: 'loans l', where: parts.join(' and '), parameters };
  const counted = await countOf(tx, source, 'quick');
  const order = { by: 'l.recall_on', dir: near ? 'asc' : 'desc', indexed: 'asc', type: 'date', id: 'l.id' } as const;
  const ids = await pageOfIds(tx, source, order, { page, pageSize: size }, counted);
  if (ids.length === 0) return { rows: [], ...counted };
  const rows = await tx.query<Recall & Record<string, unknown>>(
    `select l.id, l.loan_number as "loanNumber", b.name as borrower, c.name as client, p.name as portfolio, l.pos_paise as "posPaise",
            l.recall_on as "recallOn",
            (select string_agg(w.full_name, ', ' order by h.kind desc) from loan_assignments h
               join users w on w.tenant_id = h.tenant_id and w.id = h.profile_id
              where h.tenant_id = l.tenant_id and h.loan_id = l.id and h.ended_at is null and h.kind in ('field_agent', 'collector')) as "heldBy"
       from loans l
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
       join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
      where l.tenant_id = $1 and l.id = any($2::uuid[])`,
    [actor.tenantId, ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...counted };
}
