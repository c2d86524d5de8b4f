/** Where somebody is signed in: `whom` undefined for the user. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOwnSessions, endSessionsOfPerson, ownSessions, sessionsOf } from '../../../core/contract/people-sessions';
import { OWN_WORDS, useApi } from '../../api';

const keyOf = (whom: string | undefined) => ['people', 'sessions', whom ?? 'me'];

export function useSessions(whom: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(whom),
    queryFn: async ({ signal }) =>
      (whom === undefined
        ? await api.call(ownSessions, { signal })
        : await api.call(sessionsOf, { params: { id: whom }, signal })
      ).data,
  });
}

/** Ends one, or every one but the asking one. */
export function useEndSessions(whom: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (session: string | undefined) =>
      (whom === undefined
        ? await api.call(endOwnSessions, { body: { session } })
        : await api.call(endSessionsOfPerson, { params: { id: whom }, body: { session } })
      ).data.ended,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(whom) }),
  });
}
