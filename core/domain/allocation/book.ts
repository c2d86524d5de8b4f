/** Loans as columns: a book of a million is tens of megabytes, and passes to another thread without being copied. */
import type { BookLoan } from './conditions';
import { RULE_KINDS, type RuleKind } from './rules';

export interface HeldLoan extends BookLoan {
  id: string;
  /** Who holds it now, of each kind. */
  holders: Partial<Record<RuleKind, string>>;
  /** Marked to stay with whoever has it. */
  retained: boolean;
  /** Paise that somebody who works it may bring in, or has; null where nobody can say. */
  worth?: number | null;
}

const TEXTS = ['client', 'portfolio', 'product', 'bucket', 'pincode', 'language', 'lastCode', ...RULE_KINDS] as const;
type TextColumn = (typeof TEXTS)[number];

const BROKEN = 1;
const LEGAL = 2;
const RETAINED = 4;
/** Of what is counted in two bytes. */
const MOST = 65_535;

/** A row for each loan, in the order of their ids, of which it holds no more than `lot`. A text is its place in `words`, where place 0 is null. */
export interface Book {
  words: (string | null)[];
  texts: Record<TextColumn, Uint32Array<ArrayBuffer>>;
  dpd: Int32Array<ArrayBuffer>;
  /** Paise. */
  pos: Float64Array<ArrayBuffer>;
  overdue: Float64Array<ArrayBuffer>;
  attempts: Uint16Array<ArrayBuffer>;
  visits: Uint16Array<ArrayBuffer>;
  brokenPromises: Uint16Array<ArrayBuffer>;
  /** Percent; -1 without a score. */
  propensity: Int8Array<ArrayBuffer>;
  /** The end of the id, which is random: by it a rule takes its part of the loans. */
  lot: Uint32Array<ArrayBuffer>;
  facts: Uint8Array<ArrayBuffer>;
  /** Paise; not a number where nobody can say. */
  worth: Float64Array<ArrayBuffer>;
}

/** Makes the pieces of a book; each brings the words that no earlier one has, so they are of use only joined, in their order. */
export function packer(): (loans: readonly HeldLoan[]) => Book {
  const known = new Map<string | null, number>([[null, 0]]);
  return (loans) => {
    const words: string[] = [];
    const code = (text: string | null | undefined): number => {
      const found = known.get(text ?? null);
      if (found !== undefined || typeof text !== 'string') return found ?? 0;
      words.push(text);
      known.set(text, known.size);
      return known.size - 1;
    };
    const column = (of: (loan: HeldLoan) => string | null | undefined) =>
      Uint32Array.from(loans, (loan) => code(of(loan)));
    return {
      texts: {
        client: column(({ clientId }) => clientId),
        portfolio: column(({ portfolioId }) => portfolioId),
        product: column(({ product }) => product),
        bucket: column(({ bucket }) => bucket),
        pincode: column(({ pincode }) => pincode),
        language: column(({ language }) => language),
        lastCode: column(({ lastCode }) => lastCode),
        collector: column(({ holders }) => holders.collector),
        field_agent: column(({ holders }) => holders.field_agent),
        agency: column(({ holders }) => holders.agency),
        process: column(({ holders }) => holders.process),
      },
      dpd: Int32Array.from(loans, ({ dpd }) => dpd),
      pos: Float64Array.from(loans, ({ pos }) => pos),
      overdue: Float64Array.from(loans, ({ overdue }) => overdue),
      attempts: Uint16Array.from(loans, ({ attempts }) => Math.min(MOST, attempts)),
      visits: Uint16Array.from(loans, ({ visits }) => Math.min(MOST, visits)),
      brokenPromises: Uint16Array.from(loans, ({ brokenPromises }) => Math.min(MOST, brokenPromises)),
      propensity: Int8Array.from(loans, ({ propensity }) => propensity ?? -1),
      lot: Uint32Array.from(loans, ({ id }) => Number.parseInt(id.slice(-8), 16)),
      facts: Uint8Array.from(
        loans,
        (loan) => (loan.brokenPromise ? BROKEN : 0) | (loan.legal ? LEGAL : 0) | (loan.retained ? RETAINED : 0),
      ),
      worth: Float64Array.from(loans, ({ worth }) => worth ?? Number.NaN),
      words,
    };
  };
}

export const columnsOf = ({ words: _, texts, ...others }: Book) => [
  ...TEXTS.map((name) => texts[name]),
  ...Object.values(others),
];

type Numbers = Omit<Book, 'words' | 'texts'>;

/** One book of all pieces, in their order. Each column leaves the pieces as soon as it is joined, so that no two books are held at once. */
export function joined(pieces: readonly Book[]): Book {
  const size = pieces.reduce((sum, { dpd }) => sum + dpd.length, 0);
  const whole = <Name extends string, Column extends { set(from: ArrayLike<number>, at: number): void }>(
    parts: readonly { [name in Name]?: ArrayLike<number> }[],
    name: Name,
    all: Column,
  ): Column => {
    let at = 0;
    for (const part of parts) {
      const column = part[name] ?? [];
      all.set(column, at);
      at += column.length;
      delete part[name];
    }
    return all;
  };
  const texts = pieces.map((piece): Partial<Book['texts']> => piece.texts);
  const numbers = pieces.map((piece): Partial<Numbers> => piece);
  return {
    words: [null, ...pieces.flatMap(({ words }) => words)],
    texts: Object.fromEntries(TEXTS.map((name) => [name, whole(texts, name, new Uint32Array(size))])) as Book['texts'],
    dpd: whole(numbers, 'dpd', new Int32Array(size)),
    pos: whole(numbers, 'pos', new Float64Array(size)),
    overdue: whole(numbers, 'overdue', new Float64Array(size)),
    attempts: whole(numbers, 'attempts', new Uint16Array(size)),
    visits: whole(numbers, 'visits', new Uint16Array(size)),
    brokenPromises: whole(numbers, 'brokenPromises', new Uint16Array(size)),
    propensity: whole(numbers, 'propensity', new Int8Array(size)),
    lot: whole(numbers, 'lot', new Uint32Array(size)),
    facts: whole(numbers, 'facts', new Uint8Array(size)),
    worth: whole(numbers, 'worth', new Float64Array(size)),
  };
}

export const isRetained = ({ facts }: Book, row: number): boolean => ((facts[row] ?? 0) & RETAINED) > 0;

/** A loan of the book as conditions see it, one at a time: the row that was asked last. */
export function reader({ words, texts, facts, ...numbers }: Book): (row: number) => BookLoan {
  let row = 0;
  const text = (name: TextColumn) => words[texts[name][row] ?? 0] ?? null;
  const loan: BookLoan = {
    get clientId() {
      return text('client') ?? '';
    },
    get portfolioId() {
      return text('portfolio') ?? '';
    },
    get product() {
      return text('product') ?? '';
    },
    get bucket() {
      return text('bucket') ?? '';
    },
    get pincode() {
      return text('pincode');
    },
    get language() {
      return text('language') ?? '';
    },
    get lastCode() {
      return text('lastCode');
    },
    get dpd() {
      return numbers.dpd[row] ?? 0;
    },
    get pos() {
      return numbers.pos[row] ?? 0;
    },
    get overdue() {
      return numbers.overdue[row] ?? 0;
    },
    get attempts() {
      return numbers.attempts[row] ?? 0;
    },
    get visits() {
      return numbers.visits[row] ?? 0;
    },
    get brokenPromises() {
      return numbers.brokenPromises[row] ?? 0;
    },
    get propensity() {
      const percent = numbers.propensity[row] ?? -1;
      return percent < 0 ? null : percent;
    },
    get brokenPromise() {
      return ((facts[row] ?? 0) & BROKEN) > 0;
    },
    get legal() {
      return ((facts[row] ?? 0) & LEGAL) > 0;
    },
  };
  return (at) => {
    row = at;
    return loan;
  };
}
