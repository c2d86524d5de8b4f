import { useEffect } from 'react';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Box, Button, Card, EmptyState } from '../../../ui';
import { ProblemState } from '../../../ui/kit';
import { useHandOver } from '../queries';

/** Set once a visit was sent on by itself, so that the way back does not send it on again. */
const SENT = 'recoup.dialer-sent';

/** The dialer role works in the dialer's own application and is sent to its crmLogin with a one-use code (2.6). */
export default function HandOver() {
  const { mutate, data, error, isPending } = useHandOver();
  const leave = () => mutate(undefined, { onSuccess: (url) => url && location.assign(url) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit
  useEffect(() => {
    if (sessionStorage.getItem(SENT)) return;
    sessionStorage.setItem(SENT, '1');
    leave();
  }, []);
  return (
    <Box paddingX={{ base: '3', md: '8' }} paddingTop="4">
      <Card>
        {data === null ? (
          <EmptyState icon="phone" title={t('No dialer application is set up')}>
            {t(
              'Calls are made in the dialer’s own application, which opens from here, already signed in. Ask your administrator to set its address on the server (DIALER_APP_URL). Figures are under Dashboard.',
            )}
          </EmptyState>
        ) : error ? (
          <ProblemState problem={problemOf(error)} retry={leave} />
        ) : (
          <EmptyState
            icon="phone"
            title={t('Your work is in the dialer application')}
            action={
              <Button look="primary" busy={isPending || data !== undefined} onClick={leave}>
                {t('Open the dialer')}
              </Button>
            }
          >
            {t('You are signed in there by itself; the link is good once, for a minute.')}
          </EmptyState>
        )}
      </Card>
    </Box>
  );
}
