/** Alerts as they happen. Beside the stream the poll goes on: what a broken line swallows comes with it. */
import { safeParse } from 'zod/mini';
import { type Alert, alertSchema, alertStream } from '../../../core/contract/alerts';
import type { Api } from '../../api';
import { followEvents } from '../../api/events';

export function followAlerts(
  api: Pick<Api, 'stream'>,
  { signal, hasToken, onAlert }: { signal: AbortSignal; hasToken: () => boolean; onAlert: (alert: Alert) => void },
): Promise<void> {
  return followEvents((since) => api.stream(alertStream, { query: { since }, signal }), {
    signal,
    hasToken,
    onEvent({ event, data }) {
      if (event !== 'alert') return;
      const parsed = safeParse(alertSchema, JSON.parse(data));
      if (parsed.success) onAlert(parsed.data);
    },
  });
}
