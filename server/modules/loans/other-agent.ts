/** An agent's request that somebody else works a loan is met when the loan has left their hands. */
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { notify } from '../alerts';

/** Of these loans, closes the open requests of those who no longer hold them; whoever asked hears of it. */
export async function meetOtherAgentRequests(
  tx: Tx,
  { tenantId, userId }: Actor,
  loanIds: readonly string[],
  now: Date,
): Promise<void> {
  const met = await tx.query<{ id: string; loan_id: string; asked_by: string }>(
    `update loan_requests r set state = 'done', answered_by = $3, answered_at = $4
      where r.tenant_id = $1 and r.loan_id = any($2::uuid[]) and r.kind = 'other-agent' and r.state = 'open'
        and not exists (select 1 from loan_assignments h where h.tenant_id = r.tenant_id and h.loan_id = r.loan_id
                         and h.profile_id = r.asked_by and h.ended_at is null)
     returning r.id, r.loan_id, r.asked_by`,
    [tenantId, loanIds, userId, now],
  );
  for (const { id, loan_id: loanId, asked_by } of met) {
    const detail = { loanId, kind: 'other-agent', state: 'done' };
    await appendAudit(
      tx,
      [{ action: 'loan-requests.answered', subject: 'loan-request', subjectId: id, actorId: userId, detail }],
      now,
    );
    await notify(tx, { kind: 'request-answered', loanId, cause: `answer:${id}`, userId: asked_by }, now);
  }
}
