/** What agents have in hand, handing it over, and its confirmation by somebody else (core/contract/cash.ts). */
import type { decideHandover, handOverCash } from '../../../core/contract/cash';
import type { RequestOf } from '../../../core/contract/kit';
import { dayOf } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, type Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import {
  closeHandover,
  handoverPage,
  insertHandover,
  lockHandover,
  lockHeld,
  makerOf,
  readOwnCash,
} from './repository';

const GONE = 'Some of this cash is in another hand-over, or its record was taken back. Look at it again.';
const wrong = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });

async function handOver(
  tx: Tx,
  actor: Actor,
  body: RequestOf<typeof handOverCash>['body'],
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  const { userId } = actor;
  const { handedOn, place, reference } = body;
  const id = body.id.toLowerCase();
  const maker = await makerOf(tx, id);
  if (maker === userId) return;
  if (maker !== undefined) throw new ApiError('conflict');
  if (handedOn > dayOf(now, zone)) throw wrong('handedOn', 'Choose today or an earlier day');
  const wanted = [...new Set(body.paymentIds.map((one) => one.toLowerCase()))];
  const held = await lockHeld(tx, userId, wanted);
  if (held.length < wanted.length) throw new ApiError('conflict', { message: GONE });
  if (held.some(({ paid_at }) => dayOf(paid_at, zone) > handedOn))
    throw wrong('handedOn', 'Some of this cash was taken after that day');
  const amountPaise = held.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const made = await insertHandover(
    tx,
    { id, userId, amountPaise, paymentIds: wanted, handedOn, place, reference },
    now,
  );
  if (!made) throw new ApiError('conflict');
  await appendAudit(
    tx,
    [
      {
        action: 'cash.handed-over',
        subject: 'cash-handover',
        subjectId: id,
        actorId: userId,
        detail: { amountPaise, payments: wanted, handedOn, place, reference },
      },
    ],
    now,
  );
}

/** Asked the same twice, the first answer stands; the other answer is a conflict. */
async function decide(
  tx: Tx,
  actor: Actor,
  wantedId: string,
  body: RequestOf<typeof decideHandover>['body'],
  now: Date,
): Promise<void> {
  const found = await lockHandover(tx, actor, wantedId);
  if (!found) throw new ApiError('not-found');
  const { id, agent, state: before } = found;
  if (agent.id === actor.userId)
    throw new ApiError('forbidden', { message: 'Somebody else must confirm what you handed over.' });
  if (before === body.state) return;
  if (before !== 'open') throw new ApiError('conflict');
  const answer = body.state === 'declined' ? body.answer : null;
  await closeHandover(tx, id, { state: body.state, answer, userId: actor.userId }, now);
  await appendAudit(
    tx,
    [
      {
        action: `cash.${body.state}`,
        subject: 'cash-handover',
        subjectId: id,
        actorId: actor.userId,
        detail: {
          before: { state: before },
          after: { state: body.state },
          amountPaise: found.amountPaise,
          agent: agent.id,
          answer,
        },
      },
    ],
    now,
  );
}

export function handlers({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Pick<Handlers, Extract<keyof Handlers, `cash.${string}`>> {
  const rulesOf = tenantRules(db);
  /** The zone is looked up before the transaction: the embedded database opens none inside another. */
  const at = async <T>(actor: Actor, work: (tx: Tx, zone: string) => Promise<T>) => {
    const { tenantId, userId } = actor;
    const { zone } = await rulesOf(tenantId);
    return db.transaction({ tenantId, userId }, (tx) => work(tx, zone));
  };
  const success = true as const;

  return {
    'cash.mine': async ({ actor }) => ({
      success,
      data: await at(actor, (tx, zone) => readOwnCash(tx, actor.userId, zone)),
    }),
    'cash.handOver': async ({ actor, body }) => ({
      success,
      data: await at(actor, async (tx, zone) => {
        await handOver(tx, actor, body, { now: clock.now(), zone });
        return readOwnCash(tx, actor.userId, zone);
      }),
    }),
    'cash.handovers': async ({ actor, query }) => ({
      success,
      data: await at(actor, (tx) => handoverPage(tx, actor, query)),
    }),
    'cash.decide': async ({ actor, params, body }) => ({
      success,
      data: await at(actor, async (tx) => {
        const id = params.id.toLowerCase();
        await decide(tx, actor, id, body, clock.now());
        const shown = await lockHandover(tx, actor, id);
        if (!shown) throw new ApiError('not-found');
        return shown;
      }),
    }),
  };
}
