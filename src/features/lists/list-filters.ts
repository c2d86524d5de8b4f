/** The filters of a list as its frame takes them: their values come from the endpoint, their counts from its answer. */
import type { DataOf } from '../../api';
import { t } from '../../i18n';
import { dayFilter, type Filter, type Option, type Tabs } from '../../ui/kit';
import { type ListEndpoint, valuesOf } from './endpoint-query';
import type { EntityListProps, ListFilter } from './list-props';

export type Spec<E extends ListEndpoint> = ListFilter<string, DataOf<E>> & {
  /** Its name in the query, and in the address. */
  asked: string;
  address: string;
};

export const specsOf = <E extends ListEndpoint>(filters: EntityListProps<E>['filters']): Spec<E>[] =>
  (Object.entries(filters ?? {}) as [string, ListFilter<string, DataOf<E>> | undefined][]).flatMap(([asked, spec]) =>
    spec ? [{ ...spec, asked, address: spec.name ?? asked }] : [],
  );

/** Those of the bar, and those that stand above the list. Of what is counted there, only what there is is offered. */
export function filtersOf<E extends ListEndpoint>(
  { from, ask }: Pick<EntityListProps<E>, 'from' | 'ask'>,
  specs: readonly Spec<E>[],
  data: DataOf<E> | undefined,
): { bar: Filter[]; tabs: Tabs[] } {
  const bar: Filter[] = [];
  const tabs: Tabs[] = [];
  for (const { asked, address, label, words = t, options, values, several, tab, counts, days } of specs) {
    if (days) {
      bar.push(dayFilter(address, label));
      continue;
    }
    const known = valuesOf(from, asked);
    const counted = data && counts?.(data);
    const all = options ?? (values ?? known?.values ?? []).map((value): Option => ({ value, label: words(value) }));
    if (tab) {
      const first = (ask as Record<string, string> | undefined)?.[asked] ?? '';
      const told = all.map(({ value, label }) => ({
        value,
        label: counted?.[value] === undefined ? label : `${label} ${counted[value]}`,
      }));
      const none = tab.all === undefined ? [] : [{ value: '', label: tab.all }];
      tabs.push({ name: address, label, first, options: [...none, ...told] });
      continue;
    }
    const offered = counts
      ? all.flatMap((option) => (counted?.[option.value] ? [{ ...option, hint: `${counted[option.value]}` }] : []))
      : all;
    bar.push({ name: address, label, single: !several && !known?.several, options: offered });
  }
  return { bar, tabs };
}
