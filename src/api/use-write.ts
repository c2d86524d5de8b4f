/** Writing through an endpoint, as a screen does it. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf, Endpoint } from '../../core/contract/kit';
import { useApi } from './api-context';
import type { Call } from './client';
import { OWN_WORDS } from './query-client';
import { type DataOf, dataOf, type Told } from './use-answer';

export type BodyOf<E extends Endpoint> = CallOf<E>['body'];

/**
 * A write; then everything under these keys, or those that begin so, is asked again, with `after: 'success'` only when it was taken. What
 * went wrong is said where it was done, unless `meta` says otherwise.
 */
export function useWrite<E extends Endpoint, Variables>(
  endpoint: E,
  callOf: (variables: Variables) => Told<E>,
  {
    again = [],
    after = 'settled',
    onSuccess,
    meta = OWN_WORDS,
  }: {
    again?: readonly (string | QueryKey)[] | (() => unknown);
    after?: 'settled' | 'success';
    onSuccess?: (answer: DataOf<E>) => unknown;
    meta?: Record<string, unknown>;
  } = {},
) {
  const api = useApi();
  const client = useQueryClient();
  const renew =
    typeof again === 'function'
      ? again
      : () =>
          Promise.all(
            again.map((one) => client.invalidateQueries({ queryKey: typeof one === 'string' ? [one] : one })),
          );
  return useMutation({
    meta,
    mutationFn: async (variables: Variables) =>
      dataOf<E>(await api.call(endpoint, callOf(variables) as unknown as Call<E>)),
    onSuccess: async (answer) => {
      await onSuccess?.(answer);
      if (after === 'success') await renew();
    },
    ...(after === 'settled' && { onSettled: renew }),
  });
}
