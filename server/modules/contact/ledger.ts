/** Attempts that were made and contacts that were held back. All SQL that writes them is here. */
import type { ContactChannel, RuleId } from '../../../core/domain/contact-gate';
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';

/** Stands for nobody in person: a message of the system, a predictive dialer. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export interface NewAttempt {
  id: string;
  borrowerId: string;
  loanId: string;
  channel: ContactChannel;
  phoneId: string | null;
  userId: string | null;
  at: Date;
  onRequest: boolean;
  outsideRule: RuleId | null;
}

export async function noteAttempt(tx: Tx, tenantId: string, attempt: NewAttempt): Promise<void> {
  const { id, borrowerId, loanId, channel, phoneId, userId, at, onRequest, outsideRule } = attempt;
  await tx.query(
    `insert into contact_attempts (tenant_id, id, borrower_id, loan_id, channel, phone_id, user_id, at, on_request, outside_rule)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (tenant_id, id) do nothing`,
    [tenantId, id, borrowerId, loanId, channel, phoneId, userId, at, onRequest, outsideRule],
  );
}

export interface NewBlock {
  day: Day;
  rule: RuleId;
  channel: ContactChannel;
  userId: string | null;
  loanId: string;
  /** `warned`: it took place, and the rules had something to say about it. */
  kind: 'refused' | 'outside' | 'warned';
  at: Date;
  nextLawfulAt: number | null;
}

export async function countBlock(tx: Tx, tenantId: string, block: NewBlock): Promise<void> {
  await tx.query(
    `insert into contact_blocks (tenant_id, day, rule, channel, user_id, loan_id, kind, last_at, next_lawful_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_id, day, rule, channel, user_id, loan_id, kind) do update
       set times = contact_blocks.times + 1, last_at = greatest(contact_blocks.last_at, excluded.last_at),
           next_lawful_at = excluded.next_lawful_at`,
    [
      tenantId,
      block.day,
      block.rule,
      block.channel,
      block.userId ?? NOBODY,
      block.loanId,
      block.kind,
      block.at,
      block.nextLawfulAt === null ? null : new Date(block.nextLawfulAt),
    ],
  );
}
