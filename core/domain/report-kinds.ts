/**
 * The reports on what was recorded and what was given out, as data: the columns of each, in their order. Screens draw from
 * these rows, the server answers and exports by them, and a client's format chooses among them. Loan figures (bucket, DPD,
 * POS) are those of the moment at which the report is asked for.
 */
import type { PLACES, RELATIONS } from '../contract/records';
import { CLASSES } from './dispositions';

export const REPORT_KINDS = ['calls', 'visits', 'allocations', 'best'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/**
 * What a cell holds on the wire: `when` an instant, `day` a day, `money` paise, `seconds` a length of time, `word` one of
 * `words`, `link` an address, `long` a text that may go on; numbers and texts as they are; null where there is nothing.
 */
export type CellType = 'text' | 'long' | 'when' | 'day' | 'money' | 'number' | 'seconds' | 'word' | 'link';

export interface ReportColumn {
  id: string;
  label: string;
  type: CellType;
  sort?: true;
  words?: Readonly<Record<string, string>>;
}

const col = <const Id extends string>(id: Id, label: string, type: CellType = 'text') => ({ id, label, type });
const sorted = <const Id extends string>(id: Id, label: string, type: CellType = 'text') =>
  ({ id, label, type, sort: true }) as const;
const word = <const Id extends string>(id: Id, label: string, words: Readonly<Record<string, string>>) =>
  ({ id, label, type: 'word', words }) as const;

const CLASS_WORDS = Object.fromEntries(Object.entries(CLASSES).map(([name, { label }]) => [name, label]));
const OUTCOME_WORDS = {
  applied: 'Counted',
  'late-reassigned': 'Late: reassigned',
  'late-closed': 'Late: loan closed',
  'late-suppressed': 'Late: suppressed',
  'late-agent-inactive': 'Late: agent inactive',
  'clock-skewed': 'Clock off',
  'signature-invalid': 'Signature invalid',
};
const PLACE_WORDS: Record<(typeof PLACES)[number], string> = {
  residence: 'Residence',
  office: 'Office',
  other: 'Other',
};
const RELATION_WORDS: Record<(typeof RELATIONS)[number], string> = {
  borrower: 'Borrower',
  'co-borrower': 'Co-borrower',
  spouse: 'Spouse',
  parent: 'Parent',
  child: 'Child',
  relative: 'Relative',
  neighbour: 'Neighbour',
  colleague: 'Colleague',
  security: 'Security',
  other: 'Other',
};

const loan = [
  sorted('loanNumber', 'Loan number'),
  sorted('borrower', 'Borrower'),
  sorted('client', 'Client'),
  sorted('portfolio', 'Portfolio'),
  col('bucket', 'Bucket'),
  sorted('dpd', 'DPD', 'number'),
  sorted('posPaise', 'POS', 'money'),
] as const;
const disposition = [
  word('class', 'Class', CLASS_WORDS),
  sorted('codeLabel', 'Disposition'),
  col('code', 'Code'),
] as const;
const promise = [col('ptpOn', 'PTP date', 'day'), sorted('ptpPaise', 'PTP amount', 'money')] as const;

export const REPORT_COLUMNS = {
  calls: [
    sorted('at', 'Time', 'when'),
    ...loan,
    col('phone', 'Phone'),
    sorted('agent', 'Agent'),
    col('agency', 'Agency'),
    col('process', 'Process'),
    word('mode', 'Mode', { manual: 'Manual', predictive: 'Predictive' }),
    sorted('seconds', 'Talk time', 'seconds'),
    ...disposition,
    ...promise,
    col('callbackAt', 'Callback', 'when'),
    col('remarks', 'Remarks', 'long'),
    col('recording', 'Recording', 'link'),
    word('outcome', 'Outcome', OUTCOME_WORDS),
  ],
  visits: [
    sorted('at', 'Time', 'when'),
    ...loan,
    sorted('agent', 'Agent'),
    col('agency', 'Agency'),
    word('place', 'Place', PLACE_WORDS),
    col('position', 'Position'),
    sorted('metres', 'Metres from address', 'number'),
    col('accuracy', 'Accuracy, m', 'number'),
    sorted('seconds', 'Time on site', 'seconds'),
    word('met', 'Met', RELATION_WORDS),
    ...disposition,
    ...promise,
    sorted('collectedPaise', 'Collected', 'money'),
    word('paymentMode', 'Paid by', {
      cash: 'Cash',
      upi: 'UPI',
      cheque: 'Cheque',
      card: 'Card',
      'bank-transfer': 'Bank transfer',
    }),
    col('receipt', 'Receipt'),
    sorted('photos', 'Photos', 'number'),
    word('signature', 'Signature', {
      valid: 'Valid',
      none: 'None',
      'unknown-key': 'Unknown key',
      invalid: 'Invalid',
    }),
    col('remarks', 'Remarks', 'long'),
    sorted('syncedAt', 'Synced', 'when'),
    word('outcome', 'Outcome', OUTCOME_WORDS),
  ],
  allocations: [
    sorted('at', 'Time', 'when'),
    word('kind', 'Given to', {
      manager: 'Manager',
      collector: 'Collector',
      field_agent: 'Field agent',
      agency: 'Agency',
    }),
    ...loan,
    col('from', 'From'),
    sorted('to', 'To'),
    col('agency', 'Agency'),
    sorted('by', 'By'),
    sorted('endedAt', 'Until', 'when'),
  ],
  best: [
    ...loan,
    ...disposition,
    sorted('at', 'Time', 'when'),
    sorted('agent', 'Agent'),
    sorted('attempts', 'Attempts', 'number'),
    col('lastLabel', 'Last disposition'),
    sorted('lastAt', 'Last time', 'when'),
  ],
} as const satisfies Record<ReportKind, readonly ReportColumn[]>;
export type ColumnId<K extends ReportKind> = (typeof REPORT_COLUMNS)[K][number]['id'];

export const columnsOf = (kind: ReportKind): readonly ReportColumn[] => REPORT_COLUMNS[kind];

/** Days that a report may span. */
export const MOST_REPORT_DAYS = 92;
/** Lines that one file may hold. */
export const MOST_REPORT_LINES = 50_000;

/** How a client wants its days written. */
export const DAY_STYLES = ['DD-MM-YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD', 'DD-MMM-YYYY'] as const;
export type DayStyle = (typeof DAY_STYLES)[number];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function styledDay(day: string, style: DayStyle): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return style
    .replace('YYYY', year)
    .replace('MMM', MONTHS[Number(month) - 1] ?? '')
    .replace('MM', month)
    .replace('DD', date);
}

/** What a client's format may be made from. */
export const FORMAT_KINDS = ['calls', 'visits', 'best'] as const;
export type FormatKind = (typeof FORMAT_KINDS)[number];
