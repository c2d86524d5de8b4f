/** What the filters of the list say. Apart from their addresses, because a list without filters needs none of it to be drawn. */
import { t } from '../../../i18n';
import type { LoanQuery } from '../../../offline/types';
import type { ListQuery } from './loan-query';

export const PTP_WORDS: Record<LoanQuery['ptp'], string> = {
  any: 'Any',
  'due-today': 'Due today',
  overdue: 'Overdue',
  open: 'Open',
};

/** Whole in themselves, for the sheet and for the chips. */
export const VISIT_WORDS: Record<LoanQuery['visit'], string> = {
  any: 'Any',
  overdue: 'Visit overdue',
  today: 'Visit today',
  tomorrow: 'Visit tomorrow',
  week: 'Visit within 7 days',
  none: 'No visit planned',
};
export const PAID_WORDS: Record<LoanQuery['paid'], string> = {
  any: 'Any',
  yes: 'Paid this month',
  no: 'Not paid this month',
};
export const LEGAL = 'Legal case';

/** Active filters as chips that can be taken away one by one. */
export function activeFilters(query: ListQuery): { label: string; without: ListQuery }[] {
  const chips = query.buckets.map((bucket) => ({
    label: t('Bucket {bucket}', { bucket }),
    without: { ...query, buckets: query.buckets.filter((other) => other !== bucket) },
  }));
  const add = (label: string, without: Partial<ListQuery>) => chips.push({ label, without: { ...query, ...without } });
  if (query.plan === 'today') add(t('On plan today'), { plan: 'any' });
  if (query.visit !== 'any') add(t(VISIT_WORDS[query.visit]), { visit: 'any' });
  if (query.ptp !== 'any') add(`PTP ${t(PTP_WORDS[query.ptp]).toLowerCase()}`, { ptp: 'any' });
  if (query.notVisitedDays) add(t('Not visited {n} days', { n: query.notVisitedDays }), { notVisitedDays: 0 });
  if (query.paid !== 'any') add(t(PAID_WORDS[query.paid]), { paid: 'any' });
  if (query.legal) add(t(LEGAL), { legal: false });
  if (query.pincode) add(t('Pincode {pincode}', { pincode: query.pincode }), { pincode: '' });
  return chips;
}
