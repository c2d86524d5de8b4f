/** Where the device's list stands when it is not simply there: coming, expired, or never loaded. */
import { t } from '../../../i18n';
import type { OfflineEngine } from '../../../offline/types';
import { Banner, Button, EmptyState, ProgressBar, Stack, Text } from '../../../ui';
import { useStore } from '../../session';

/** Answers null when the list can be shown. */
export function ListStatus({ engine }: { engine: OfflineEngine }) {
  const { phase, progress, problem } = useStore(engine.loans.status);
  if (phase === 'syncing' && progress)
    return (
      <Stack gap="2">
        <Text size="small" tone="muted">
          {t('Loading your loans: {done} of {total}', progress)}
        </Text>
        <ProgressBar done={progress.done} total={progress.total} label={t('Loading your loans')} />
      </Stack>
    );
  if (phase === 'expired')
    return (
      <Banner tone="warn" title={t('Your loans are too old to be shown')}>
        {t('Connect once: they come again by themselves. What you saved is safe.')}
      </Banner>
    );
  if (phase === 'failed' || phase === 'empty')
    return (
      <EmptyState
        icon="download"
        title={t('Your loans are not on this device yet')}
        action={<Button onClick={() => void engine.loans.refresh()}>{t('Try again')}</Button>}
      >
        {problem ?? t('They come with the first connection, and then stay.')}
      </EmptyState>
    );
  return null;
}
