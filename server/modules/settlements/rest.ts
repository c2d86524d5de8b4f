/** What an agreed settlement does to its loan before it is paid in full: contact rests while it is paid, and promises of before fall. */
import { PAUSE_REASONS } from '../../../core/contract/contact-parts';
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';

/** A pause for any other reason is left alone. */
const RESTS = PAUSE_REASONS.settlement;

/** Phones, dialer and gate obey the loan's pause. `until` null: it ends, unless another settlement of the loan is open by now. */
export async function restWhilePaid(
  tx: Tx,
  { settlementId, loanId, until }: { settlementId: string; loanId: string; until: Day | null },
  now: Date,
): Promise<void> {
  if (until)
    await tx.query(
      `update loans set pause_reason = $2, pause_until = $3, version = version + 1, updated_at = $4
        where tenant_id = current_tenant() and id = $1 and state in ('active', 'suppressed')
          and (pause_reason is null or pause_reason = $2 and pause_until is distinct from $3::date)`,
      [loanId, RESTS, until, now],
    );
  else
    await tx.query(
      `update loans l set pause_reason = null, pause_until = null, version = version + 1, updated_at = $4
        where tenant_id = current_tenant() and id = $1 and pause_reason = $2
          and not exists (select 1 from settlements o where o.tenant_id = l.tenant_id and o.loan_id = l.id and o.id <> $3 and o.ended_at is null)`,
      [loanId, RESTS, settlementId, now],
    );
}

/** The instalments take the place of what was promised before the letter went out: nobody is reminded of it, and it is never broken. */
export async function replacePromises(
  tx: Tx,
  { settlementId, loanId }: { settlementId: string; loanId: string },
  now: Date,
): Promise<void> {
  const replaced = await tx.query(
    `update ptps set status = 'replaced'
      where tenant_id = current_tenant() and loan_id = $1 and status = 'open' and created_at < (select max(t.at) from settlement_steps t
        where t.tenant_id = current_tenant() and t.settlement_id = $2 and t.to_stage = 'letter-out') returning id`,
    [loanId, settlementId],
  );
  if (replaced.length === 0) return;
  await tx.query(
    `update loans l set ptp_due_on = p.due_on, ptp_paise = p.amount_paise, ptp_status = p.status, version = l.version + 1, updated_at = $2
       from (select 1) one left join lateral (select due_on, amount_paise, status from ptps
              where tenant_id = current_tenant() and loan_id = $1 and status <> 'replaced' order by created_at desc limit 1) p on true
      where l.tenant_id = current_tenant() and l.id = $1`,
    [loanId, now],
  );
}
