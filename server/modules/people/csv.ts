/**
 * A CSV of people as spreadsheets write it: in any of their encodings, with their separators, and with what they do to
 * numbers and dates. Reading only; what a line means for the database is import-plan.ts.
 */
import Papa from 'papaparse';
import {
  FILE_FIELDS,
  fieldNamed,
  LANGUAGES,
  PROFILE_FIELDS,
  type ProfileField,
} from '../../../core/domain/profile-fields';
import { withoutFormula } from '../../platform/tables';

export interface ReadFile {
  encoding: string;
  /** As they stand in the file. */
  columns: string[];
  rows: { line: number; cells: string[] }[];
}

/** UTF-8 with or without its mark, UTF-16 by its mark, otherwise the encoding of an older Excel. Throws never. */
export function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (a === 0xfe && b === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  if (a === 0xef && b === 0xbb && c === 0xbf)
    return { text: new TextDecoder('utf-8').decode(bytes), encoding: 'UTF-8' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

/** The separator that stands most often in the header, outside of quotes. */
function separatorOf(text: string): string {
  const header = (text.split(/\r\n|\r|\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const times = (sign: string) => header.split(sign).length;
  return [',', ';', '\t', '|'].reduce((best, sign) => (times(sign) > times(best) ? sign : best));
}

/** Lines with something in them; the header is line 1. A quoted cell may hold line breaks. */
export function readCsv(bytes: Uint8Array): ReadFile {
  const { text, encoding } = decode(bytes);
  // Excel's own first line, which names the separator.
  const told = /^sep=(.)\r?\n/i.exec(text);
  const parsed = Papa.parse<string[]>(told ? text.slice(told[0].length) : text, {
    delimiter: told?.[1] ?? separatorOf(text),
    skipEmptyLines: false,
  });
  const [header = [], ...body] = parsed.data;
  const rows = body
    .map((cells, at) => ({ line: at + 2, cells: header.map((_, column) => (cells[column] ?? '').trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { encoding, columns: header.map((name) => name.trim()), rows };
}

/** What a column is about: a field of the profile, or one of what only a file needs. */
export type ColumnName = ProfileField | keyof typeof FILE_FIELDS;

/** What the template calls it: for a column that a file does not have. */
export const columnLabel = (name: ColumnName): string =>
  Object.hasOwn(FILE_FIELDS, name)
    ? FILE_FIELDS[name as keyof typeof FILE_FIELDS]
    : fieldNamed(name as ProfileField).label;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Names by which a column is known besides its label in the form and its name on the wire. */
const SYNONYMS: Partial<Record<ColumnName, readonly string[]>> = {
  fullName: ['name', 'agent name', 'employee name'],
  username: ['login', 'user id', 'login id'],
  mobile: ['phone', 'mobile no', 'mobile number', 'contact no'],
  email: ['email id', 'mail', 'e-mail'],
  agencyId: ['agency code', 'agency name'],
  agencyList: ['agency list'],
  clientId: ['client name'],
  pinCodes: ['pincode', 'pin codes', 'pins'],
  draCertification: ['dra', 'dra certificate', 'dra no', 'dra certification'],
  draValidUntil: ['dra expiry', 'dra valid till', 'dra certificate expiry'],
  collectionExperience: ['collection experience'],
  totalExperience: ['total experience', 'experience'],
  convoxUsername: ['convox', 'dialer user name', 'dialer username'],
  location: ['city', 'branch'],
  role: ['kind', 'profile', 'user role', 'designation'],
  manager: ['reports to', 'manager user name', 'reporting manager', 'supervisor'],
  initialPassword: ['password', 'initial password', 'first password'],
};

const NAMES = new Map<string, ColumnName>(
  [
    ...PROFILE_FIELDS.map(({ name, label }) => ({ name: name as ColumnName, words: [name, label] })),
    { name: 'role' as const, words: ['role'] },
    { name: 'manager' as const, words: ['manager'] },
    { name: 'initialPassword' as const, words: [] },
  ].flatMap(({ name, words }) => [...words, ...(SYNONYMS[name] ?? [])].map((word) => [plain(word), name] as const)),
);

/** Undefined for a column nobody knows; the second of two with one meaning counts as unknown. */
export function columnNames(columns: readonly string[]): (ColumnName | undefined)[] {
  const seen = new Set<ColumnName>();
  return columns.map((column) => {
    const name = NAMES.get(plain(column));
    if (!name || seen.has(name)) return undefined;
    seen.add(name);
    return name;
  });
}

export type Cell = { value: string | string[] } | { problem: string };

const FORMULA = 'Looks like a formula; write the text itself';
const MANGLED = 'A spreadsheet has shortened this number; format the column as text and write it again';

/** `="0123"`, by which people keep Excel from touching a number, is the text in it; any other formula is refused. */
function unwrapped(cell: string): string | undefined {
  const text = /^="([^"]*)"$/.exec(cell);
  if (text) return text[1] ?? '';
  return /^[=@]/.test(cell) || /^[+-](?!\s?\d)/.test(cell) || cell.includes('\0') ? undefined : cell;
}

/** The digits of a number that may have been through a spreadsheet: `9876543210.0`, `9.876543215E+9` where nothing was lost. */
export function digitsOf(cell: string): string | undefined {
  const short = /^(\d)(?:\.(\d+))?E\+?(\d+)$/i.exec(cell.replace(/\s/g, ''));
  if (short) {
    const [, first = '', rest = '', power = '0'] = short;
    const zeros = Number(power) - rest.length;
    // With zeros at the end nobody can tell a round number from one that was cut off; Excel cuts off.
    return zeros === 0 ? first + rest : undefined;
  }
  return cell.replace(/\.0+$/, '').replace(/[\s().-]/g, '');
}

function mobileOf(cell: string): Cell {
  const digits = digitsOf(cell);
  if (digits === undefined) return { problem: MANGLED };
  return { value: digits.replace(/^(\+?91|0)(?=\d{10}$)/, '') };
}

const EXCEL_DAY_ZERO = Date.UTC(1899, 11, 30);
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** DD/MM/YYYY and DD-MM-YYYY (India's order), YYYY-MM-DD, 5-Mar-2027, and Excel's day numbers. */
export function dayOfCell(cell: string): string | undefined {
  const two = (text: string) => text.padStart(2, '0');
  const valid = (year: string, month: string, day: string) => {
    const text = `${year}-${two(month)}-${two(day)}`;
    const time = Date.parse(`${text}T00:00:00Z`);
    return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text ? text : undefined;
  };
  const own = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(cell);
  if (own) return valid(own[1] ?? '', own[2] ?? '', own[3] ?? '');
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cell);
  if (local) return valid(local[3] ?? '', local[2] ?? '', local[1] ?? '');
  const named = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4}|\d{2})$/i.exec(cell);
  if (named) {
    const month = MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1;
    const year = named[3] ?? '';
    return month ? valid(year.length === 2 ? `20${year}` : year, String(month), named[1] ?? '') : undefined;
  }
  if (/^\d{5}$/.test(cell)) return new Date(EXCEL_DAY_ZERO + Number(cell) * 86_400_000).toISOString().slice(0, 10);
  return undefined;
}

const listOf = (cell: string): string[] =>
  cell
    .split(/[,;|\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** One cell of a known column, as the profile's form would hold it. */
export function readCell(name: ColumnName, cell: string): Cell {
  if (cell === '') return { value: name in LISTS ? [] : '' };
  // A password may begin with anything.
  if (name === 'initialPassword') return { value: cell };
  const text = unwrapped(cell);
  if (text === undefined) return { problem: FORMULA };
  switch (name) {
    case 'mobile':
      return mobileOf(text);
    case 'IMEI': {
      const digits = digitsOf(text);
      return digits === undefined ? { problem: MANGLED } : { value: digits };
    }
    case 'pinCodes':
      return {
        value: text
          .split(/[\s,;|]+/)
          .map((pin) => pin.replace(/\.0+$/, ''))
          .filter(Boolean),
      };
    case 'draValidUntil': {
      const day = dayOfCell(text);
      return day === undefined ? { problem: 'Not a date: write DD/MM/YYYY' } : { value: day };
    }
    case 'languages': {
      const found = listOf(text).map((word) => ({
        word,
        code: LANGUAGES.find(
          ({ value, label }) => value === word.toLowerCase() || label.toLowerCase() === word.toLowerCase(),
        )?.value,
      }));
      const strange = found.find(({ code }) => code === undefined);
      return strange
        ? { problem: `There is no language ${strange.word}` }
        : { value: found.flatMap(({ code }) => code ?? []) };
    }
    case 'buckets':
    case 'products':
    case 'clients':
    case 'agencyList':
      return { value: listOf(text) };
    case 'collectionExperience':
    case 'totalExperience':
      return { value: text.replace(/\s*(years?|yrs?)\.?$/i, '').replace(/\.0+$/, '') };
    default:
      return { value: text };
  }
}
const LISTS = {
  pinCodes: true,
  languages: true,
  buckets: true,
  products: true,
  clients: true,
  agencyList: true,
} as const;

/** Lines of a file, without a head. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((cells) => cells.map(withoutFormula)),
        { newline: '\r\n' },
      )}\r\n`;

/** The first line, with the mark by which Excel knows UTF-8. */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${csvLines([columns])}`;

export const writeCsv = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  csvHead(columns) + csvLines(rows);
