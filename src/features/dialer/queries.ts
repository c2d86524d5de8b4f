/** Ways into other applications. */
import { useMutation } from '@tanstack/react-query';
import { handOver, redirectBi } from '../../../core/contract/dialer';
import { OWN_WORDS, useApi } from '../../api';

/** One-use addresses of other applications: asked for anew each time, never kept. */
export function useHandOver() {
  const api = useApi();
  return useMutation({ meta: OWN_WORDS, mutationFn: async () => (await api.call(handOver, {})).data.url });
}
export function useBiAddress() {
  const api = useApi();
  return useMutation({ meta: OWN_WORDS, mutationFn: async () => (await api.call(redirectBi, {})).data.url });
}
