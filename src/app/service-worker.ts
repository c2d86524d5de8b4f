/**
 * The service worker from the page's side: registered once, updated only when the user says so. A new version waits;
 * "Update" tells it to take over and reloads this tab. Other tabs of the old version then offer the same.
 */
import type { ReactNode } from 'react';
import type { Store } from '../offline/types';

export interface UpdateState {
  /** A new version is on this device and waits for the user's word. */
  waiting: boolean;
  /** The word has been given: what the page shows in place of all its screens, until it is loaded again. */
  instead?: ReactNode;
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

/** What the screens have begun to fetch when they are taken away is asked for within this time. */
const SETTLE_MS = 500;
/** Chromium lets a version that still has work go on for minutes; the user is not kept waiting for that. */
const PATIENCE_MS = 10_000;

/**
 * Lets the waiting version take over; the page reloads when it has, and after ten seconds in any case. The screens give way
 * to `instead` first: one request more, in the moment the old version stops, starts it again, and Chromium then keeps it.
 */
export async function applyUpdate(instead: ReactNode): Promise<void> {
  set({ waiting: true, instead });
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  setTimeout(() => location.reload(), PATIENCE_MS);
  takeOver?.();
}

/** A new version has this page now, asked for here or in another tab. */
function tookOver(): void {
  takeOver = () => location.reload();
  if (state.instead) takeOver();
  else set({ waiting: true });
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
  takeOver = () => worker.messageSkipWaiting();
  await worker.register({ immediate: true });
}

/** Registers the worker and looks for a new version every hour and whenever the app comes to the front. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // The first worker of all takes over as well, of a page that is its own version.
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) tookOver();
    controlled = true;
  });
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
