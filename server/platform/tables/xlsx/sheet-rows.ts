/** Rows of a sheet's XML, chunk by chunk. Written for speed: most cells are `<c r="B2" t="s"><v>17</v></c>`. */
import type { TableRow } from '../csv-rows';
import { TableError, type TableLimits } from '../error';
import { type NumberFormat, numberText } from './formats';
import { itemText, type SharedTexts } from './texts';
import { broken, plainText, withoutCdata } from './xml';

export interface SheetContext {
  prefix: string;
  texts: SharedTexts;
  formats: readonly NumberFormat[];
  since1904: boolean;
  limits: TableLimits;
}

/** `A` is 0, `AA` 26. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

const PLAIN: NumberFormat = { kind: 'plain' };

export class SheetRows {
  private rest = '';
  private state: 'before' | 'rows' | 'after' = 'before';
  private line = 0;
  private readonly tags: Record<
    'row' | 'rowEnd' | 'cell' | 'cellEnd' | 'value' | 'valueEnd' | 'data' | 'dataEnd' | 'formula',
    string
  >;

  constructor(private readonly context: SheetContext) {
    const { prefix } = context;
    this.tags = {
      row: `<${prefix}row`,
      rowEnd: `</${prefix}row>`,
      cell: `<${prefix}c`,
      cellEnd: `</${prefix}c>`,
      value: `<${prefix}v>`,
      valueEnd: `</${prefix}v>`,
      data: `<${prefix}sheetData`,
      dataEnd: `</${prefix}sheetData>`,
      formula: `<${prefix}f`,
    };
  }

  /** Rows that are complete with this text. Throws TableError. */
  push(chunk: string): TableRow[] {
    if (this.state === 'after') return [];
    let xml = this.rest === '' ? chunk : this.rest + chunk;
    if (xml.includes('<!')) xml = withoutCdata(xml);
    const rows: TableRow[] = [];
    let at = 0;
    if (this.state === 'before') {
      const data = xml.indexOf(this.tags.data);
      const opened = data < 0 ? -1 : xml.indexOf('>', data);
      if (opened < 0) {
        this.rest = data < 0 ? xml.slice(-40) : xml.slice(data);
        return rows;
      }
      this.state = xml.charCodeAt(opened - 1) === 47 ? 'after' : 'rows';
      at = opened + 1;
    }
    while (this.state === 'rows') {
      const row = xml.indexOf(this.tags.row, at);
      if (row < 0) {
        if (xml.includes(this.tags.dataEnd, at)) this.state = 'after';
        break;
      }
      const opened = xml.indexOf('>', row);
      if (opened < 0) break;
      // Behind the rows a sheet may have <rowBreaks>.
      if (xml.charCodeAt(row + this.tags.row.length) > 62) {
        this.state = 'after';
        break;
      }
      const named = /\sr\s*=\s*["'](\d+)["']/.exec(xml.slice(row, opened));
      const line = named ? Number(named[1]) : this.line + 1;
      if (line <= this.line)
        throw new TableError('broken', `The workbook is broken: row ${line} stands behind row ${this.line}`, line);
      if (xml.charCodeAt(opened - 1) === 47) {
        this.line = line;
        at = opened + 1;
        continue;
      }
      const end = xml.indexOf(this.tags.rowEnd, opened);
      if (end < 0) {
        if (xml.length - row > this.context.limits.rowChars * 8)
          throw new TableError('row-too-long', `Row ${line} is longer than any sheet's`, line);
        break;
      }
      this.line = line;
      const found = this.cells(xml, opened + 1, end, line);
      if (found) rows.push(found);
      at = end + this.tags.rowEnd.length;
    }
    this.rest = this.state === 'rows' ? xml.slice(at) : '';
    return rows;
  }

  /** Throws TableError when the sheet broke off. */
  finish() {
    if (this.state !== 'after') throw broken();
  }

  private cells(xml: string, from: number, end: number, line: number): TableRow | undefined {
    const { tags, context } = this;
    const cells: string[] = [];
    let rounded: number[] | undefined;
    let column = -1;
    let at = from;
    for (;;) {
      at = xml.indexOf(tags.cell, at);
      if (at < 0 || at >= end) break;
      let look = at + tags.cell.length;
      const opened = xml.indexOf('>', look);
      column++;
      let style = 0;
      let type = 0;
      // Attributes of one letter: r is where it stands, s its style, t its type.
      while (look < opened) {
        const equals = xml.indexOf('=', look);
        if (equals < 0 || equals > opened) break;
        const quote = xml.charAt(equals + 1);
        const until = xml.indexOf(quote, equals + 2);
        if (xml.charCodeAt(equals - 2) === 32) {
          const name = xml.charCodeAt(equals - 1);
          if (name === 114) column = columnAt(xml, equals + 2);
          else if (name === 115) style = Number(xml.slice(equals + 2, until));
          else if (name === 116) type = typeAt(xml, equals + 2, until);
        }
        look = until + 1;
      }
      if (xml.charCodeAt(opened - 1) === 47) {
        at = opened;
        continue;
      }
      let raw: string;
      let formula: string | undefined;
      if (xml.startsWith(tags.value, opened + 1)) {
        const begins = opened + 1 + tags.value.length;
        const ends = xml.indexOf('<', begins);
        raw = xml.slice(begins, ends);
        at = ends;
      } else {
        const ends = xml.indexOf(tags.cellEnd, opened);
        if (ends < 0 || ends > end) throw broken();
        const inner = xml.slice(opened + 1, ends);
        // A number that nobody computed: the cell says its formula. A text may be computed to nothing.
        if (type === NUMBER) formula = this.formulaOf(inner);
        raw = type === INLINE ? itemText(inner, context.prefix) : this.valueOf(inner);
        at = ends;
      }
      if (raw === '' && formula === undefined) continue;
      if (column < 0 || column >= context.limits.columns) this.tooManyColumns(column, line);
      while (cells.length < column) cells.push('');
      let text: string;
      if (type === SHARED) {
        const shared = context.texts.get(Number(raw));
        if (shared === undefined) throw broken();
        text = shared;
      } else if (type === NUMBER && raw !== '') {
        text = this.number(raw, context.formats[style] ?? PLAIN);
        if (text.length > 15 && /^-?\d{16,}$/.test(text)) {
          rounded ??= [];
          rounded.push(column);
        }
      } else if (type === YES_NO) text = raw === '1' ? 'TRUE' : 'FALSE';
      else if (type === ISO_DAY) text = raw.slice(0, 10);
      else text = type === INLINE ? raw : plainText(raw);
      if (raw === '' && formula !== undefined) text = formula;
      if (text.length > context.limits.cellChars) this.cellTooLong(column, text.length, line);
      cells[column] = text;
    }
    if (cells.length === 0) return undefined;
    return rounded ? { line, cells, rounded } : { line, cells };
  }

  private number(raw: string, format: NumberFormat): string {
    return raw.length <= 15 && format.kind === 'plain' && isDigits(raw)
      ? raw
      : numberText(raw.trim(), format, this.context.since1904);
  }

  private valueOf(inner: string): string {
    const from = inner.indexOf(this.tags.value.slice(0, -1));
    if (from < 0) return '';
    const opened = inner.indexOf('>', from);
    const until = inner.indexOf(this.tags.valueEnd, opened);
    return until < 0 ? '' : inner.slice(opened + 1, until);
  }

  /** `=A1+B1`; undefined when the cell has no formula. */
  private formulaOf(inner: string): string | undefined {
    const from = inner.indexOf(this.tags.formula);
    if (from < 0) return undefined;
    const opened = inner.indexOf('>', from);
    const until = inner.indexOf('<', opened);
    return `=${plainText(inner.slice(opened + 1, until < 0 ? undefined : until))}`;
  }

  private tooManyColumns(column: number, line: number): never {
    const { columns } = this.context.limits;
    throw new TableError(
      'too-many-columns',
      `Row ${line} has a value in column ${columnLetters(column)}, the ${column + 1}th; at most ${columns} columns can be read`,
      line,
      columnLetters(column),
    );
  }

  private cellTooLong(column: number, chars: number, line: number): never {
    throw new TableError(
      'cell-too-long',
      `Row ${line}, column ${columnLetters(column)}: the cell holds ${chars} characters; at most ${this.context.limits.cellChars} can be read`,
      line,
      columnLetters(column),
    );
  }
}

const NUMBER = 0;
const SHARED = 1;
const INLINE = 2;
const YES_NO = 3;
const ISO_DAY = 4;
const OTHER_TEXT = 5;

/** The types by their first letters: s and str, inlineStr, b, d, e, n. */
function typeAt(xml: string, from: number, until: number): number {
  switch (xml.charCodeAt(from)) {
    case 115:
      return until - from === 1 ? SHARED : OTHER_TEXT;
    case 105:
      return INLINE;
    case 98:
      return YES_NO;
    case 100:
      return ISO_DAY;
    case 110:
      return NUMBER;
    default:
      return OTHER_TEXT;
  }
}

/** The column of `BC12`, from 0. */
export function columnAt(xml: string, from: number): number {
  let column = 0;
  for (let at = from; at < from + 4; at++) {
    const code = xml.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
