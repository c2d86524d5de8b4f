/** A CSV of disposition codes, read line by line; every fault is named with its line, so that a person can mend the file. */
import Papa from 'papaparse';
import { CODE_COLUMNS, MAX_SUB_CODES } from '../../../core/contract/code-import';
import {
  CHANNELS,
  type Channel,
  CLASSES,
  DISPOSITION_CLASSES,
  type DispositionClass,
  REQUIREMENTS,
  type Requirement,
} from '../../../core/domain/dispositions';

export interface CsvCode {
  code: string;
  label: string;
  channel: Channel;
  class: DispositionClass;
  rank: number;
  requires: Requirement[];
  active: boolean;
  /** Undefined where the file has no such column. */
  subCodes: string[] | undefined;
  line: number;
}

export interface CsvProblem {
  line: number;
  column: string;
  message: string;
}

export interface CodesFile {
  codes: CsvCode[];
  problems: CsvProblem[];
}

type Column = (typeof CODE_COLUMNS)[number];

const YES_NO: Record<string, boolean> = {
  yes: true,
  y: true,
  true: true,
  '1': true,
  no: false,
  n: false,
  false: false,
  '0': false,
};
/** The line on which each row begins: a cell in quotes may hold line breaks. */
function linesOf(rows: readonly string[][]): number[] {
  let line = 1;
  return rows.map((cells) => {
    const begins = line;
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 0);
    return begins;
  });
}

const oneOf = (words: readonly string[]) => `must be one of ${words.join(', ')}`;

/** Header names in any order and case; `requires` and `active` may be left out (nothing asked, in use). */
export function readCodesCsv(csv: string): CodesFile {
  const { data, errors } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  const lines = linesOf(data);
  const problems: CsvProblem[] = errors
    .filter(({ type }) => type === 'Quotes')
    .map(({ row, message }) => ({
      line: lines[row ?? 0] ?? 1,
      column: '',
      message: `A quote is not closed: ${message}`,
    }));
  const header = (data[0] ?? []).map((name) => name.trim().toLowerCase());
  for (const name of ['code', 'label', 'channel', 'class'] satisfies Column[])
    if (!header.includes(name)) problems.push({ line: 1, column: name, message: `The column "${name}" is missing` });
  for (const name of header)
    if (name && !CODE_COLUMNS.includes(name as Column))
      problems.push({ line: 1, column: name, message: `The column "${name}" is not known here` });
  if (problems.length) return { codes: [], problems };

  const codes: CsvCode[] = [];
  const firstLine = new Map<string, number>();
  data.slice(1).forEach((cells, at) => {
    const line = lines[at + 1] ?? 1;
    if (cells.every((cell) => cell.trim() === '')) return;
    const cell = (name: Column) => (cells[header.indexOf(name)] ?? '').trim();
    const found: CsvProblem[] = [];
    const need = (ok: boolean, column: Column, message: string) => {
      if (!ok) found.push({ line, column, message });
    };
    if (cells.length > header.length)
      found.push({ line, column: '', message: 'has more cells than the header; a comma may need quotes' });
    const code = cell('code').toUpperCase();
    // The desk's own download leads a label with an apostrophe where a spreadsheet would take it for a formula.
    const label = cell('label').replace(/^'(?=[=+\-@])/, '');
    const channel = cell('channel').toLowerCase();
    const kind = cell('class').toUpperCase().replaceAll(' ', '_');
    const active = cell('active').toLowerCase();
    const requires = cell('requires')
      .split(/[\s;]+/)
      .filter(Boolean);
    need(/^[A-Z0-9_]{1,16}$/.test(code), 'code', 'needs 1 to 16 letters, digits or _');
    const before = firstLine.get(code);
    need(before === undefined, 'code', `${code} stands in line ${before} already`);
    if (before === undefined) firstLine.set(code, line);
    need(label.length > 0 && label.length <= 80, 'label', 'needs 1 to 80 characters');
    need(CHANNELS.includes(channel as Channel), 'channel', oneOf(CHANNELS));
    const known = DISPOSITION_CLASSES.includes(kind as DispositionClass);
    need(known && kind !== 'SYSTEM', 'class', oneOf(DISPOSITION_CLASSES.filter((name) => name !== 'SYSTEM')));
    for (const name of requires)
      need(REQUIREMENTS.includes(name as Requirement), 'requires', `"${name}" is not known; ${oneOf(REQUIREMENTS)}`);
    const subCodes = cell('sub_codes')
      .split('|')
      .map((one) => one.trim())
      .filter(Boolean);
    need(
      subCodes.length <= MAX_SUB_CODES && subCodes.every((one) => one.length <= 80),
      'sub_codes',
      `may hold ${MAX_SUB_CODES} of at most 80 characters`,
    );
    need(active === '' || Object.hasOwn(YES_NO, active), 'active', 'must be yes or no');
    problems.push(...found);
    if (found.length) return;
    codes.push({
      code,
      label,
      channel: channel as Channel,
      class: kind as DispositionClass,
      rank: CLASSES[kind as DispositionClass].rank,
      requires: [...new Set(requires)] as Requirement[],
      active: YES_NO[active] ?? true,
      subCodes: header.includes('sub_codes') ? [...new Set(subCodes)] : undefined,
      line,
    });
  });
  if (!codes.length && !problems.length) problems.push({ line: 2, column: '', message: 'The file holds no codes' });
  return { codes, problems };
}
