/** The caller's own records: read, and corrected. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { caseHistories, correctDisposition } from '../../../core/contract/call-work';
import type { CallOf } from '../../../core/contract/kit';
import { OWN_WORDS, useApi } from '../../api';

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

export function useCorrect() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: CallOf<typeof correctDisposition>['body']) =>
      (await api.call(correctDisposition, { body })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['case-histories'] }),
  });
}
