/** The own e-mail address and mobile: asked for with the password, confirmed by a link or a code. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeContact, confirmMobile, contactChanges } from '../../../core/contract/people-contact';
import { OWN_WORDS, useAnswer, useApi, useWrite } from '../../api';

export type ContactKind = 'email' | 'mobile';

/** What waits to be confirmed. */
export const useContactChanges = () => useAnswer(contactChanges, ['people', 'contact-changes'], {});

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

export const useConfirmMobile = () =>
  useWrite(confirmMobile, ({ id, code }: { id: string; code: string }) => ({ params: { id }, body: { code } }), {
    again: ['people'],
    after: 'success',
  });
