/**
 * What happens when the gateway says that a link was paid: the payment is posted once, and a loan that owes nothing any more
 * falls silent at once, for the desk, the phones, the alerts and whatever waits to be sent.
 */
import { safeParse } from 'zod/v4/core';
import { type PaymentEvent, type PaymentOutcome, paymentEventSchema } from '../../../core/contract/payment-links';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantOfReference } from '../../platform/public-names';
import type { Signed } from '../../platform/signatures';
import { notify, silenceLoan } from '../alerts';
import { postPayment } from '../loans';
import { openSigned } from '../messages';
import { isOpen, tenantRules } from '../tenants';
import { cancelLinks, insertEvent, type LockedLink, lockByReference, outcomeOf, setPaid } from './repository';

export interface Paid {
  outcome: PaymentOutcome | 'unknown';
  repeated: boolean;
}

/**
 * Only the whole amount into a link that still stands is posted without a person; a link that merely ran out still does.
 * One that was paid before or taken back, and one of a lender or tenant that was switched off, do not: whether that money
 * is posted or given back is for a person to say.
 */
function judge(link: LockedLink, event: PaymentEvent, tenantOpen: boolean): PaymentOutcome {
  if (link.status !== 'open') return 'link-closed';
  if (!tenantOpen || !link.client_active) return 'link-closed';
  return event.amountPaise === link.amount_paise ? 'posted' : 'wrong-amount';
}

async function take(tx: Tx, event: PaymentEvent, zone: string, tenantOpen: boolean, now: Date): Promise<Paid> {
  const link = await lockByReference(tx, event.reference);
  if (!link) return { outcome: 'unknown', repeated: false };
  const { gatewayRef, amountPaise } = event;
  // A gateway's clock may run ahead.
  const paidAt = new Date(Math.min(Date.parse(event.paidAt), now.getTime()));
  const outcome = judge(link, event, tenantOpen);
  if (!(await insertEvent(tx, { gatewayRef, linkId: link.id, amountPaise, paidAt, outcome }, now))) {
    return { outcome: (await outcomeOf(tx, gatewayRef)) ?? 'unknown', repeated: true };
  }
  const { loan_id: loanId } = link;
  if (outcome !== 'posted') {
    await notify(tx, { kind: 'payment-review', loanId, cause: `payment:${gatewayRef}`, amountPaise }, now);
    await appendAudit(
      tx,
      [
        {
          action: 'payment-links.review',
          subject: 'payment-link',
          subjectId: link.id,
          actorId: null,
          detail: { loanId, gatewayRef, outcome, expectedPaise: link.amount_paise, amountPaise },
        },
      ],
      now,
    );
    return { outcome, repeated: false };
  }
  const posted = await postPayment(
    tx,
    { loanId, amountPaise, mode: 'upi', reference: gatewayRef, paidAt, detail: { paymentLink: link.id } },
    zone,
    now,
  );
  if (!posted) throw new Error('A payment link without its loan');
  await setPaid(tx, { id: link.id, gatewayRef, paymentId: posted.paymentId, paidAt });
  if (posted.cleared) {
    await cancelLinks(tx, { loanId }, now);
    await silenceLoan(tx, loanId, now);
  }
  await notify(tx, { kind: 'payment-received', loanId, cause: `payment:${gatewayRef}`, amountPaise }, now);
  return { outcome, repeated: false };
}

export function paymentEvents({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const rulesOf = tenantRules(db);
  return async (headers: { [Name in keyof Signed]?: string | undefined }, bytes: Buffer): Promise<Paid> => {
    const now = clock.now();
    const parsed = safeParse(paymentEventSchema, openSigned(config, headers, bytes, now));
    if (!parsed.success) throw new ApiError('invalid');
    const event = parsed.data;
    const tenantId = tenantOfReference(event.reference);
    const rules = tenantId && (await rulesOf(tenantId).catch(() => undefined));
    if (!tenantId || !rules) return { outcome: 'unknown', repeated: false };
    const open = await isOpen(db, tenantId);
    return db.transaction({ tenantId }, (tx) => take(tx, event, rules.zone, open, now));
  };
}
