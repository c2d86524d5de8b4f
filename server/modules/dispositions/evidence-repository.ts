/** Everything that is stored about records and could contradict it. SQL only; the judging is in `evidence.ts`. */
import type { Receipt } from '../../../core/contract/dispositions';
import type { Database, Tx } from '../../db/database';
import type { DeviceKey } from './evidence-keys';

export interface StoredFile {
  sha256: string;
  complete: boolean | null;
  size: number | null;
  storage_key: string | null;
}

export interface NeighbouringVisit {
  id: string;
  visited_at: string;
  lat: number;
  lng: number;
  accuracy_m: number;
}

export interface StoredEvidence {
  id: string;
  received_at: string;
  loan_id: string;
  user_id: string;
  device_id: string | null;
  channel: string;
  code: string;
  outcome: string;
  recorded_at: string;
  receipt_no: number;
  remarks: string | null;
  record: Record<string, unknown>;
  payload_hash: string;
  signature: string | null;
  signature_state: string;
  key: { key: string; payload_hash: string; receipt: Receipt | null } | null;
  entry: {
    seq: number;
    at: string;
    actor_id: string | null;
    hash: string;
    detail: Record<string, unknown>;
  } | null;
  visit: {
    visited_at: string;
    place: string | null;
    person_met: string | null;
    lat: number | null;
    lng: number | null;
    accuracy_m: number | null;
    mock: boolean | null;
  } | null;
  payment: { amount_paise: number; mode: string; reference: string | null } | null;
  /** Files that the record's rows name, with what is known of each. */
  files: StoredFile[];
  /** Of the device that the record says signed it. */
  keys: DeviceKey[];
  before: NeighbouringVisit | null;
  after: NeighbouringVisit | null;
}

const neighbour = (side: '<' | '>') => `
  select jsonb_build_object('id', n.disposition_id, 'visited_at', n.visited_at, 'lat', n.lat, 'lng', n.lng,
           'accuracy_m', n.accuracy_m)
    from visits n
    join dispositions o on o.tenant_id = n.tenant_id and o.id = n.disposition_id
   where n.tenant_id = d.tenant_id and n.user_id = d.user_id and n.lat is not null and v.lat is not null
     and (n.visited_at, n.disposition_id) ${side} (v.visited_at, v.disposition_id)
     and coalesce(o.record ->> 'signedBy', o.device_id::text) is not distinct from
         coalesce(d.record ->> 'signedBy', d.device_id::text)
   order by n.visited_at ${side === '<' ? 'desc' : 'asc'}, n.disposition_id ${side === '<' ? 'desc' : 'asc'} limit 1`;

/** The records of these ids, in any order. */
export const readEvidence = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<StoredEvidence[]> =>
  tx.query<StoredEvidence & Record<string, unknown>>(
    `select d.id, d.received_at, d.loan_id, d.user_id, d.device_id, d.channel, d.code, d.outcome, d.recorded_at,
        d.receipt_no, d.remarks, d.record, d.payload_hash, d.signature, d.signature_state,
        (select jsonb_build_object('key', k.key, 'payload_hash', k.payload_hash, 'receipt', k.receipt)
           from idempotency_keys k where k.tenant_id = d.tenant_id and k.record_id = d.id) as key,
        (select jsonb_build_object('seq', a.seq, 'at', a.at, 'actor_id', a.actor_id, 'hash', a.hash, 'detail', a.detail)
           from audit_log a where a.tenant_id = d.tenant_id and a.subject = 'disposition' and a.subject_id = d.id::text
            and a.action = 'dispositions.recorded' order by a.seq limit 1) as entry,
        case when v.id is not null then jsonb_build_object('visited_at', v.visited_at, 'place', v.place,
          'person_met', v.person_met, 'lat', v.lat, 'lng', v.lng, 'accuracy_m', v.accuracy_m, 'mock', v.mock) end as visit,
        (select jsonb_build_object('amount_paise', p.amount_paise, 'mode', p.mode, 'reference', p.reference)
           from payments p where p.tenant_id = d.tenant_id and p.disposition_id = d.id limit 1) as payment,
        (select coalesce(jsonb_agg(jsonb_build_object('sha256', named.sha256, 'complete', f.complete, 'size', f.size,
                  'storage_key', f.storage_key)), '[]')
           from disposition_attachments named
           left join attachments f on f.tenant_id = named.tenant_id and f.user_id = named.user_id
             and f.sha256 = named.sha256
          where named.tenant_id = d.tenant_id and named.disposition_id = d.id) as files,
        (select coalesce(jsonb_agg(jsonb_build_object('public_key', y.public_key, 'valid_from', y.valid_from,
                  'valid_until', y.valid_until)), '[]')
           from device_keys y where y.tenant_id = d.tenant_id and y.user_id = d.user_id
            and y.device_id::text = lower(d.record ->> 'signedBy')) as keys,
        (${neighbour('<')}) as before,
        (${neighbour('>')}) as after
       from dispositions d
       left join visits v on v.tenant_id = d.tenant_id and v.disposition_id = d.id
      where d.tenant_id = $1 and d.id = any($2::uuid[])`,
    [tenantId, ids],
  );

/** Ids of a tenant's records in the order of their receipt, a page at a time. */
export const pageOfRecords = (
  tx: Tx,
  tenantId: string,
  after: { received_at: string; id: string } | null,
  limit: number,
): Promise<{ id: string; received_at: string }[]> =>
  tx.query(
    `select id, received_at from dispositions
      where tenant_id = $1 ${after ? 'and (received_at, id) > ($3, $4)' : ''} order by received_at, id limit $2`,
    after ? [tenantId, limit, after.received_at, after.id] : [tenantId, limit],
  );

/** Records that the chain says were taken and that are not there. */
export const removedRecords = (tx: Tx, tenantId: string): Promise<{ id: string; seq: number }[]> =>
  tx.query(
    `select a.subject_id as id, a.seq from audit_log a
      where a.tenant_id = $1 and a.subject = 'disposition' and a.action = 'dispositions.recorded'
        and not exists (select 1 from dispositions d where d.tenant_id = a.tenant_id and d.id = a.subject_id::uuid)
      order by a.seq`,
    [tenantId],
  );

/** Whether anything of a record is known in the tenant, its row apart. */
export async function traceOf(tx: Tx, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from idempotency_keys where tenant_id = $1 and record_id = $2
     union all select 1 from audit_log where tenant_id = $1 and subject = 'disposition' and subject_id = $2::text
     limit 1`,
    [tenantId, id],
  );
  return rows.length > 0;
}

export interface TenantName {
  id: string;
  name: string;
}

export const readTenants = (db: Database): Promise<{ tenants: TenantName[]; demo: boolean }> =>
  db.platform(async (tx) => {
    const tenants = await tx.query<TenantName & Record<string, unknown>>(
      'select id, name from tenants order by created_at, id',
    );
    const [mark] = await tx.query<{ value: string }>("select value from installation where name = 'demo'");
    return { tenants, demo: mark?.value === 'on' };
  });
