/** All SQL over payouts. Each runs in a transaction of its tenant. */
import type { PayoutStatus } from '../../../core/contract/payouts';
import { type Day, dayOf } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';
import { type AgentTake, type Payout, type PayoutLine, payoutOf } from '../../../core/domain/payouts';
import { parseRole } from '../../../core/domain/roles';
import { addMonths, monthOf } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { agencyScope } from '../loans';
import { portfolioScope, readIncentives, type StoredIncentives } from '../portfolios';

/** One agency's work on one portfolio. */
export interface Pair {
  agencyId: string;
  portfolioId: string;
}
const keyOf = ({ agencyId, portfolioId }: Pair) => `${agencyId}.${portfolioId}`;

export interface Approval {
  id: string;
  status: PayoutStatus;
  incentiveType: StoredIncentives['incentiveType'];
  payments: number;
  collectedPaise: number;
  grossPaise: number;
  lines: PayoutLine[];
  reference: string | null;
  paidOn: Day | null;
  version: number;
  approved: { at: string; by: string } | null;
  paid: { at: string; by: string } | null;
}

/** What is known of one payout: as it is counted now, and as it was approved. */
export interface Found extends Pair {
  agency: { id: string; name: string; code: string };
  portfolio: { id: string; name: string };
  incentiveType: StoredIncentives['incentiveType'];
  now: Payout;
  approval: Approval | null;
}

/**
 * What agents of outside agencies collected in a month of the tenant's days. A payment counts for the agency that its agent
 * belongs to now, and no more once it has been reversed.
 */
async function takesOf(tx: Tx, month: Day, zone: string, only?: Pair): Promise<Map<string, AgentTake[]>> {
  const from = instantAt(month, '00:00', zone);
  const to = instantAt(addMonths(month, 1), '00:00', zone);
  const rows = await tx.query<{
    agency_id: string;
    portfolio_id: string;
    user_id: string;
    full_name: string;
    role: string;
    payments: number;
    collected: number;
    due: number;
  }>(
    `with paid as (
       select u.agency_id, l.portfolio_id, u.id as user_id, u.full_name, u.role, count(*) as payments, sum(p.amount_paise) as collected
         from payments p
         join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
         join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
         join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id
        where p.tenant_id = current_tenant() and p.status <> 'reversed' and p.paid_at >= $1 and p.paid_at < $2 and not a.in_house
          and ($3::uuid is null or (u.agency_id = $3 and l.portfolio_id = $4::uuid))
        group by u.agency_id, l.portfolio_id, u.id, u.full_name, u.role)
     select paid.*,
            case when b.incentive_type <> 'Efficiency' then 0 else coalesce((
              select sum(l.overdue_paise) from loan_assignments h
                join loans l on l.tenant_id = h.tenant_id and l.id = h.loan_id
               where h.tenant_id = current_tenant() and h.profile_id = paid.user_id and h.ended_at is null
                 and l.state = 'active' and l.portfolio_id = paid.portfolio_id), 0) end as due
       from paid join portfolios b on b.tenant_id = current_tenant() and b.id = paid.portfolio_id`,
    [from, to, only?.agencyId ?? null, only?.portfolioId ?? null],
  );
  const found = new Map<string, AgentTake[]>();
  for (const row of rows) {
    const key = keyOf({ agencyId: row.agency_id, portfolioId: row.portfolio_id });
    found.set(key, [
      ...(found.get(key) ?? []),
      {
        id: row.user_id,
        name: row.full_name,
        role: parseRole(row.role),
        payments: row.payments,
        collectedPaise: row.collected,
        duePaise: row.due,
      },
    ]);
  }
  return found;
}

async function approvalsOf(tx: Tx, month: Day, only?: Pair): Promise<Map<string, Approval>> {
  const rows = await tx.query<{
    id: string;
    agency_id: string;
    portfolio_id: string;
    status: PayoutStatus;
    incentive_type: StoredIncentives['incentiveType'];
    payments: number;
    collected_paise: number;
    gross_paise: number;
    lines: PayoutLine[];
    reference: string | null;
    paid_on: Day | null;
    version: number;
    approved_at: string | null;
    approver: string | null;
    settled_at: string | null;
    settler: string | null;
  }>(
    `select o.id, o.agency_id, o.portfolio_id, o.status, o.incentive_type, o.payments, o.collected_paise, o.gross_paise, o.lines,
            o.reference, o.paid_on::text as paid_on, o.version, o.approved_at, o.settled_at,
            (select u.full_name from users u where u.tenant_id = o.tenant_id and u.id = o.approved_by) as approver,
            (select u.full_name from users u where u.tenant_id = o.tenant_id and u.id = o.settled_by) as settler
       from agency_payouts o
      where o.tenant_id = current_tenant() and o.month = $1::date
        and ($2::uuid is null or (o.agency_id = $2 and o.portfolio_id = $3::uuid))`,
    [month, only?.agencyId ?? null, only?.portfolioId ?? null],
  );
  return new Map(
    rows.map((row) => [
      keyOf({ agencyId: row.agency_id, portfolioId: row.portfolio_id }),
      {
        id: row.id,
        status: row.status,
        incentiveType: row.incentive_type,
        payments: row.payments,
        collectedPaise: row.collected_paise,
        grossPaise: row.gross_paise,
        lines: row.lines,
        reference: row.reference,
        paidOn: row.paid_on,
        version: row.version,
        approved: row.approved_at === null ? null : { at: row.approved_at, by: row.approver ?? '' },
        paid: row.settled_at === null ? null : { at: row.settled_at, by: row.settler ?? '' },
      },
    ]),
  );
}

/** A month's payouts for the caller's agencies and portfolios; with `only`, that one, even when there is nothing in it, or none when there is no such pair. */
export async function readPayouts(tx: Tx, actor: Actor, month: Day, zone: string, only?: Pair): Promise<Found[]> {
  const takes = await takesOf(tx, month, zone, only);
  const approvals = await approvalsOf(tx, month, only);
  const keys = [...new Set([...takes.keys(), ...approvals.keys(), ...(only ? [keyOf(only)] : [])])];
  const pairs = keys.map((key) => {
    const [agencyId = '', portfolioId = ''] = key.split('.');
    return { key, agencyId, portfolioId };
  });
  const ids = (of: (pair: Pair) => string) => [...new Set(pairs.map(of))];
  const ofAgencies: unknown[] = [ids((pair) => pair.agencyId)];
  const agencies = new Map(
    (
      await tx.query<Found['agency']>(
        `select a.id, a.name, a.code from agencies a
          where a.tenant_id = current_tenant() and a.id = any($1::uuid[]) and ${agencyScope(actor, ofAgencies)}`,
        ofAgencies,
      )
    ).map((row) => [row.id, row]),
  );
  const portfolioIds = ids((pair) => pair.portfolioId);
  const ofPortfolios: unknown[] = [portfolioIds];
  const portfolios = new Map(
    (
      await tx.query<Found['portfolio']>(
        `select p.id, p.name from portfolios p
          where p.tenant_id = current_tenant() and p.id = any($1::uuid[]) and ${portfolioScope(actor, ofPortfolios)}`,
        ofPortfolios,
      )
    ).map((row) => [row.id, row]),
  );
  const incentives = await readIncentives(tx, portfolioIds);
  return pairs.flatMap(({ key, agencyId, portfolioId }) => {
    const [agency, portfolio] = [agencies.get(agencyId), portfolios.get(portfolioId)];
    const structure = incentives.get(portfolioId);
    if (!agency || !portfolio || !structure) return [];
    const now = payoutOf(takes.get(key) ?? [], structure);
    const approval = approvals.get(key) ?? null;
    const { incentiveType } = structure;
    return [{ agencyId, portfolioId, agency, portfolio, incentiveType, now, approval }];
  });
}

/** Of two at once the second waits here, then sees what the first has done. */
export const lockPayout = (tx: Tx, month: Day, { agencyId, portfolioId }: Pair) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended(current_tenant()::text || $1, 0))', [
    `payout.${month}.${agencyId}.${portfolioId}`,
  ]);

/** Keeps the figures of `now` as approved; `version` is the row's next. */
export async function saveApproval(
  tx: Tx,
  month: Day,
  found: Found,
  row: { id: string; version: number; by: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into agency_payouts (tenant_id, id, agency_id, portfolio_id, month, status, incentive_type, payments, collected_paise,
                                 gross_paise, lines, version, approved_at, approved_by)
     values (current_tenant(), $1, $2, $3, $4, 'approved', $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (tenant_id, id) do update
        set status = 'approved', incentive_type = excluded.incentive_type, payments = excluded.payments,
            collected_paise = excluded.collected_paise, gross_paise = excluded.gross_paise, lines = excluded.lines,
            version = excluded.version, approved_at = excluded.approved_at, approved_by = excluded.approved_by`,
    [
      row.id,
      found.agencyId,
      found.portfolioId,
      month,
      found.incentiveType,
      found.now.payments,
      found.now.collectedPaise,
      found.now.grossPaise,
      JSON.stringify(found.now.lines),
      row.version,
      row.at,
      row.by,
    ],
  );
}

export const savePaid = (tx: Tx, id: string, reference: string, paidOn: Day, by: string, at: Date) =>
  tx.query(
    `update agency_payouts set status = 'paid', reference = $2, paid_on = $3, settled_at = $4, settled_by = $5, version = version + 1
      where tenant_id = current_tenant() and id = $1`,
    [id, reference, paidOn, at, by],
  );

export const takeBack = (tx: Tx, id: string) =>
  tx.query(
    `update agency_payouts set status = 'open', approved_at = null, approved_by = null, version = version + 1
      where tenant_id = current_tenant() and id = $1`,
    [id],
  );

export const thisMonth = (now: Date, zone: string): Day => monthOf(dayOf(now, zone));
