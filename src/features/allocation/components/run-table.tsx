/** Runs of the past, and which of them is shown. */
import type { ReactNode } from 'react';
import type { AllocationRun } from '../../../../core/contract/allocation';
import { t } from '../../../i18n';
import { Badge, Button, Card, DateText, Row } from '../../../ui';
import { type SmallColumn, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { STATE_TONES, stateWords } from '../words';
import { outcomeWords } from './run-view';

type Listed = Omit<AllocationRun, 'summary'>;

export function RunTable({
  runs,
  when,
  chosen,
  onOpen,
  columns,
  beside,
}: {
  runs: readonly Listed[];
  /** The head above their times. */
  when: string;
  chosen: string;
  onOpen: (id: string) => void;
  columns: readonly SmallColumn<Listed>[];
  /** A second button of a run. */
  beside?: (run: Listed) => ReactNode;
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
          {
            label: t('Outcome'),
            cell: (run) =>
              run.replayed ? t('{month} replayed', { month: monthWords(`${run.replayed}-01`) }) : outcomeWords(run),
          },
          {
            label: '',
            cell: (run) => (
              <Row gap="2">
                <Button small disabled={run.id === chosen} onClick={() => onOpen(run.id)}>
                  {t('Show')}
                </Button>
                {beside?.(run)}
              </Row>
            ),
          },
        ]}
      />
    </Card>
  );
}
