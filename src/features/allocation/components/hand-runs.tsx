/** What was given by hand as jobs: everything that matched a filter, and lists of numbers, with one of them open. */
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { EmptyState, Skeleton, Stack } from '../../../ui';
import { ProblemState, useListAddress } from '../../../ui/kit';
import { useRuns } from '../queries';
import { RunTable } from './run-table';
import { RunView } from './run-view';

export function HandRuns() {
  const [address, setAddress] = useListAddress();
  const runs = useRuns('hand');
  const problem = problemOf(runs.error);
  if (problem && !runs.data) return <ProblemState problem={problem} />;
  if (!runs.data) return <Skeleton lines={5} />;
  if (runs.data.length === 0)
    return (
      <EmptyState title={t('Nothing was given as a job yet')}>
        {t('Choose loans in the list, or give them by their numbers.')}
      </EmptyState>
    );
  const chosen = address.get('run') ?? '';
  return (
    <Stack gap="4" minWidth="0">
      {chosen !== '' && <RunView key={chosen} id={chosen} />}
      <RunTable
        runs={runs.data}
        when={t('When')}
        chosen={chosen}
        onOpen={(run) => setAddress({ view: 'hand', run }, { replace: true })}
        columns={[
          { label: t('Loans'), cell: ({ hand }) => hand?.fileName ?? t('All that matched a filter') },
          { label: t('Given to'), cell: ({ hand }) => hand?.to ?? '–' },
        ]}
      />
    </Stack>
  );
}
