/** What the clients remember: every record they sent, and the receipt under which the server acknowledged it. */
import type { Receipt } from '../../../core/contract/dispositions';

export interface SentRecord {
  tenantId: string;
  userId: string;
  key: string;
  hash: string;
  record: Record<string, unknown> & { id: string; loanId: string };
  /** SHA-256 of the files that it names. */
  files: string[];
  /** Absent while nobody has said that the server holds it. */
  receipt?: Receipt;
}

export class Promises {
  readonly #sent = new Map<string, SentRecord>();
  /** Whatever the server said that it must never say. */
  readonly broken: string[] = [];

  remember(sent: SentRecord): void {
    this.#sent.set(sent.key, sent);
  }

  /** An answer that is no receipt of this record is a broken promise of its own; so is a second, different one. */
  acknowledge(sent: SentRecord, receipt: Receipt): void {
    const { key, hash, record } = sent;
    if (receipt.key !== key || receipt.hash !== hash || receipt.recordId !== record.id) {
      this.broken.push(`${key} was answered with the receipt of another record: ${JSON.stringify(receipt)}`);
    } else if (!sent.receipt) {
      sent.receipt = receipt;
    } else if (JSON.stringify(sent.receipt) !== JSON.stringify(receipt)) {
      this.broken.push(`${key} got two receipts: ${JSON.stringify(sent.receipt)} and ${JSON.stringify(receipt)}`);
    }
  }

  all(): SentRecord[] {
    return [...this.#sent.values()];
  }

  of(tenantId: string): SentRecord[] {
    return this.all().filter((sent) => sent.tenantId === tenantId);
  }

  unacknowledged(): SentRecord[] {
    return this.all().filter(({ receipt }) => !receipt);
  }

  acknowledged(): (SentRecord & { receipt: Receipt })[] {
    return this.all().filter((sent): sent is SentRecord & { receipt: Receipt } => sent.receipt !== undefined);
  }
}
