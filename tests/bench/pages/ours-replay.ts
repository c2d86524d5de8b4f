/** The engine's own sending over a full outbox, as a page runs it when the network is back. */
import type { Bases } from '../../../core/contract/kit';
import { type Agent, freshEngine } from './engine';
import { type Target, visitTo } from './records';

export interface ReplayPlan {
  agent: Agent;
  bases: Bases;
  sealingKey: string;
  loans: Target[];
}

/** ms until every record has its receipt; saving them before is not counted. */
export async function replayWithEngine({ agent, bases, sealingKey, loans }: ReplayPlan): Promise<number> {
  const engine = await freshEngine(agent, { bases, sealingKey });
  try {
    for (const loan of loans) {
      const saved = await engine.record(visitTo(loan));
      if (!saved.ok) throw new Error(`a record was not saved: ${JSON.stringify(saved)}`);
    }
    const began = performance.now();
    await engine.sendNow();
    const took = performance.now() - began;
    const ledger = engine.ledger.get();
    const received = ledger.filter((entry) => entry.receipt !== null).length;
    if (received !== loans.length) {
      const stuck = ledger.find((entry) => entry.receipt === null);
      throw new Error(
        `only ${received} of ${loans.length} receipts; ${stuck?.state}: ${JSON.stringify(stuck?.problem)}`,
      );
    }
    return took;
  } finally {
    await engine.close();
  }
}
