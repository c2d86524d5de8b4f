import { useQuery } from '@tanstack/react-query';
import { allCodes } from '../../../core/contract/codes';
import type { DispositionClass } from '../../../core/domain/dispositions';
import { LOOKUP, useApi } from '../../api';

/** Label and class of each disposition code; kept on the device, it names nobody. */
export function useCodes(): ReadonlyMap<string, { label: string; class: DispositionClass }> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['codes'],
    queryFn: async ({ signal }) =>
      (await api.call(allCodes, { signal })).data.codes.map(
        (code) => [code.code, { label: code.label, class: code.class }] as const,
      ),
    staleTime: 6 * 3_600_000,
    meta: LOOKUP,
  });
  return new Map(data);
}
