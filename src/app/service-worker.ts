/**
 * The service worker from the page's side: registered once, updated only when the user says so. A new version waits;
 * "Update" tells it to take over and reloads every tab.
 */
import type { Store } from '../offline/types';

export interface UpdateState {
  /** A new version is on this device and waits for the user's word. */
  waiting: boolean;
}

let state: UpdateState = { waiting: false };
const listeners = new Set<() => void>();
let takeOver: (() => void) | undefined;

function set(next: UpdateState) {
  state = next;
  for (const listener of listeners) listener();
}

export const updateState: Store<UpdateState> = {
  get: () => state,
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Lets the waiting version take over; the page reloads when it has. */
export function applyUpdate(): void {
  takeOver?.();
}

const HOURLY = 3_600_000;

/** Once the page is up and has a moment: the worker's precache must not compete with the first screen for the network. */
const quietMoment = (): Promise<void> =>
  new Promise((resolve) => {
    const then = () =>
      'requestIdleCallback' in window
        ? requestIdleCallback(() => resolve(), { timeout: 2000 })
        : setTimeout(resolve, 500);
    if (document.readyState === 'complete') then();
    else addEventListener('load', then, { once: true });
  });

const SCRIPT = import.meta.env.PROD ? '/sw.js' : '/dev-sw.js?dev-sw';
const OPTIONS: RegistrationOptions = { scope: '/', type: import.meta.env.PROD ? 'classic' : 'module' };

/** Follows a new version to the point where it waits; loaded only when there is one. */
async function followUpdate(): Promise<void> {
  if (takeOver) return;
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox(SCRIPT, OPTIONS);
  worker.addEventListener('waiting', () => set({ waiting: true }));
  takeOver = () => {
    worker.addEventListener('controlling', () => location.reload());
    worker.messageSkipWaiting();
  };
  await worker.register({ immediate: true });
}

/** Registers the worker and looks for a new version every hour and whenever the app comes to the front. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await quietMoment();
  // A failure (storage blocked, private window) leaves an app that works online; the sign-in screen says so.
  const registration = await navigator.serviceWorker.register(SCRIPT, OPTIONS).catch(() => undefined);
  if (!registration) return;
  navigator.serviceWorker.ready
    .then(({ active }) => {
      // A page that was still loading when the first worker took over is not its client yet, and would look for the next
      // screen's chunk on the network.
      if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
    })
    .catch(() => undefined);
  const follow = () => void followUpdate().catch(() => undefined);
  // Without a controller this is the very first version: nothing to update from.
  if (registration.waiting && navigator.serviceWorker.controller) follow();
  registration.addEventListener('updatefound', () => {
    if (navigator.serviceWorker.controller) follow();
  });
  const look = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  setInterval(look, HOURLY);
  document.addEventListener('visibilitychange', look);
}

/** The tag that sw/replay.ts listens for. */
const OUTBOX_TAG = 'recoup-outbox';

/** After each save: the browser may wake the worker to send it, even when this page is closed. Chromium only. */
export function askForBackgroundSync(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready
    .then((registration) =>
      'sync' in registration
        ? (registration.sync as { register(tag: string): Promise<void> }).register(OUTBOX_TAG)
        : undefined,
    )
    // Refused (permission, private window): the queue still runs on open, on reconnect and by timer.
    .catch(() => undefined);
}
