/**
 * The judge. It knows what people were told (notebook.ts) and what lies in the server's database, read by SQL; nothing
 * of how either came about. Nothing lost, nothing doubled, nothing shown or credited to somebody else, order kept.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../../server/db/database';
import type { Storage } from '../../../server/platform/storage';
import type { OutboxRow } from '../../../src/offline/user-db';
import type { Attempt, LastLook, Notebook } from './notebook';
import type { Office } from './office';
import type { Phone } from './phone';
import type { Stage } from './stage';

interface StoredRecord {
  id: string;
  tenant_id: string;
  user_id: string;
  loan_id: string;
  receipt_no: number;
  outcome: string;
  hash: string;
  marker: string;
  keys: number;
  visits: number;
  payments: number;
  promises: number;
  code: string;
  files: { sha256: string; storage_key: string | null; complete: boolean }[];
}
interface Stored {
  records: StoredRecord[];
  quarantined: { key: string; user_id: string; marker: string | null }[];
  loans: { id: string; attempts: number; applied: number }[];
  receipts_twice: number;
}

const FIND = `
select
  (select coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'tenant_id', d.tenant_id, 'user_id', d.user_id, 'loan_id', d.loan_id, 'receipt_no', d.receipt_no,
      'outcome', d.outcome, 'hash', d.payload_hash, 'marker', d.record->>'remarks', 'code', d.code,
      'keys', (select count(*) from idempotency_keys k where k.tenant_id = d.tenant_id and k.record_id = d.id),
      'visits', (select count(*) from visits v where v.tenant_id = d.tenant_id and v.disposition_id = d.id),
      'payments', (select count(*) from payments p where p.tenant_id = d.tenant_id and p.disposition_id = d.id),
      'promises', (select count(*) from ptps p where p.tenant_id = d.tenant_id and p.disposition_id = d.id),
      'files', (select coalesce(jsonb_agg(jsonb_build_object('sha256', f.sha256, 'storage_key', a.storage_key,
                  'complete', coalesce(a.complete, false))), '[]')
                  from disposition_attachments f left join attachments a
                    on a.tenant_id = f.tenant_id and a.user_id = f.user_id and a.sha256 = f.sha256
                 where f.tenant_id = d.tenant_id and f.disposition_id = d.id)) order by d.receipt_no), '[]')
     from dispositions d where d.tenant_id = any($1::uuid[])) as records,
  (select coalesce(jsonb_agg(jsonb_build_object('key', q.key, 'user_id', q.user_id, 'marker', q.record->>'remarks')), '[]')
     from quarantine q where q.tenant_id = any($1::uuid[])) as quarantined,
  (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'attempts', l.attempts,
      'applied', (select count(*) from dispositions d
                   where d.tenant_id = l.tenant_id and d.loan_id = l.id and d.outcome = 'applied'))), '[]')
     from loans l where l.tenant_id = any($1::uuid[])) as loans,
  (select count(*) from (select 1 from dispositions where tenant_id = any($1::uuid[])
                          group by tenant_id, receipt_no having count(*) > 1) twice) as receipts_twice`;

export interface Judged {
  db: Database;
  files: Storage;
  stage: Stage;
  notebook: Notebook;
  office: Office;
  phones: readonly Phone[];
}

/** Words for each promise that was broken. */
export async function check({ db, files, stage, notebook, office, phones }: Judged): Promise<string[]> {
  const [stored] = await db.owner((tx) => tx.query<Stored & Record<string, unknown>>(FIND, [stage.tenants]));
  if (!stored) throw new Error('The database did not answer');
  const wrong: string[] = [];
  const byMarker = new Map<string, StoredRecord[]>();
  for (const record of stored.records) {
    const same = byMarker.get(record.marker);
    if (same) same.push(record);
    else byMarker.set(record.marker, [record]);
  }
  const quarantined = new Set(stored.quarantined.map(({ marker }) => marker));
  // By its number as well: of a withdrawn phone nobody is left to look, so each record must be found somewhere.
  const handedOver = new Set(stored.quarantined.map(({ key, user_id }) => `${user_id} ${key}`));
  const known = new Map(notebook.attempts.map((attempt) => [attempt.marker, attempt]));
  const ids = new Set(notebook.attempts.map(({ recordId }) => recordId));

  for (const attempt of notebook.attempts) {
    const there = byMarker.get(attempt.marker) ?? [];
    const who = `${attempt.marker} (agent ${attempt.agent}, phone ${attempt.phone}, ${attempt.recordId ?? 'no id'})`;
    if (there.length > 1) wrong.push(`doubled: ${who} is there ${there.length} times`);
    // Of a record and all its mended forms one is there. Mending that was told not to be saved took nobody's place: a tab
    // that stood still may offer to mend what another one has mended, and then says that it no longer waits.
    const mended = attempt.mendedBy.filter((marker) => byMarker.has(marker));
    const toldOf = (words: Attempt['told']) => attempt.mendedBy.filter((marker) => known.get(marker)?.told === words);
    if (mended.length > 0 && there.length > 0) wrong.push(`doubled: ${who} and its mended form are both there`);
    if (mended.length > 1) wrong.push(`doubled: ${who} is there in ${mended.length} mended forms`);
    if (attempt.told === 'not-saved' && there.length > 0) wrong.push(`sent though it was not saved: ${who}`);
    // A mended form that was told to be saved is judged itself.
    const replaced = mended.length > 0 || toldOf('saved').length > 0;
    if (attempt.told !== 'saved' || there.length > 0 || attempt.discarded || replaced) continue;
    const entries = notebook.looks.get(`${attempt.phone} ${attempt.agent}`)?.entries ?? [];
    const entry = entries.find(({ id }) => id === attempt.recordId);
    // Of a mended form whose process died before it said anything, nobody knows the id.
    const perhaps = toldOf('unknown');
    const nameless = entries.filter(({ id, loanId }) => loanId === attempt.loanId && !ids.has(id));
    const kept = [entry, ...(perhaps.length > 0 ? nameless : [])].some(
      (each) => (each?.state === 'needs-you' || each?.state === 'quarantined') && each.problem !== null,
    );
    if (kept || [attempt.marker, ...perhaps].some((marker) => quarantined.has(marker))) continue;
    const agent = stage.agents[attempt.agent];
    if (office.withdrawn.has(`${attempt.phone} ${attempt.agent}`) && agent) {
      if (handedOver.has(`${agent.id} ${attempt.recordId}`)) continue;
      const waiting = phones[attempt.phone]?.disk.records(`recoup-${agent.tenantId}-${agent.id}`, 'outbox') ?? [];
      const here = waiting.filter(({ key }) => key === attempt.recordId || perhaps.length > 0);
      // One that its agent was to mend goes with the worker's next report, six hours later at most.
      if (here.some(({ value }) => (value as Pick<OutboxRow, 'state'>).state === 'needs-you')) continue;
      if (here.length > 0) wrong.push(`withdrawn and still waiting: ${who}`);
      else wrong.push(`lost: ${who} was saved on a phone that was withdrawn`);
      continue;
    }
    wrong.push(`lost: ${who} was saved; the ledger says ${entry?.state ?? 'nothing'}`);
  }

  for (const record of stored.records) {
    const attempt = known.get(record.marker);
    const agent = attempt && stage.agents[attempt.agent];
    if (!attempt || !agent) {
      wrong.push(`nobody wrote ${record.id} ("${record.marker}")`);
      continue;
    }
    if (record.user_id !== agent.id || record.tenant_id !== agent.tenantId)
      wrong.push(`leaked: ${record.marker} of agent ${attempt.agent} is there as somebody else's`);
    if (record.loan_id !== attempt.loanId) wrong.push(`leaked: ${record.marker} is there on another loan`);
    if (record.keys !== 1) wrong.push(`${record.marker} has ${record.keys} keys`);
    if (record.visits !== 1) wrong.push(`${record.marker} counts as ${record.visits} visits`);
    if (record.payments !== (record.code === 'FPAR' ? 1 : 0))
      wrong.push(`${record.marker} counts as ${record.payments} payments`);
    if (record.promises !== (record.code === 'FPTP' && record.outcome === 'applied' ? 1 : 0))
      wrong.push(`${record.marker} counts as ${record.promises} promises`);
    wrong.push(...(await checkPhoto(files, attempt, record)));
  }
  for (const { id, attempts, applied } of stored.loans)
    if (attempts !== applied)
      wrong.push(`loan ${id} counts ${attempts} attempts and has ${applied} records that applied`);
  if (stored.receipts_twice > 0) wrong.push('a receipt number was given twice');

  wrong.push(...checkReceipts(notebook, stage, stored.records));
  wrong.push(...checkOrder(notebook, byMarker));
  wrong.push(...checkGlimpses(notebook, stage, office));
  return wrong;
}

async function checkPhoto(files: Storage, attempt: Attempt, record: StoredRecord): Promise<string[]> {
  const wanted = attempt.photo === null ? [] : [attempt.photo];
  if (record.files.map(({ sha256 }) => sha256).join() !== wanted.join())
    return [`${record.marker} came with ${record.files.length} photos instead of ${wanted.length}`];
  for (const { sha256, complete, storage_key } of record.files) {
    const bytes = complete && storage_key ? await files.get(storage_key) : undefined;
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
      return [`the photo of ${record.marker} is not what was taken`];
  }
  return [];
}

/** A receipt that was shown is the server's own, for that record and that person. */
function checkReceipts(notebook: Notebook, stage: Stage, records: readonly StoredRecord[]): string[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return notebook.receipts.flatMap(({ phone, agent, entry }) => {
    const record = byId.get(entry.id);
    const shown = `agent ${agent} on phone ${phone} was shown receipt ${entry.receipt?.receiptNo} for ${entry.id}`;
    if (!record) return [`lost: ${shown}, which is not there`];
    if (record.user_id !== stage.agents[agent]?.id) return [`leaked: ${shown}, which is somebody else's`];
    const number = Number(entry.receipt?.receiptNo.replace(/\D/g, ''));
    const same =
      number === record.receipt_no && entry.receipt?.hash === record.hash && entry.receipt.outcome === record.outcome;
    return same ? [] : [`${shown}, which is not the server's`];
  });
}

/** What one person saved on a loan on one phone, one after the other, arrives in that order. */
function checkOrder(notebook: Notebook, byMarker: ReadonlyMap<string, readonly StoredRecord[]>): string[] {
  const wrong: string[] = [];
  const replaces = new Map(notebook.attempts.flatMap((old) => old.mendedBy.map((by) => [by, old] as const)));
  const lines = new Map<string, { attempt: Attempt; beganAt: number; toldAt: number; receiptNo: number }[]>();
  for (const attempt of notebook.attempts) {
    const record = byMarker.get(attempt.marker)?.[0];
    if (attempt.told !== 'saved' || !record) continue;
    // A mended record keeps the place of the one it replaces.
    let first = attempt;
    for (let old = replaces.get(first.marker); old; old = replaces.get(first.marker)) first = old;
    const name = `${attempt.phone} ${attempt.agent} ${attempt.loanId}`;
    const line = lines.get(name) ?? [];
    line.push({ attempt, beganAt: first.beganAt, toldAt: first.toldAt, receiptNo: record.receipt_no });
    lines.set(name, line);
  }
  for (const line of lines.values())
    for (const earlier of line)
      for (const later of line)
        if (earlier.toldAt < later.beganAt && earlier.receiptNo > later.receiptNo)
          wrong.push(`order: ${later.attempt.marker} arrived before ${earlier.attempt.marker}`);
  return wrong;
}

/** Nobody ever sees records or loans of others, not for a moment. */
function checkGlimpses(notebook: Notebook, stage: Stage, office: Office): string[] {
  const wrong: string[] = [];
  const owner = new Map(notebook.attempts.flatMap((each) => (each.recordId ? [[each.recordId, each] as const] : [])));
  for (const { phone, agent, recordId, loanId, at } of notebook.glimpses.values()) {
    const who = `leaked: agent ${agent} on phone ${phone}`;
    const attempt = recordId === null ? undefined : owner.get(recordId);
    if (attempt && (attempt.agent !== agent || attempt.phone !== phone))
      wrong.push(`${who} was shown ${attempt.marker} of agent ${attempt.agent}`);
    const loan = stage.loans.findIndex((each) => each.id === loanId);
    const since = office.everHeld.get(`${agent} ${loan}`);
    // Of a save whose process died the record's number is not known; its loan tells whose it is.
    const what = recordId === null ? `loan ${loan}` : `a record on loan ${loan}`;
    if (since === undefined || at < since)
      wrong.push(`${who} was shown ${what}, which ${since === undefined ? 'never was' : 'was not yet'} theirs`);
  }
  return wrong;
}

/** The list on the phone is the server's list now; a loan that was taken away stays only while there is work on it. */
export async function checkList(db: Database, stage: Stage, look: LastLook): Promise<string[]> {
  const agent = stage.agents[look.agent];
  if (!agent) return [];
  const rows = await db.owner((tx) =>
    tx.query<{ id: string; version: number }>(
      `select l.id, l.version from loan_assignments a join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id
        where a.tenant_id = $1 and a.profile_id = $2 and a.ended_at is null and l.state = 'active'`,
      [agent.tenantId, agent.id],
    ),
  );
  const shown = new Map(look.loans.map((loan) => [loan.id, loan]));
  const wrong: string[] = [];
  for (const { id, version } of rows) {
    const loan = shown.get(id);
    if (!loan) wrong.push(`loan ${id} is missing from the list`);
    else if (loan.version !== version) wrong.push(`loan ${id} is of version ${loan.version} instead of ${version}`);
    shown.delete(id);
  }
  for (const { id, unsent } of shown.values())
    if (unsent === 0) wrong.push(`loan ${id} is in the list and not this agent's any more`);
  return wrong;
}

/** Whether the server still knows a session of this agent on this phone, so that nobody needs to sign in again. */
export async function hasSession(
  db: Database,
  stage: Stage,
  look: Pick<LastLook, 'phone' | 'agent' | 'signedIn'>,
  now: number,
): Promise<boolean> {
  const agent = stage.agents[look.agent];
  if (!agent || !look.signedIn) return false;
  const rows = await db.owner((tx) =>
    tx.query(
      `select 1 from sessions s
         join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id and d.user_id = s.user_id
         join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
        where s.tenant_id = $1 and s.user_id = $2 and d.name = $3 and s.ended_at is null and s.expires_at > $4
          and d.revoked_at is null and u.active`,
      [agent.tenantId, agent.id, `phone ${look.phone}`, new Date(now)],
    ),
  );
  return rows.length > 0;
}
