import { useEffect, useRef, useState } from 'react';
import { useEngine } from '../features/session';
import { t } from '../i18n';
import { Banner, Button, EmptyState } from '../ui';
import { sendsAnswered } from './sends-in-flight';
import { applyUpdate } from './service-worker';

/** A new version is on this device and waits for the user's word. */
export default function UpdateBanner() {
  const [busy, setBusy] = useState(false);
  const engine = useEngine();
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  async function update() {
    await engine?.close();
    await applyUpdate(
      <div role="status">
        <EmptyState icon="sync" title={t('The new version is starting …')}>
          {t('Takes a few seconds. Unsent records and drafts stay as they are.')}
        </EmptyState>
      </div>,
    );
  }
  return (
    // The next start's prepared screen shows no offer that may be gone by then.
    <div data-not-in-picture>
      <Banner
        icon="sync"
        title={t('Update ready')}
        action={
          <Button
            small
            look="primary"
            busy={busy}
            onClick={() => {
              setBusy(true);
              // Somebody who has opened a form meanwhile is asked again when it is closed.
              void sendsAnswered(engine).then(() => (shown.current ? update() : undefined));
            }}
          >
            {t('Update now')}
          </Button>
        }
      >
        {t('Takes a few seconds. Unsent records and drafts stay as they are.')}
      </Banner>
    </div>
  );
}
