/** Everything that a record in quarantine says, as lines to read. What is not understood is shown as it is. */
import { formatDateTime, formatDay } from '../../../core/domain/dates';
import { formatRupees } from '../../../core/domain/money';
import { t } from '../../i18n';

export interface Fact {
  name: string;
  value: string;
}

/** Shown elsewhere on the panel, or of no use to a person. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'id',
  'loanId',
  'loanNumber',
  'attachments',
  'payloadVersion',
  'code',
  'phoneId',
  'callId',
  'signedBy',
]);

const NAMES: Record<string, string> = {
  channel: 'Made by',
  loanSeq: 'Number on this loan',
  recordedAt: 'Recorded',
  clockOffsetMs: 'Clock',
  clockMeasuredAt: 'Clock measured',
  appVersion: 'App',
  gps: 'Position',
  gpsMissing: 'No position because',
  photoMissing: 'No photo because',
  place: 'Place',
  personMet: 'Met',
  ptp: 'Promise',
  payment: 'Collected',
  amountPaise: 'Amount',
  reference: 'Reference',
  claim: 'Says it was paid',
  instalments: 'Instalments',
  subCode: 'More exactly',
  contactScope: 'Do not contact by',
  reason: 'Reason',
  until: 'Until',
  nextVisitOn: 'Next visit',
  callbackAt: 'Call back',
  language: 'Language',
  newPhone: 'New phone',
  newAddress: 'New address',
  onSiteSeconds: 'Time on site',
  durationSeconds: 'Talked',
  remarks: 'Remarks',
  afterId: 'Follows another record',
};

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && Number.isFinite(Date.parse(value));
const rupees = (value: unknown): string => (typeof value === 'number' ? formatRupees(value) : String(value));
const words = (value: unknown): string => String(value).replaceAll('-', ' ');

function valueWords(name: string, value: unknown, zone: string): string {
  if (isInstant(value)) return formatDateTime(value, zone);
  if (isDay(value)) return formatDay(value);
  switch (name) {
    case 'amountPaise':
      return rupees(value);
    case 'onSiteSeconds':
    case 'durationSeconds':
      return typeof value === 'number'
        ? t('{minutes} min {seconds} s', { minutes: Math.floor(value / 60), seconds: value % 60 })
        : String(value);
    case 'clockOffsetMs':
      return typeof value === 'number'
        ? t('{n} s behind the server’s', { n: Math.round(value / 1000) })
        : t('Never measured');
    case 'channel':
      return value === 'field' ? t('Visit') : t('Call');
    case 'loanSeq':
      return String(value);
  }
  if (!isObject(value)) return words(value);
  switch (name) {
    case 'gps':
      return [
        t('{lat}, {lng}, within {metres} m', {
          lat: String(value.lat),
          lng: String(value.lng),
          metres: String(value.accuracyM),
        }),
        value.mock === true && t('says to be a mock position'),
      ]
        .filter(Boolean)
        .join(', ');
    case 'personMet':
      return [words(value.relation), value.name].filter(Boolean).join(', ');
    case 'ptp':
      return t('{amount} by {day}, {mode}', {
        amount: rupees(value.amountPaise),
        day: isDay(value.dueOn) ? formatDay(value.dueOn) : String(value.dueOn),
        mode: words(value.mode),
      });
    case 'claim':
      return [isDay(value.paidOn) ? formatDay(value.paidOn) : value.paidOn, words(value.mode)]
        .filter(Boolean)
        .join(', ');
    case 'payment':
      return [rupees(value.amountPaise), words(value.mode), value.reference, value.receiptNo]
        .filter(Boolean)
        .join(', ');
    case 'newAddress':
      return [value.line, value.pincode].filter(Boolean).join(', ');
    default:
      return JSON.stringify(value);
  }
}

/** In the order of `NAMES`, then whatever else is there. */
export function recordFacts(record: Json, zone: string): Fact[] {
  const known = Object.keys(NAMES);
  const keys = [...known.filter((key) => key in record), ...Object.keys(record).filter((key) => !known.includes(key))];
  return keys
    .filter((key) => !ELSEWHERE.has(key) && record[key] !== null && record[key] !== undefined)
    .map((key) => {
      const name = NAMES[key];
      return { name: name ? t(name) : key, value: valueWords(key, record[key], zone) };
    });
}
