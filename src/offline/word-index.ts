/** Which rows have a word that begins with what was typed. Sorted by first letter, each letter when it is first asked for. */
const LATE_AT_MOST = 500;
const CUT = '\u0000';

interface Letter {
  /** `word CUT row`, not sorted yet. */
  tagged: string[];
  words: string[];
  rows: Uint32Array;
}

export class WordIndex {
  private letters = new Map<string, Letter>();
  /** What changed after the build, scanned word by word; what the build says about these rows no longer holds. */
  private late = new Map<number, string[]>();

  constructor(entries: Iterable<[row: number, words: string[]]> = []) {
    for (const [row, words] of entries) this.add(row, words);
  }

  /** Part of the build: every row once, before anything is asked. What `change` said about the row meanwhile stays true. */
  add(row: number, words: readonly string[]): void {
    for (const word of words) {
      const first = word[0] ?? '';
      const letter = this.letters.get(first);
      if (letter) letter.tagged.push(`${word}${CUT}${row}`);
      else this.letters.set(first, { tagged: [`${word}${CUT}${row}`], words: [], rows: new Uint32Array(0) });
    }
  }

  /** Sorts one letter that is not sorted yet; false when there is none. */
  sortNext(): boolean {
    for (const [first, letter] of this.letters)
      if (letter.tagged.length) {
        this.sorted(first);
        return true;
      }
    return false;
  }

  /** True when so much has changed that a new build is cheaper. */
  get stale(): boolean {
    return this.late.size > LATE_AT_MOST;
  }

  change(row: number, words: string[]): void {
    this.late.set(row, words);
  }

  private sorted(first: string): Letter | undefined {
    const letter = this.letters.get(first);
    if (!letter?.tagged.length) return letter;
    // The engine's own string order is several times faster than any comparing function.
    const tagged = letter.tagged.sort();
    letter.tagged = [];
    letter.words = new Array(tagged.length);
    letter.rows = new Uint32Array(tagged.length);
    for (let at = 0; at < tagged.length; at += 1) {
      const entry = tagged[at] ?? '';
      const cut = entry.indexOf(CUT);
      letter.words[at] = entry.slice(0, cut);
      letter.rows[at] = Number(entry.slice(cut + 1));
    }
    return letter;
  }

  /** Calls `found` for each row, perhaps more than once. */
  each(prefix: string, found: (row: number) => void): void {
    const letter = this.sorted(prefix[0] ?? '');
    if (letter) {
      const { words, rows } = letter;
      let low = 0;
      for (let high = words.length; low < high; ) {
        const middle = (low + high) >>> 1;
        if ((words[middle] ?? '') < prefix) low = middle + 1;
        else high = middle;
      }
      for (let at = low; at < words.length && words[at]?.startsWith(prefix); at += 1) {
        const row = rows[at] ?? 0;
        if (!this.late.has(row)) found(row);
      }
    }
    for (const [row, words] of this.late) if (words.some((word) => word.startsWith(prefix))) found(row);
  }
}

/** An index that is being built. */
export interface GrowingWords {
  words: WordIndex;
  /** One slice of the work; true once it is whole. */
  grow(): boolean;
}

/** Builds an index of these rows in slices of about `ms`: first every row, then the order of every letter. */
export function growWords(ms: number, slots: Iterable<number>, wordsAt: (slot: number) => string[]): GrowingWords {
  const words = new WordIndex();
  const left = slots[Symbol.iterator]();
  let sorting = false;
  return {
    words,
    grow() {
      const until = performance.now() + ms;
      do {
        if (sorting && !words.sortNext()) return true;
        for (let turn = 0; turn < 64 && !sorting; turn += 1) {
          const { value: slot, done } = left.next();
          if (done) sorting = true;
          else words.add(slot, wordsAt(slot));
        }
      } while (performance.now() < until);
      return false;
    },
  };
}
