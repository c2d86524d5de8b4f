/** Nothing on this phone yet, or nothing assigned. */
import { formatTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Button, EmptyState, Stack } from '../../../ui';
import { useReadyEngine, useZone } from '../../session';

/** `none`: when the server last said that no loans are assigned. */
export default function NoLoansHere({ none }: { none: number | null }) {
  const engine = useReadyEngine();
  const zone = useZone();
  if (none !== null)
    return (
      <EmptyState
        icon="loans"
        title={t('No loans are assigned to you')}
        action={
          <Button icon="sync" onClick={() => void engine.loans.refresh()}>
            {t('Look again')}
          </Button>
        }
      >
        {t('Checked at {time}. New loans appear here by themselves once your manager assigns them.', {
          time: formatTime(none, zone),
        })}
      </EmptyState>
    );
  return (
    <Stack>
      <EmptyState
        icon="download"
        title={t('No loans on this phone yet')}
        action={
          <Button look="primary" icon="sync" onClick={() => void engine.loans.refresh()}>
            {t('Get my loans')}
          </Button>
        }
      >
        {t('Connect once; after that everything here works without a network.')}
      </EmptyState>
    </Stack>
  );
}
