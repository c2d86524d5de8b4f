/** The judge: what the screen told the agent against what the server holds. It knows nothing of the app's own stores. */
import type { HeldByServer, HeldRecord } from './field';

/** A visit as the agent knows it. */
export interface ToldVisit {
  /** Unique; typed into the form. */
  remarks: string;
  loanId: string;
  photos: number;
  promise: boolean;
  /** The number under "Saved"; null when the phone died before the agent could read it. */
  number: string | null;
  /** What the ledger showed at the end of the day. */
  receiptNo?: string;
}

export interface Findings {
  lost: string[];
  doubled: string[];
  /** Wrong in any other way: photos, order, receipts, strangers. */
  wrong: string[];
}

/** As the screens shorten an id. */
const numberOf = ({ id }: HeldRecord) => id.slice(-6).toUpperCase();

/** `told` in the order in which the agent saved. */
export function check(told: readonly ToldVisit[], held: HeldByServer): Findings {
  const findings: Findings = { lost: [], doubled: [], wrong: [] };
  for (const visit of told) {
    const found = held.records.filter(({ record }) => record.remarks === visit.remarks);
    const name = `“${visit.remarks}” (No. ${visit.number ?? 'never read'})`;
    if (found.length > 1) findings.doubled.push(`${name} is there ${found.length} times`);
    const [one] = found;
    if (one) findings.wrong.push(...faultsOf(name, visit, one));
    else if (visit.number !== null || visit.receiptNo)
      findings.lost.push(`${name} was told to be saved and is not there`);
    if (one && (one.visits > 1 || one.promises > 1))
      findings.doubled.push(`${name} has ${one.visits} visits and ${one.promises} promises`);
  }
  const known = new Set(told.map(({ remarks }) => remarks));
  for (const stranger of held.records.filter(({ record }) => !known.has(record.remarks ?? '')))
    findings.wrong.push(`No. ${numberOf(stranger)} is there and was never recorded`);
  findings.wrong.push(...disorder(told, held.records));
  if (!held.chainIsSound) findings.wrong.push('The audit chain is broken');
  return findings;
}

function faultsOf(name: string, visit: ToldVisit, held: HeldRecord): string[] {
  const faults: string[] = [];
  const must = (ok: boolean, words: string) => {
    if (!ok) faults.push(`${name} ${words}`);
  };
  must(held.loanId === visit.loanId && held.record.loanId === visit.loanId, 'is on another loan');
  must(visit.number === null || visit.number === numberOf(held), `is there as No. ${numberOf(held)}`);
  must(held.outcome === 'applied', `was taken as ${held.outcome}`);
  must(
    visit.receiptNo === held.receiptNo,
    `has receipt ${held.receiptNo}; the ledger says ${visit.receiptNo ?? 'none'}`,
  );
  must(held.visits === 1, `has ${held.visits} visits`);
  must(held.promises === (visit.promise ? 1 : 0), `has ${held.promises} promises`);
  const named = held.record.attachments.map(({ sha256 }) => sha256);
  must(new Set(named).size === visit.photos, `has ${named.length} photos of ${visit.photos}`);
  for (const sha256 of named)
    must(held.files[sha256] === sha256, `has a photo that is ${held.files[sha256] ?? 'missing'}`);
  return faults;
}

/** Within a loan, the server must have taken the records in the order in which they were made. */
function disorder(told: readonly ToldVisit[], records: readonly HeldRecord[]): string[] {
  const made = told.map(({ remarks }) => remarks);
  const faults: string[] = [];
  for (const loanId of new Set(records.map((record) => record.loanId))) {
    const arrived = records.filter((record) => record.loanId === loanId);
    const places = arrived.map(({ record }) => made.indexOf(record.remarks ?? ''));
    const seqs = arrived.map(({ record }) => record.loanSeq);
    for (const [what, numbers] of [
      ['saved', places],
      ['numbered', seqs],
    ] as const)
      if (numbers.some((number, at) => at > 0 && number <= (numbers[at - 1] ?? -1)))
        faults.push(
          `The records of loan ${loanId} arrived in the order ${numbers.join(', ')} of how they were ${what}`,
        );
  }
  return faults;
}
