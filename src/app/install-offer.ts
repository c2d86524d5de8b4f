/** The browser's offer to install the app: it comes once, often before React is up, and is kept for our own button. */
import type { Store } from '../offline/types';

export interface InstallEvent extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Holds until when nothing is offered, ms. */
export const SNOOZE_KEY = 'recoup.install-later';

let offered: InstallEvent | undefined;
const listeners = new Set<() => void>();

function set(next: InstallEvent | undefined) {
  offered = next;
  for (const listener of listeners) listener();
}

export const installOffer: Store<InstallEvent | undefined> = {
  get: () => offered,
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Somebody who has just opened the app came for their loans, and so did the network. */
const OFFERED_AFTER_MS = 10_000;

/** Call once, at the start. */
export function catchInstallOffer(afterMs: number = OFFERED_AFTER_MS): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setTimeout(() => set(event as InstallEvent), afterMs);
  });
  addEventListener('appinstalled', () => set(undefined));
}

/** iOS has no install event: Safari's share sheet is the only way. */
export const onIos = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent);

/** False once it is installed, and for two weeks after "Not now". */
export function mayOfferInstall(): boolean {
  if (matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true))
    return false;
  try {
    return !(Number(localStorage.getItem(SNOOZE_KEY)) > Date.now());
  } catch {
    return false;
  }
}
