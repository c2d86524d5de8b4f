/**
 * The reports on what was recorded and what was given out, as data: the columns of each, in their order. Screens draw from
 * these rows, the server answers and exports by them, and a client's format chooses among them. Loan figures (bucket, DPD,
 * POS) are those of the moment at which the report is asked for.
 */
import type { OUTCOMES, SIGNATURE_STATES } from '../contract/dispositions';
import { CLASSES } from './dispositions';
import { PAYMENT_MODE_WORDS, PLACE_WORDS, RELATION_WORDS } from './record-words';
import { roleLabel } from './roles';

export const REPORT_KINDS = [
  'calls',
  'visits',
  'field',
  'allocations',
  'best',
  'logins',
  'retained',
  'last',
  'agentDays',
  'agentWork',
  'processes',
  'workable',
  'recordings',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/**
 * What a cell holds on the wire: `when` an instant, `day` a day, `money` paise, `seconds` a length of time, `word` a value
 * of `CELL_WORDS`, `link` an address, `audio` the id of a call that was recorded, `long` a text that may go on; numbers and texts as they are; null where there is nothing.
 */
export type CellType = 'text' | 'long' | 'when' | 'day' | 'money' | 'number' | 'seconds' | 'word' | 'link' | 'audio';

/** Headings by the column's id, on screens through the catalogue of words and in files as they stand here. */
export const COLUMN_LABELS = {
  at: 'Time',
  loanNumber: 'Loan number',
  borrower: 'Borrower',
  client: 'Client',
  portfolio: 'Portfolio',
  bucket: 'Bucket',
  dpd: 'DPD',
  posPaise: 'POS',
  phone: 'Phone',
  agent: 'Agent',
  agency: 'Agency',
  process: 'Process',
  mode: 'Mode',
  talkSeconds: 'Talk time',
  holdSeconds: 'On hold',
  wrapSeconds: 'Wrap-up',
  formSeconds: 'Time by the form',
  class: 'Class',
  codeLabel: 'Disposition',
  code: 'Code',
  subCode: 'Sub-code',
  ptpOn: 'PTP date',
  ptpPaise: 'PTP amount',
  callbackAt: 'Callback',
  remarks: 'Remarks',
  recording: 'Recording',
  outcome: 'Outcome',
  place: 'Place',
  position: 'Position',
  metres: 'Metres from address',
  accuracy: 'Accuracy in metres',
  siteSeconds: 'Time on site',
  met: 'Met',
  collectedPaise: 'Collected',
  paymentMode: 'Paid by',
  receipt: 'Receipt',
  photos: 'Photos',
  proofs: 'Proofs of 5',
  signature: 'Signature',
  syncedAt: 'Synced',
  kind: 'Given as',
  from: 'From',
  to: 'To',
  by: 'By',
  reason: 'Reason',
  endedAt: 'Until',
  attempts: 'Attempts',
  lastLabel: 'Last disposition',
  lastAt: 'Last time',
  product: 'Product',
  state: 'State',
  overduePaise: 'Overdue',
  tosPaise: 'TOS',
  emiPaise: 'EMI',
  city: 'City',
  pincode: 'Pincode',
  heldBy: 'Held by',
  signedInAt: 'Signed in',
  signedOutAt: 'Signed out',
  user: 'User',
  role: 'Role',
  device: 'Device',
  ip: 'IP address',
  sessionSeconds: 'Duration',
  endReason: 'Ended by',
  markedAt: 'Marked on',
  validTill: 'Valid till',
  nextLabel: 'Best outcome next month',
  nextPaise: 'Collected next month',
  daysSince: 'Days since',
  callAt: 'Last call',
  callLabel: 'Outcome of the call',
  visitAt: 'Last visit',
  visitLabel: 'Outcome of the visit',
  messageAt: 'Last message',
  message: 'Message by',
  messageState: 'State of the message',
  paidAt: 'Last payment',
  paidPaise: 'Amount paid',
  day: 'Date',
  firstIn: 'First login',
  lastOut: 'Last logout',
  loginSeconds: 'Login',
  idleSeconds: 'Idle',
  ringingSeconds: 'Ringing',
  dialingSeconds: 'Dialing',
  breakSeconds: 'Break',
  breaks: 'Break reasons',
  netSeconds: 'Net login',
  occupancy: 'Occupancy %',
  calls: 'Calls',
  visits: 'Visits',
  talkEach: 'Talk a call',
  waitSeconds: 'Wait',
  waitEach: 'Wait a call',
  wrapEach: 'Wrap-up a call',
  pauseSeconds: 'Pause',
  customerSeconds: 'Customer time',
  rpc: 'RPC',
  ptp: 'PTP',
  kept: 'Kept %',
  perHourPaise: 'Collected a login hour',
  agents: 'Agents',
  dials: 'Dials',
  answered: 'Answered',
  connect: 'Connect %',
  drops: 'Drops',
  drop: 'Drop %',
  handleEach: 'AHT',
  numbersLeft: 'Numbers left',
  enteredOn: 'Taken in on',
  month: 'Month',
  scope: 'Set for',
  name: 'Name',
  metric: 'Measure',
  targetPaise: 'Target in rupees',
  target: 'Target',
  setAt: 'Set at',
  vintage: 'Vintage in months',
  reached: 'Reached %',
  reachedAt: 'Last reached',
  bestHour: 'Best hour',
  bounce: 'Last bounce',
  direction: 'Direction',
  audio: 'Recording',
  keptUntil: 'Kept until',
  opening: 'Opening loans',
  paid: 'Paid',
  settled: 'Settled',
  suppressed: 'Suppressed',
  deceased: 'Deceased',
  legal: 'Legal hold',
  invalid: 'Invalid contact',
  workable: 'Workable',
  attempted: 'Attempted',
  untouched: 'Untouched',
  penetration: 'Penetration %',
  workablePaise: 'POS workable',
} as const;
type LabelId = keyof typeof COLUMN_LABELS;

type Words<Value extends string = string> = Readonly<Record<Value, string>>;
/** What stands for the values of columns of type `word`. */
export const CELL_WORDS: Readonly<Record<string, Words>> = {
  mode: { manual: 'Manual', predictive: 'Predictive' },
  place: PLACE_WORDS,
  met: RELATION_WORDS,
  outcome: {
    applied: 'Counted',
    'late-reassigned': 'Late: with another agent',
    'late-closed': 'Late: loan closed',
    'late-suppressed': 'Late: contact stopped',
    'late-agent-inactive': 'Late: agent inactive',
    'clock-skewed': 'Clock differs',
    'signature-invalid': 'Signature invalid',
  } satisfies Words<(typeof OUTCOMES)[number]>,
  signature: {
    valid: 'Valid',
    none: 'Unsigned',
    'unknown-key': 'Unknown key',
    invalid: 'Invalid',
  } satisfies Words<(typeof SIGNATURE_STATES)[number]>,
  paymentMode: PAYMENT_MODE_WORDS,
  endReason: {
    logout: 'Signing out',
    idle: 'Idle',
    expired: 'Running out',
    open: 'Still signed in',
    'password changed': 'Changed password',
  },
  message: { sms: 'SMS', whatsapp: 'WhatsApp', email: 'E-mail' },
  messageState: {
    queued: 'Waiting',
    sending: 'Sending',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
    blocked: 'Blocked',
  },
  state: { active: 'Active', closed: 'Closed', settled: 'Settled', suppressed: 'Suppressed' },
  direction: { manual: 'Outgoing', predictive: 'Outgoing, predictive', inbound: 'Incoming' },
  scope: { user: 'Person', team: 'Team', portfolio: 'Portfolio' },
  metric: {
    amount: 'Amount collected',
    resolution: 'Resolution %',
    count: 'Loans paid',
    ptp: 'Promises to pay',
    visits: 'Visits',
    login: 'Login hours',
  },
  kind: { manager: 'Manager', collector: 'Collector', field_agent: 'Field agent', agency: 'Agency' },
};

/** The English word of a cell; the value itself where there is none. */
export const cellWord = (column: string, value: string): string =>
  (column === 'class'
    ? (CLASSES as Record<string, { label: string }>)[value]?.label
    : column === 'role'
      ? roleLabel(value)
      : CELL_WORDS[column]?.[value]) ?? value;

export interface ReportColumn {
  id: string;
  label: string;
  type: CellType;
  sort?: true;
}

export const col = <const Id extends LabelId>(id: Id, type: CellType = 'text') => ({
  id,
  label: COLUMN_LABELS[id],
  type,
});
export const sorted = <const Id extends LabelId>(id: Id, type: CellType = 'text') =>
  ({ ...col(id, type), sort: true }) as const;

const loan = [
  sorted('loanNumber'),
  sorted('borrower'),
  sorted('client'),
  sorted('portfolio'),
  col('bucket'),
  sorted('dpd', 'number'),
  sorted('posPaise', 'money'),
] as const;
const disposition = [col('class', 'word'), sorted('codeLabel'), col('code')] as const;
const promise = [col('ptpOn', 'day'), sorted('ptpPaise', 'money')] as const;

export const REPORT_COLUMNS = {
  calls: [
    sorted('at', 'when'),
    ...loan,
    col('phone'),
    sorted('agent'),
    col('agency'),
    col('process'),
    col('mode', 'word'),
    sorted('talkSeconds', 'seconds'),
    col('holdSeconds', 'seconds'),
    col('wrapSeconds', 'seconds'),
    col('formSeconds', 'seconds'),
    ...disposition,
    col('subCode'),
    ...promise,
    col('callbackAt', 'when'),
    col('remarks', 'long'),
    col('recording', 'link'),
    col('outcome', 'word'),
  ],
  visits: [
    sorted('at', 'when'),
    ...loan,
    sorted('agent'),
    col('agency'),
    col('place', 'word'),
    col('position'),
    sorted('metres', 'number'),
    col('accuracy', 'number'),
    sorted('siteSeconds', 'seconds'),
    col('met', 'word'),
    ...disposition,
    ...promise,
    sorted('collectedPaise', 'money'),
    col('paymentMode', 'word'),
    col('receipt'),
    sorted('photos', 'number'),
    col('signature', 'word'),
    col('remarks', 'long'),
    sorted('syncedAt', 'when'),
    col('outcome', 'word'),
  ],
  field: [
    sorted('at', 'when'),
    sorted('agent'),
    sorted('proofs', 'number'),
    ...loan,
    col('agency'),
    col('place', 'word'),
    sorted('metres', 'number'),
    col('accuracy', 'number'),
    sorted('siteSeconds', 'seconds'),
    sorted('photos', 'number'),
    col('signature', 'word'),
    col('met', 'word'),
    ...disposition,
    ...promise,
    sorted('collectedPaise', 'money'),
    col('paymentMode', 'word'),
    col('receipt'),
    col('remarks', 'long'),
    sorted('syncedAt', 'when'),
    col('outcome', 'word'),
  ],
  allocations: [
    sorted('at', 'when'),
    col('kind', 'word'),
    ...loan,
    col('from'),
    sorted('to'),
    col('agency'),
    sorted('by'),
    col('reason', 'long'),
    sorted('endedAt', 'when'),
  ],
  best: [
    ...loan,
    ...disposition,
    sorted('at', 'when'),
    sorted('agent'),
    sorted('attempts', 'number'),
    col('lastLabel'),
    sorted('lastAt', 'when'),
  ],
  logins: [
    sorted('signedInAt', 'when'),
    sorted('user'),
    sorted('role', 'word'),
    col('device'),
    col('ip'),
    col('signedOutAt', 'when'),
    col('sessionSeconds', 'seconds'),
    col('endReason', 'word'),
  ],
  retained: [
    ...loan,
    col('heldBy'),
    col('agency'),
    col('reason', 'long'),
    sorted('markedAt', 'when'),
    sorted('by'),
    col('validTill', 'day'),
    col('nextLabel'),
    col('nextPaise', 'money'),
  ],
  last: [
    col('loanNumber'),
    col('borrower'),
    col('client'),
    col('portfolio'),
    col('bucket'),
    sorted('dpd', 'number'),
    sorted('posPaise', 'money'),
    sorted('lastAt', 'when'),
    col('daysSince', 'number'),
    col('callAt', 'when'),
    col('callLabel'),
    col('visitAt', 'when'),
    col('visitLabel'),
    col('messageAt', 'when'),
    col('message', 'word'),
    col('messageState', 'word'),
    col('paidAt', 'when'),
    col('paidPaise', 'money'),
    col('heldBy'),
  ],
  agentDays: [
    sorted('day', 'day'),
    sorted('agent'),
    col('firstIn', 'when'),
    col('lastOut', 'when'),
    col('loginSeconds', 'seconds'),
    col('idleSeconds', 'seconds'),
    col('talkSeconds', 'seconds'),
    col('holdSeconds', 'seconds'),
    col('wrapSeconds', 'seconds'),
    col('ringingSeconds', 'seconds'),
    col('dialingSeconds', 'seconds'),
    col('breakSeconds', 'seconds'),
    col('breaks', 'long'),
    col('netSeconds', 'seconds'),
    col('occupancy', 'number'),
  ],
  agentWork: [
    sorted('agent'),
    sorted('agency'),
    col('calls', 'number'),
    col('visits', 'number'),
    col('talkSeconds', 'seconds'),
    col('talkEach', 'seconds'),
    col('waitSeconds', 'seconds'),
    col('waitEach', 'seconds'),
    col('wrapSeconds', 'seconds'),
    col('wrapEach', 'seconds'),
    col('pauseSeconds', 'seconds'),
    col('customerSeconds', 'seconds'),
    col('rpc', 'number'),
    col('ptp', 'number'),
    col('ptpPaise', 'money'),
    col('kept', 'number'),
    col('collectedPaise', 'money'),
    col('perHourPaise', 'money'),
  ],
  processes: [
    sorted('process'),
    sorted('portfolio'),
    col('agents', 'number'),
    col('dials', 'number'),
    col('answered', 'number'),
    col('connect', 'number'),
    col('drops', 'number'),
    col('drop', 'number'),
    col('rpc', 'number'),
    col('ptp', 'number'),
    col('handleEach', 'seconds'),
    col('waitEach', 'seconds'),
    col('numbersLeft'),
  ],
  recordings: [
    sorted('at', 'when'),
    sorted('agent'),
    col('agency'),
    sorted('loanNumber'),
    sorted('borrower'),
    col('client'),
    col('portfolio'),
    col('direction', 'word'),
    sorted('talkSeconds', 'seconds'),
    col('codeLabel'),
    col('audio', 'audio'),
    col('keptUntil', 'day'),
  ],
  workable: [
    sorted('agent'),
    sorted('portfolio'),
    sorted('bucket'),
    col('agency'),
    col('opening', 'number'),
    col('paid', 'number'),
    col('settled', 'number'),
    col('suppressed', 'number'),
    col('deceased', 'number'),
    col('legal', 'number'),
    col('invalid', 'number'),
    col('workable', 'number'),
    col('workablePaise', 'money'),
    col('attempted', 'number'),
    col('untouched', 'number'),
    col('penetration', 'number'),
  ],
} as const satisfies Record<ReportKind, readonly ReportColumn[]>;
export type ColumnId<K extends ReportKind> = (typeof REPORT_COLUMNS)[K][number]['id'];

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

/** The pages on which clients' formats stand. */
export const FORMAT_FAMILIES = ['boi', 'encore'] as const;
export type FormatFamily = (typeof FORMAT_FAMILIES)[number];

/** What a client's format may be made from. */
export const FORMAT_KINDS = ['calls', 'visits', 'best'] as const;
export type FormatKind = (typeof FORMAT_KINDS)[number];
