/**
 * What an agency earns in a month by a portfolio's incentive structure: the sum of what its agents earn, each by their own tier
 * (`slabOf`). Telecallers and collectors by the tiers for telecallers, field agents by theirs; who is neither earns nothing.
 */
import { type IncentiveType, measureOf, slabOf, type Tier } from './incentives';
import type { Role } from './roles';

/** What one agent collected in the month on loans of the portfolio; paise. */
export interface AgentTake {
  id: string;
  name: string;
  role: Role | undefined;
  payments: number;
  collectedPaise: number;
  /** Still overdue on the loans of the portfolio that the agent holds now; only an efficiency looks at it. */
  duePaise: number;
}

export interface Structure {
  incentiveType: IncentiveType;
  taIncentives: readonly Tier[];
  faIncentives: readonly Tier[];
}

export const AUDIENCES = ['telecaller', 'fieldAgent', 'none'] as const;
export interface PayoutLine {
  agent: { id: string; name: string };
  audience: (typeof AUDIENCES)[number];
  payments: number;
  collectedPaise: number;
  /** Rupees collected, or the efficiency in percent. */
  measure: number;
  tier: Tier | null;
  amountPaise: number;
}

export interface Payout {
  lines: PayoutLine[];
  payments: number;
  collectedPaise: number;
  grossPaise: number;
}

export const audienceOf = (role: Role | undefined): PayoutLine['audience'] =>
  role === 'CRM_FIELDAGENT' ? 'fieldAgent' : role === 'CRM_TELECALLER' || role === 'COLLECTOR' ? 'telecaller' : 'none';

/** Lines by what was collected, most first. */
export function payoutOf(takes: readonly AgentTake[], structure: Structure): Payout {
  const lines = takes
    .map((take): PayoutLine => {
      const audience = audienceOf(take.role);
      const tiers = { telecaller: structure.taIncentives, fieldAgent: structure.faIncentives, none: [] }[audience];
      const measure = measureOf(structure.incentiveType, take.collectedPaise, take.duePaise);
      const { tier, amount } = slabOf(tiers, measure);
      return {
        agent: { id: take.id, name: take.name },
        audience,
        payments: take.payments,
        collectedPaise: take.collectedPaise,
        measure,
        tier,
        amountPaise: Math.round(amount * 100),
      };
    })
    .sort((a, b) => b.collectedPaise - a.collectedPaise || a.agent.name.localeCompare(b.agent.name));
  const sum = (of: (line: PayoutLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    lines,
    payments: sum((line) => line.payments),
    collectedPaise: sum((line) => line.collectedPaise),
    grossPaise: sum((line) => line.amountPaise),
  };
}
