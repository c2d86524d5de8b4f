/**
 * Whose money a bank's line is: by its reference, else by weighted likeness to receipts and loans (domain 1.8: loan number 40,
 * name 20, amount 20, date 10, reference 10). Nothing here decides for a person: it proposes. Money is paise, days are `YYYY-MM-DD`.
 */
import type { Found, Reason } from '../bank-lines';
import { type Day, daysBetween } from '../dates';
import { referenceKey } from './columns';

export interface BankLine {
  id: string;
  reference: string | null;
  paidOn: Day;
  amountPaise: number;
  narration: string;
  payer: string;
  loanNumber: string | null;
}
/** A payment that somebody wrote down; `openPaise` of it no other line has covered. */
export interface Receipt {
  id: string;
  loanId: string;
  reference: string | null;
  paidOn: Day;
  amountPaise: number;
  openPaise: number;
}
export interface LoanOfLine {
  id: string;
  loanNumber: string;
  borrower: string;
  emiPaise: number;
  overduePaise: number;
}

/** Of domain 1.8. */
const WEIGHT = { 'loan-number': 40, name: 20, amount: 20, date: 10, 'reference-part': 10 } as const;
/** A line of this score is proposed; below it a person looks. */
export const PROPOSED_FROM = 40;
const DATE_DAYS = 3;
const SHOWN = 5;
/** A word of a name that more loans have tells nobody apart. */
const COMMON = 50;

/** Money of a line for a loan, by a receipt or, with null, without one. */
export interface Part {
  loanId: string;
  paymentId: string | null;
  amountPaise: number;
}
export interface Candidate {
  loanId: string;
  paymentId: string | null;
  score: number;
  reasons: Reason[];
}
export interface Match {
  lineId: string;
  found: Found;
  /** 100 for its reference. */
  score: number;
  reasons: Reason[];
  parts: Part[];
  /** What else it may be, the likeliest first. */
  candidates: Candidate[];
}

const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

type Told = Pick<BankLine, 'loanNumber' | 'narration'>;
const isNumber = (word: string) => /\d/.test(word) && word.length >= 4 && word.length <= 64;
/** As they stand there, dashes and all. */
const wholeNumbers = ({ loanNumber, narration }: Told): string[] => [
  ...(loanNumber ? [loanNumber, loanNumber.toUpperCase()] : []),
  ...narration
    .toUpperCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(isNumber),
];
/** What may be a loan's number in a narration. */
export const numbersIn = (line: Told): string[] => [
  ...new Set([...wholeNumbers(line), ...wordsOf(line.narration).filter(isNumber)]),
];

/** A line with what of it is compared, worked out once. */
interface Read extends BankLine {
  key: string | null;
  keys: ReadonlySet<string | null>;
  said: ReadonlySet<string>;
}
/** `numbers` are those of loans: where `LN-7-2` is one, `LN-7` is not meant. */
function readOf(line: BankLine, numbers: ReadonlySet<string | null>): Read {
  const whole = wholeNumbers(line).map(referenceKey);
  return {
    ...line,
    key: referenceKey(line.reference),
    keys: new Set(whole.some((key) => numbers.has(key)) ? whole : numbersIn(line).map(referenceKey)),
    said: new Set(wordsOf(`${line.payer} ${line.narration}`)),
  };
}
/** The same of a loan. */
interface Known extends LoanOfLine {
  number: string | null;
  name: readonly string[];
}
const knownOf = (loan: LoanOfLine): Known => ({
  ...loan,
  number: referenceKey(loan.loanNumber),
  name: wordsOf(loan.borrower).filter((word) => word.length > 2),
});
/** The same of a receipt. */
interface Written extends Receipt {
  key: string | null;
}
const isNear = (receipt: Receipt, line: BankLine) =>
  receipt.paidOn === line.paidOn || Math.abs(daysBetween(receipt.paidOn, line.paidOn)) <= DATE_DAYS;

/** Likeness of a line to a loan, and to one of its receipts. */
function likeness(line: Read, loan: Known, receipt: Written | undefined): Candidate {
  const reasons: Exclude<Reason, 'reference'>[] = [];
  const { number, name } = loan;
  if (number !== null && line.keys.has(number)) reasons.push('loan-number');
  if (name.length > 0 && name.filter((word) => line.said.has(word)).length * 3 >= name.length * 2) reasons.push('name');
  const amounts = receipt ? [receipt.openPaise, receipt.amountPaise] : [loan.emiPaise, loan.overduePaise];
  if (amounts.includes(line.amountPaise)) reasons.push('amount');
  if (receipt && isNear(receipt, line)) reasons.push('date');
  const [own, theirs] = [line.key, receipt?.key];
  if (own && theirs && own.length >= 6 && theirs.length >= 6 && own.slice(-6) === theirs.slice(-6))
    reasons.push('reference-part');
  const score = reasons.reduce((sum, reason) => sum + WEIGHT[reason], 0);
  return { loanId: loan.id, paymentId: receipt?.id ?? null, score, reasons };
}

const less = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * A proposal for each line, in the order of the ids. `seen` are keys of references that lines of before have. No receipt
 * is given more than is open of it, and no line gives more than it brings, whatever the order of what is asked.
 */
export function matchLines(
  lines: readonly BankLine[],
  receipts: readonly Receipt[],
  loans: readonly LoanOfLine[],
  seen: ReadonlySet<string> = new Set(),
): Match[] {
  const sorted = [...lines].sort((a, b) => less(a.id, b.id));
  const ordered = receipts
    .map((one): Written => ({ ...one, key: referenceKey(one.reference) }))
    .sort((a, b) => less(a.paidOn, b.paidOn) || less(a.id, b.id));
  const open = new Map(ordered.map(({ id, openPaise }) => [id, openPaise]));
  const byKey = groupOf(ordered, ({ key }) => key);
  const byLoan = groupOf(ordered, ({ loanId }) => loanId);
  const matches = new Map<string, Match>();
  const used = new Set(seen);
  /** Loans of receipts that lines took of. */
  const touched = new Set<string>();
  const rest: Read[] = [];
  const numbers = new Set(loans.map(({ loanNumber }) => referenceKey(loanNumber)));
  const around = { byLoan, open, loansOf: loansAround(loans, ordered) };

  /** Gives the line's money to receipts until either has no more. */
  function take(
    line: BankLine,
    from: readonly Receipt[],
    score: number,
    reasons: Reason[],
    candidates: Candidate[] = [],
  ) {
    const openBefore = from.reduce((sum, { id }) => sum + (open.get(id) ?? 0), 0);
    let left = line.amountPaise;
    const parts: Part[] = [];
    for (const { id, loanId } of from) {
      const amountPaise = Math.min(left, open.get(id) ?? 0);
      if (amountPaise === 0) continue;
      open.set(id, (open.get(id) ?? 0) - amountPaise);
      touched.add(loanId);
      left -= amountPaise;
      parts.push({ loanId, paymentId: id, amountPaise });
    }
    const found = left > 0 ? 'excess' : openBefore > line.amountPaise ? 'partial' : 'matched';
    matches.set(line.id, { lineId: line.id, found, score, reasons, parts, candidates });
  }

  for (const line of sorted) {
    const key = referenceKey(line.reference);
    if (key !== null && used.has(key)) {
      matches.set(line.id, {
        lineId: line.id,
        found: 'duplicate',
        score: 0,
        reasons: ['reference'],
        parts: [],
        candidates: [],
      });
      continue;
    }
    if (key !== null) used.add(key);
    const named = (key === null ? [] : (byKey.get(key) ?? [])).filter(({ id }) => (open.get(id) ?? 0) > 0);
    if (named.length > 0) take(line, named, 100, ['reference']);
    else rest.push(readOf(line, numbers));
  }

  const likely = rest.map((line) => ({ line, first: candidatesOf(line, around) }));
  touched.clear();
  // The surest first, so that a receipt goes to the line that says most of it.
  likely.sort((a, b) => less(b.first[0]?.score ?? 0, a.first[0]?.score ?? 0) || less(a.line.id, b.line.id));
  for (const { line, first } of likely) {
    // What surer lines took is no candidate any more.
    const candidates = first.some(({ loanId }) => touched.has(loanId)) ? candidatesOf(line, around) : first;
    const [best] = candidates;
    const rival = candidates.find(({ loanId }) => loanId !== best?.loanId);
    if (!best || best.score < PROPOSED_FROM || rival?.score === best.score) {
      matches.set(line.id, {
        lineId: line.id,
        found: 'unidentified',
        score: best?.score ?? 0,
        reasons: [],
        parts: [],
        candidates,
      });
    } else if (best.paymentId === null) {
      const part = { loanId: best.loanId, paymentId: null, amountPaise: line.amountPaise };
      matches.set(line.id, {
        lineId: line.id,
        found: 'bank-without-receipt',
        score: best.score,
        reasons: best.reasons,
        parts: [part],
        candidates,
      });
    } else {
      const ofLoan = byLoan.get(best.loanId) ?? [];
      const whole = ofLoan.reduce((sum, { id }) => sum + (open.get(id) ?? 0), 0) === line.amountPaise;
      const one = ofLoan.filter(({ id }) => id === best.paymentId);
      const exact = open.get(best.paymentId) === line.amountPaise;
      take(line, whole && !exact ? ofLoan : one, best.score, best.reasons, candidates);
    }
  }
  coverTogether(matches, open);
  return [...matches.values()].sort((a, b) => less(a.lineId, b.lineId));
}

/** The loans that share a number, a rare word of the name, or an amount of the same days with a line; the others are not like it. */
function loansAround(loans: readonly LoanOfLine[], receipts: readonly Receipt[]): (line: Read) => Known[] {
  const known = loans.map(knownOf);
  const byId = new Map(known.map((loan) => [loan.id, loan]));
  const byNumber = groupOf(known, ({ number }) => number);
  const byWord = new Map<string, Known[]>();
  for (const loan of known)
    for (const word of new Set(loan.name)) {
      const held = byWord.get(word);
      if (held) held.push(loan);
      else byWord.set(word, [loan]);
    }
  const byAmount = new Map<number, Receipt[]>();
  for (const receipt of receipts)
    for (const amount of new Set([receipt.amountPaise, receipt.openPaise])) {
      const held = byAmount.get(amount);
      if (held) held.push(receipt);
      else byAmount.set(amount, [receipt]);
    }
  return (line) => {
    const found = new Set<Known>();
    const add = (some: readonly (Known | undefined)[]) => {
      for (const one of some) if (one) found.add(one);
    };
    for (const key of line.keys) if (key !== null) add(byNumber.get(key) ?? []);
    for (const word of line.said) {
      const held = byWord.get(word) ?? [];
      if (held.length <= COMMON) add(held);
    }
    for (const receipt of byAmount.get(line.amountPaise) ?? [])
      if (isNear(receipt, line)) add([byId.get(receipt.loanId)]);
    return [...found];
  };
}

interface Around {
  byLoan: ReadonlyMap<string, Written[]>;
  /** What no line has taken of each receipt. */
  open: ReadonlyMap<string, number>;
  loansOf: (line: Read) => Known[];
}

function candidatesOf(line: Read, { byLoan, open, loansOf }: Around): Candidate[] {
  return loansOf(line)
    .flatMap((loan) => {
      const there = (byLoan.get(loan.id) ?? []).filter(({ id }) => (open.get(id) ?? 0) > 0);
      const each = there.map((receipt) => likeness(line, loan, { ...receipt, openPaise: open.get(receipt.id) ?? 0 }));
      return each.length > 0 ? each : [likeness(line, loan, undefined)];
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || less(a.loanId, b.loanId) || less(a.paymentId ?? '', b.paymentId ?? ''))
    .slice(0, SHOWN);
}

/** Lines that are each less than a receipt and together all of it are matched. */
function coverTogether(matches: ReadonlyMap<string, Match>, open: ReadonlyMap<string, number>): void {
  for (const match of matches.values())
    if (
      match.found === 'partial' &&
      match.parts.every(({ paymentId }) => paymentId !== null && open.get(paymentId) === 0)
    )
      match.found = 'matched';
}

function groupOf<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** What of a file found its place, and what did not; together its sum. */
export function sumsOf(lines: readonly BankLine[], matches: readonly Match[]): { matched: number; unmatched: number } {
  const placed = matches.reduce((sum, { parts }) => sum + parts.reduce((own, part) => own + part.amountPaise, 0), 0);
  return { matched: placed, unmatched: lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0) - placed };
}
