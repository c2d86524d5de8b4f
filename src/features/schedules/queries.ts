/** Scheduled reports: what their screens ask the server, and what they tell it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reportChoices } from '../../../core/contract/report-choices';
import {
  activateSchedule,
  deleteSchedule,
  listDeliveries,
  type MailedReport,
  mailedFile,
  sendSchedule,
} from '../../../core/contract/schedule-reports';
import { tenantReports } from '../../../core/contract/tenants';
import { uuidv7 } from '../../../core/domain/ids';
import { mailedReport } from '../../../core/domain/reports';
import { download, OWN_WORDS, useAnswer, useApi } from '../../api';
import { useSignedIn } from '../session';

const LIST = ['schedules'];
/** While something is on its way its state is looked at so often. */
const LOOK_MS = 3000;

/** The reports of the tenant that can be mailed, and the portfolios that the caller sees. */
export function useLinkChoices() {
  const api = useApi();
  const tenantId = useSignedIn().profile.tenant.id;
  return useQuery({
    queryKey: ['schedule-choices', tenantId],
    queryFn: async ({ signal }) => {
      const [reports, choices] = await Promise.all([
        api.call(tenantReports, { params: { tenantId }, signal }),
        api.call(reportChoices, { signal }),
      ]);
      return { reports: reports.data.filter(({ id }) => mailedReport(id)), portfolios: choices.data.portfolios };
    },
    staleTime: 5 * 60_000,
  });
}

export function useScheduleChanges() {
  const api = useApi();
  const client = useQueryClient();
  const options = { meta: OWN_WORDS, onSettled: () => client.invalidateQueries({ queryKey: LIST }) };
  return {
    remove: useMutation({ ...options, mutationFn: (id: string) => api.call(deleteSchedule, { params: { id } }) }),
    activate: useMutation({
      ...options,
      mutationFn: ({ id, active }: { id: string; active: boolean }) =>
        api.call(activateSchedule, { headers: { schedulereportid: id, active: active ? 'true' : 'false' } }),
    }),
  };
}

export const useDeliveries = (id: string) =>
  useAnswer(
    listDeliveries,
    ['deliveries', id],
    { params: { id } },
    {
      refetchInterval: ({ state }) =>
        state.data?.some((one) => one.state === 'building' || one.state === 'sending') ? LOOK_MS : false,
    },
  );

export function useSendNow(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: () => api.call(sendSchedule, { params: { id }, body: { deliveryId: uuidv7() } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['deliveries', id] }),
  });
}

export function useMailedFile() {
  const api = useApi();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: ({ id, fileName }: MailedReport) =>
      download(api, mailedFile, { params: { id } }, { name: fileName, mime: 'application/octet-stream' }),
  });
}
