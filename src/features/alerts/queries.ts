/** What alerts and notifications ask the server, and what they tell it. */
import { type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ALERT_POLL_MS,
  deactivateAlert,
  deactivateNotifications,
  type listNotifications,
  missedAlerts,
  newAlerts,
  pushKey,
  pushSubscribe,
  pushUnsubscribe,
} from '../../../core/contract/alerts';
import type { CallOf } from '../../../core/contract/kit';
import { download, OWN_WORDS, SAID_IN_PASSING, successes, useApi } from '../../api';
import { hasToken } from '../../api/events';
import { showToast } from '../../ui';
import { useSignedIn } from '../session';

const every = () => (hasToken() ? ALERT_POLL_MS : false);
/** The clock may strike once more after a sign-out in another tab: then nothing is asked, and what is known stays. */
const whileSignedIn = async <T>(client: QueryClient, queryKey: QueryKey, ask: () => Promise<T[]>): Promise<T[]> =>
  hasToken() ? ask() : (client.getQueryData<T[]>(queryKey) ?? []);

const useOwnHeader = () => ({ collectorid: useSignedIn().profile.id });

/** Alerts of the last minutes; asked for every two minutes. */
export function useNewAlerts() {
  const api = useApi();
  const headers = useOwnHeader();
  return useQuery({
    queryKey: ['alerts', 'new'],
    queryFn: ({ client, queryKey, signal }) =>
      whileSignedIn(client, queryKey, async () => (await api.call(newAlerts, { headers, signal })).data),
    refetchInterval: every,
    refetchIntervalInBackground: true,
    meta: OWN_WORDS,
  });
}

/** Every open alert: the badge and the table. */
export function useMissedAlerts() {
  const api = useApi();
  const headers = useOwnHeader();
  return useQuery({
    queryKey: ['alerts', 'missed'],
    queryFn: ({ client, queryKey, signal }) =>
      whileSignedIn(client, queryKey, async () => (await api.call(missedAlerts, { headers, signal })).data),
    refetchInterval: every,
    refetchIntervalInBackground: true,
    meta: OWN_WORDS,
  });
}

/** A click: the alert is done with, and its loan is answered. */
export function useDeactivateAlert() {
  const api = useApi();
  const client = useQueryClient();
  const headers = useOwnHeader();
  return useMutation({
    mutationFn: async (id: string) => (await api.call(deactivateAlert, { headers, params: { id } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: ['alerts'] }),
  });
}

export type NotificationQuery = CallOf<typeof listNotifications>['query'];

/** Takes notifications from the list for good; they are out of sight before. */
export function useDeactivateNotifications() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: SAID_IN_PASSING,
    mutationFn: (ids: string[]) => api.call(deactivateNotifications, { body: { ids } }),
    onSuccess: () => showToast(successes.notificationDeleted, { tone: 'saved' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
}

/** The file of an export that is ready; the browser saves it. */
export function useReadyExport() {
  const api = useApi();
  return useMutation({
    meta: SAID_IN_PASSING,
    mutationFn: async ({ id, fileName }: { id: string; fileName: string }) => {
      // The reports' contract is large, and alerts stand on every screen.
      const { exportedFile } = await import('../../../core/contract/report-exports');
      return download(api, exportedFile, { params: { id } }, { name: fileName, mime: 'application/octet-stream' });
    },
  });
}

export function usePush() {
  const api = useApi();
  return {
    key: async () => (await api.call(pushKey, {})).data.publicKey,
    subscribe: (body: CallOf<typeof pushSubscribe>['body']) => api.call(pushSubscribe, { body }),
    unsubscribe: (endpoint: string) => api.call(pushUnsubscribe, { body: { endpoint } }),
  };
}
