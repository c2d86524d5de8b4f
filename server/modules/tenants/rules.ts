import type { Database } from '../../db/database';
import { believed } from './believed';
import { readRules, type TenantRules } from './repository';

/** A tenant's settings; throws when there is no such tenant. */
export const tenantRules = (db: Database): ((tenantId: string) => Promise<TenantRules>) =>
  believed(async (tenantId) => {
    const found = await db.platform((tx) => readRules(tx, tenantId));
    if (!found) throw new Error('The tenant is gone');
    return found;
  });
