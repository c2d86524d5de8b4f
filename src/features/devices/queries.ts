/** What the screen of phones asks the server, and what it tells it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allowDevice, deviceAlerts, oneDevice, revokeDevice } from '../../../core/contract/devices';
import type { ResponseOf } from '../../../core/contract/kit';
import { decideQuarantined, oneQuarantined } from '../../../core/contract/quarantine';
import { useApi } from '../../api';

export const LOOK_MS = 60_000;

export interface PhoneId {
  deviceId: string;
  userId: string;
}
export interface ItemId {
  userId: string;
  key: string;
}

export type DeviceHistory = ResponseOf<typeof oneDevice>['data'];
export type WholeItem = ResponseOf<typeof oneQuarantined>['data'];

/** Open alerts and records that wait for a decision; asked again every minute while the page is looked at. */
export function useDeviceAlerts() {
  const api = useApi();
  return useQuery({
    queryKey: ['device-alerts'],
    queryFn: async ({ signal }) => (await api.call(deviceAlerts, { signal })).data,
    refetchInterval: LOOK_MS,
  });
}

export function useDevice(phone: PhoneId) {
  const api = useApi();
  return useQuery({
    queryKey: ['device', phone.deviceId, phone.userId],
    queryFn: async ({ signal }) => (await api.call(oneDevice, { params: { ...phone }, signal })).data,
    refetchInterval: LOOK_MS,
  });
}

export function useQuarantined(item: ItemId) {
  const api = useApi();
  return useQuery({
    queryKey: ['quarantined', item.userId, item.key],
    queryFn: async ({ signal }) => (await api.call(oneQuarantined, { params: { ...item }, signal })).data,
  });
}

const LISTS = ['devices', 'device', 'device-alerts', 'quarantine', 'quarantined'];

/** Everything on this screen is asked for again. */
export function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(LISTS.map((name) => client.invalidateQueries({ queryKey: [name] })));
}

/** Withdraws a phone, or lets it work again. */
export function useRevocation(phone: PhoneId) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ revoke, reason }: { revoke: boolean; reason: string }) =>
      api.call(revoke ? revokeDevice : allowDevice, { params: { ...phone }, body: { reason } }),
    onSettled: refresh,
  });
}

export type DecisionBody = { decision: 'accepted' } | { decision: 'refused' | 'returned'; reason: string };

/** Decides a record in quarantine. Rejects with 409 when somebody was faster; the screen then shows their decision. */
export function useDecision(item: ItemId) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: DecisionBody) => api.call(decideQuarantined, { params: { ...item }, body }),
    onSettled: refresh,
  });
}
