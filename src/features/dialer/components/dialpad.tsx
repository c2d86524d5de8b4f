import { lazy, Suspense, useState } from 'react';
import { t } from '../../../i18n';
import { Button } from '../../../ui';

const Pad = lazy(() => import('./dialpad-keys'));

/**
 * A number by its keys. It is called from its loan alone, where the contact rules are asked first: nobody is called whose loan
 * the agent does not hold.
 */
export function Dialpad() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small icon="phone" onClick={() => setOpen(true)}>
        {t('Dialpad')}
      </Button>
      <Suspense>{open && <Pad onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
