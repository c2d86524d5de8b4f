/**
 * The list's filters and sort as the page's address says them, so that Back and a shared link mean the same. The search
 * text is not in it: came-from.ts says why.
 */
import { BUCKETS } from '../../../../core/domain/buckets';
import { t } from '../../../i18n';
import type { LoanQuery } from '../../../offline/types';

/** What the list shows, but for where the agent stands. */
export type ListQuery = Omit<LoanQuery, 'near'>;

export const NO_QUERY: ListQuery = {
  text: '',
  buckets: [],
  pincode: '',
  ptp: 'any',
  notVisitedDays: 0,
  plan: 'any',
  sort: 'priority',
};

export const PTP_FILTERS = ['any', 'due-today', 'overdue', 'open'] as const satisfies LoanQuery['ptp'][];
export const SORTS = [
  'priority',
  'overdue',
  'dpd',
  'name',
  'pincode',
  'ptp',
  'distance',
] as const satisfies LoanQuery['sort'][];

export const PTP_WORDS: Record<LoanQuery['ptp'], string> = {
  any: 'Any',
  'due-today': 'Due today',
  overdue: 'Overdue',
  open: 'Open',
};

export const SORT_WORDS: Record<LoanQuery['sort'], string> = {
  priority: 'What matters most',
  overdue: 'Overdue amount',
  dpd: 'Days past due',
  name: 'Name',
  pincode: 'Pincode',
  ptp: 'Promise date',
  distance: 'Nearest first',
};

const oneOf = <Value extends string>(values: readonly Value[], given: string | null, otherwise: Value): Value =>
  values.find((value) => value === given) ?? otherwise;

/** Reads an address; whatever is not understood counts as not said. */
export function readQuery(address: URLSearchParams): ListQuery {
  const days = Number(address.get('notVisited') ?? 0);
  const pincode = (address.get('pincode') ?? '').replace(/\D/g, '').slice(0, 6);
  return {
    text: '',
    buckets: BUCKETS.filter((bucket) => address.getAll('bucket').includes(bucket)),
    pincode,
    ptp: oneOf(PTP_FILTERS, address.get('ptp'), 'any'),
    notVisitedDays: Number.isInteger(days) && days > 0 && days <= 365 ? days : 0,
    plan: oneOf(['any', 'today'] as const, address.get('plan'), 'any'),
    sort: oneOf(SORTS, address.get('sort'), 'priority'),
  };
}

/** Writes only what differs from an empty query. */
export function writeQuery(query: ListQuery): URLSearchParams {
  const address = new URLSearchParams();
  for (const bucket of query.buckets) address.append('bucket', bucket);
  if (query.pincode) address.set('pincode', query.pincode);
  if (query.ptp !== 'any') address.set('ptp', query.ptp);
  if (query.notVisitedDays) address.set('notVisited', String(query.notVisitedDays));
  if (query.plan !== 'any') address.set('plan', query.plan);
  if (query.sort !== 'priority') address.set('sort', query.sort);
  return address;
}

/** Active filters as chips that can be taken away one by one. */
export function activeFilters(query: ListQuery): { label: string; without: ListQuery }[] {
  const chips = query.buckets.map((bucket) => ({
    label: t('Bucket {bucket}', { bucket }),
    without: { ...query, buckets: query.buckets.filter((other) => other !== bucket) },
  }));
  const add = (label: string, without: Partial<ListQuery>) => chips.push({ label, without: { ...query, ...without } });
  if (query.plan === 'today') add(t('On plan today'), { plan: 'any' });
  if (query.ptp !== 'any') add(`PTP ${t(PTP_WORDS[query.ptp]).toLowerCase()}`, { ptp: 'any' });
  if (query.notVisitedDays) add(t('Not visited {n} days', { n: query.notVisitedDays }), { notVisitedDays: 0 });
  if (query.pincode) add(t('Pincode {pincode}', { pincode: query.pincode }), { pincode: '' });
  return chips;
}
