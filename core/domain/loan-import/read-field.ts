/** How a cell becomes the value of a field: one function a column, made once for a million rows. */
import { type Check, cibil, gst, pan, plainName } from '../validators';
import type { FieldType, LoanField } from './fields';
import { channelsOfCell, reasonOfCell } from './suppression-fields';
import type { Prepared } from './transforms';
import {
  bucketOfCell,
  Doubtful,
  dayOfCell,
  emailOf,
  languageOf,
  mobileOf,
  moneyOf,
  percentOf,
  pincodeOf,
  plainNumber,
  type Read,
  Refused,
  wholeOf,
  yesNoOf,
} from './values';

/** A check of section 5, whose words are the refusal. */
const checked = (kind: string, check: Check, cell: string): Refused | undefined => {
  const message = check(cell);
  return message === undefined ? undefined : new Refused(kind, message);
};

const ADDRESS_KINDS: [string, RegExp][] = [
  ['office', /off|work|business|employ|company|कार्यालय|दफ्तर/i],
  ['permanent', /perm|native|स्थायी/i],
  ['residence', /res|home|current|present|comm|mail|घर|निवास|वर्तमान/i],
];
const RELATIONS: [string, RegExp][] = [
  ['co-borrower', /^(co|joint)|co-?(app|bor)|सह/i],
  ['guarantor', /guar|surety|गारंट|जमानत/i],
  ['reference', /^ref|संदर्भ|रेफरेंस/i],
];
const STATES: [string, RegExp][] = [
  ['settled', /settle/i],
  ['closed', /clos|fully paid|foreclosed|matured|बंद/i],
  ['suppressed', /suppress|hold|blocked/i],
  ['active', /activ|live|open|regular|running|overdue|delinq|npa|चालू|सक्रिय/i],
];
const known = (list: [string, RegExp][], cell: string) => list.find(([, pattern]) => pattern.test(cell))?.[0];

const MANGLED = new Refused(
  'mangled',
  'A spreadsheet has shortened this number: format the column as text and write it again',
);

const tooLong = (max: number) => new Refused('length', `At most ${max} characters`);

/** A number that is a name keeps its zeros; what a spreadsheet wrapped (`="0012"`) or made of it (`12.0`, `1.2E+15`) is undone or refused. */
function keyOf(cell: string, max: number): Read {
  if (/^[\w/-]*$/.test(cell) && !/^\d+E\d+$/i.test(cell)) return cell.length > max ? tooLong(max) : cell;
  if (/^\d[.\d]*E\+?\d+$/i.test(cell)) {
    const plain = plainNumber(cell);
    // As many digits as the number is long: nothing was cut off.
    const kept = cell.replace(/E.*$/i, '').replace('.', '').length;
    if (plain === undefined || kept < plain.length) return MANGLED;
    return plain;
  }
  // What nobody sees makes no other loan.
  const text = cell
    .replace(/\p{Cf}/gu, '')
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > max ? tooLong(max) : text;
}

/** Without a line break, a tab or two blanks in a row. */
function isTidy(cell: string): boolean {
  let before = 0;
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    if (code < 32 || (code === 32 && before === 32) || code === 160) return false;
    before = code;
  }
  return true;
}

function textOf(cell: string, max: number): Read {
  const text = isTidy(cell) ? cell : cell.replace(/\s+/g, ' ').trim();
  return text.length > max ? tooLong(max) : text;
}

/** Types of few values in many rows: each is read once. */
const REPEATED: ReadonlySet<FieldType> = new Set([
  'day',
  'yesNo',
  'language',
  'bucket',
  'addressKind',
  'relation',
  'loanState',
]);
const REMEMBERED = 4096;

/** Reads a trimmed cell that is not empty. Remembers short cells alone: a longer one may keep the text alive that it was cut from. */
export function readerOf(field: LoanField, prepared: Prepared): (cell: string) => Read {
  const read = plainReader(field, prepared);
  if (!REPEATED.has(field.type)) return read;
  const seen = new Map<string, Read>();
  return (cell) => {
    if (cell.length > 12) return read(cell);
    let found = seen.get(cell);
    if (found === undefined) {
      found = read(cell);
      if (seen.size < REMEMBERED) seen.set(cell, found);
    }
    return found;
  };
}

function plainReader(field: LoanField, { power, order }: Prepared): (cell: string) => Read {
  const { max = 200, min = 0, credit, birth } = field;
  switch (field.type) {
    case 'text':
      return (cell) => textOf(cell, max);
    case 'key':
      return (cell) => keyOf(cell, max);
    case 'plainName':
      return (cell) => checked('special-character', plainName, cell) ?? textOf(cell, max);
    case 'money':
      return (cell) => {
        const paise = moneyOf(cell, power);
        return typeof paise === 'number' && paise < 0 && !credit
          ? new Refused('negative', 'Must not be below zero')
          : paise;
      };
    case 'day':
      return (cell) => dayOfCell(cell, order, birth);
    case 'whole':
      return (cell) => wholeOf(cell, min, max);
    case 'percent':
      return percentOf;
    case 'yesNo':
      return yesNoOf;
    case 'mobile':
      return mobileOf;
    case 'email':
      return emailOf;
    case 'pincode':
      return pincodeOf;
    case 'pan':
      return (cell) => checked('pan', pan, cell.toUpperCase()) ?? cell.toUpperCase();
    case 'gst':
      return (cell) => checked('gst', gst, cell.toUpperCase()) ?? cell.toUpperCase();
    case 'cibil':
      return (cell) => {
        if (cibil(cell) === undefined) return Number(cell);
        const plain = plainNumber(cell);
        // A bureau says -1 or 0 of somebody it does not know.
        if (plain === '-1' || plain === '0') return new Doubtful(null, 'placeholder', 'No score; taken as empty');
        return checked('cibil', cibil, plain ?? cell) ?? Number(plain);
      };
    case 'language':
      return languageOf;
    case 'bucket':
      return bucketOfCell;
    case 'addressKind':
      return (cell) => known(ADDRESS_KINDS, cell) ?? 'other';
    case 'relation':
      return (cell) => known(RELATIONS, cell) ?? textOf(cell.toLowerCase(), max);
    case 'loanState':
      return (cell) =>
        known(STATES, cell) ?? new Refused('loan-status', 'Not a status: active, closed, settled or suppressed');
    case 'suppressionReason':
      // What no list has words for is a reason all the same.
      return (cell) =>
        reasonOfCell(cell) ?? new Doubtful('other', 'reason', 'No reason of the list; taken as another reason');
    case 'channels':
      return (cell) =>
        channelsOfCell(cell) ?? new Refused('channels', 'Not channels: call, SMS, WhatsApp, visit, letter or all');
  }
}
