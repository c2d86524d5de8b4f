/** Which row is the header, and which separator a text has: guesses that a person may correct. */
import { isKnownHeader } from '../../../core/domain/loan-import/guess';
import type { TableLayout } from '../../../core/domain/loan-import/mapping';
import { CsvRows, type TableRow } from './csv-rows';

export const DELIMITERS = [',', ';', '\t', '|'] as const satisfies readonly TableLayout['delimiter'][];
export type Delimiter = (typeof DELIMITERS)[number];

/** Old Macs end a line with a carriage return alone; what stands in quotes does not count. */
export function lineEndOf(text: string): '\n' | '\r' {
  const outside = text.replace(/"[^"]*"/g, '');
  return !outside.includes('\n') && outside.includes('\r') ? '\r' : '\n';
}

const filled = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + (cell.trim() === '' ? 0 : 1), 0);

/** The one that cuts most rows into the same number of columns, the more columns the better. */
export function delimiterOf(text: string, end: '\n' | '\r'): Delimiter {
  let best: Delimiter = ',';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const widths = new Map<number, number>();
    let rows: TableRow[] = [];
    try {
      rows = new CsvRows(delimiter, end).push(text);
    } catch {
      continue;
    }
    for (const { cells } of rows) if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    for (const [width, times] of widths) {
      const score = (times / Math.max(1, rows.length)) * Math.log2(width + 1);
      if (score > most) [best, most] = [delimiter, score];
    }
  }
  return best;
}

const isNumber = (cell: string) => /^[\s₹(+-]*\d[\d.,/:\s-]*[)%]?$/.test(cell);

/**
 * Line of the header among the first rows: the first that is about as wide as the table, made of words that differ. Lenders put
 * titles, dates and blank lines above it.
 */
export function headerLineOf(rows: readonly TableRow[]): number {
  const widths = rows.map(({ cells }) => filled(cells)).sort((a, b) => a - b);
  const usual = Math.max(1, widths[Math.floor(widths.length * 0.75)] ?? 1);
  let best = { line: rows.find(({ cells }) => filled(cells) > 0)?.line ?? 1, score: 0 };
  for (const { line, cells } of rows.slice(0, 40)) {
    const texts = cells.map((cell) => cell.trim()).filter(Boolean);
    if (texts.length < Math.min(2, usual)) continue;
    const words = texts.filter((text) => !isNumber(text) && text.length <= 80).length / texts.length;
    const different = new Set(texts.map((text) => text.toLowerCase())).size / texts.length;
    const known = texts.filter(isKnownHeader).length / texts.length;
    const score = Math.min(1, texts.length / usual) + words * different + known * 2;
    // A later row has to be clearly better: rows of names look like headers too.
    if (score > best.score + 0.25) best = { line, score };
  }
  return best.line;
}
