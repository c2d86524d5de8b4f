/** What the monitor of agents asks of the server beside what it hears live. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { monitorStatus } from '../../../core/contract/dialer';
import { searchPortfolios } from '../../../core/contract/portfolios';
import { useApi } from '../../api';
import { LIVE_MS, logged } from './monitor-live';

const PORTFOLIO_PAGE = 100;

/** Active portfolios that the caller sees, by name; the first hundred that `q` finds. */
export function usePortfolioNames(q: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['monitor-portfolios', q],
    queryFn: async ({ signal }) => {
      const query = { pageNumber: 1, pageSize: PORTFOLIO_PAGE, sort: 'name', dir: 'asc', ...(q && { q }) } as const;
      return (await api.call(searchPortfolios, { query, headers: { active: 'true' }, signal })).data.content;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export function useMonitoredAgent(username: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['agent-monitor-one', username],
    queryFn: async ({ signal }) => (await logged(api.call(monitorStatus, { headers: { username }, signal }))).data,
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS * 2,
    staleTime: 0,
  });
}
