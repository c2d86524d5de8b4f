/**
 * Loans at rest: sealed chunks of about 500 (one AES-GCM call and one row each) with an overlay of single changed rows.
 * Chunks are immutable: a newer chunk overrides an older one, the overlay overrides all. Folding
 * (loan-fold.ts) moves the overlay into a new chunk. Every step that changes the list is
 * one transaction.
 */
import type { Loan } from '../../core/contract/loans';
import { type Packed, pack, unpack } from './packing';
import type { LoanChangeRow, LoanChunkRow, SyncRow, UserDb } from './user-db';
import { openBytes, sealBytes, sealJson } from './vault';

export const CHUNK_SIZE = 500;
/** A page with fewer loans goes to the overlay, row by row. */
const CHUNK_AT_LEAST = 100;
/** Chunks read at a time: while one is parsed, the next ones are fetched and unsealed. */
const READ_AHEAD = 3;
export interface SealingKey {
  key: CryptoKey;
  keyId: string;
}

/** Seals loans into chunk rows, ready for one bulkAdd. One chunk is written down while the one before it is encrypted. */
export function sealChunks({ key, keyId }: SealingKey, loans: readonly Loan[]): Promise<LoanChunkRow[]> {
  const rows: Promise<LoanChunkRow>[] = [];
  for (let at = 0; at < loans.length; at += CHUNK_SIZE)
    rows.push(
      sealBytes(key, encoder.encode(pack(loans.slice(at, at + CHUNK_SIZE)))).then((sealed) => ({ keyId, sealed })),
    );
  return Promise.all(rows);
}

/** The text of a row, not parsed yet; undefined when another key sealed it or it is damaged. */
async function openRow(
  { key, keyId }: SealingKey,
  row: Pick<LoanChunkRow, 'keyId' | 'sealed'>,
): Promise<Uint8Array | undefined> {
  if (row.keyId !== keyId) return undefined;
  return openBytes(key, row.sealed).catch(() => undefined);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const parse = <T>(plain: Uint8Array): T => JSON.parse(decoder.decode(plain)) as T;
/** Chunks that an older app wrote are a plain list of loans. */
function parseChunk(plain: Uint8Array): Loan[] {
  const read = parse<Packed | Loan[]>(plain);
  return (Array.isArray(read[0]) ? unpack(read as Packed) : read) as Loan[];
}

export async function sealChange(
  { key, keyId }: SealingKey,
  loan: Loan,
  retired: string | null = null,
): Promise<LoanChangeRow> {
  return { id: loan.id, keyId, sealed: await sealJson(key, loan), retired };
}

/** Stores loans in bulk, as a first snapshot does; for callers that need no cursor (benchmarks, tests). */
export async function storeLoans(db: UserDb, sealing: SealingKey, loans: readonly Loan[]): Promise<void> {
  await db.loanChunks.bulkAdd(await sealChunks(sealing, loans));
}

/** A loan with where it lies: the id of its chunk, 0 for the overlay. */
export interface HeldLoan {
  loan: Loan;
  chunk: number;
  /** Taken away by the server, kept while unsent work needs it. */
  retired: string | null;
}

export interface LoanPage {
  reset: boolean;
  loans: Loan[];
  revoked: { loanId: string; reason: string }[];
  /** What the sync row becomes, in the same transaction. */
  sync: SyncRow;
}

/** What is held in memory of the chunks and the overlay, and every way to change both (folding is in loan-fold.ts). */
export class LoanShelf {
  readonly held = new Map<string, HeldLoan>();
  /** Chunks already read and how many loans each holds; they never change, so a second read takes only new ones. */
  chunks = new Map<number, number>();
  overlay = 0;
  /** Of the overlay: rows that only say that a loan is gone. */
  tombstones = 0;
  /** Both sides' digests at the last repair (sync.ts). */
  lastDrift = '';
  /** Loans a page, as the line bears it (sync.ts). */
  pageSize = CHUNK_SIZE;

  constructor(
    readonly db: UserDb,
    readonly sealing: SealingKey,
  ) {}

  /**
   * Reads what is stored, chunk by chunk; `onChunk` runs after each with the ids of its loans, so that rows appear before
   * all are unsealed, and is waited for.
   * What cannot be read (sealed with an older device key, or damaged) is dropped, and `lost` is true: the caller syncs,
   * and the digests bring it back.
   */
  async load(onChunk: (ids: string[]) => unknown = () => {}): Promise<{ lost: boolean }> {
    const unreadable = { changes: [] as string[], chunks: [] as number[] };
    const [changes, ids] = await this.db.transaction('r', this.db.loanChanges, this.db.loanChunks, () =>
      Promise.all([this.db.loanChanges.toArray(), this.db.loanChunks.toCollection().primaryKeys()]),
    );
    const present = new Set(ids);
    if ([...this.chunks.keys()].some((id) => !present.has(id))) {
      // Another tab folded or reset: what it replaced is gone.
      for (const [id, { chunk }] of this.held) if (chunk !== 0 && !present.has(chunk)) this.held.delete(id);
      this.chunks = new Map([...this.chunks].filter(([id]) => present.has(id)));
    }
    const overlaid = new Map(changes.map((row) => [row.id, row]));
    for (const [id, { chunk }] of this.held) if (chunk === 0 && !overlaid.has(id)) this.held.delete(id);
    // The newest overlay rows first: what changed today is what the agent looks for.
    for (const row of changes) {
      const plain = row.sealed && (await openRow(this.sealing, { ...row, sealed: row.sealed }));
      if (plain) this.held.set(row.id, { loan: parse(plain), chunk: 0, retired: row.retired });
      else this.held.delete(row.id);
      if (plain !== undefined) continue;
      unreadable.changes.push(row.id);
      overlaid.delete(row.id);
    }
    this.overlay = overlaid.size;
    this.tombstones = changes.filter((row) => row.sealed === null).length;
    const unread = ids.filter((id) => !this.chunks.has(id));
    const read = async (id: number) => {
      const row = await this.db.loanChunks.get(id);
      return { row, plain: row && (await openRow(this.sealing, row)) };
    };
    const coming = unread.slice(0, READ_AHEAD).map(read);
    for (const [at, id] of unread.entries()) {
      const { row, plain } = (await coming[at]) ?? {};
      const next = unread[at + READ_AHEAD];
      if (next !== undefined) coming.push(read(next));
      delete coming[at];
      // Read meanwhile by another round, which may have changed what is held since.
      if (this.chunks.has(id)) continue;
      if (!plain) {
        if (row) unreadable.chunks.push(id);
        continue;
      }
      const loans = parseChunk(plain);
      this.chunks.set(id, loans.length);
      const shown: string[] = [];
      for (const loan of loans) {
        const known = this.held.get(loan.id);
        if (overlaid.has(loan.id) || (known && (known.chunk === 0 || known.chunk > id))) continue;
        this.held.set(loan.id, { loan, chunk: id, retired: null });
        shown.push(loan.id);
      }
      await onChunk(shown);
    }
    const lost = unreadable.changes.length + unreadable.chunks.length > 0;
    if (lost) {
      const { db } = this;
      await db.transaction('rw', db.loanChanges, db.loanChunks, db.sync, async () => {
        await db.loanChunks.bulkDelete(unreadable.chunks);
        await db.loanChanges.bulkDelete(unreadable.changes);
        if (!this.held.size) await db.sync.delete('loans');
      });
    }
    return { lost };
  }

  /** Whether unsent work needs a loan; read inside the transaction that would take it away. */
  private async needed(ids: readonly string[]): Promise<Set<string>> {
    if (!ids.length) return new Set();
    const working = new Set(await this.db.outbox.orderBy('loanId').uniqueKeys());
    return new Set(ids.filter((id) => working.has(id)));
  }

  /** Applies one page of the server's answer and moves the cursor with it, all or nothing. */
  async apply(page: LoanPage): Promise<void> {
    const chunked = page.loans.length >= CHUNK_AT_LEAST;
    const incoming = new Set(page.loans.map((loan) => loan.id));
    const gone = page.reset
      ? [...this.held.keys()].map((loanId) => ({ loanId, reason: 'unassigned' }))
      : page.revoked.filter(({ loanId }) => this.held.has(loanId));
    const leaving = gone.filter(({ loanId }) => !incoming.has(loanId));
    // Sealing comes first: a transaction would commit itself while it is awaited.
    const chunks = chunked ? await sealChunks(this.sealing, page.loans) : [];
    const changes = chunked ? [] : await Promise.all(page.loans.map((loan) => sealChange(this.sealing, loan)));
    const mayStay = await this.needed(leaving.map(({ loanId }) => loanId));
    const retiredRows = new Map<string, LoanChangeRow>();
    for (const { loanId, reason } of leaving) {
      const held = this.held.get(loanId);
      if (held && mayStay.has(loanId)) retiredRows.set(loanId, await sealChange(this.sealing, held.loan, reason));
    }
    const { db } = this;
    const result = await db.transaction('rw', [db.loanChunks, db.loanChanges, db.sync, db.outbox], async () => {
      const kept = await this.needed(leaving.map(({ loanId }) => loanId));
      // Work saved since the look above: let the next round take the loan away.
      for (const loanId of kept) if (!retiredRows.has(loanId)) return undefined;
      if (page.reset) {
        await db.loanChunks.clear();
        await db.loanChanges.clear();
      }
      if (chunked) {
        // Asking which of them are there is far cheaper than a thousand deletes that find nothing.
        const overlaid = await db.loanChanges.toCollection().primaryKeys();
        await db.loanChanges.bulkDelete(overlaid.filter((id) => incoming.has(id)));
      }
      await db.loanChanges.bulkPut(changes);
      const tombstones: LoanChangeRow[] = [];
      for (const { loanId } of leaving) {
        if (kept.has(loanId)) continue;
        if (this.held.get(loanId)?.chunk === 0) await db.loanChanges.delete(loanId);
        // A chunk may still have an older form under the overlay's: the tombstone hides that as well.
        if (!page.reset) tombstones.push({ id: loanId, keyId: this.sealing.keyId, sealed: null, retired: null });
      }
      await db.loanChanges.bulkPut(tombstones);
      await db.loanChanges.bulkPut([...retiredRows.values()].filter((row) => kept.has(row.id)));
      // Asked together: each answer of IndexedDB takes a trip to another process.
      const [ids, overlay] = await Promise.all([
        Promise.all(chunks.map((chunk) => db.loanChunks.add(chunk))),
        db.loanChanges.count(),
        db.sync.put(page.sync),
      ]);
      return { ids, kept, overlay, gone: tombstones.length };
    });
    if (!result) return this.apply(page);
    if (page.reset) this.chunks.clear();
    for (const { loanId, reason } of leaving) {
      const held = this.held.get(loanId);
      if (held && result.kept.has(loanId)) this.held.set(loanId, { loan: held.loan, chunk: 0, retired: reason });
      else this.held.delete(loanId);
    }
    result.ids.forEach((id, at) => {
      this.chunks.set(id, Math.min(CHUNK_SIZE, page.loans.length - at * CHUNK_SIZE));
    });
    page.loans.forEach((loan, at) => {
      const chunk = chunked ? (result.ids[Math.floor(at / CHUNK_SIZE)] ?? 0) : 0;
      this.held.set(loan.id, { loan, chunk, retired: null });
    });
    this.overlay = result.overlay;
    // Exact again at the next load: a tombstone that a loan's return replaced still counts here.
    this.tombstones = page.reset ? 0 : Math.min(result.overlay, this.tombstones + result.gone);
  }

  /** Removes retired loans whose work has gone out. Answers their ids. */
  async release(): Promise<string[]> {
    const retired = [...this.held].filter(([, { retired }]) => retired !== null).map(([id]) => id);
    if (!retired.length) return [];
    const { db } = this;
    const free = await db.transaction('rw', db.loanChanges, db.outbox, async () => {
      const needed = await this.needed(retired);
      const free = retired.filter((id) => !needed.has(id));
      await db.loanChanges.bulkPut(free.map((id) => ({ id, keyId: this.sealing.keyId, sealed: null, retired: null })));
      return free;
    });
    for (const id of free) this.held.delete(id);
    this.tombstones += free.length;
    return free;
  }

  /** Drops everything that unsent work does not need; after a revocation of the device. */
  async erase(): Promise<void> {
    await this.apply({
      reset: true,
      loans: [],
      revoked: [],
      sync: { key: 'loans', cursor: null, asOf: null, progress: null },
    });
  }
}

/** The overlay is folded when it is longer than this. */
export const FOLD_OVER = 64;
/** Copies that are out of date, and tombstones, that never are a reason to write everything anew. */
const WASTE_AT_LEAST = 500;
/** Small chunks cost a start more than they hold. */
const CHUNKS_AT_LEAST = 64;

/** Whether half of what is stored is out of date, or lies in very small pieces. */
export function isWasteful({ chunks, held, tombstones }: LoanShelf): boolean {
  let stored = tombstones;
  for (const loans of chunks.values()) stored += loans;
  return (
    stored - held.size > Math.max(WASTE_AT_LEAST, held.size) ||
    chunks.size > Math.max(CHUNKS_AT_LEAST, (4 * held.size) / CHUNK_SIZE)
  );
}

/** Whether folding (loan-fold.ts) is worth it; asked here, because most starts need none of that file. */
export const isLong = (shelf: LoanShelf): boolean => shelf.overlay - shelf.tombstones > FOLD_OVER || isWasteful(shelf);
