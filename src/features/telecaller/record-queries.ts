/** The caller's own records: read, and corrected. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { caseHistories, correctDisposition } from '../../../core/contract/call-work';
import type { CallOf } from '../../../core/contract/kit';
import { useApi, useWrite } from '../../api';

export type RecordsQuery = CallOf<typeof caseHistories>['query'];

/** Records over all loans of the caller, newest first. */
export function useRecords(query: RecordsQuery, on = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['case-histories', query],
    queryFn: ({ signal }) => api.call(caseHistories, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: on,
  });
}

export const useCorrect = () =>
  useWrite(correctDisposition, (body: CallOf<typeof correctDisposition>['body']) => ({ body }), {
    again: ['case-histories'],
    after: 'success',
  });
