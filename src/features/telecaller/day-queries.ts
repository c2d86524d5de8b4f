/** What the telecaller's home asks of the server: how the day and the month stand. */
import { useQuery } from '@tanstack/react-query';
import { callerDay } from '../../../core/contract/call-work';
import { ownDialerDay } from '../../../core/contract/dialer';
import { collectorTargets } from '../../../core/contract/targets';
import { useAnswer, useApi } from '../../api';
import { useSignedIn } from '../session';

/** The caller's funnel; asked again every minute while the page is looked at. */
export const useCallerDay = () => useAnswer(callerDay, ['caller-day'], {}, { refetchInterval: 60_000 });

/** The caller's time in the dialer's states; none where no dialer is. */
export const useDialerDay = () => useAnswer(ownDialerDay, ['dialer-day'], {}, { refetchInterval: 60_000 });

/** The caller's own targets of this month. */
export function useOwnTargets() {
  const api = useApi();
  const { profile } = useSignedIn();
  return useQuery({
    queryKey: ['own-targets', profile.id],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(collectorTargets, { query: {}, signal });
      return { ...data, rows: data.rows.filter(({ collectorId }) => collectorId === profile.id) };
    },
    staleTime: 5 * 60_000,
  });
}
