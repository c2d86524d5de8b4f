/**
 * The list's filters and sort as the page's address says them, so that Back and a shared link mean the same. The search
 * text is not in it: came-from.ts says why.
 */
import { BUCKETS } from '../../../../core/domain/buckets';
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
  visit: 'any',
  paid: 'any',
  legal: false,
  sort: 'priority',
};

export const PTP_FILTERS = ['any', 'due-today', 'overdue', 'open'] as const satisfies LoanQuery['ptp'][];
export const VISIT_FILTERS = [
  'any',
  'overdue',
  'today',
  'tomorrow',
  'week',
  'none',
] as const satisfies LoanQuery['visit'][];
export const PAID_FILTERS = ['any', 'yes', 'no'] as const satisfies LoanQuery['paid'][];
export const SORTS = [
  'priority',
  'overdue',
  'dpd',
  'name',
  'pincode',
  'ptp',
  'distance',
] as const satisfies LoanQuery['sort'][];

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
    visit: oneOf(VISIT_FILTERS, address.get('visit'), 'any'),
    paid: oneOf(PAID_FILTERS, address.get('paid'), 'any'),
    legal: address.get('legal') === 'yes',
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
  if (query.visit !== 'any') address.set('visit', query.visit);
  if (query.paid !== 'any') address.set('paid', query.paid);
  if (query.legal) address.set('legal', 'yes');
  if (query.sort !== 'priority') address.set('sort', query.sort);
  return address;
}

/** How many filters are active; each bucket is one. */
export const countFilters = (query: ListQuery): number =>
  [...writeQuery(query).keys()].filter((name) => name !== 'sort').length;
