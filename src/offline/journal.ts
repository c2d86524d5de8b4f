/**
 * This phone's own records, read back: what the ledger lists, what the sync strip counts, and what lies on top of the
 * server's loans. Contents are unsealed once and remembered; states are read anew.
 */
import type { Receipt } from '../../core/contract/dispositions';
import { dayOf } from '../../core/domain/dates';
import type { LocalRecord } from './local-facts';
import type { LedgerEntry } from './types';
import { type OutboxRow, type ReceiptRow, recordTable, type SealedRecord, type UserDb } from './user-db';
import { openJson } from './vault';

/** Accepted records stay in the ledger, and on top of a loan the server has not sent again, for so long. */
export const KEPT_MS = 7 * 86_400_000;

export interface JournalReading {
  ledger: LedgerEntry[];
  counts: { saved: number; sending: number; sentToday: number; needsYou: number; waitingForLogin: boolean };
  /** By loan, what the server does not hold yet. */
  unsent: Map<string, number>;
  /** By loan, every record kept here. */
  local: Map<string, LocalRecord[]>;
  outbox: OutboxRow[];
}

const UNREADABLE = 'Sealed with an earlier password';

function entryOf(
  row: OutboxRow | ReceiptRow,
  content: SealedRecord | undefined,
  more: Pick<LedgerEntry, 'state' | 'receipt' | 'problem' | 'savedAt' | 'photos' | 'nextAttemptAt'>,
): LedgerEntry {
  const { payment, ptp } = content?.record ?? {};
  return {
    id: row.key,
    loanId: row.loanId,
    loanNumber: content?.record.loanNumber ?? '',
    borrower: content?.summary.borrower ?? UNREADABLE,
    code: content?.record.code ?? '',
    codeLabel: content?.summary.codeLabel ?? '',
    attempts: row.attempts,
    paid: payment ? { amountPaise: payment.amountPaise, mode: payment.mode } : null,
    promised: ptp ? { amountPaise: ptp.amountPaise, dueOn: ptp.dueOn } : null,
    ...more,
  };
}

function layFacts(
  reading: JournalReading,
  loanId: string,
  content: SealedRecord | undefined,
  state: LedgerEntry['state'],
  receipt: Receipt | null,
): void {
  if (!content) return;
  const own = { ...content, state, receipt };
  reading.local.set(loanId, [...(reading.local.get(loanId) ?? []), own]);
}

function layUnsent(reading: JournalReading, row: OutboxRow, content: SealedRecord | undefined): void {
  const { counts, unsent } = reading;
  reading.ledger.push(
    entryOf(row, content, {
      state: row.state,
      receipt: null,
      problem: row.problem,
      savedAt: row.createdAt,
      photos: row.attachments.length,
      nextAttemptAt: row.state === 'retry-later' ? row.nextAttemptAt : null,
    }),
  );
  layFacts(reading, row.loanId, content, row.state, null);
  unsent.set(row.loanId, (unsent.get(row.loanId) ?? 0) + 1);
  if (row.state === 'sending') counts.sending += 1;
  else if (row.state === 'needs-you' || row.state === 'quarantined') counts.needsYou += 1;
  else counts.saved += 1;
  if (row.state === 'waiting-for-login') counts.waitingForLogin = true;
}

const newestFirst = (a: LedgerEntry, b: LedgerEntry): number => b.savedAt - a.savedAt || (a.id < b.id ? 1 : -1);

export class Journal {
  private contents = new Map<string, SealedRecord>();

  constructor(
    private readonly db: UserDb,
    private readonly deviceKey: CryptoKey,
  ) {}

  private async open(key: string, sealed: OutboxRow['sealed'] | undefined): Promise<SealedRecord | undefined> {
    const known = this.contents.get(key);
    if (known || !sealed) return known;
    const content = await openJson<SealedRecord>(this.deviceKey, sealed).catch(() => undefined);
    if (content) this.contents.set(key, content);
    return content;
  }

  /** Newest first. `zone` and `now` decide what counts as today. */
  async read(now: number, zone: string): Promise<JournalReading> {
    const { db } = this;
    const [outbox, receipts] = await db.transaction('r', db.outbox, db.receipts, () =>
      Promise.all([
        db.outbox.toArray(),
        db.receipts
          .where('at')
          .above(now - KEPT_MS)
          .toArray(),
      ]),
    );
    const today = dayOf(now, zone);
    const reading: JournalReading = {
      ledger: [],
      counts: { saved: 0, sending: 0, sentToday: 0, needsYou: 0, waitingForLogin: false },
      unsent: new Map(),
      local: new Map(),
      outbox,
    };
    for (const row of outbox) layUnsent(reading, row, await this.open(row.key, row.sealed));
    for (const row of receipts) {
      let content = this.contents.get(row.key);
      content ??= await this.open(row.key, (await recordTable(db, row.channel).get(row.key))?.sealed);
      const { receipt, savedAt, photos } = row;
      reading.ledger.push(
        entryOf(row, content, { state: 'accepted', receipt, problem: null, savedAt, photos, nextAttemptAt: null }),
      );
      layFacts(reading, row.loanId, content, 'accepted', receipt);
      if (dayOf(row.at, zone) === today) reading.counts.sentToday += 1;
    }
    reading.ledger.sort(newestFirst);
    return reading;
  }

  /** A reading with a record on it that has just been saved. */
  with(before: JournalReading, row: OutboxRow, content: SealedRecord): JournalReading {
    this.contents.set(row.key, content);
    const reading: JournalReading = {
      ledger: [...before.ledger],
      counts: { ...before.counts },
      unsent: new Map(before.unsent),
      local: new Map(before.local),
      outbox: [...before.outbox, row],
    };
    layUnsent(reading, row, content);
    reading.ledger.sort(newestFirst);
    return reading;
  }
}
