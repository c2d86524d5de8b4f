/** Goes through one record or all of a tenant and says of each what `evidence.ts` finds. */
import { type AuditProblem, auditProblems } from '../../db/audit';
import type { Database } from '../../db/database';
import type { Storage } from '../../platform/storage';
import { type EvidenceReport, examine } from './evidence';
import {
  pageOfRecords,
  readEvidence,
  readTenants,
  removedRecords,
  type TenantName,
  traceOf,
} from './evidence-repository';

export interface EvidenceSummary {
  tenant: TenantName;
  records: number;
  failed: number;
  /** Nothing contradicts them, yet a person should look. */
  looked: number;
  /** Came with the demo data: never received, so nothing was signed, receipted or chained. */
  loaded: number;
  /** In the chain, and not there any more. */
  removed: { id: string; seq: number }[];
  /** Where the tenant's chain is broken. */
  chain: AuditProblem[];
  /** Entries of the chain up to its head. */
  entries: number;
  ok: boolean;
}

const PAGE = 200;

/** The tenant that has, or had, a record; undefined when nobody has heard of it. */
export async function tenantOfRecord(db: Database, id: string): Promise<TenantName | undefined> {
  const { tenants } = await readTenants(db);
  for (const tenant of tenants) {
    const known = await db.transaction({ tenantId: tenant.id }, async (tx) => {
      return (await readEvidence(tx, tenant.id, [id])).length > 0 || (await traceOf(tx, tenant.id, id));
    });
    if (known) return tenant;
  }
  return undefined;
}

/** By id or by name, in any case; undefined when there is none. */
export async function findTenant(db: Database, name: string): Promise<TenantName | undefined> {
  const { tenants } = await readTenants(db);
  return tenants.find((tenant) => [tenant.id, tenant.name].some((one) => one.toLowerCase() === name.toLowerCase()));
}

/** One record; undefined when its row is gone. */
export async function examineRecord(
  { db, storage }: { db: Database; storage: Storage },
  tenantId: string,
  id: string,
): Promise<EvidenceReport | undefined> {
  const found = await db.transaction({ tenantId }, async (tx) => {
    const [stored] = await readEvidence(tx, tenantId, [id]);
    if (!stored) return undefined;
    const { problems } = await auditProblems(tx, { from: stored.entry?.seq ?? 1 });
    return { stored, problems };
  });
  return found && examine(tenantId, found.stored, found.problems, storage);
}

/** Every record of a tenant, oldest first; `report` is called for each. */
export async function examineAll(
  { db, storage }: { db: Database; storage: Storage },
  tenant: TenantName,
  report: (report: EvidenceReport) => void,
): Promise<EvidenceSummary> {
  const tenantId = tenant.id;
  const { demo } = await readTenants(db);
  const { chain, entries, removed } = await db.transaction({ tenantId }, async (tx) => {
    const walked = await auditProblems(tx);
    return { chain: walked.problems, entries: walked.entries, removed: await removedRecords(tx, tenantId) };
  });
  const sum = { records: 0, failed: 0, looked: 0, loaded: 0 };
  let last: { received_at: string; id: string } | null = null;
  for (;;) {
    const after: { received_at: string; id: string } | null = last;
    const { page, found } = await db.transaction({ tenantId }, async (tx) => {
      const ids = await pageOfRecords(tx, tenantId, after, PAGE);
      const rows = await readEvidence(
        tx,
        tenantId,
        ids.map(({ id }) => id),
      );
      return { page: ids, found: new Map(rows.map((row) => [row.id, row])) };
    });
    for (const { id } of page) {
      const stored = found.get(id);
      if (!stored) continue;
      if (demo && !stored.key && !stored.entry && !stored.device_id && stored.signature === null) {
        sum.loaded += 1;
        continue;
      }
      const one = await examine(tenantId, stored, chain, storage);
      sum.records += 1;
      if (!one.ok) sum.failed += 1;
      else if (one.checks.some(({ verdict }) => verdict === 'look')) sum.looked += 1;
      report(one);
    }
    last = page.at(-1) ?? null;
    if (page.length < PAGE) break;
  }
  const ok = sum.failed === 0 && removed.length === 0 && chain.length === 0;
  return { tenant, ...sum, removed, chain, entries, ok };
}
