import { useState } from 'react';
import { Banner, Button } from '../ui';
import { applyUpdate } from './service-worker';

/** A new version is on this device and waits for the user's word. */
export default function UpdateBanner() {
  const [busy, setBusy] = useState(false);
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
