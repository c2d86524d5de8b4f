/**
 * The audit chain of a tenant: rows are only ever added, each holds the hash of the one before it, so that a changed
 * or removed row shows. The head lies in `tenant_counters` and is locked by the writing transaction: chains of one
 * tenant are written one after the other, those of different tenants side by side.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/domain/canonical';
import type { Tx } from './database';

export interface AuditEntry {
  /** `module.verb`, e.g. `auth.signed-in`. */
  action: string;
  /** What kind of thing it happened to, e.g. `user`, `loan`, and which. */
  subject: string;
  subjectId: string;
  /** Who did it; null for the system. */
  actorId: string | null;
  /** JSON without personal data beyond what the action needs. */
  detail?: Record<string, unknown>;
}

export interface AuditLink {
  seq: number;
  hash: string;
}

const GENESIS = '0'.repeat(64);

interface Entry {
  tenantId: string;
  seq: number;
  at: string;
  actorId: string | null;
  action: string;
  subject: string;
  subjectId: string;
  detail: unknown;
}

const hashOf = (previous: string, entry: Entry): string =>
  createHash('sha256').update(previous).update('|').update(canonicalJson(entry)).digest('hex');

/** Where a writer's entries go: after `previous`, from `first` on. Held locked until the transaction ends. */
export interface AuditPlace {
  tenantId: string;
  first: number;
  previous: string;
}

/**
 * Takes `count` places in the chain, and with the same round trip `more` numbers of the tenant's other counters; answers
 * the first of each. Call it late in the transaction: from here to its end other writers of the same tenant wait.
 */
export async function takePlaces<Name extends string = never>(
  tx: Tx,
  count: number,
  more: Partial<Record<Name, number>> = {},
): Promise<{ place: AuditPlace; first: Record<Name, number> }> {
  const wanted = Object.entries({ ...more, audit: count }).sort(([a], [b]) => (a < b ? -1 : 1));
  // One order of names for all writers, so that two of them never wait for each other.
  const rows = await tx.query<{ tenant_id: string; name: string; value: number; hash: string | null }>(
    `insert into tenant_counters (tenant_id, name, value)
     select current_tenant(), w.name, w.count from unnest($1::text[], $2::bigint[]) as w(name, count)
     on conflict (tenant_id, name) do update set value = tenant_counters.value + excluded.value
     returning tenant_id, name, value, hash`,
    [wanted.map(([name]) => name), wanted.map(([, numbers]) => numbers)],
  );
  const head = rows.find(({ name }) => name === 'audit');
  if (!head) throw new Error('The audit chain has no head');
  const taken = new Map(wanted as [string, number][]);
  const first = Object.fromEntries(rows.map(({ name, value }) => [name, value - (taken.get(name) ?? 0) + 1]));
  return {
    place: { tenantId: head.tenant_id, first: head.value - count + 1, previous: head.hash ?? GENESIS },
    first: first as Record<Name, number>,
  };
}

/**
 * Adds the entries in their order, in the caller's tenant transaction, and answers their places in the chain. A caller
 * that has taken the places already (`takePlaces`) uses `linkAudit`.
 */
export async function appendAudit(tx: Tx, entries: readonly AuditEntry[], at: Date = new Date()): Promise<AuditLink[]> {
  if (entries.length === 0) return [];
  const { place } = await takePlaces(tx, entries.length);
  const { links, store } = linkAudit(entries, at, place);
  await store(tx);
  return links;
}

/**
 * The places of entries in the chain, one taken for each, and the way to store them: a caller may send that together with
 * what names the places.
 */
export function linkAudit(
  entries: readonly AuditEntry[],
  at: Date,
  place: AuditPlace,
): { links: AuditLink[]; store: (tx: Tx) => Promise<void> } {
  const time = at.toISOString();
  const rows: { entry: Entry; previous: string; hash: string }[] = [];
  let { previous } = place;
  for (const [index, given] of entries.entries()) {
    const entry: Entry = {
      tenantId: place.tenantId,
      seq: place.first + index,
      at: time,
      actorId: given.actorId,
      action: given.action,
      subject: given.subject,
      subjectId: given.subjectId,
      // Through JSON once, so that what is hashed is what is stored.
      detail: JSON.parse(JSON.stringify(given.detail ?? {})) as unknown,
    };
    const hash = hashOf(previous, entry);
    rows.push({ entry, previous, hash });
    previous = hash;
  }
  const head = previous;
  return {
    links: rows.map(({ entry, hash }) => ({ seq: entry.seq, hash })),
    async store(tx) {
      await tx.query(
        `with head as (update tenant_counters set hash = $1 where tenant_id = current_tenant() and name = 'audit')
         insert into audit_log (tenant_id, seq, at, actor_id, action, subject, subject_id, detail, previous_hash, hash)
         select current_tenant(), e.seq, $2::timestamptz, e.actor_id, e.action, e.subject, e.subject_id, e.detail::jsonb,
                e.previous_hash, e.hash
           from unnest($3::bigint[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
                as e(seq, actor_id, action, subject, subject_id, detail, previous_hash, hash)`,
        [
          head,
          time,
          rows.map(({ entry }) => entry.seq),
          rows.map(({ entry }) => entry.actorId),
          rows.map(({ entry }) => entry.action),
          rows.map(({ entry }) => entry.subject),
          rows.map(({ entry }) => entry.subjectId),
          rows.map(({ entry }) => JSON.stringify(entry.detail)),
          rows.map((row) => row.previous),
          rows.map(({ hash }) => hash),
        ],
      );
    },
  };
}

/** `missing`: entries are gone before `seq` or at it; `head`: the counter names another end than the last entry. */
export interface AuditProblem {
  seq: number;
  problem: 'missing' | 'changed' | 'unlinked' | 'head';
}

export type AuditVerdict = { ok: true; entries: number; head: string } | ({ ok: false } & AuditProblem);

interface StoredEntry {
  tenant_id: string;
  seq: number;
  at: string;
  actor_id: string | null;
  action: string;
  subject: string;
  subject_id: string;
  detail: unknown;
  previous_hash: string;
  hash: string;
}

const PAGE = 2000;

/** Walks the chain of the transaction's tenant from its beginning; answers the first place where it is broken. */
export async function verifyAudit(tx: Tx): Promise<AuditVerdict> {
  const { problems, entries, head } = await auditProblems(tx, { most: 1 });
  const [first] = problems;
  return first ? { ok: false, ...first } : { ok: true, entries, head };
}

/**
 * Every place where the chain of the transaction's tenant is broken, in order: at most `most`, and from entry `from` to
 * the head. What lies before `from` is taken as it is.
 */
export async function auditProblems(
  tx: Tx,
  { most = 1000, from = 1 }: { most?: number; from?: number } = {},
): Promise<{ problems: AuditProblem[]; entries: number; head: string }> {
  const problems: AuditProblem[] = [];
  let previous = GENESIS;
  let seq = 0;
  if (from > 1) {
    const [before] = await tx.query<{ hash: string }>(
      'select hash from audit_log where tenant_id = current_tenant() and seq = $1',
      [from - 1],
    );
    seq = from - 1;
    if (before) previous = before.hash;
    else problems.push({ seq, problem: 'missing' });
  }
  let head: { value: number; hash: string | null } | undefined;
  let ahead: number | undefined;
  for (;;) {
    const page = await tx.query<StoredEntry>(
      `select tenant_id, seq, at, actor_id, action, subject, subject_id, detail, previous_hash, hash
         from audit_log where tenant_id = current_tenant() and seq > $1 order by seq limit $2`,
      [seq, PAGE],
    );
    for (const row of page) {
      if (problems.length >= most) return { problems, entries: seq, head: previous };
      const hash = hashOf(row.previous_hash, {
        tenantId: row.tenant_id,
        seq: row.seq,
        at: row.at,
        actorId: row.actor_id,
        action: row.action,
        subject: row.subject,
        subjectId: row.subject_id,
        detail: row.detail,
      });
      if (row.seq !== seq + 1) problems.push({ seq: seq + 1, problem: 'missing' });
      else if (row.previous_hash !== previous) problems.push({ seq: row.seq, problem: 'unlinked' });
      else if (hash !== row.hash) problems.push({ seq: row.seq, problem: 'changed' });
      previous = row.hash;
      seq = row.seq;
    }
    if (page.length === PAGE) continue;
    [head] = await tx.query<{ value: number; hash: string | null }>(
      "select value, hash from tenant_counters where tenant_id = current_tenant() and name = 'audit'",
    );
    // What was written since the page was read is there by now; if it is not, the second look says so.
    if ((head?.value ?? 0) <= seq || ahead === seq) break;
    ahead = seq;
  }
  if (problems.length < most && ((head?.value ?? 0) !== seq || (head?.hash ?? GENESIS) !== previous)) {
    problems.push({ seq: seq + 1, problem: 'head' });
  }
  return { problems, entries: seq, head: previous };
}
