/** Reading one cell as its field's type. A cell that cannot be taken answers a `Refused`; one that was taken with doubt, a `Doubtful`. */
import { type Bucket, bucketOf } from '../buckets';
import { isDay } from '../dates';
import { LANGUAGES } from '../languages';
import { MAX_PAISE } from '../money';
import { email } from '../validators';
import { isMobile, NOT_A_MOBILE } from '../validators/mobile';

export class Refused {
  constructor(
    readonly kind: string,
    readonly message: string,
  ) {}
}
/** The cell was taken as `value`, and somebody should look. */
export class Doubtful {
  constructor(
    readonly value: string | number | null,
    readonly kind: string,
    readonly message: string,
  ) {}
}
export type Value = string | number | null;
export type Read = Value | Refused | Doubtful;

const DEVANAGARI = /[०-९]/g;
/** Latin digits for Devanagari ones. */
export const latinDigits = (cell: string): string =>
  cell.replace(DEVANAGARI, (digit) => String(digit.charCodeAt(0) - 0x966));

/** What lenders write into a cell that holds nothing. Compared in capitals. */
const NOTHING = new Set(['-', '--', 'NA', 'N/A', 'N.A.', 'N.A', 'NULL', 'NONE', 'NIL', '(NULL)', '<NULL>', '\\N', '.']);
export function isNothing(cell: string): boolean {
  if (cell.length === 0) return true;
  if (cell.length > 6) return false;
  const code = cell.charCodeAt(0);
  // Nearly every cell begins with a digit or with another letter than N.
  if (code > 60 && code !== 78 && code !== 110 && code !== 92) return false;
  return (code < 48 || code > 57) && NOTHING.has(cell.toUpperCase());
}

/** An error that a spreadsheet computed, as `#N/A` or `#REF!`. */
export const isSheetError = (cell: string): boolean => cell.charCodeAt(0) === 35 && /^#[A-Z0-9/]+[!?]?$/.test(cell);

/** `1.23456E+5` written out, no digit added or lost; undefined when it is no number. */
export function plainNumber(cell: string): string | undefined {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(cell);
  if (!found || (found[2] === '' && !found[3])) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = found;
  const point = whole.length + Number(power);
  const digits = whole + fraction;
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const after = point >= digits.length ? '' : '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  const kept = after.replace(/0+$/, '');
  return (sign === '-' ? '-' : '') + (before.replace(/^0+(?=\d)/, '') || '0') + (kept ? `.${kept}` : '');
}

const NOT_MONEY = 'Not an amount: write 123456.78 or 1,23,456.78';
const UNITS: Record<string, number> = {
  l: 5,
  lac: 5,
  lacs: 5,
  lakh: 5,
  lakhs: 5,
  crore: 7,
  crores: 7,
  k: 3,
  लाख: 5,
  करोड़: 7,
};

/** Digits of a plain decimal, times ten to the `power`, as paise; rounded half up, undefined when too large. */
function paiseOf(digits: string, power: number): number | undefined {
  const dot = digits.indexOf('.');
  const whole = dot < 0 ? digits : digits.slice(0, dot);
  const fraction = (dot < 0 ? '' : digits.slice(dot + 1)).padEnd(power + 3, '0');
  const paise = Number(whole + fraction.slice(0, power + 2)) + (fraction.charCodeAt(power + 2) >= 53 ? 1 : 0);
  return paise <= MAX_PAISE ? paise : undefined;
}

/** Of digits with at most two decimals, as nearly every cell is; -1 for anything else. */
function plainPaise(cell: string): number {
  const { length } = cell;
  let value = 0;
  let dot = -1;
  if (length > 15) return -1;
  for (let at = 0; at < length; at++) {
    const digit = cell.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (digit === -2 && dot < 0 && at > 0) dot = at;
    else return -1;
  }
  if (dot < 0) return value * 100;
  const decimals = length - dot - 1;
  return decimals === 2 ? value : decimals === 1 ? value * 10 : -1;
}

/**
 * Paise of `1,23,456.78`, `₹ 1,234/-`, `Rs. 5 lakh`, `(500)`, `1.2E+5`. Fractions of a paisa are rounded half up.
 * `power` is ten's power of the column's unit: 5 where amounts stand in lakhs.
 */
export function moneyOf(cell: string, power = 0): number | Refused {
  if (power === 0) {
    const paise = plainPaise(cell);
    if (paise >= 0) return paise <= MAX_PAISE ? paise : tooLarge();
  }
  let text = latinDigits(cell).trim();
  let negative = false;
  const brackets = /^\((.*)\)$/.exec(text);
  if (brackets) {
    negative = true;
    text = brackets[1] ?? '';
  }
  text = text
    .replace(/^([+-]?)\s*(?:₹|rs\.?|inr|रु\.?|रुपये)\s*/iu, '$1')
    .replace(/\s*(?:\/-|₹|inr|rs\.?|only|dr\.?)\s*$/iu, '');
  if (/cr\.?$/i.test(text)) return new Refused('money', 'Cr may be a credit or a crore: write the amount in full');
  if (/^-|-$/.test(text)) {
    negative = !negative;
    text = text.replace(/^-\s*|\s*-$/g, '');
  }
  const unit = /^(.*?)\s*([a-z]+|लाख|करोड़)\.?$/iu.exec(text);
  let times = power;
  if (unit && UNITS[(unit[2] ?? '').toLowerCase()] !== undefined) {
    times += UNITS[(unit[2] ?? '').toLowerCase()] ?? 0;
    text = unit[1] ?? '';
  }
  text = text.replace(/^(?:₹|rs\.?)\s*/iu, '');
  if (text.includes(',')) {
    // Groups of two or three, the last of three: 12,5 is a decimal comma of another country and no amount here.
    if (!/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/.test(text)) return new Refused('money', NOT_MONEY);
    text = text.replaceAll(',', '');
  }
  const plain = plainNumber(text.replaceAll(' ', ''));
  if (plain === undefined) return new Refused('money', NOT_MONEY);
  const signed = plain.startsWith('-');
  const paise = paiseOf(signed ? plain.slice(1) : plain, times);
  if (paise === undefined) return tooLarge();
  return negative !== signed && paise !== 0 ? -paise : paise;
}
const tooLarge = () => new Refused('money', 'Larger than ₹100 crore');

export type DateOrder = 'dmy' | 'mdy' | 'ymd';
const NOT_A_DAY = 'Not a date: write DD/MM/YYYY';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;

const two = (value: number) => (value < 10 ? `0${value}` : String(value));
const dayFrom = (year: number, month: number, day: number): string | undefined => {
  if (month < 1 || month > 12 || day < 1 || day > 31 || year < 1900 || year > 2199) return undefined;
  const text = `${year}-${two(month)}-${two(day)}`;
  return day <= 28 || isDay(text) ? text : undefined;
};
/** Two digits of a year: 1950 to 2049, and of a birth 1916 to 2015. */
const century = (text: string, birth: boolean): number => {
  const year = Number(text);
  if (text.length !== 2) return year;
  return year + (year >= (birth ? 16 : 50) ? 1900 : 2000);
};

/** A workbook's day number as a day; before March 1900 a workbook counts a day that never was. `since1904` for those of old Macs. */
export function dayOfSerial(serial: number, since1904 = false): string | undefined {
  const whole = Math.floor(serial);
  if (since1904) return whole < 0 || whole > 109_000 ? undefined : dayAt(Date.UTC(1904, 0, 1) + whole * DAY_MS);
  if (whole < 1 || whole === 60 || whole > 110_000) return undefined;
  return dayAt(Date.UTC(1899, 11, whole < 60 ? 31 : 30) + whole * DAY_MS);
}
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * `YYYY-MM-DD` of the writings in use: 05/11/2026 (day first), 11/25/2026, 2026-11-05, 05-Nov-2026, Nov 5, 2026, 20261105, 05.11.26,
 * and a workbook's day numbers; a time behind it is left out. `order` is what a person said of the column; without it a date
 * that could be read both ways is taken day first and is `Doubtful`.
 */
export function dayOfCell(cell: string, order?: DateOrder, birth = false): string | Refused | Doubtful {
  let text = latinDigits(cell);
  const own = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (own) return dayFrom(Number(own[1]), Number(own[3]), Number(own[4])) ?? noDay();
  text = text.replace(/[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?(?:Z|\s?[+-]\d{2}:?\d{2})?$/i, '');
  const local = /^(\d{1,2})\s?([-/. ])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})$/.exec(text);
  if (local) {
    const [first, second] = [Number(local[1]), Number(local[3])];
    if (order === 'ymd' && local[4]?.length === 2)
      return dayFrom(century(local[1] ?? '', birth), second, Number(local[4])) ?? noDay();
    const year = century(local[4] ?? '', birth);
    const dayFirst = dayFrom(year, second, first);
    const monthFirst = dayFrom(year, first, second);
    if (order === 'mdy') return monthFirst ?? noDay();
    if (order === 'dmy') return dayFirst ?? noDay();
    if (dayFirst && monthFirst && first !== second)
      return new Doubtful(
        dayFirst,
        'date-ambiguous',
        `Read as ${two(first)}/${two(second)}/${year}, day first; it may be month first`,
      );
    return dayFirst ?? monthFirst ?? noDay();
  }
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]*([a-z]{3,9})\.?[\s./,-]*(\d{4}|\d{2})$/i.exec(text);
  if (named) return dayFrom(century(named[3] ?? '', birth), monthOf(named[2]), Number(named[1])) ?? noDay();
  const american = /^([a-z]{3,9})\.?[\s/-]+(\d{1,2})(?:st|nd|rd|th)?[\s,/-]+(\d{4})$/i.exec(text);
  if (american) return dayFrom(Number(american[3]), monthOf(american[1]), Number(american[2])) ?? noDay();
  const solid = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (solid) return dayFrom(Number(solid[1]), Number(solid[2]), Number(solid[3])) ?? noDay();
  if (/^\d{4,5}(?:\.\d+)?$/.test(text)) return dayOfSerial(Number(text)) ?? noDay();
  return noDay();
}
const monthOf = (name = '') => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const noDay = () => new Refused('date', NOT_A_DAY);

const MANGLED = 'A spreadsheet has shortened this number: format the column as text and write it again';
/** Numbers that people type so that a form lets them pass. */
const NOBODYS = /^(\d)\1{9}$|^1234567890$|^0+$/;

/** The digits of a number that may have been through a spreadsheet. Undefined where one was cut off. */
export function digitsOf(cell: string): string | undefined {
  if (/^\d+$/.test(cell)) return cell;
  const short = /^(\d)(?:\.(\d+))?E\+?(\d+)$/i.exec(cell.replace(/\s/g, ''));
  if (short) {
    // With zeros at the end nobody can tell a round number from one that was cut off; Excel cuts off.
    return Number(short[3]) === (short[2] ?? '').length ? (short[1] ?? '') + (short[2] ?? '') : undefined;
  }
  return latinDigits(cell)
    .replace(/\.0+$/, '')
    .replace(/[\s().\u00A0-]/g, '');
}

function oneMobile(cell: string): string | Refused {
  const digits = digitsOf(cell);
  if (digits === undefined) return new Refused('mangled', MANGLED);
  const number = digits.replace(/^(?:\+|00)?(?:91|0)?0?(?=\d{10}$)/, '').replace(/^\+/, '');
  return isMobile(number) ? number : new Refused('mobile', NOT_A_MOBILE);
}

/** Ten digits, the first of them not 0, as nearly every cell is. */
function isTenDigits(cell: string): boolean {
  if (cell.length !== 10) return false;
  for (let at = 0; at < 10; at++) {
    const code = cell.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return cell.charCodeAt(0) !== 48;
}

/** Kinds of warnings: a cell holds more than one. */
export const SEVERAL_MOBILES = 'mobile-several';
export const SEVERAL_EMAILS = 'email-several';
const SEVERAL = /\s*[,;/|\n]\s*|\s+(?:&|and|or)\s+/i;

/** The numbers behind the first one of a cell that holds several; null stands for one that is none. */
export const furtherMobiles = (cell: string): (string | null)[] =>
  cell
    .split(SEVERAL)
    .filter(Boolean)
    .slice(1)
    .map((part) => {
      const number = oneMobile(part);
      return number instanceof Refused || NOBODYS.test(number) ? null : number;
    });

const emailsIn = (cell: string): string[] =>
  cell
    .toLowerCase()
    .split(/[\s;,/|]+/)
    .filter(Boolean);
export const furtherEmails = (cell: string): (string | null)[] =>
  emailsIn(cell)
    .slice(1)
    .map((one) => (email(one) === undefined ? one : null));

/** In small letters; of several in a cell the first, which has to be one. */
export function emailOf(cell: string): Read {
  const [first = '', ...others] = emailsIn(cell);
  const wrong = email(first);
  if (wrong !== undefined) return new Refused('email', wrong);
  return others.length === 0
    ? first
    : new Doubtful(
        first,
        SEVERAL_EMAILS,
        'Of the e-mails in the cell not all are taken: some are none, or there is no place left',
      );
}

/** Ten digits, without +91 and 0 before them; of several in one cell the first. */
export function mobileOf(cell: string): Read {
  if (isTenDigits(cell)) return NOBODYS.test(cell) ? nobodys(cell) : cell;
  const parts = cell.split(SEVERAL).filter(Boolean);
  const first = oneMobile(parts[0] ?? '');
  if (first instanceof Refused) return /^[0+\s-]*$/.test(cell) ? nobodys(cell) : first;
  if (NOBODYS.test(first)) return nobodys(first);
  if (parts.length > 1)
    return new Doubtful(
      first,
      SEVERAL_MOBILES,
      'Of the numbers in the cell not all are taken: some are none, or there is no place left',
    );
  return first;
}
const nobodys = (cell: string) => new Doubtful(null, 'placeholder', `${cell} is nobody’s number; taken as empty`);

export function pincodeOf(cell: string): Read {
  if (cell.length === 6 && plainPaise(cell) >= 100_000_00) return cell;
  const digits = digitsOf(cell) ?? '';
  if (/^[1-9]\d{5}$/.test(digits)) return digits;
  return /^0*$/.test(digits)
    ? new Doubtful(null, 'placeholder', `${cell} is no pincode; taken as empty`)
    : new Refused('pincode', 'Not a pincode: six digits');
}

export function wholeOf(cell: string, min: number, max: number): number | Refused {
  const paise = plainPaise(cell);
  const quick = paise / 100;
  if (paise >= 0 && Number.isInteger(quick) && quick >= min && quick <= max) return quick;
  const plain = plainNumber(latinDigits(cell).replace(/,|\s|days?$|months?$|mths?$|m$|d$/gi, ''));
  if (plain === undefined || plain.includes('.')) return new Refused('whole', 'Not a whole number');
  const value = Number(plain);
  if (value < min || value > max) return new Refused('range', `Must be from ${min} to ${max}`);
  return value;
}

export function percentOf(cell: string): number | Refused {
  const hundredths = plainPaise(cell);
  if (hundredths >= 0 && hundredths <= 10_000) return hundredths / 100;
  const plain = plainNumber(latinDigits(cell).replace(/\s|%|p\.?a\.?$/gi, ''));
  const value = Number(plain);
  if (plain === undefined) return new Refused('percent', 'Not a percentage: write 18.5');
  return value >= 0 && value <= 100
    ? Math.round(value * 10_000) / 10_000
    : new Refused('range', 'Must be from 0 to 100');
}

const YES = new Set(['y', 'yes', 'true', '1', 'हाँ', 'हां', 'x', '✓']);
const NO = new Set(['n', 'no', 'false', '0', 'नहीं', 'नही']);
export function yesNoOf(cell: string): number | Refused {
  const word = cell.toLowerCase();
  if (YES.has(word)) return 1;
  return NO.has(word) ? 0 : new Refused('yes-no', 'Must be yes or no');
}

const LANGUAGE = new Map(
  LANGUAGES.flatMap(({ code, name, native }) =>
    [code, name, native].map((word) => [word.toLowerCase(), code] as const),
  ),
);
export const languageOf = (cell: string): string | Refused =>
  LANGUAGE.get(cell.toLowerCase()) ?? new Refused('language', 'There is no such language');

/** The first day past due of a bucket: what stands in for a DPD that a file does not say. */
export const FIRST_DPD: Record<Bucket, number> = {
  '0-30': 0,
  '31-60': 31,
  '61-90': 61,
  '91-180': 91,
  '180-360': 181,
  '360+': 361,
};
const BUCKET_WORDS: Record<string, Bucket> = {
  x: '0-30',
  current: '0-30',
  regular: '0-30',
  standard: '0-30',
  std: '0-30',
  sma0: '0-30',
  bucketx: '0-30',
  bktx: '0-30',
  nil: '0-30',
  sma1: '31-60',
  sma2: '61-90',
  npa: '91-180',
  substandard: '91-180',
  '360+': '360+',
  loss: '360+',
  writeoff: '360+',
  writtenoff: '360+',
  wo: '360+',
  doubtful: '360+',
};
/** Bucket n of lenders is n months of dues: 0 and 1 are up to 30 days, 4 to 6 up to 180. */
const ofMonths = (months: number): Bucket => bucketOf(months <= 0 ? 0 : months * 30);

/** Our bucket for a lender's word: `X`, `B2`, `BKT 3`, `SMA-1`, `1-30`, `91-120`, `90+`, `>180`, `NPA`. */
export function bucketOfCell(cell: string): Bucket | Refused {
  const key = latinDigits(cell)
    .toLowerCase()
    .replace(/days?|dpd|\s|_|\./g, '')
    .replace(/[–—]|to/g, '-');
  const word = BUCKET_WORDS[key.replace(/[-/]/g, '')];
  if (word) return word;
  const months = /^(?:b|bkt|bucket|bk)?-?(\d{1,2})$/.exec(key);
  if (months && Number(months[1]) < 30) return ofMonths(Number(months[1]));
  const over = /^(?:>=?|above|over)?(\d{2,3})(\+|above|andabove)?$/.exec(key);
  if (over) return bucketOf(Number(over[1]) + (/^>=|^\d+$/.test(key) ? 0 : 1));
  const range = /^(\d{1,3})-(\d{1,3})$/.exec(key);
  if (range) {
    const [from, until] = [Number(range[1]), Number(range[2])];
    // 30-60 of one lender is 31-60 of another: the day that both ends share says little, the next one decides.
    const bucket = bucketOf(from === 0 ? 0 : from + 1);
    if (from <= until && bucketOf(until) === bucket) return bucket;
  }
  return isDay(cell) || /^\d{1,2}-[a-z]{3}/i.test(cell)
    ? new Refused(
        'mangled',
        'A spreadsheet has made a date of this bucket: format the column as text and write it again',
      )
    : new Refused('bucket', 'Not a bucket: 0-30, 31-60, 61-90, 91-180, 180-360 or 360+');
}
