/** SQL over settlements, their offers and steps. Whoever changes one locks its loan first, as payments do. */
import type { OfferSent } from '../../../core/contract/settlements';
import type { Bucket } from '../../../core/domain/buckets';
import type { Day } from '../../../core/domain/dates';
import type { Role } from '../../../core/domain/roles';
import type { Approver } from '../../../core/domain/settlement-matrix';
import type { Asked } from '../../../core/domain/settlements/borrower-wishes';
import { CONFIRMED } from '../../../core/domain/settlements/money';
import type { ByHead, Instalment } from '../../../core/domain/settlements/offer';
import { ANSWER_DAYS } from '../../../core/domain/settlements/plan';
import { REVIEWS, type Review, type Stage, type Step } from '../../../core/domain/settlements/steps';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';

export interface SettlementRecord {
  id: string;
  number: string;
  loan_id: string;
  borrower_id: string;
  stage: Stage;
  stage_at: string;
  reviews: Review[];
  approver_ids: string[];
  counterer_ids: string[];
  authority: Approver | null;
  maker_id: string;
  maker_role: Role;
  hardship: string;
  staff_or_fraud: boolean;
  restructuring: boolean;
  round: number;
  outstanding_paise: number;
  waived_paise: number;
  payable_paise: number;
  instalments: number;
  valid_till: Day;
  /** Confirmed; `received_paise` came in and waits for that. */
  paid_paise: number;
  received_paise: number;
  next_due_on: Day | null;
  settled_on: Day | null;
  reopened_on: Day | null;
  /** By when whoever has the word is to answer. */
  answer_by: Day | null;
  letter_id: string | null;
  no_dues_letter_id: string | null;
  void_letter_id: string | null;
  created_at: string;
}

/** With what a list shows of the loan. */
export interface ListedRecord extends SettlementRecord {
  loan_number: string;
  borrower: string;
  client: string;
  portfolio: string;
  portfolio_id: string;
  bucket: Bucket;
  dpd: number;
  maker: string | null;
  /** When its maker last sent it. */
  submitted_at: string | null;
  held_by: string | null;
}

const COLUMNS = `s.id, s.number, s.loan_id, s.borrower_id, s.stage, s.stage_at, s.reviews, s.approver_ids, s.counterer_ids, s.authority, s.maker_id, s.maker_role,
  s.hardship, s.staff_or_fraud, s.restructuring, s.round, s.outstanding_paise, s.waived_paise, s.payable_paise, s.instalments, s.valid_till,
  s.paid_paise, s.received_paise, s.next_due_on, s.settled_on, s.reopened_on, s.answer_by, s.letter_id, s.no_dues_letter_id, s.void_letter_id, s.created_at`;
export const LISTED = `select ${COLUMNS}, l.loan_number, b.name as borrower, c.name as client, p.name as portfolio, p.id as portfolio_id, l.bucket, l.dpd,
    u.full_name as maker,
    (select max(t.at) from settlement_steps t
      where t.tenant_id = s.tenant_id and t.settlement_id = s.id and t.step = 'submit') as submitted_at,
    (select string_agg(w.full_name, ', ' order by h.kind desc) from loan_assignments h
       join users w on w.tenant_id = h.tenant_id and w.id = h.profile_id
      where h.tenant_id = s.tenant_id and h.loan_id = s.loan_id and h.ended_at is null and h.kind in ('field_agent', 'collector')) as held_by
  from settlements s
  join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id
  join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
  join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
  join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
  left join users u on u.tenant_id = s.tenant_id and u.id = s.maker_id`;

export interface LoanForOffer {
  id: string;
  loan_number: string;
  borrower_id: string;
  borrower: string;
  portfolio_id: string;
  state: string;
  bucket: Bucket;
  dpd: number;
  dues: ByHead;
}

/** Locked where something is about to change: `lock`. The heads add up to what is outstanding, the principal being what the others leave. */
export async function loanForOffer(tx: Tx, loanId: string, lock: boolean): Promise<LoanForOffer | undefined> {
  const [row] = await tx.query<
    Omit<LoanForOffer, 'dues'> & { tos: number; interest: number; penal: number; charges: number }
  >(
    `select l.id, l.loan_number, l.borrower_id, b.name as borrower, l.portfolio_id, l.state, l.bucket, l.dpd, l.tos_paise as tos,
            l.interest_overdue_paise as interest, l.penal_paise as penal, l.charges_paise as charges
       from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where l.tenant_id = current_tenant() and l.id = $1${lock ? ' for no key update of l' : ''}`,
    [loanId],
  );
  if (!row) return undefined;
  const { tos, interest, penal, charges, ...loan } = row;
  return { ...loan, dues: duesWithin(tos, { interest, penal, charges }) };
}

/** A lender's heads may say more than its total: the total holds, and the lesser heads give way. */
function duesWithin(total: number, { interest, penal, charges }: Omit<ByHead, 'principal'>): ByHead {
  let left = Math.max(0, total);
  const take = (amount: number) => {
    const taken = Math.min(left, amount);
    left -= taken;
    return taken;
  };
  return { interest: take(interest), penal: take(penal), charges: take(charges), principal: left };
}

/** The yearly rate in percent, where the lender's file said it, and whose loan it is. */
export async function rateOf(tx: Tx, loanId: string): Promise<{ rate: number | null; clientId: string } | undefined> {
  const [row] = await tx.query<{ rate: number | null; clientId: string }>(
    `select rate::float8 as rate, client_id as "clientId" from loans where tenant_id = current_tenant() and id = $1`,
    [loanId],
  );
  return row;
}

export async function loanOfSettlement(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ loan_id: string }>(
    'select loan_id from settlements where tenant_id = current_tenant() and id = $1',
    [id],
  );
  return row?.loan_id;
}

/** The caller holds the loan's lock. */
export async function lockSettlement(tx: Tx, id: string): Promise<SettlementRecord | undefined> {
  const [row] = await tx.query<SettlementRecord & Record<string, unknown>>(
    `select ${COLUMNS} from settlements s where s.tenant_id = current_tenant() and s.id = $1 for update`,
    [id],
  );
  return row;
}

export async function listedSettlement(tx: Tx, id: string): Promise<ListedRecord | undefined> {
  const [row] = await tx.query<ListedRecord & Record<string, unknown>>(
    `${LISTED} where s.tenant_id = current_tenant() and s.id = $1`,
    [id],
  );
  return row;
}

export async function openSettlementOf(tx: Tx, loanId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'select id from settlements where tenant_id = current_tenant() and loan_id = $1 and ended_at is null',
    [loanId],
  );
  return row?.id;
}

/** The day on which the borrower last settled anything. */
export async function lastSettledOn(tx: Tx, borrowerId: string): Promise<Day | undefined> {
  const [row] = await tx.query<{ settled_on: Day }>(
    `select settled_on from settlements where tenant_id = current_tenant() and borrower_id = $1 and settled_on is not null
      order by settled_on desc limit 1`,
    [borrowerId],
  );
  return row?.settled_on;
}

/** ST/2026/000042, counted anew each year. */
export async function nextNumber(tx: Tx, year: string): Promise<string> {
  const [row] = await tx.query<{ value: number }>(
    `insert into tenant_counters (tenant_id, name, value) values (current_tenant(), $1, 1)
     on conflict (tenant_id, name) do update set value = tenant_counters.value + 1 returning value`,
    [`settlement-${year}`],
  );
  if (!row) throw new Error('No number for a settlement');
  return `ST/${year}/${String(row.value).padStart(6, '0')}`;
}

export interface OfferFacts {
  reviews: readonly Review[];
  authority: Approver | null;
  restructuring: boolean;
  outstanding: number;
  waived: number;
  payable: number;
}

export async function insertSettlement(
  tx: Tx,
  made: { id: string; number: string; loan: LoanForOffer; actor: Actor; hardship: string; staffOrFraud: boolean },
  offer: OfferSent,
  facts: OfferFacts,
  now: Date,
): Promise<void> {
  const { id, number, loan, actor, hardship, staffOrFraud } = made;
  await tx.query(
    `insert into settlements (tenant_id, id, number, loan_id, borrower_id, stage, stage_at, reviews, authority, maker_id, maker_role, hardship,
       staff_or_fraud, restructuring, round, outstanding_paise, waived_paise, payable_paise, instalments, valid_till, next_due_on, created_at)
     values (current_tenant(), $1, $2, $3, $4, 'draft', $5, $6, $7, $8, $9, $10, $11, $12, 0, $13, $14, $15, $16, $17, $18, $5)`,
    [
      id,
      number,
      loan.id,
      loan.borrower_id,
      now,
      facts.reviews,
      facts.authority,
      actor.userId,
      actor.role,
      hardship,
      staffOrFraud,
      facts.restructuring,
      facts.outstanding,
      facts.waived,
      facts.payable,
      offer.instalments.length,
      offer.validTill,
      offer.instalments[0]?.dueOn ?? null,
    ],
  );
}

/** The next round, in force from now on; nobody has approved it yet. */
export async function insertOffer(
  tx: Tx,
  id: string,
  round: number,
  offer: OfferSent,
  by: Actor,
  facts: OfferFacts,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into settlement_offers (tenant_id, settlement_id, round, by_id, by_role, dues, waiver, instalments, valid_till, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8, $9)`,
    [id, round, by.userId, by.role, offer.dues, offer.waiver, JSON.stringify(offer.instalments), offer.validTill, now],
  );
  await tx.query(
    `update settlements set round = $2, reviews = $3, authority = $4, approver_ids = '{}', restructuring = $5, outstanding_paise = $6,
            waived_paise = $7, payable_paise = $8, instalments = $9, valid_till = $10, next_due_on = $11, paid_paise = 0, received_paise = 0
      where tenant_id = current_tenant() and id = $1`,
    [
      id,
      round,
      facts.reviews,
      facts.authority,
      facts.restructuring,
      facts.outstanding,
      facts.waived,
      facts.payable,
      offer.instalments.length,
      offer.validTill,
      offer.instalments[0]?.dueOn ?? null,
    ],
  );
}

export interface StepTaken {
  step: Step;
  from: Stage;
  to: Stage;
  round: number;
  /** Null: the server's own work; without an id: the borrower. */
  by: { id: string; role: Role } | { id: null; role: 'BORROWER' } | null;
  /** In whose place, where `by` stood in for somebody. */
  forId?: string | undefined;
  asked?: Asked | undefined;
  remarks: string;
  ended: boolean;
  /** Of the tenant: an answer is expected so many days from it. */
  today: Day;
}

/** Answers the step's place, from 1. */
export async function insertStep(
  tx: Tx,
  id: string,
  taken: Omit<StepTaken, 'ended' | 'today'>,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ place: number }>(
    `insert into settlement_steps (tenant_id, settlement_id, place, step, from_stage, to_stage, round, by_id, by_role, remarks, at, for_id, asked)
     select current_tenant(), $1, coalesce(max(t.place), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb
       from settlement_steps t where t.tenant_id = current_tenant() and t.settlement_id = $1
     returning place`,
    [
      id,
      taken.step,
      taken.from,
      taken.to,
      taken.round,
      taken.by?.id ?? null,
      taken.by?.role ?? null,
      taken.remarks,
      now,
      taken.forId ?? null,
      taken.asked ?? null,
    ],
  );
  return row?.place ?? 0;
}

/** Writes the step and moves the settlement; answers the step's place, from 1. */
export async function moveOn(tx: Tx, id: string, taken: StepTaken, now: Date): Promise<number> {
  const place = await insertStep(tx, id, taken, now);
  await tx.query(
    `update settlements set stage = $2, stage_at = $3, to_judge = true, ended_at = case when $4::boolean then $3::timestamptz end,
            answer_by = case when $2 = any($7::text[]) then $8::date + coalesce((select p.answer_days from portfolios p
                join loans l on l.tenant_id = p.tenant_id and l.portfolio_id = p.id
               where l.tenant_id = settlements.tenant_id and l.id = settlements.loan_id), $9::int) end,
            approver_ids = case when $5::text = 'approve' then approver_ids || $6::uuid[] else approver_ids end,
            counterer_ids = case when $5::text = 'counter' then counterer_ids || $6::uuid[] else counterer_ids end
      where tenant_id = current_tenant() and id = $1`,
    [
      id,
      taken.to,
      now,
      taken.ended,
      taken.step,
      [taken.by?.id ?? [], taken.forId ?? []].flat(),
      REVIEWS,
      taken.today,
      ANSWER_DAYS,
    ],
  );
  return place;
}

export interface LastStep {
  step: Step;
  from_stage: Stage;
  round: number;
  by_id: string | null;
  by_role: string | null;
  by: string | null;
  at: string;
}

export async function lastStep(tx: Tx, id: string): Promise<LastStep | undefined> {
  const [row] = await tx.query<LastStep & Record<string, unknown>>(
    `select t.step, t.from_stage, t.round, t.by_id, t.by_role, u.full_name as by, t.at
       from settlement_steps t left join users u on u.tenant_id = t.tenant_id and u.id = t.by_id
      where t.tenant_id = current_tenant() and t.settlement_id = $1 order by t.place desc limit 1`,
    [id],
  );
  return row;
}

/** Whether the terms in force were written by somebody of that role. */
export async function counteredBy(tx: Tx, id: string, role: Role): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from settlement_steps t where t.tenant_id = current_tenant() and t.settlement_id = $1 and t.step = 'counter' and t.by_role = $2 limit 1`,
    [id, role],
  );
  return rows.length > 0;
}

export interface OfferRow {
  round: number;
  by_id: string;
  name: string | null;
  by_role: string;
  dues: ByHead;
  waiver: ByHead;
  instalments: Instalment[];
  valid_till: Day;
  created_at: string;
}

export const offersOf = (tx: Tx, id: string): Promise<OfferRow[]> =>
  tx.query<OfferRow & Record<string, unknown>>(
    `select o.round, o.by_id, u.full_name as name, o.by_role, o.dues, o.waiver, o.instalments, o.valid_till, o.created_at
       from settlement_offers o left join users u on u.tenant_id = o.tenant_id and u.id = o.by_id
      where o.tenant_id = current_tenant() and o.settlement_id = $1 order by o.round`,
    [id],
  );

export interface StepRow {
  step: Step;
  to_stage: Stage;
  round: number;
  name: string | null;
  by_role: string | null;
  /** In whose place. */
  for_name: string | null;
  asked: Asked | null;
  remarks: string;
  at: string;
}

export const stepsOf = (tx: Tx, id: string): Promise<StepRow[]> =>
  tx.query<StepRow & Record<string, unknown>>(
    `select t.step, t.to_stage, t.round, u.full_name as name, t.by_role, f.full_name as for_name, t.asked, t.remarks, t.at
       from settlement_steps t left join users u on u.tenant_id = t.tenant_id and u.id = t.by_id
       left join users f on f.tenant_id = t.tenant_id and f.id = t.for_id
      where t.tenant_id = current_tenant() and t.settlement_id = $1 order by t.place`,
    [id],
  );

export interface PaymentRow {
  id: string;
  amount_paise: number;
  mode: string;
  status: string;
  paid_at: string;
  taken_by: string | null;
  taken_by_name: string | null;
  late: boolean;
  counts: boolean | null;
}

const MOST_PAYMENTS = 200;
/**
 * Payments `m` on the loan of settlement `s` that the dues of the offer in force `o` do not know: made after it; or made before it and
 * posted after it or not confirmed yet.
 */
const SINCE_OFFER = `settlement_offers o
  join settlements s on s.tenant_id = o.tenant_id and s.id = o.settlement_id and s.round = o.round
  join payments m on m.tenant_id = s.tenant_id and m.loan_id = s.loan_id
  left join settlement_payments d on d.tenant_id = s.tenant_id and d.settlement_id = s.id and d.payment_id = m.id`;
const OF_SETTLEMENT = `o.tenant_id = current_tenant() and o.settlement_id = $1
  and (m.paid_at >= o.created_at or m.created_at >= o.created_at or m.status = 'received' or d.counts is not null)`;

/** Newest first. */
export const paymentsOf = (tx: Tx, id: string, paymentId: string | null = null): Promise<PaymentRow[]> =>
  tx.query<PaymentRow & Record<string, unknown>>(
    `select m.id, m.amount_paise, m.mode, m.status, m.paid_at, m.user_id as taken_by, u.full_name as taken_by_name,
            m.paid_at < o.created_at as late, d.counts
       from ${SINCE_OFFER} left join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
      where ${OF_SETTLEMENT} and ($2::uuid is null or m.id = $2) order by m.paid_at desc, m.id limit ${MOST_PAYMENTS}`,
    [id, paymentId],
  );

interface SettlementMoneySums {
  confirmed: number;
  received: number;
  takenBack: number;
}

/** In paise: what is confirmed, what was received in all, and what was taken back of it. A late payment counts when somebody has said so. */
export async function moneyOf(tx: Tx, id: string): Promise<SettlementMoneySums> {
  const [row] = await tx.query<SettlementMoneySums & Record<string, unknown>>(
    `select coalesce(sum(m.amount_paise) filter (where m.status = any($2::text[])), 0)::bigint as confirmed,
            coalesce(sum(m.amount_paise) filter (where m.status <> 'reversed'), 0)::bigint as received,
            coalesce(sum(m.amount_paise) filter (where m.status = 'reversed'), 0)::bigint as "takenBack"
       from ${SINCE_OFFER}
      where ${OF_SETTLEMENT} and (m.paid_at >= o.created_at or d.counts)`,
    [id, CONFIRMED],
  );
  return row ?? { confirmed: 0, received: 0, takenBack: 0 };
}

export const confirmPayment = (tx: Tx, paymentId: string) =>
  tx.query(
    `update payments set status = 'verified' where tenant_id = current_tenant() and id = $1 and status = 'received'`,
    [paymentId],
  );

export async function countPayment(
  tx: Tx,
  id: string,
  paymentId: string,
  counts: boolean,
  userId: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into settlement_payments (tenant_id, settlement_id, payment_id, counts, by_id, at)
     values (current_tenant(), $1, $2, $3, $4, $5)
     on conflict (tenant_id, settlement_id, payment_id) do update set counts = $3, by_id = $4, at = $5`,
    [id, paymentId, counts, userId, now],
  );
  await tx.query('update settlements set to_judge = true where tenant_id = current_tenant() and id = $1', [id]);
}

/** The no-dues letter says what is no longer so: it is kept, and no longer handed out. Answers it, unless that was done before. */
export async function voidLetter(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ void_letter_id: string }>(
    `update settlements set void_letter_id = no_dues_letter_id, no_dues_letter_id = null
      where tenant_id = current_tenant() and id = $1 and no_dues_letter_id is not null returning void_letter_id`,
    [id],
  );
  return row?.void_letter_id;
}

export const setLetter = (tx: Tx, id: string, column: 'letter_id' | 'no_dues_letter_id', documentId: string) =>
  tx.query(`update settlements set ${column} = $2 where tenant_id = current_tenant() and id = $1`, [id, documentId]);
