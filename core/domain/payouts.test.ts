import { describe, expect, it } from 'vitest';
import { type AgentTake, payoutOf, type Structure } from './payouts';
import type { Role } from './roles';

const take = (name: string, role: Role | undefined, rupees: number, due = 0): AgentTake => ({
  id: name,
  name,
  role,
  payments: 1,
  collectedPaise: rupees * 100,
  duePaise: due * 100,
});
const structure: Structure = {
  incentiveType: 'Target',
  taIncentives: [
    { min: 10_000, max: 50_000, amount: 500 },
    { min: 50_000, max: 100_000, amount: 2_000.5 },
  ],
  faIncentives: [{ min: 20_000, max: 40_000, amount: 900 }],
};

describe('a payout', () => {
  it.each<[string, Role | undefined, number, number]>([
    ['below the first tier', 'CRM_TELECALLER', 9_999, 0],
    ['in the first', 'CRM_TELECALLER', 10_000, 500],
    ['a collector is paid like a telecaller', 'COLLECTOR', 50_000, 2_000.5],
    ['above the last it keeps the last', 'CRM_TELECALLER', 900_000, 2_000.5],
    ['a field agent by other tiers', 'CRM_FIELDAGENT', 19_999, 0],
    ['a field agent', 'CRM_FIELDAGENT', 20_000, 900],
    ['who is no agent earns nothing', 'CRM_MANAGER', 900_000, 0],
    ['nor one whose role nobody knows', undefined, 900_000, 0],
  ])('%s', (_, role, rupees, amount) => {
    expect(payoutOf([take('a', role, rupees)], structure).grossPaise).toBe(Math.round(amount * 100));
  });

  it('is the sum of its lines, the largest collection first', () => {
    const made = payoutOf([take('b', 'CRM_FIELDAGENT', 20_000), take('a', 'CRM_TELECALLER', 60_000)], structure);
    expect(made.lines.map(({ agent, amountPaise }) => [agent.name, amountPaise])).toEqual([
      ['a', 200_050],
      ['b', 90_000],
    ]);
    expect(made).toMatchObject({ payments: 2, collectedPaise: 8_000_000, grossPaise: 290_050 });
  });

  it('by efficiency asks what was still due', () => {
    const by: Structure = {
      ...structure,
      incentiveType: 'Efficiency',
      taIncentives: [{ min: 60, max: 100, amount: 700 }],
    };
    const paid = (due: number) => payoutOf([take('a', 'CRM_TELECALLER', 600, due)], by).lines[0];
    expect(paid(400)).toMatchObject({ measure: 60, amountPaise: 70_000 });
    expect(paid(401)).toMatchObject({ tier: null, amountPaise: 0 });
  });
});
