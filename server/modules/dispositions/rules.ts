/** A tenant's disposition codes and the policy that goes with them, as records are checked by them. */
import type { DispositionCode } from '../../../core/domain/dispositions';
import type { Database } from '../../db/database';
import { tenantRules } from '../tenants';
import { readCodes } from './repository';

export interface RecordRules {
  /** In the order in which forms show them. */
  codes: ReadonlyMap<string, DispositionCode>;
  zone: string;
  maxPtpDays: number;
}

/** How long a change of the codes may take to be seen. */
const BELIEF_MS = 5000;

export interface RuleBook {
  (tenantId: string): Promise<RecordRules>;
  /** This process has just changed them; others see it within seconds. */
  forget(tenantId: string): void;
}

export function recordRules(db: Database): RuleBook {
  const policyOf = tenantRules(db);
  const believed = new Map<string, { rules: Promise<RecordRules>; until: number }>();

  async function read(tenantId: string): Promise<RecordRules> {
    const policy = await policyOf(tenantId);
    const codes = await db.transaction({ tenantId }, (tx) => readCodes(tx, tenantId));
    return { ...policy, codes: new Map(codes.map((code) => [code.code, code])) };
  }

  const rulesOf = (tenantId: string) => {
    const known = believed.get(tenantId);
    if (known && known.until > performance.now()) return known.rules;
    const rules = read(tenantId);
    believed.set(tenantId, { rules, until: performance.now() + BELIEF_MS });
    rules.catch(() => believed.delete(tenantId));
    return rules;
  };
  return Object.assign(rulesOf, { forget: (tenantId: string) => void believed.delete(tenantId) });
}
