/** A client's format learnt from a file that the client gave as an example: which report it is, its columns, headings and looks. */
import { columnsOf } from '../export-kinds';
import { headerKey } from '../loan-import/header-key';
import { WordIndex } from '../loan-import/header-words';
import { synonymsOf } from '../loan-import/synonyms';
import {
  type AmountStyle,
  DAY_STYLES,
  type DayStyle,
  FORMAT_KINDS,
  type FormatKind,
  MOST_FORMAT_COLUMNS,
  MOST_HEADING,
  MOST_SHEET_NAME,
  type ReportColumn,
} from '../report-kinds';

/** Headings under which lenders ask for the columns of reports, beside the columns' own names. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  at: [
    'date',
    'call date',
    'visit date',
    'date and time',
    'call time',
    'disposition date',
    'trail date',
    'activity date',
    'feedback date',
  ],
  agent: [
    'agent name',
    'caller name',
    'telecaller',
    'executive name',
    'collector',
    'fos name',
    'field executive',
    'tc name',
    'employee name',
  ],
  agency: ['agency name', 'vendor', 'vendor name', 'dca name'],
  codeLabel: [
    'status',
    'disposition status',
    'feedback',
    'result',
    'contact status',
    'best disposition',
    'current status',
    'remarks code',
  ],
  code: ['disposition code', 'action code', 'result code', 'feedback code', 'trail code', 'dispo code'],
  subCode: ['sub disposition', 'sub status', 'sub disposition code'],
  class: ['contact type', 'contactability', 'disposition class', 'category'],
  ptpOn: ['promise date', 'promised date', 'date of promise', 'promise to pay date'],
  ptpPaise: ['promise amount', 'promised amount', 'promise to pay amount'],
  callbackAt: ['callback date', 'follow up date', 'next follow up date', 'next action date', 'nfd'],
  remarks: ['remark', 'comment', 'comments', 'notes', 'trail', 'agent remarks', 'customer remarks'],
  collectedPaise: ['amount collected', 'collected amount', 'paid amount', 'collection amount', 'amount received'],
  paymentMode: ['mode of payment', 'payment mode', 'paid via'],
  receipt: ['receipt number'],
  attempts: ['number of attempts', 'attempt count', 'total attempts', 'intensity'],
  talkSeconds: ['call duration', 'duration', 'talk duration'],
  lastAt: ['last contact date', 'last call date'],
  position: ['lat long', 'gps', 'geo location', 'location coordinates'],
  metres: ['distance', 'distance in metres'],
  met: ['person met', 'met with', 'whom met'],
  place: ['place of visit', 'address visited', 'visited at'],
};
/** What loan files call the same. */
const OF_LOAN: Readonly<Record<string, string>> = {
  loanNumber: 'loanNumber',
  borrower: 'borrowerName',
  client: 'client',
  portfolio: 'portfolio',
  bucket: 'bucket',
  dpd: 'dpd',
  posPaise: 'pos',
  outstandingPaise: 'tos',
  phone: 'phone1',
};

const wordsOf = ({ id, label }: ReportColumn): readonly string[] => [
  label,
  id,
  ...(ALSO[id] ?? []),
  ...synonymsOf(OF_LOAN[id] ?? ''),
];

/** The column of the report that a heading means. */
function finderOf(kind: FormatKind): (heading: string) => string | undefined {
  const exact = new Map<string, string>();
  const byWords = new WordIndex<string>();
  const rows = columnsOf(kind).map((column) => ({ id: column.id, words: wordsOf(column) }));
  // What a column is called goes before what else it may be called.
  for (const { id, words } of [...rows.map((row) => ({ ...row, words: row.words.slice(0, 1) })), ...rows])
    for (const word of words) {
      if (!exact.has(headerKey(word))) exact.set(headerKey(word), id);
      byWords.add(word, id);
    }
  return (heading) => exact.get(headerKey(heading)) ?? byWords.find(heading);
}

export interface FormatExample {
  /** The headings in their order, and the first lines below them. */
  columns: readonly string[];
  samples: readonly (readonly string[])[];
  /** Where it is a workbook. */
  sheet?: string | undefined;
}
export interface LearntFormat {
  kind: FormatKind;
  columns: { id: string; label: string }[];
  /** Headings that no column of the report is, or that came a second time. */
  unknown: string[];
  /** Undefined where the example does not show it. */
  dayStyle: DayStyle | undefined;
  amountStyle: AmountStyle | undefined;
  sheetName: string | undefined;
}

const DAYS: Readonly<Record<DayStyle, RegExp>> = {
  'DD-MM-YYYY': /^\d{2}-\d{2}-\d{4}\b/,
  'DD/MM/YYYY': /^\d{2}\/\d{2}\/\d{4}\b/,
  'YYYY-MM-DD': /^\d{4}-\d{2}-\d{2}\b/,
  'DD-MMM-YYYY': /^\d{2}-[A-Za-z]{3}-\d{4}\b/,
};
const IN_LAKHS = /^(?:₹\s*|rs\.?\s*)?-?\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/i;
const PLAIN = /^-?\d{4,}(?:\.\d+)?$/;

function learn(kind: FormatKind, { columns, samples, sheet }: FormatExample): LearntFormat {
  const find = finderOf(kind);
  const types = new Map(columnsOf(kind).map(({ id, type }) => [id, type]));
  const found: (LearntFormat['columns'][number] & { at: number })[] = [];
  const unknown: string[] = [];
  for (const [at, heading] of columns.entries()) {
    const id = find(heading);
    if (id !== undefined && found.length < MOST_FORMAT_COLUMNS && !found.some((one) => one.id === id))
      found.push({ id, label: heading.slice(0, MOST_HEADING), at });
    else if (heading !== '') unknown.push(heading);
  }
  const cellsOf = (...wanted: readonly string[]) =>
    found
      .filter(({ id }) => wanted.includes(types.get(id) ?? ''))
      .flatMap(({ at }) => samples.map((row) => row[at]?.trim() ?? ''))
      .filter((cell) => cell !== '');
  const days = cellsOf('day', 'when');
  const amounts = cellsOf('money');
  // A workbook's dates are numbers, whose look is not read: what is read of them is always the year first.
  const dayStyle = DAY_STYLES.find(
    (style) => !(sheet !== undefined && style === 'YYYY-MM-DD') && days.some((cell) => DAYS[style].test(cell)),
  );
  const amountStyle = amounts.some((cell) => cell.includes(',') && IN_LAKHS.test(cell))
    ? 'lakh'
    : sheet === undefined && amounts.some((cell) => PLAIN.test(cell))
      ? 'plain'
      : undefined;
  return {
    kind,
    columns: found.map(({ id, label }) => ({ id, label })),
    unknown,
    dayStyle,
    amountStyle,
    sheetName: sheet === undefined || sheet.length > MOST_SHEET_NAME ? undefined : sheet,
  };
}

/** Of the reports that come into question the one that knows the most of its headings; undefined where none knows any. */
export function learnFormat(
  example: FormatExample,
  kinds: readonly FormatKind[] = FORMAT_KINDS,
): LearntFormat | undefined {
  const learnt = kinds.map((kind) => learn(kind, example));
  const most = Math.max(0, ...learnt.map(({ columns }) => columns.length));
  return most === 0 ? undefined : learnt.find(({ columns }) => columns.length === most);
}
