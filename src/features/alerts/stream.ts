/** Alerts as they happen: one open answer of the server, read by fetch so that the token travels in its header. */
import { safeParse } from 'zod/mini';
import { type Alert, alertSchema, alertStream } from '../../../core/contract/alerts';
import { type Api, ApiError } from '../../api';

export interface StreamEvent {
  id: string | undefined;
  event: string;
  data: string;
}

/** Server-sent events out of the bytes of an answer, however they are cut. Comments keep the line alive and say nothing. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const one: StreamEvent = { id: undefined, event: 'message', data: '' };
        for (const line of block.split('\n')) {
          const at = line.indexOf(':');
          const value = line.slice(at + 1).replace(/^ /, '');
          if (at > 0 && line.startsWith('id:')) one.id = value;
          if (at > 0 && line.startsWith('event:')) one.event = value;
          if (at > 0 && line.startsWith('data:')) one.data += value;
        }
        if (one.data !== '') yield one;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** From one try to the next, in milliseconds: longer each time that nothing came of it. */
const PAUSE_MS = { first: 3000, most: 60_000 };

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Follows the caller's alerts until `signal` says so, the token is gone or the session has ended; comes back by itself from
 * where it was. Beside it the poll goes on: what a broken line swallows comes with it.
 */
export async function followAlerts(
  api: Pick<Api, 'stream'>,
  { signal, hasToken, onAlert }: { signal: AbortSignal; hasToken: () => boolean; onAlert: (alert: Alert) => void },
): Promise<void> {
  let since: string | undefined;
  let wait = PAUSE_MS.first;
  while (!signal.aborted && hasToken()) {
    try {
      const body = await api.stream(alertStream, { query: { since }, signal });
      for await (const { id, event, data } of eventsOf(body)) {
        wait = PAUSE_MS.first;
        since = id ?? since;
        if (event !== 'alert') continue;
        const parsed = safeParse(alertSchema, JSON.parse(data));
        if (parsed.success) onAlert(parsed.data);
      }
    } catch (error) {
      if (error instanceof ApiError && error.detail.class === 'login') return;
      wait = Math.min(PAUSE_MS.most, wait * 2);
    }
    if (!signal.aborted) await pause(wait * (0.5 + Math.random()), signal);
  }
}
