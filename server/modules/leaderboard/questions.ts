/** What people were asked about their month, and what they said; both stay as they were written. */

import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import { type answerQuestion, type askPerson, BOARD_ASKERS } from '../../../core/contract/leaderboard';
import type { Day } from '../../../core/domain/dates';
import { LOAN_CARRIERS, type Role } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { peopleScope } from '../loans';

type Question = ResponseOf<typeof askPerson>['data'];

export const mayAskOf = (actor: Actor): boolean => (BOARD_ASKERS as readonly Role[]).includes(actor.role);

const read = (tx: Tx, condition: string, parameters: unknown[]) =>
  tx.query<Question & { user_id: string; month: Day } & Record<string, unknown>>(
    `select q.id, q.user_id, q.month, q.asked_at as "askedAt", q.question, q.answer, q.answered_at as "answeredAt",
            (select u.full_name from users u where u.tenant_id = q.tenant_id and u.id = q.asked_by) as "askedBy"
       from leaderboard_questions q where q.tenant_id = current_tenant() and ${condition} order by q.asked_at, q.id limit 100`,
    parameters,
  );
const present = ({ id, askedBy, askedAt, question, answer, answeredAt }: Question): Question => ({
  ...{ id, askedBy, askedAt, question, answer, answeredAt },
});

export const questionsOf = async (tx: Tx, userId: string, month: Day): Promise<Question[]> =>
  (await read(tx, 'q.user_id = $1::uuid and q.month = $2::date', [userId, month])).map(present);

export async function waitingFor(tx: Tx, actor: Actor) {
  const rows = await read(tx, 'q.user_id = $1::uuid and q.answer is null', [actor.userId]);
  return [...new Set(rows.map(({ month }) => month))].map((month) => ({ month }));
}

/** Throws `not-found` for somebody whom the caller does not see, `invalid` for who works no loans and for the caller. */
export async function ask(
  tx: Tx,
  actor: Actor,
  body: RequestOf<typeof askPerson>['body'],
  now: Date,
): Promise<Question> {
  const { id, profileId, month, question } = body;
  const parameters: unknown[] = [profileId];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const [person] = await tx.query<{ role: string }>(
    `select upper(u.role) as role from users u where u.tenant_id = current_tenant() and u.id = $1::uuid and ${scope}`,
    parameters,
  );
  if (!person) throw new ApiError('not-found');
  if (profileId === actor.userId || !(LOAN_CARRIERS as readonly string[]).includes(person.role))
    throw new ApiError('invalid', {
      fields: [{ path: 'profileId', message: 'Only people who work loans are asked, and nobody themselves' }],
    });
  const made = await tx.query(
    `insert into leaderboard_questions (tenant_id, id, user_id, month, asked_by, asked_at, question)
     values (current_tenant(), $1, $2, $3, $4, $5, $6) on conflict (tenant_id, id) do nothing returning id`,
    [id, profileId, month, actor.userId, now, question],
  );
  const [row] = await read(tx, 'q.id = $1::uuid and q.user_id = $2::uuid', [id, profileId]);
  if (!row) throw new ApiError('conflict');
  if (made.length > 0)
    await note(tx, actor, 'leaderboard.asked', id, { before: null, after: { profileId, month, question } }, now);
  return present(row);
}

/** Throws `not-found` for a question that somebody else was asked, `conflict` when another answer was given. */
export async function answer(
  tx: Tx,
  actor: Actor,
  id: string,
  said: RequestOf<typeof answerQuestion>['body']['answer'],
  now: Date,
): Promise<Question> {
  const changed = await tx.query(
    `update leaderboard_questions set answer = $3, answered_at = $4
      where tenant_id = current_tenant() and id = $1 and user_id = $2 and answer is null returning id`,
    [id, actor.userId, said, now],
  );
  const [row] = await read(tx, 'q.id = $1::uuid and q.user_id = $2::uuid', [id, actor.userId]);
  if (!row) throw new ApiError('not-found');
  if (changed.length === 0 && row.answer !== said) throw new ApiError('conflict');
  if (changed.length > 0)
    await note(tx, actor, 'leaderboard.answered', id, { before: { answer: null }, after: { answer: said } }, now);
  return present(row);
}

const note = (tx: Tx, actor: Actor, action: string, id: string, detail: Record<string, unknown>, now: Date) =>
  appendAudit(tx, [{ action, subject: 'leaderboard-question', subjectId: id, actorId: actor.userId, detail }], now);
