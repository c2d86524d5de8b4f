import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  previewSortingRules,
  type SortingRuleSet,
  saveSortingRules,
  sortingRules,
  sortingRuleVersions,
} from '../../../core/contract/sorting-rules';
import type { SortingRule } from '../../../core/domain/work-order';
import { useApi } from '../../api';
import { ruleSetHooks } from './rule-set';

const KEY = 'sorting-rules';

export const sortingSet = ruleSetHooks<SortingRule, SortingRuleSet>(KEY, {
  rules: async (api, version, signal) =>
    (await api.call(sortingRules, { query: version === undefined ? {} : { version }, signal })).data,
  versions: async (api, signal) => (await api.call(sortingRuleVersions, { signal })).data,
  save: async (api, body) => (await api.call(saveSortingRules, { body })).data,
});

/** How somebody's list would stand; asked anew with every change of the rules, and not while one of them is not whole. */
export function useSortingPreview(profileId: string, rules: SortingRule[], whole: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'preview', profileId, rules],
    queryFn: async ({ signal }) => (await api.call(previewSortingRules, { body: { profileId, rules }, signal })).data,
    enabled: profileId !== '' && whole,
    placeholderData: keepPreviousData,
  });
}
