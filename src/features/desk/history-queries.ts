/** What happened on a loan. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { caseHistory } from '../../../core/contract/dispositions';
import { useApi } from '../../api';

export const HISTORY_PAGE = 10;

/** A page of what happened on a loan, newest first; pages count from 1. */
export function useHistory(loanId: string, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['history', loanId, page],
    queryFn: ({ signal }) =>
      api.call(caseHistory, {
        headers: { loanid: loanId },
        query: { pageNo: page, pageSize: HISTORY_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
