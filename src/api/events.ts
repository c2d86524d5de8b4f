/** Server-sent events: one open answer of the server, read by fetch so that the token travels in its header. */
import { ApiError } from './api-error';

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

/** Section 7: what is asked by the clock, or waited for, stops when the token is gone. */
export const hasToken = (): boolean => localStorage.getItem('token') !== null;

export interface Following {
  signal: AbortSignal;
  hasToken: () => boolean;
  onEvent(event: StreamEvent): void;
  /** True with the first event of a line, false when that line is over: until the next one, ask by the clock. */
  onLine?(open: boolean): void;
}

/**
 * Follows a stream until `signal` says so, the token is gone or the session has ended; comes back by itself, with the last
 * event's id.
 */
export async function followEvents(
  open: (since: string | undefined) => Promise<ReadableStream<Uint8Array>>,
  { signal, hasToken, onEvent, onLine }: Following,
): Promise<void> {
  let since: string | undefined;
  let wait = PAUSE_MS.first;
  while (!signal.aborted && hasToken()) {
    let heard = false;
    try {
      for await (const event of eventsOf(await open(since))) {
        wait = PAUSE_MS.first;
        since = event.id ?? since;
        if (!heard) onLine?.(true);
        heard = true;
        onEvent(event);
      }
    } catch (error) {
      if (error instanceof ApiError && error.detail.class === 'login') return;
      wait = Math.min(PAUSE_MS.most, wait * 2);
    } finally {
      if (heard) onLine?.(false);
    }
    if (!signal.aborted) await pause(wait * (0.5 + Math.random()), signal);
  }
}
