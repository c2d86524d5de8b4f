/** Two offers that never interrupt: install the app, take the new version. Both stand in the page's flow. */
import { useEffect, useState } from 'react';
import { useStore } from '../features/session';
import { Banner, Button, Row } from '../ui';
import { applyUpdate, updateState } from './service-worker';

interface InstallEvent extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The browser asks once, often before React is up. */
let offered: InstallEvent | undefined;
const offerListeners = new Set<() => void>();

/** Keeps the browser's offer for our own button; call once at the start. */
export function catchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallEvent;
    for (const listener of offerListeners) listener();
  });
  addEventListener('appinstalled', () => {
    offered = undefined;
    for (const listener of offerListeners) listener();
  });
}

const SNOOZE_KEY = 'recoup.install-later';
const SNOOZE_MS = 14 * 86_400_000;

function snoozed(): boolean {
  try {
    return Number(localStorage.getItem(SNOOZE_KEY)) > Date.now();
  } catch {
    return true;
  }
}

const standalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/** iOS has no install event: Safari's share sheet is the only way. */
const onIos = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent);

/** "Put Recoup on this phone": with the browser's own dialog, or the words for iOS. */
export function InstallPrompt() {
  const [, changed] = useState(0);
  const [hidden, setHidden] = useState(() => standalone() || snoozed());
  useEffect(() => {
    const listener = () => changed((count) => count + 1);
    offerListeners.add(listener);
    return () => {
      offerListeners.delete(listener);
    };
  }, []);
  const event = offered;
  if (hidden || (!event && !onIos())) return null;
  const later = () => {
    localStorage.setItem(SNOOZE_KEY, String(Date.now() + SNOOZE_MS));
    setHidden(true);
  };
  return (
    <Banner
      icon="download"
      title="Keep Recoup on this phone"
      action={
        <Row>
          {event && (
            <Button
              small
              look="primary"
              onClick={() => {
                void event.prompt();
                void event.userChoice.then(() => setHidden(true));
              }}
            >
              Install
            </Button>
          )}
          <Button small look="plain" onClick={later}>
            Not now
          </Button>
        </Row>
      }
    >
      {event
        ? 'It opens from the home screen, works without a network, and the phone does not clear its data.'
        : 'In Safari, tap Share, then “Add to Home Screen”. It then works without a network.'}
    </Banner>
  );
}

/** "Update ready": the user decides when. Layouts do not show it on a form that is being filled in. */
export function UpdatePrompt() {
  const { waiting } = useStore(updateState);
  const [busy, setBusy] = useState(false);
  if (!waiting) return null;
  return (
    <Banner
      icon="sync"
      title="Update ready"
      action={
        <Button
          small
          look="primary"
          busy={busy}
          onClick={() => {
            setBusy(true);
            applyUpdate();
          }}
        >
          Update now
        </Button>
      }
    >
      Takes a few seconds. Unsent records and drafts stay as they are.
    </Banner>
  );
}
