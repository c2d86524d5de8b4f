import { t } from '../i18n';
import { Banner, Button, Row } from '../ui';
import { type InstallEvent, SNOOZE_KEY } from './install-offer';

const SNOOZE_MS = 14 * 86_400_000;

/** With the browser's own dialog, or the words for iOS. */
export default function InstallBanner({ event, onLater }: { event: InstallEvent | undefined; onLater: () => void }) {
  const snooze = () => {
    localStorage.setItem(SNOOZE_KEY, String(Date.now() + SNOOZE_MS));
    onLater();
  };
  async function install(offer: InstallEvent) {
    await offer.prompt();
    const { outcome } = await offer.userChoice;
    if (outcome === 'dismissed') snooze();
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
          <Button small look="plain" onClick={snooze}>
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
