/** What is recorded on this phone lies on top of what the server sent, until the server's own copy contains it. */
import type { Receipt } from '../../core/contract/dispositions';
import type { HistoryEntry, Loan } from '../../core/contract/loans';
import type { DispositionCode } from '../../core/domain/dispositions';
import type { OutboxState } from './types';
import type { SealedRecord } from './user-db';

export interface LocalRecord extends SealedRecord {
  state: OutboxState;
  receipt: Receipt | null;
}

/** A record as an entry of the loan's history. */
export function historyEntryOf(
  { record, summary, receipt }: LocalRecord,
  by: string,
  code: Pick<DispositionCode, 'class'> | undefined,
): HistoryEntry {
  return {
    id: record.id,
    at: record.recordedAt,
    channel: record.channel,
    code: record.code,
    codeLabel: summary.codeLabel,
    class: code?.class ?? 'NON_CONTACT',
    by,
    remarks: record.remarks ?? null,
    ptp: record.ptp ? { amountPaise: record.ptp.amountPaise, dueOn: record.ptp.dueOn } : null,
    paidPaise: record.payment?.amountPaise ?? null,
    nextVisitOn: record.nextVisitOn ?? null,
    photos: record.attachments.length,
    receiptNo: receipt?.receiptNo ?? null,
    claim: record.claim,
    instalments: record.instalments,
    ...(receipt && { chainSeq: receipt.chain.seq }),
  };
}

/** Records that the server refused do not count as facts about the loan. */
const counts = ({ state }: LocalRecord): boolean => state !== 'quarantined';

/** Local records that the server's copy of the loan does not contain yet, oldest first. */
export function missingFrom(loan: Loan, records: readonly LocalRecord[]): LocalRecord[] {
  const known = new Set(loan.recent.map((entry) => entry.id));
  return records.filter((local) => !known.has(local.record.id)).sort((a, b) => a.record.loanSeq - b.record.loanSeq);
}

/** The loan as the agent knows it. Amounts owed stay the server's: only it can post a payment. */
export function withFacts(loan: Loan, records: readonly LocalRecord[]): Loan {
  const facts = missingFrom(loan, records).filter(counts);
  if (!facts.length) return loan;
  const shown: Loan = { ...loan };
  for (const { record, summary } of facts) {
    if (record.ptp) shown.ptp = { amountPaise: record.ptp.amountPaise, dueOn: record.ptp.dueOn, status: 'open' };
    // A visit settles the visit that was due; the record may plan the next one.
    if (record.channel === 'field') {
      shown.nextVisitOn = record.nextVisitOn ?? null;
      shown.lastVisit = { at: record.recordedAt, code: record.code, label: summary.codeLabel };
    } else if (record.nextVisitOn) shown.nextVisitOn = record.nextVisitOn;
    shown.attempts30d += 1;
  }
  return shown;
}

/** The newest of these records that the server's copy does not contain; undefined when it has them all. */
export function lastOf(loan: Loan, records: readonly LocalRecord[]): { at: string; code: string } | undefined {
  const record = missingFrom(loan, records).filter(counts).at(-1)?.record;
  return record && { at: record.recordedAt, code: record.code };
}

/** When the newest of these records took money, ms; undefined when none did. */
export function paidAt(records: readonly LocalRecord[]): number | undefined {
  const paid = records.filter((local) => local.record.payment && counts(local));
  return paid.length ? Math.max(...paid.map(({ record }) => Date.parse(record.recordedAt))) : undefined;
}
