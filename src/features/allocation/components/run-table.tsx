/** Runs of the past, and which of them is shown. */
import type { AllocationRun } from '../../../../core/contract/allocation';
import { t } from '../../../i18n';
import { Badge, Button, Card, DateText } from '../../../ui';
import { type SmallColumn, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { STATE_TONES, stateWords } from '../words';
import { outcomeWords } from './run-view';

type Listed = Omit<AllocationRun, 'summary'>;

export function RunTable({
  runs,
  when,
  chosen,
  onOpen,
  columns,
}: {
  runs: readonly Listed[];
  /** The head above their times. */
  when: string;
  chosen: string;
  onOpen: (id: string) => void;
  columns: readonly SmallColumn<Listed>[];
}) {
  const zone = useZone();
  return (
    <Card>
      <SmallTable
        rows={runs}
        keyOf={({ id }) => id}
        openKey={chosen}
        columns={[
          { label: when, cell: ({ createdAt }) => <DateText value={createdAt} time zone={zone} /> },
          { label: t('By'), cell: ({ madeBy }) => madeBy ?? '–' },
          ...columns,
          {
            label: t('State'),
            cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{stateWords(state)}</Badge>,
          },
          { label: t('Outcome'), cell: outcomeWords },
          {
            label: '',
            cell: ({ id }) => (
              <Button small disabled={id === chosen} onClick={() => onOpen(id)}>
                {t('Show')}
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
