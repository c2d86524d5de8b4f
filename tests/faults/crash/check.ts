/**
 * The judge. It knows what clients were promised and reads what the database holds, by SQL and past every line of the
 * server's own reading code.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Receipt } from '../../../core/contract/dispositions';
import { verifyAudit } from '../../../server/db/audit';
import type { Database, Tx } from '../../../server/db/database';
import type { SentRecord } from './promises';

export interface Finding {
  lost: string[];
  doubled: string[];
  /** Anything else that does not add up: half a record, a strange one, a broken chain. */
  torn: string[];
}

interface Held {
  key: string;
  hash: string;
  receipt: Receipt | null;
  dispositions: number;
  receipt_no: number | null;
  visits: number;
  payments: number;
  promises: number;
  files: string[];
  audited: number;
  chain_hash: string | null;
}

/** One row a key, with how often everything that follows from it is there. */
const HELD = `
  select k.key, k.payload_hash as hash, k.receipt,
         coalesce(d.number, 0) as dispositions, d.receipt_no,
         (select count(*) from visits v where v.tenant_id = k.tenant_id and v.disposition_id = k.record_id) as visits,
         (select count(*) from payments p where p.tenant_id = k.tenant_id and p.disposition_id = k.record_id) as payments,
         (select count(*) from ptps p where p.tenant_id = k.tenant_id and p.disposition_id = k.record_id) as promises,
         array(select f.sha256 from disposition_attachments f
                 join attachments a on a.tenant_id = f.tenant_id and a.user_id = f.user_id and a.sha256 = f.sha256
                where f.tenant_id = k.tenant_id and f.disposition_id = k.record_id and a.complete
                order by f.position) as files,
         coalesce(c.number, 0) as audited, c.hash as chain_hash
    from idempotency_keys k
    left join (select id, count(*) as number, max(receipt_no) as receipt_no from dispositions
                where tenant_id = current_tenant() group by id) d on d.id = k.record_id
    left join (select subject_id, count(*) as number, max(hash) as hash from audit_log
                where tenant_id = current_tenant() and action = 'dispositions.recorded' group by subject_id) c
           on c.subject_id = k.record_id::text
   where k.tenant_id = current_tenant()`;

const wordsOf = ({ key, record }: SentRecord) => `${key} (loan ${record.loanId}, ${String(record.code)})`;

function judge(sent: SentRecord, held: Held | undefined, finding: Finding): void {
  const name = wordsOf(sent);
  if (!held) {
    if (sent.receipt) finding.lost.push(`${name} was acknowledged as ${sent.receipt.receiptNo} and is not there`);
    return;
  }
  const { record, receipt } = sent;
  const once = {
    dispositions: 1,
    audited: 1,
    visits: record.channel === 'field' ? 1 : 0,
    payments: record.payment ? 1 : 0,
    promises: record.ptp ? 1 : 0,
  };
  for (const [part, wanted] of Object.entries(once) as [keyof typeof once, number][]) {
    if (held[part] > wanted) finding.doubled.push(`${name} has ${held[part]} ${part} instead of ${wanted}`);
    if (held[part] < wanted)
      (receipt ? finding.lost : finding.torn).push(`${name} has ${held[part]} ${part} of ${wanted}`);
  }
  if (!isDeepStrictEqual(held.files, sent.files)) finding.torn.push(`${name} names other files: ${held.files.join()}`);
  if (held.hash !== sent.hash) finding.torn.push(`${name} was stored with another hash`);
  if (!held.receipt) finding.torn.push(`${name} is stored without its receipt`);
  else if (receipt && !isDeepStrictEqual(held.receipt, receipt))
    finding.torn.push(
      `${name} was acknowledged with ${JSON.stringify(receipt)} and holds ${JSON.stringify(held.receipt)}`,
    );
  else if (held.receipt.receiptNo !== `R-${String(held.receipt_no).padStart(6, '0')}`)
    finding.torn.push(`${name} has the number ${held.receipt_no} and the receipt ${held.receipt.receiptNo}`);
  else if (held.receipt.chain.hash !== held.chain_hash)
    finding.torn.push(`${name} has a receipt that points to another place in the audit chain`);
}

async function checkTenant(tx: Tx, sent: readonly SentRecord[], finding: Finding): Promise<void> {
  const held = new Map((await tx.query<Held>(HELD)).map((row) => [row.key, row]));
  for (const one of sent) {
    judge(one, held.get(one.key), finding);
    held.delete(one.key);
  }
  for (const key of held.keys()) finding.torn.push(`${key} was never sent and is there`);
  const [count] = await tx.query<{ strange: number; numbers: number; records: number; attempts: number }>(`
    select (select count(*) from dispositions d where d.tenant_id = current_tenant() and not exists (
              select 1 from idempotency_keys k where k.tenant_id = d.tenant_id and k.record_id = d.id)) as strange,
           (select count(distinct receipt_no) from dispositions where tenant_id = current_tenant()) as numbers,
           (select count(*) from dispositions where tenant_id = current_tenant()) as records,
           (select sum(attempts) from loans where tenant_id = current_tenant()) as attempts`);
  if (!count) throw new Error('The database does not answer');
  if (count.strange) finding.torn.push(`${count.strange} records have no key`);
  if (count.numbers !== count.records) finding.doubled.push(`${count.records} records share ${count.numbers} numbers`);
  if (count.attempts !== count.records)
    finding.doubled.push(`${count.records} records were counted ${count.attempts} times on their loans`);
  const chain = await verifyAudit(tx);
  if (!chain.ok) finding.torn.push(`The audit chain is broken at ${chain.seq}: ${chain.problem}`);
}

/** Every record of every tenant; a chain is walked from its beginning. */
export async function checkAll(
  db: Database,
  tenantIds: readonly string[],
  sent: readonly SentRecord[],
): Promise<Finding> {
  const finding: Finding = { lost: [], doubled: [], torn: [] };
  for (const tenantId of tenantIds)
    await db.transaction({ tenantId }, (tx) =>
      checkTenant(
        tx,
        sent.filter((one) => one.tenantId === tenantId),
        finding,
      ),
    );
  return finding;
}
