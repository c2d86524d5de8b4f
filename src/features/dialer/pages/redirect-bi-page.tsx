import { useEffect } from 'react';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, Card, EmptyState, PageBody, VisuallyHidden } from '../../../ui';
import { ProblemState } from '../../../ui/kit';
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
          <ProblemState problem={problemOf(error)} retry={leave} />
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
