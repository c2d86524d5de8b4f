/**
 * One database a user, never shared: what is in it can be read only under that user's device key (`sealed` columns) and
 * sent only as that user. Clear columns are what ordering, sending and counting need: ids, states, times, hashes.
 */
import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Receipt } from '../../core/contract/dispositions';
import type { FieldError } from '../../core/contract/errors';
import type { AttachmentRef, DispositionRecord } from '../../core/contract/records';
import type { Channel, DispositionCode } from '../../core/domain/dispositions';
import type { PutOff } from './retry';
import type { CodePolicy, OutboxState } from './types';
import type { SealedBytes } from './vault';

export interface Problem {
  code: string;
  message: string;
  fields: FieldError[];
}

/** What the ledger shows of a record; sealed together with it. */
export interface RecordSummary {
  borrower: string;
  codeLabel: string;
}
/** The contents of `sealed` in `outbox`, `dispositions` and `visits`. */
export interface SealedRecord {
  record: DispositionRecord;
  summary: RecordSummary;
}

export interface OutboxRow extends PutOff {
  /** Record id and idempotency key in one. */
  key: string;
  owner: string;
  loanId: string;
  channel: Channel;
  /** Position in the loan's own order. */
  seq: number;
  /** SHA-256 of the record's canonical JSON. */
  hash: string;
  payloadVersion: number;
  state: Exclude<OutboxState, 'accepted'>;
  attempts: number;
  createdAt: number;
  sealed: SealedBytes;
  /** The record sealed to the server's key (core/contract/sealing.ts), for sending without the device key. */
  sealedForServer: string;
  /** Of the record's hash by this device's key, made when it was saved; null without a key. */
  signature: string | null;
  attachments: string[];
  /** Which sender has it in flight. */
  sender: string | null;
  problem: Problem | null;
  /** For quarantined rows: the server knows. */
  mirrored: boolean;
  /** The record that this one follows was discarded here: it will never come, unless the server holds it already. */
  followsDiscarded?: true;
}

export interface RecordRow {
  id: string;
  loanId: string;
  /** Device clock, ms. */
  at: number;
  sealed: SealedBytes;
}

export interface ReceiptRow {
  key: string;
  loanId: string;
  channel: Channel;
  /** When the receipt came, device clock, ms. */
  at: number;
  savedAt: number;
  attempts: number;
  photos: number;
  receipt: Receipt;
}

export interface AttachmentRow {
  sha256: string;
  mime: AttachmentRef['mime'];
  /** Bytes of the original and of the sealed form (`iv | ciphertext`). */
  size: number;
  sealedSize: number;
  /** The file's own key, sealed to the server and to the device key. */
  keyForServer: string;
  keyForDevice: SealedBytes;
  /** Bytes of the sealed form that the server is known to hold. */
  received: number;
  /** The server's id of the upload under way. */
  upload?: string;
  complete: boolean;
  createdAt: number;
}

export interface DraftRow {
  loanId: string;
  updatedAt: number;
  /** Hashes of the draft's files, so that the orphan sweep spares them without the key. */
  files: string[];
  sealed: SealedBytes;
}

export interface LoanChunkRow {
  /** Rises; chunks are never changed, only replaced by new ones. */
  id?: number;
  keyId: string;
  sealed: SealedBytes;
}
export type LoanChangeRow = {
  id: string;
  keyId: string;
  /** Null for a tombstone: the chunk still has the loan, it is no longer assigned. */
  sealed: SealedBytes | null;
  /** Why the server took the loan away while unsent work still needs it. */
  retired: string | null;
};

export interface SyncRow {
  key: 'loans';
  cursor: string | null;
  /** When the list was last complete, device clock, ms. */
  asOf: number | null;
  /** Of a snapshot under way. */
  progress: { done: number; total: number } | null;
}

export interface CodesRow {
  key: 'codes';
  codes: DispositionCode[];
  policy: CodePolicy;
  at: number;
}

/**
 * The `meta` row by which a withdrawal says, in the transaction that finds nothing left to deliver, that it erases now (device
 * clock, ms): what another tab would save after that would be erased with the rest. Of a process that died over it, it means
 * nothing after `ERASING_MS`: the next one looks again.
 */
export const ERASED_AT = 'erasedAt';
export const ERASING_MS = 60_000;
export type MetaRow = { key: string; value: string | number };
export interface LeaseRow {
  name: string;
  holder: string;
  until: number;
}

export type UserDb = Dexie & {
  loanChunks: Table<LoanChunkRow, number>;
  loanChanges: EntityTable<LoanChangeRow, 'id'>;
  codes: EntityTable<CodesRow, 'key'>;
  dispositions: EntityTable<RecordRow, 'id'>;
  visits: EntityTable<RecordRow, 'id'>;
  attachments: EntityTable<AttachmentRow, 'sha256'>;
  fileParts: Table<{ sha256: string; part: number; bytes: Uint8Array<ArrayBuffer> }, [string, number]>;
  outbox: EntityTable<OutboxRow, 'key'>;
  receipts: EntityTable<ReceiptRow, 'key'>;
  drafts: EntityTable<DraftRow, 'loanId'>;
  sync: EntityTable<SyncRow, 'key'>;
  leases: EntityTable<LeaseRow, 'name'>;
  meta: EntityTable<MetaRow, 'key'>;
};

export interface SchemaVersion {
  version: number;
  stores: Record<string, string | null>;
  upgrade?: (transaction: import('dexie').Transaction) => PromiseLike<unknown>;
}

/** Every version that a phone in the field may still hold. Never change a row; add one. */
export const USER_DB_VERSIONS: readonly SchemaVersion[] = [
  {
    version: 1,
    stores: {
      loanChunks: '++id',
      loanChanges: 'id',
      codes: 'key',
      dispositions: 'id, loanId',
      visits: 'id, loanId',
      attachments: 'sha256',
      fileParts: '[sha256+part]',
      outbox: 'key, loanId, state',
      receipts: 'key, at',
      drafts: 'loanId',
      sync: 'key',
      leases: 'name',
      meta: 'key',
    },
  },
  {
    // Records are signed from here on; what an older app has queued is not.
    version: 2,
    stores: {},
    upgrade: (transaction) =>
      transaction
        .table('outbox')
        .toCollection()
        .modify((row: OutboxRow) => {
          row.signature ??= null;
        }),
  },
  // Chunks of loans are packed from here on (packing.ts): a tab of an older app must not read them.
  { version: 3, stores: {} },
];

export const userDbName = (tenantId: string, userId: string): string => `recoup-${tenantId}-${userId}`;

export interface OpenHooks {
  /** This tab holds an older version open and another one needs to upgrade: it has been closed here. */
  outdated?: () => void;
  /** An older tab keeps this one from upgrading. */
  blocked?: () => void;
  versions?: readonly SchemaVersion[];
  /** Called before the first use; tests inject faults here. */
  prepare?: (db: UserDb) => void;
}

/** Opens (lazily, at the first call) the database of one user. Every write is durable when its transaction completes. */
export function openUserDb(tenantId: string, userId: string, hooks: OpenHooks = {}): UserDb {
  const db = new Dexie(userDbName(tenantId, userId), {
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
  }) as UserDb;
  for (const { version, stores, upgrade } of hooks.versions ?? USER_DB_VERSIONS) {
    const declared = db.version(version).stores(stores);
    if (upgrade) declared.upgrade(upgrade);
  }
  db.on('versionchange', ({ newVersion }) => {
    db.close();
    // Without a version it is being removed, not upgraded: its user has been told.
    if (newVersion !== null) hooks.outdated?.();
  });
  db.on('blocked', () => hooks.blocked?.());
  hooks.prepare?.(db);
  return db;
}

/** Records that the server does not hold yet, whatever their state. */
export const unsentCount = (db: UserDb): PromiseLike<number> => db.outbox.count();

/** The table of a record: visits are the field's, dispositions the telephone's. */
export const recordTable = (db: UserDb, channel: Channel) => (channel === 'field' ? db.visits : db.dispositions);
