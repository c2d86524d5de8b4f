import { t } from '../i18n';
import { Banner, Button, Row } from '../ui';
import type { InstallEvent } from './install-offer';

/** With the browser's own dialog, or the words for iOS. */
export default function InstallBanner({ event, onLater }: { event: InstallEvent | undefined; onLater: () => void }) {
  async function install(offer: InstallEvent) {
    await offer.prompt();
    const { outcome } = await offer.userChoice;
    if (outcome === 'dismissed') onLater();
  }
  return (
    <Banner
      icon="download"
      title={t('Keep Recoup on this phone')}
      action={
        <Row>
          {event && (
            <Button small look="primary" onClick={() => void install(event)}>
              {t('Install')}
            </Button>
          )}
          <Button small look="plain" onClick={onLater}>
            {t('Not now')}
          </Button>
        </Row>
      }
    >
      {event
        ? t('It opens from the home screen, works without a network, and the phone does not clear its data.')
        : t('In Safari, tap Share, then “Add to Home Screen”. It then works without a network.')}
    </Banner>
  );
}
