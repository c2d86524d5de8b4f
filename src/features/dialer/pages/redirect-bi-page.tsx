import { useEffect } from 'react';
import { screenWords } from '../../../api';
import { t } from '../../../i18n';
import { Button, Card, EmptyState, ErrorState, PageBody, VisuallyHidden } from '../../../ui';
import { useBiAddress } from '../queries';

/** Sends the user to the business intelligence, signed in; says so where none is set up. */
export default function RedirectBiPage() {
  const { mutate, data, error, isPending } = useBiAddress();
  const leave = () => mutate(undefined, { onSuccess: (url) => url && location.assign(url) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit
  useEffect(() => leave(), []);
  return (
    <PageBody>
      <VisuallyHidden as="h1">{t('Business Intelligence')}</VisuallyHidden>
      <Card>
        {data === null ? (
          <EmptyState icon="info" title={t('No business intelligence is set up')}>
            {t('Your administrator names its address in the settings of the server (BI_URL). Reports are in the menu.')}
          </EmptyState>
        ) : error ? (
          <ErrorState
            title={screenWords(error).title}
            todo={screenWords(error).todo}
            retry={leave}
            reference={screenWords(error).reference}
          />
        ) : (
          <EmptyState
            icon="share"
            title={t('Taking you to the business intelligence')}
            action={
              <Button busy={isPending || data !== undefined} onClick={leave}>
                {t('Go there')}
              </Button>
            }
          />
        )}
      </Card>
    </PageBody>
  );
}
