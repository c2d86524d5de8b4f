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
      title="Keep Recoup on this phone"
      action={
        <Row>
          {event && (
            <Button small look="primary" onClick={() => void install(event)}>
              Install
            </Button>
          )}
          <Button small look="plain" onClick={onLater}>
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
