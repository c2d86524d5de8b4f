import { useDialer } from '../../../dialer';
import { t } from '../../../i18n';
import { Banner, Box, Button } from '../../../ui';

/** Why the dialer cannot be used right now, and what to do; nothing while it can. */
export function DialerTrouble() {
  const dialer = useDialer();
  if (!dialer) return null;
  const { view, actions } = dialer;
  const trouble = () => {
    if (view.holder === 'elsewhere')
      return (
        <Banner
          tone="info"
          title={t('The dialer is in another tab')}
          action={
            <Button small onClick={actions.takeOver}>
              {t('Use it here')}
            </Button>
          }
        >
          {t('One tab has the dialer at a time. This one shows how it stands.')}
        </Banner>
      );
    if (view.access === 'denied' && view.connection !== 'connected')
      return (
        <Banner tone="danger" icon="lock" title={t('The browser does not let this page reach the dialer')}>
          {t(
            'The dialer runs on this computer, and access to it was refused. Open the site settings beside the address, allow access to apps on this device (local network), and it connects by itself.',
          )}
        </Banner>
      );
    if (view.access === 'prompt' && view.connection !== 'connected')
      return (
        <Banner tone="info" icon="lock" title={t('The browser asks for access to this device')}>
          {t('Choose “Allow”: the dialer is a program on this computer. Nothing else is reached.')}
        </Banner>
      );
    if (view.connection === 'closed' && view.callId)
      return (
        <Banner tone="danger" title={t('The dialer was lost during a call')}>
          {t('The call may go on. It shows again as soon as the dialer answers; what you write here is kept.')}
        </Banner>
      );
    if (view.connection === 'closed')
      return (
        <Banner tone="warn" icon="offline" title={t('The dialer does not answer')}>
          {t('Start the dialer on this computer. It is looked for every 2 seconds.')}
        </Banner>
      );
    return null;
  };
  const shown = trouble();
  return (
    shown && (
      <Box paddingX={{ base: '3', md: '5' }} paddingTop="3">
        {shown}
      </Box>
    )
  );
}
