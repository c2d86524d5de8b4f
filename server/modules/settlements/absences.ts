/** Who stands in for whom. All SQL over absences is here. */
import type { AbsenceRow } from '../../../core/contract/settlement-absences';
import type { Day } from '../../../core/domain/dates';
import { absenceFault, absenceState, MOST_STOOD_IN_FOR } from '../../../core/domain/settlements/absences';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import type { Moment } from './moment';

/**
 * Whether `d` may stand in for `u`: the same role under the same superior, and the same client. Nobody decides more by standing in than their
 * own role gives them; the sight alone is the other's. Asked each time, since people change.
 */
const COLLEAGUE = `d.active and d.id <> u.id and upper(d.role) = upper(u.role) and d.sub_role is not distinct from u.sub_role
  and d.client_id is not distinct from u.client_id and d.manager_id is not distinct from u.manager_id`;
const NOW = 'a.tenant_id = current_tenant() and a.from_day <= $2 and a.to_day >= $2 and a.ended_at is null';
const PAIR = `join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
  join users d on d.tenant_id = a.tenant_id and d.id = a.deputy_id and ${COLLEAGUE}`;

/** Whom the actor stands in for today, as actors with their sight. */
export async function stoodInFor(tx: Tx, actor: Actor, today: Day): Promise<Actor[]> {
  const people = await tx.query<{ id: string; agency_id: string | null; full_name: string }>(
    `select u.id, u.agency_id, u.full_name from settlement_absences a ${PAIR}
      where ${NOW} and a.deputy_id = $1 and u.active order by a.to_day, a.id limit ${MOST_STOOD_IN_FOR}`,
    [actor.userId, today],
  );
  return people.map(({ id, agency_id, full_name }) => ({
    ...actor,
    userId: id,
    agencyId: agency_id,
    fullName: full_name,
  }));
}

/** What somebody who is away was told under `cause`, their deputies are told too. */
export const tellDeputies = (tx: Tx, cause: string, today: Day) =>
  tx.query(
    `insert into notifications (tenant_id, id, user_id, loan_id, kind, cause, amount_paise, created_at, updated_at)
     select n.tenant_id, gen_random_uuid(), d.id, n.loan_id, n.kind, n.cause, n.amount_paise, n.created_at, n.updated_at
       from settlement_absences a ${PAIR}
       join notifications n on n.tenant_id = a.tenant_id and n.user_id = a.user_id and n.cause = $1
      where ${NOW}
     on conflict do nothing`,
    [cause, today],
  );

interface StoredAbsence {
  id: string;
  user_id: string;
  deputy_id: string;
  person: string | null;
  deputy: string | null;
  from_day: Day;
  to_day: Day;
  ended_at: string | null;
}

const SELECT = `select a.id, a.user_id, a.deputy_id, p.full_name as person, d.full_name as deputy, a.from_day, a.to_day, a.ended_at
  from settlement_absences a
  left join users p on p.tenant_id = a.tenant_id and p.id = a.user_id
  left join users d on d.tenant_id = a.tenant_id and d.id = a.deputy_id
 where a.tenant_id = current_tenant()`;

const present = (row: StoredAbsence, actor: Actor, today: Day): AbsenceRow => ({
  id: row.id,
  person: row.person ?? '',
  deputy: row.deputy ?? '',
  from: row.from_day,
  to: row.to_day,
  state: absenceState({ from: row.from_day, to: row.to_day, ended: row.ended_at !== null }, today),
  own: row.user_id === actor.userId,
});

export async function absencePage(tx: Tx, actor: Actor, { page, size }: { page: number; size: number }, today: Day) {
  const { rows, total } = await pageWithTotal<StoredAbsence & Record<string, unknown>>(
    tx,
    `select x.*, count(*) over () as total from (${SELECT} and (a.user_id = $1 or a.deputy_id = $1)) x
      order by x.to_day desc, x.id`,
    [actor.userId],
    { limit: size, offset: (page - 1) * size },
  );
  return { rows: rows.map((row) => present(row, actor, today)), total };
}

/** By name. */
export async function colleaguesOf(tx: Tx, actor: Actor): Promise<{ id: string; name: string }[]> {
  return tx.query<{ id: string; name: string }>(
    `select d.id, d.full_name as name from users u join users d on d.tenant_id = u.tenant_id and ${COLLEAGUE}
      where u.tenant_id = current_tenant() and u.id = $1 order by lower(d.full_name), d.id limit 200`,
    [actor.userId],
  );
}

async function ownAbsence(tx: Tx, actor: Actor, id: string): Promise<StoredAbsence | undefined> {
  const [row] = await tx.query<StoredAbsence & Record<string, unknown>>(`${SELECT} and a.id = $1`, [id]);
  if (row && row.user_id !== actor.userId) throw new ApiError('not-found');
  return row;
}

const wrong = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });

async function audit(tx: Tx, actor: Actor, action: string, id: string, detail: object, now: Date): Promise<void> {
  await appendAudit(
    tx,
    [{ action, subject: 'settlement-absence', subjectId: id, actorId: actor.userId, detail: { ...detail } }],
    now,
  );
}

export async function goAway(
  tx: Tx,
  actor: Actor,
  asked: { id: string; deputyId: string; from: Day; to: Day },
  { today, now }: Moment,
): Promise<AbsenceRow> {
  const { id, deputyId, from, to } = asked;
  // Of two who say so at once the second sees the first.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('absence:' || $1, 0))", [actor.userId]);
  const there = await ownAbsence(tx, actor, id);
  if (there) return present(there, actor, today);
  const fault = absenceFault(from, to, today);
  if (fault) throw wrong(fault.path, fault.message);
  const [deputy] = await tx.query(
    `select 1 from users u join users d on d.tenant_id = u.tenant_id and ${COLLEAGUE}
      where u.tenant_id = current_tenant() and u.id = $1 and d.id = $2`,
    [actor.userId, deputyId],
  );
  if (!deputy) throw wrong('deputyId', 'Only a colleague with the same role stands in for you.');
  const [overlapping] = await tx.query(
    `select 1 from settlement_absences where tenant_id = current_tenant() and user_id = $1 and ended_at is null
        and from_day <= $3 and to_day >= $2 limit 1`,
    [actor.userId, from, to],
  );
  if (overlapping) throw wrong('from', 'You have named somebody for some of these days already.');
  await tx.query(
    `insert into settlement_absences (tenant_id, id, user_id, deputy_id, from_day, to_day, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6)`,
    [id, actor.userId, deputyId, from, to, now],
  );
  const made = await ownAbsence(tx, actor, id);
  if (!made) throw new Error('An absence was not stored');
  await audit(tx, actor, 'settlements.absence-named', id, { before: null, after: { deputyId, from, to } }, now);
  return present(made, actor, today);
}

export async function endAbsence(tx: Tx, actor: Actor, id: string, { today, now }: Moment): Promise<AbsenceRow> {
  const row = await ownAbsence(tx, actor, id);
  if (!row) throw new ApiError('not-found');
  const before = present(row, actor, today);
  if (before.state === 'over') return before;
  await tx.query('update settlement_absences set ended_at = $2 where tenant_id = current_tenant() and id = $1', [
    id,
    now,
  ]);
  await audit(tx, actor, 'settlements.absence-ended', id, { before: { ended: false }, after: { ended: true } }, now);
  return { ...before, state: 'over' };
}
