/** Two offers that never interrupt: install the app, take the new version. Both stand in the page's flow. */
import { lazy, Suspense, useState } from 'react';
import { useStore } from '../features/session';
import { installOffer, mayOfferInstall, onIos } from './install-offer';
import { updateState } from './service-worker';

const InstallBanner = lazy(() => import('./install-banner'));
const UpdateBanner = lazy(() => import('./update-banner'));

/** "Keep Recoup on this phone", where the browser or iOS can. */
export function InstallPrompt() {
  const event = useStore(installOffer);
  const [hidden, setHidden] = useState(() => !mayOfferInstall());
  if (hidden || (!event && !onIos())) return null;
  return (
    <Suspense>
      <InstallBanner event={event} onLater={() => setHidden(true)} />
    </Suspense>
  );
}

/** "Update ready": the user decides when. Layouts do not show it on a form that is being filled in. */
export function UpdatePrompt() {
  const { waiting } = useStore(updateState);
  if (!waiting) return null;
  return (
    <Suspense>
      <UpdateBanner />
    </Suspense>
  );
}
