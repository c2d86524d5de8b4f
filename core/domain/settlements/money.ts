/**
 * Which money completes a settlement, and who says so. Cash is confirmed by its hand-over, a gateway's or a bank's money by their word;
 * what an agent noted by cheque or transfer by somebody who has seen it arrive.
 */
import type { Role } from '../roles';

/** Of `payments.status`: what somebody beside the payer and the collector has confirmed. */
export const CONFIRMED = ['deposited', 'verified'] as const;

export const MONEY_DECISIONS = ['arrived', 'counts', 'does-not-count'] as const;
export type MoneyDecision = (typeof MONEY_DECISIONS)[number];

export const CONFIRMERS = [
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
] as const satisfies readonly Role[];

export interface SettlementMoney {
  status: string;
  mode: string;
  /** Who noted it; null for a gateway or a bank. */
  takenBy: string | null;
  /** It was made before the offer in force and posted after it. */
  late: boolean;
  /** What was decided about a late one. */
  counts: boolean | null;
  /** Who raised, changed or approved the offer. */
  deciderIds: readonly string[];
}

/** What one person may say of a payment. Nobody confirms what they took themselves, nor what completes their own settlement. */
export function moneyDecisions(money: SettlementMoney, actor: { id: string; role: Role }): MoneyDecision[] {
  if (!(CONFIRMERS as readonly Role[]).includes(actor.role) || money.status === 'reversed') return [];
  if (money.deciderIds.includes(actor.id)) return [];
  const arrived = money.status === 'received' && money.mode !== 'cash' && money.takenBy !== actor.id;
  const late = money.late
    ? (['counts', 'does-not-count'] as const).filter((one) => (one === 'counts') !== money.counts)
    : [];
  return [...(arrived ? (['arrived'] as const) : []), ...late];
}
