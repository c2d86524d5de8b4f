/** On a locked phone only the service worker sends, and a browser may let it sleep for minutes: the page wakes it. */
import { useEffect } from 'react';

const AGAIN_MS = 15_000;

/** While `waits`: at once, when the network or the page comes back, and now and then. */
export function useWakeWorker(waits: boolean): void {
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!waits || !serviceWorker) return;
    const wake = () => {
      if (document.visibilityState === 'hidden') return;
      // sw/replay.ts knows the word.
      void serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'DRAIN' })).catch(() => undefined);
    };
    wake();
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    const timer = setInterval(wake, AGAIN_MS);
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      clearInterval(timer);
    };
  }, [waits]);
}
