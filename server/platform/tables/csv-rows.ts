/** Rows of a text file, chunk by chunk: RFC 4180 with any separator and any line end, quotes doubled, line breaks in quotes. */
import { TABLE_LIMITS, TableError, type TableLimits } from './error';

export interface TableRow {
  /** Where the row begins: line of the file, or row of the sheet. The first is 1. */
  line: number;
  cells: string[];
  /** Columns whose number a workbook may have cut to 15 digits. */
  rounded?: number[];
}

const BREAKS = /\r\n|\n|\r/g;
const breaksIn = (text: string): number => text.match(BREAKS)?.length ?? 0;

export class CsvRows {
  private rest = '';
  private line = 1;

  constructor(
    private readonly delimiter: string,
    /** Old Macs end a line with this alone. */
    private readonly end: '\n' | '\r',
    private readonly limits: Pick<TableLimits, 'columns' | 'cellChars' | 'rowChars'> = TABLE_LIMITS,
  ) {}

  /** Rows that are complete with this text. Throws TableError. */
  push(chunk: string): TableRow[] {
    return this.take(this.rest === '' ? chunk : this.rest + chunk, false);
  }

  /** The last row, which may end without a line break. */
  finish(): TableRow[] {
    return this.take(this.rest, true);
  }

  /** Where the text handed in so far ends: line and column, both from 1. */
  here(): { line: number; column: number } {
    const last = this.rest.slice(this.rest.lastIndexOf(this.end) + 1);
    return { line: this.line + breaksIn(this.rest), column: last.split(this.delimiter).length };
  }

  private take(text: string, last: boolean): TableRow[] {
    const rows: TableRow[] = [];
    const { delimiter, end } = this;
    let at = 0;
    let quote = text.indexOf('"');
    while (at < text.length) {
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
      let stop = text.indexOf(end, at);
      if (stop < 0 && !last) break;
      if (stop < 0) stop = text.length;
      if (quote < 0 || quote > stop) {
        const line = text.slice(at, stop > at && end === '\n' && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop);
        rows.push(this.checked({ line: this.line, cells: line.split(delimiter) }, line.length));
        this.line++;
        at = stop + 1;
        continue;
      }
      const found = this.quotedRow(text, at, last);
      if (!found) break;
      rows.push(this.checked({ line: this.line, cells: found.cells }, found.next - at));
      this.line += found.lines;
      at = found.next;
    }
    this.rest = at >= text.length ? '' : text.slice(at);
    if (this.rest.length > this.limits.rowChars) this.endless();
    return rows;
  }

  /** Undefined when the row goes on in the next chunk. */
  private quotedRow(text: string, from: number, last: boolean) {
    const { delimiter, end } = this;
    const cells: string[] = [];
    let at = from;
    let lines = 1;
    let stop = -1;
    for (;;) {
      let before = '';
      if (text.charCodeAt(at) === 34) {
        const close = this.closingQuote(text, at, cells.length, last);
        if (close < 0) return undefined;
        before = text.slice(at + 1, close);
        const breaks = before.includes('\n') || before.includes('\r');
        if (breaks) lines += breaksIn(before);
        if (before.includes('"')) before = before.replaceAll('""', '"');
        at = close + 1;
        const next = text.charCodeAt(at);
        // Behind a line break it is the next cell's opening quote that was taken for this one's closing.
        if (breaks && at < text.length && next !== 10 && next !== 13 && text[at] !== delimiter)
          this.unclosed(cells.length);
      }
      // What stands behind a closing quote belongs to the cell: "5" inch.
      if (stop < at) stop = text.indexOf(end, at);
      const cut = text.indexOf(delimiter, at);
      if (cut >= 0 && (stop < 0 || cut < stop)) {
        cells.push(cut === at ? before : before + text.slice(at, cut));
        at = cut + 1;
        if (cells.length > this.limits.columns * 4) this.tooManyColumns(cells.length, 'more than ');
        continue;
      }
      if (stop < 0 && !last) return undefined;
      const until = stop < 0 ? text.length : stop;
      const trimmed = end === '\n' && until > at && text.charCodeAt(until - 1) === 13 ? until - 1 : until;
      cells.push(before + text.slice(at, trimmed));
      return { cells, next: until + 1, lines };
    }
  }

  /** Where the cell that is opened at `from` closes; -1 when that is not in the text yet. */
  private closingQuote(text: string, from: number, column: number, last: boolean): number {
    let close = text.indexOf('"', from + 1);
    while (close >= 0 && text.charCodeAt(close + 1) === 34) close = text.indexOf('"', close + 2);
    // A quote that ends the chunk may be the first of two.
    if (close >= 0 && (close < text.length - 1 || last)) return close;
    if (last || text.length - from > this.limits.cellChars * 2) this.unclosed(column);
    return -1;
  }

  private checked(row: TableRow, chars: number): TableRow {
    const { cells, line } = row;
    if (cells.length > this.limits.columns) {
      let width = cells.length;
      while (width > 0 && cells[width - 1] === '') width--;
      if (width > this.limits.columns) this.tooManyColumns(width);
      cells.length = this.limits.columns;
    }
    if (chars > this.limits.cellChars) {
      const long = cells.findIndex((cell) => cell.length > this.limits.cellChars);
      if (long >= 0) this.cellTooLong(long, cells[long]?.length ?? 0, line);
    }
    return row;
  }

  /** A row that does not end: names what it is that goes on. */
  private endless(): never {
    const cells = this.rest.slice(0, this.limits.rowChars).split(this.delimiter);
    if (cells.length > this.limits.columns) this.tooManyColumns(cells.length, 'more than ');
    const long = cells.findIndex((cell) => cell.length > this.limits.cellChars);
    if (long >= 0) this.cellTooLong(long, cells[long]?.length ?? 0, this.line, 'more than ');
    throw new TableError(
      'row-too-long',
      `Line ${this.line} is longer than ${this.limits.rowChars} characters`,
      this.line,
    );
  }

  private unclosed(column: number): never {
    throw new TableError(
      'unclosed-quote',
      `Line ${this.line}, column ${column + 1}: a quote is opened and not closed`,
      this.line,
      String(column + 1),
    );
  }

  private tooManyColumns(width: number, about = ''): never {
    throw new TableError(
      'too-many-columns',
      `Line ${this.line} has ${about}${width} columns; at most ${this.limits.columns} can be read`,
      this.line,
    );
  }

  private cellTooLong(column: number, chars: number, line: number, about = ''): never {
    throw new TableError(
      'cell-too-long',
      `Line ${line}, column ${column + 1}: the cell holds ${about}${chars} characters; at most ${this.limits.cellChars} can be read`,
      line,
      String(column + 1),
    );
  }
}
