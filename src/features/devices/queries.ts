/** What the screen of phones asks the server, and what it tells it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deviceAlerts, oneDevice } from '../../../core/contract/devices';
import type { ResponseOf } from '../../../core/contract/kit';
import { decideQuarantined, oneQuarantined } from '../../../core/contract/quarantine';
import { useAnswer, useApi } from '../../api';

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
export const useDeviceAlerts = () => useAnswer(deviceAlerts, ['device-alerts'], {}, { refetchInterval: LOOK_MS });

export const useDevice = (phone: PhoneId) =>
  useAnswer(
    oneDevice,
    ['device', phone.deviceId, phone.userId],
    { params: { ...phone } },
    { refetchInterval: LOOK_MS },
  );

export const useQuarantined = (item: ItemId) =>
  useAnswer(oneQuarantined, ['quarantined', item.userId, item.key], { params: { ...item } });

/** Queries that show phones, by the first of their key. */
export const DEVICES = ['devices', 'device', 'device-alerts', 'quarantine', 'quarantined'];

/** Everything on this screen is asked for again. */
export function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(DEVICES.map((name) => client.invalidateQueries({ queryKey: [name] })));
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
