/** What may be done to the cells of a column, in the words of the screen. */
import type { FieldType, Transform } from '../../../core/domain/loan-import';
import { t } from '../../i18n';

type Kind = Transform['kind'];

export const TRANSFORM_WORDS: Record<Kind, string> = {
  lakhs: 'Amounts stand in lakhs',
  thousands: 'Amounts stand in thousands',
  crores: 'Amounts stand in crores',
  dates: 'Dates are written',
  replace: 'Replace values',
  remove: 'Take out',
  before: 'Keep only what stands before',
  after: 'Keep only what stands after',
  padZeros: 'Put the leading zeros back, up to digits',
  digits: 'Keep only the digits',
  upper: 'Write in capitals',
};
export const DATE_ORDER_WORDS = {
  dmy: 'Day first: 31/12/2026',
  mdy: 'Month first: 12/31/2026',
  ymd: 'Year first: 2026/12/31',
};

const EVERYWHERE: readonly Kind[] = ['replace', 'remove', 'before', 'after'];
const OF_TYPE: Partial<Record<FieldType, readonly Kind[]>> = {
  money: ['lakhs', 'thousands', 'crores'],
  day: ['dates'],
  key: ['padZeros', 'digits', 'upper'],
  mobile: ['digits'],
  pan: ['upper'],
  text: ['upper'],
};
/** Those that make sense for a field, the likeliest first. */
export const transformsFor = (type: FieldType): readonly Kind[] => [...(OF_TYPE[type] ?? []), ...EVERYWHERE];

/** One of its kind as it begins; `cell` is a value of the column. */
export function newTransform(kind: Kind, cell: string): Transform {
  switch (kind) {
    case 'dates':
      return { kind, order: 'dmy' };
    case 'padZeros':
      return { kind, length: Math.max(1, Math.min(64, cell.length)) };
    case 'remove':
      return { kind, text: '-' };
    case 'before':
    case 'after':
      return { kind, text: ' ' };
    case 'replace':
      return { kind, values: [{ from: cell.slice(0, 200), to: '' }] };
    default:
      return { kind };
  }
}

/** What a transform does, with what was chosen for it: `Keep only what stands before “-”`. */
export function transformWords(transform: Transform): string {
  const words = t(TRANSFORM_WORDS[transform.kind]);
  switch (transform.kind) {
    case 'dates':
      return `${words}: ${t(DATE_ORDER_WORDS[transform.order])}`;
    case 'padZeros':
      return `${words}: ${transform.length}`;
    case 'remove':
    case 'before':
    case 'after':
      return `${words} “${transform.text}”`;
    case 'replace':
      return `${words}: ${transform.values.map(({ from, to }) => `${from} → ${to}`).join(', ')}`;
    default:
      return words;
  }
}
