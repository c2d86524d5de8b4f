/**
 * What people were told: each save and its answer, all that a screen of theirs ever showed, and what they did themselves. The
 * checker knows nothing else of the phones.
 */
import type { LedgerEntry } from '../../../src/offline/types';
import { timeline } from './timeline';

export interface Attempt {
  /** Words in the record that exist once; by them it is found again, wherever it went. */
  marker: string;
  phone: number;
  agent: number;
  loanId: string;
  /** True time, ms. */
  beganAt: number;
  toldAt: number;
  /** `unknown`: the process died before it said anything. */
  told: 'saved' | 'not-saved' | 'unknown';
  recordId: string | null;
  /** SHA-256 of the photo. */
  photo: string | null;
  /** The markers of the mended forms that were to be saved in its place; a tab that stood still offers it once more. */
  mendedBy: string[];
  /** The record that it says it follows. */
  follows: string | null;
  /** The user took it back: it may have arrived before. */
  discarded: boolean;
}

export interface SeenEntry extends Pick<LedgerEntry, 'id' | 'state' | 'loanId'> {
  problem: string | null;
  receipt: { receiptNo: string; hash: string; outcome: string } | null;
}

/** The first time that somebody was shown a record or a loan on a phone; it may have been for one moment only. */
export interface Glimpse {
  phone: number;
  agent: number;
  /** Of the record; null for a loan in the list. */
  recordId: string | null;
  loanId: string;
  /** True time, ms. */
  at: number;
}

/** What one person last saw on one phone. */
export interface LastLook {
  phone: number;
  agent: number;
  entries: SeenEntry[];
  /** The loan list. */
  loans: { id: string; version: number; unsent: number }[];
  phase: string;
  /** There is a token: the screen does not say that the session has ended. */
  signedIn: boolean;
}

export class Notebook {
  readonly attempts: Attempt[] = [];
  /** Every receipt that was ever shown, and to whom. */
  readonly receipts: { phone: number; agent: number; entry: SeenEntry }[] = [];
  readonly looks = new Map<string, LastLook>();
  readonly glimpses = new Map<string, Glimpse>();
  /** What went wrong while it was being watched; each is a failure of the schedule. */
  readonly violations: string[] = [];
  private readonly shown = new Set<string>();

  begin(attempt: Pick<Attempt, 'phone' | 'agent' | 'loanId' | 'beganAt'>): Attempt {
    const made: Attempt = {
      ...attempt,
      marker: `note ${this.attempts.length}`,
      toldAt: Number.POSITIVE_INFINITY,
      told: 'unknown',
      recordId: null,
      photo: null,
      mendedBy: [],
      follows: null,
      discarded: false,
    };
    this.attempts.push(made);
    return made;
  }

  saw(phone: number, agent: number, entries: readonly LedgerEntry[]): SeenEntry[] {
    const seen = entries.map(({ id, state, loanId, receipt, problem }) => ({
      id,
      state,
      loanId,
      problem: problem?.code ?? null,
      receipt: receipt && { receiptNo: receipt.receiptNo, hash: receipt.hash, outcome: receipt.outcome },
    }));
    for (const entry of seen) {
      this.glimpsed(phone, agent, entry.id, entry.loanId);
      const name = `${phone} ${agent} ${entry.id} ${entry.receipt?.receiptNo}`;
      if (!entry.receipt || this.shown.has(name)) continue;
      this.shown.add(name);
      this.receipts.push({ phone, agent, entry });
    }
    return seen;
  }

  glimpsed(phone: number, agent: number, recordId: string | null, loanId: string): void {
    const name = `${phone} ${agent} ${recordId ?? loanId}`;
    if (!this.glimpses.has(name)) this.glimpses.set(name, { phone, agent, recordId, loanId, at: timeline().now });
  }

  look(look: LastLook): void {
    this.looks.set(`${look.phone} ${look.agent}`, look);
  }

  violation(words: string): void {
    if (!this.violations.includes(words)) this.violations.push(words);
  }
}
