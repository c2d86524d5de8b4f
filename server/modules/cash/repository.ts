/** Cash in hand and its hand-overs. All SQL of it is here; each statement runs in a transaction of its tenant. */
import {
  type AgentsHandover,
  type Handover,
  type HandoverPlace,
  type HandoverState,
  MOST_PAYMENTS,
  type OwnCash,
} from '../../../core/contract/cash';
import { type Day, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import { countOf, pageOfIds } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { peopleScope } from '../loans';

const SHOWN = 10;

/** As the index `payments_cash_held` has it. */
const HELD = `p.tenant_id = current_tenant() and p.user_id = $1 and p.mode = 'cash' and p.status = 'received'`;

interface Row {
  id: string;
  user_id: string;
  agent: string;
  amount_paise: number;
  payments: number;
  handed_on: Day;
  place: HandoverPlace;
  reference: string;
  state: HandoverState;
  created_at: string;
  answer: string | null;
  decided_by: string | null;
  decided_at: string | null;
}

const SELECT = `select h.id, h.user_id, u.full_name as agent, h.amount_paise, h.payments, h.handed_on, h.place, h.reference, h.state,
    h.created_at, h.answer, d.full_name as decided_by, h.decided_at
  from cash_handovers h join users u on u.tenant_id = h.tenant_id and u.id = h.user_id
  left join users d on d.tenant_id = h.tenant_id and d.id = h.decided_by`;

const iso = (value: string) => new Date(value).toISOString();

const present = (row: Row): Handover => ({
  id: row.id,
  amountPaise: row.amount_paise,
  payments: row.payments,
  handedOn: row.handed_on,
  place: row.place,
  reference: row.reference,
  state: row.state,
  createdAt: iso(row.created_at),
  answer: row.answer,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at && iso(row.decided_at),
});
const withAgent = (row: Row): AgentsHandover => ({ ...present(row), agent: { id: row.user_id, name: row.agent } });

/** Days are the zone's. */
export async function readOwnCash(tx: Tx, userId: string, zone: string): Promise<OwnCash> {
  const [sums] = await tx.query<{
    held: number;
    held_paise: number;
    oldest: string | null;
    waiting: number;
    waiting_paise: number;
  }>(
    `select count(*) filter (where p.handover_id is null) as held,
            coalesce(sum(p.amount_paise) filter (where p.handover_id is null), 0)::bigint as held_paise,
            min(p.paid_at) filter (where p.handover_id is null) as oldest,
            count(*) filter (where p.handover_id is not null) as waiting,
            coalesce(sum(p.amount_paise) filter (where p.handover_id is not null), 0)::bigint as waiting_paise
       from payments p where ${HELD}`,
    [userId],
  );
  const payments = await tx.query<{
    id: string;
    amount_paise: number;
    paid_at: string;
    loan_number: string;
    borrower: string;
  }>(
    `select p.id, p.amount_paise, p.paid_at, l.loan_number, b.name as borrower
       from payments p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where ${HELD} and p.handover_id is null order by p.paid_at, p.id limit ${MOST_PAYMENTS}`,
    [userId],
  );
  const handovers = await tx.query<Row & Record<string, unknown>>(
    `${SELECT} where h.tenant_id = current_tenant() and h.user_id = $1 order by h.created_at desc, h.id desc limit ${SHOWN}`,
    [userId],
  );
  return {
    inHand: {
      amountPaise: sums?.held_paise ?? 0,
      payments: sums?.held ?? 0,
      oldestOn: sums?.oldest ? dayOf(sums.oldest, zone) : null,
    },
    handedOver: { amountPaise: sums?.waiting_paise ?? 0, payments: sums?.waiting ?? 0 },
    payments: payments.map((row) => ({
      id: row.id,
      loanNumber: row.loan_number,
      borrower: row.borrower,
      amountPaise: row.amount_paise,
      paidAt: iso(row.paid_at),
    })),
    handovers: handovers.map(present),
  };
}

/** Of these payments those that the user has in hand, locked until the end of the transaction. */
export const lockHeld = (
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<{ id: string; amount_paise: number; paid_at: string }[]> =>
  tx.query(
    `select p.id, p.amount_paise, p.paid_at from payments p
      where ${HELD} and p.handover_id is null and p.id = any($2::uuid[]) order by p.id for update`,
    [userId, ids],
  );

export interface NewHandover {
  id: string;
  userId: string;
  amountPaise: number;
  paymentIds: readonly string[];
  handedOn: Day;
  place: HandoverPlace;
  reference: string;
}

/** False when the id is taken; then nothing is written. */
export async function insertHandover(tx: Tx, made: NewHandover, now: Date): Promise<boolean> {
  const { id, userId, amountPaise, paymentIds, handedOn, place, reference } = made;
  const inserted = await tx.query(
    `insert into cash_handovers (tenant_id, id, user_id, amount_paise, payments, handed_on, place, reference, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, id) do nothing returning id`,
    [id, userId, amountPaise, paymentIds.length, handedOn, place, reference, now],
  );
  if (inserted.length === 0) return false;
  await tx.query(
    'update payments set handover_id = $1 where tenant_id = current_tenant() and id = any($2::uuid[]) returning id',
    [id, paymentIds],
  );
  return true;
}

export async function makerOf(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ user_id: string }>(
    'select user_id from cash_handovers where tenant_id = current_tenant() and id = $1',
    [id],
  );
  return row?.user_id;
}

/** Of the actor's people, locked; undefined when it is not there or of nobody of theirs. */
export async function lockHandover(tx: Tx, actor: Actor, id: string): Promise<AgentsHandover | undefined> {
  const parameters: unknown[] = [id];
  const scope = peopleScope(actor, parameters, 'h.tenant_id', 'h.user_id');
  const [row] = await tx.query<Row & Record<string, unknown>>(
    `${SELECT} where h.tenant_id = current_tenant() and h.id = $1 and ${scope} for update of h`,
    parameters,
  );
  return row && withAgent(row);
}

/** Confirmed, its payments are deposited; declined, they are in the agent's hand again. */
export async function closeHandover(
  tx: Tx,
  id: string,
  { state, answer, userId }: { state: 'confirmed' | 'declined'; answer: string | null; userId: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `update cash_handovers set state = $2, answer = $3, decided_by = $4, decided_at = $5
      where tenant_id = current_tenant() and id = $1`,
    [id, state, answer, userId, now],
  );
  await tx.query(
    `update payments set ${state === 'confirmed' ? "status = 'deposited'" : 'handover_id = null'}
      where tenant_id = current_tenant() and handover_id = $1 and status = 'received'`,
    [id],
  );
}

export async function handoverPage(
  tx: Tx,
  actor: Actor,
  { state, page, size }: { state: HandoverState; page: number; size: number },
): Promise<{ rows: AgentsHandover[]; total: number; exact: boolean }> {
  const parameters: unknown[] = [state];
  const scope = peopleScope(actor, parameters, 'h.tenant_id', 'h.user_id');
  const source = {
    from: 'cash_handovers h',
    where: `h.tenant_id = current_tenant() and h.state = $1 and ${scope}`,
    parameters,
  };
  const counted = await countOf(tx, source, 'quick');
  const order = { by: 'h.created_at', dir: 'desc', indexed: 'desc', type: 'timestamptz', id: 'h.id' } as const;
  const ids = await pageOfIds(tx, source, order, { page, pageSize: size }, counted);
  if (ids.length === 0) return { rows: [], ...counted };
  const rows = await tx.query<Row & Record<string, unknown>>(
    `${SELECT} where h.tenant_id = current_tenant() and h.id = any($1::uuid[])`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, withAgent(row)]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...counted };
}
