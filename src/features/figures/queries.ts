/** What the screens of figures ask the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dupontFigures } from '../../../core/contract/dupont';
import type { CallOf, ResponseOf } from '../../../core/contract/kit';
import { useApi } from '../../api';

export type Dupont = ResponseOf<typeof dupontFigures>['data'];
export type DupontQuery = CallOf<typeof dupontFigures>['query'];

export function useDupont(query: DupontQuery) {
  const api = useApi();
  return useQuery({
    queryKey: ['figures.dupont', query],
    queryFn: async ({ signal }) => (await api.call(dupontFigures, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}
