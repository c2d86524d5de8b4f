/**
 * The rows of a chunk on their way into the database, as the text that COPY takes. Thousands of rows that were kept as objects until
 * their chunk is full would outlive every cheap collection, and the heap would grow to a multiple of them; these two buffers are written
 * anew by each chunk.
 */
import { copyLine } from '../../db/values';
import type { Staged } from './staging';

/** COPY's text goes out in pieces of about so many bytes. */
const PIECE = 256 * 1024;

/** Texts one after the other in one buffer that grows and is used again. */
class Packed {
  private bytes = Buffer.allocUnsafe(PIECE);
  /** Where each text ends. */
  private ends: number[] = [];
  private length = 0;

  add(text: string): void {
    // A character of a string is at most three bytes.
    const room = this.length + text.length * 3;
    if (room > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(room, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    this.length += this.bytes.write(text, this.length);
    this.ends.push(this.length);
  }

  at(nth: number): string {
    return this.bytes.toString('utf8', this.ends[nth - 1] ?? 0, this.ends[nth]);
  }

  /** Whole texts, as many as a piece has room for. */
  *pieces(): Generator<Uint8Array> {
    let from = 0;
    for (const [nth, end] of this.ends.entries())
      if (end - from >= PIECE || nth === this.ends.length - 1) {
        yield this.bytes.subarray(from, end);
        from = end;
      }
  }

  clear(): void {
    this.ends = [];
    this.length = 0;
  }
}

type Problems = Staged['problems'];

export class PackedRows {
  private readonly text = new Packed();
  private readonly cells = new Packed();
  private lines: number[] = [];
  /** Of the rows that have any, by place. */
  private problems = new Map<number, Problems>();

  get size(): number {
    return this.lines.length;
  }

  get last(): number | undefined {
    return this.lines.at(-1);
  }

  /** `values` in the order of the columns into which they are copied. */
  add({ line, cells, problems }: Pick<Staged, 'line' | 'cells' | 'problems'>, values: readonly unknown[]): void {
    if (problems.length > 0) this.problems.set(this.lines.length, problems);
    this.lines.push(line);
    this.text.add(copyLine(values));
    this.cells.add(JSON.stringify(cells));
  }

  pieces(): Generator<Uint8Array> {
    return this.text.pieces();
  }

  /** Of the rows with problems, and of the lines of `more` with those that only the book knows. */
  told(more: ReadonlyMap<number, Problems>): Pick<Staged, 'line' | 'cells' | 'problems'>[] {
    return this.lines.flatMap((line, nth) => {
      const problems = [...(this.problems.get(nth) ?? []), ...(more.get(line) ?? [])];
      return problems.length > 0 ? [{ line, cells: JSON.parse(this.cells.at(nth)) as string[], problems }] : [];
    });
  }

  clear(): void {
    this.text.clear();
    this.cells.clear();
    this.lines = [];
    this.problems = new Map();
  }
}
