/** What was rehearsed and given to agencies, with one of them open. */
import { formatDay } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { EmptyState, Skeleton, Stack } from '../../../ui';
import { ProblemState } from '../../../ui/kit';
import { useRuns } from '../queries';
import { Outcomes } from './outcomes';
import { RunTable } from './run-table';
import { RunView } from './run-view';

export function AgencyRuns({ chosen, onOpen }: { chosen: string; onOpen: (id: string) => void }) {
  const runs = useRuns('agencies');
  if (!runs.data)
    return runs.error ? <ProblemState problem={problemOf(runs.error)} retry={runs.refetch} /> : <Skeleton lines={5} />;
  if (runs.data.length === 0)
    return (
      <EmptyState title={t('Nothing was given to agencies yet')}>{t('Begin with which loans go to whom.')}</EmptyState>
    );
  const open = runs.data.find(({ id }) => id === chosen) ?? runs.data[0];
  return (
    <Stack gap="4" minWidth="0">
      {open && <RunView key={open.id} id={open.id} />}
      {open && open.given > 0 && <Outcomes run={open.id} by="holder" />}
      <RunTable
        runs={runs.data}
        when={t('Rehearsed at')}
        chosen={open?.id ?? ''}
        onOpen={onOpen}
        columns={[
          { label: t('What'), cell: ({ agencies }) => agencies?.name },
          {
            label: t('Last day with the agency'),
            cell: ({ agencies }) => (agencies?.recallOn ? formatDay(agencies.recallOn) : '–'),
          },
        ]}
      />
    </Stack>
  );
}
