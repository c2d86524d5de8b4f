/** The own e-mail address and mobile: asked for with the password, confirmed by a link or a code. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeContact, confirmMobile, contactChanges } from '../../../core/contract/people-contact';
import { OWN_WORDS, useApi } from '../../api';

export type ContactKind = 'email' | 'mobile';

/** What waits to be confirmed. */
export function useContactChanges() {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'contact-changes'],
    queryFn: async ({ signal }) => (await api.call(contactChanges, { signal })).data,
  });
}

export function useChangeContact() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: { kind: ContactKind; value: string; password: string }) =>
      (await api.call(changeContact, { body })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['people', 'contact-changes'] }),
  });
}

export function useConfirmMobile() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async ({ id, code }: { id: string; code: string }) =>
      (await api.call(confirmMobile, { params: { id }, body: { code } })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
}
