import { useQuery } from '@tanstack/react-query';
import { reportChoices } from '../../../core/contract/report-choices';
import { useApi } from '../../api';

/** What the user may filter by: clients, portfolios, agencies and people. */
export function useReportChoices() {
  const api = useApi();
  return useQuery({
    queryKey: ['reports', 'choices'],
    queryFn: async ({ signal }) => (await api.call(reportChoices, { signal })).data,
    staleTime: 5 * 60_000,
  });
}
