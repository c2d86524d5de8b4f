/** The disposition codes of the tenant, and a file that replaces them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { importCodes } from '../../../core/contract/code-import';
import { allCodes } from '../../../core/contract/codes';
import type { ResponseOf } from '../../../core/contract/kit';
import { OWN_WORDS, useApi } from '../../api';

export type CodesCheck = ResponseOf<typeof importCodes>['data'];

/** The codes in use with what each asks for, in the order of the tree. */
export function useCodeTree() {
  const api = useApi();
  return useQuery({
    queryKey: ['code-tree'],
    queryFn: async ({ signal }) => (await api.call(allCodes, { signal })).data.codes,
  });
}

/** Checks a CSV of codes, or takes it (`commit`). A file with a wrong line changes nothing. */
export function useImportCodes() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: { csv: string; commit: boolean }) => (await api.call(importCodes, { body })).data,
    onSuccess: async ({ saved }) => {
      if (!saved) return;
      await Promise.all([
        client.invalidateQueries({ queryKey: ['codes'] }),
        client.invalidateQueries({ queryKey: ['code-tree'] }),
      ]);
    },
  });
}
