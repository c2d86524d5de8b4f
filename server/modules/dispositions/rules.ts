/** A tenant's disposition codes and the policy that goes with them, as records are checked by them. */
import type { DispositionCode } from '../../../core/domain/dispositions';
import type { Database } from '../../db/database';
import { type Believed, believed, tenantRules } from '../tenants';
import { readCodes } from './repository';

export interface RecordRules {
  /** In the order in which forms show them. */
  codes: ReadonlyMap<string, DispositionCode>;
  zone: string;
  maxPtpDays: number;
}

/** A change of them is seen by other processes within seconds. */
export function recordRules(db: Database): Believed<RecordRules> {
  const policyOf = tenantRules(db);
  return believed(async (tenantId) => {
    const policy = await policyOf(tenantId);
    const codes = await db.transaction({ tenantId }, (tx) => readCodes(tx, tenantId));
    return { ...policy, codes: new Map(codes.map((code) => [code.code, code])) };
  });
}
