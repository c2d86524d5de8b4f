/** /process-allocation: loans to dialing processes, each with its pace, hours and agents, and the lists that were made of them. */
import { useState } from 'react';
import type { Process } from '../../../../core/contract/predictive';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Card, EmptyState, Row, Skeleton, Stack, Text } from '../../../ui';
import { LookBadge, ProblemState, SmallTable, useOpen } from '../../../ui/kit';
import { DialLists } from '../components/dial-lists';
import { FilterDialog } from '../components/filter-dialog';
import { ProcessDialog } from '../components/process-dialog';
import { useProcesses } from '../queries';
import { modeWords, percentWords, stateLook } from '../words';

const MOST = 250;

const small = (words: string) => (
  <Text size="small" tone="muted">
    {words}
  </Text>
);

function Processes({
  rows,
  onGive,
  onChange,
}: {
  rows: readonly Process[];
  onGive: (id: string) => void;
  onChange: (process: Process) => void;
}) {
  return (
    <Card>
      <SmallTable
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            label: t('Process'),
            cell: ({ name, portfolio }) => (
              <>
                <Text as="span" strong>
                  {name}
                </Text>
                {small(portfolio.name)}
              </>
            ),
          },
          { label: t('State'), cell: ({ state }) => <LookBadge {...stateLook(state)} /> },
          {
            label: t('Mode'),
            cell: ({ mode, maxLevel }) => (
              <>
                {modeWords()[mode]}
                {mode === 'predictive' && small(t('up to {n} lines an agent', { n: maxLevel }))}
              </>
            ),
          },
          { label: t('Hours'), cell: ({ fromTime, untilTime }) => `${fromTime}–${untilTime}` },
          { label: t('Priority'), num: true, cell: ({ priority }) => priority },
          { label: t('Attempts'), num: true, cell: ({ maxAttempts }) => maxAttempts },
          { label: t('Drop limit'), num: true, cell: ({ dropPercent }) => percentWords(dropPercent) },
          { label: t('Agents'), num: true, cell: ({ agents }) => agents.length },
          {
            label: t('To dial'),
            num: true,
            cell: ({ lines: { ready, unheld } }) => (
              <>
                {ready}
                {unheld > 0 && small(tn(unheld, '{n} held by none of its agents', '{n} held by none of its agents'))}
              </>
            ),
          },
          {
            label: '',
            cell: (process) =>
              process.mayEdit && (
                <Row gap="2">
                  <Button small look="primary" onClick={() => onGive(process.id)}>
                    {t('Give loans')}
                  </Button>
                  <Button small onClick={() => onChange(process)}>
                    {t('Edit')}
                  </Button>
                </Row>
              ),
          },
        ]}
      />
    </Card>
  );
}

export default function ProcessAllocationPage() {
  const [giving, setGiving] = useState('');
  const [changed, setChanged] = useState<Process | 'new'>();
  const processes = useProcesses({ sort: 'name', size: MOST });
  const [, setOpen] = useOpen();
  const problem = problemOf(processes.error);
  const rows = processes.data?.rows;
  return (
    <>
      <DialLists
        source="filter"
        title={t('Process Allocation')}
        actions={
          <Button icon="plus" onClick={() => setChanged('new')}>
            {t('New process')}
          </Button>
        }
        above={
          <Stack gap="4">
            <Text tone="muted">
              {t(
                'Give loans of a portfolio to a process: it dials them at its own pace and hours, the longest overdue first.',
              )}
            </Text>
            {problem && !rows && <ProblemState problem={problem} />}
            {!rows && !problem && <Skeleton lines={4} />}
            {rows?.length === 0 && (
              <EmptyState
                icon="phone"
                title={t('No process yet')}
                action={
                  <Button look="primary" onClick={() => setChanged('new')}>
                    {t('Create the first process')}
                  </Button>
                }
              />
            )}
            {rows && rows.length > 0 && <Processes rows={rows} onGive={setGiving} onChange={setChanged} />}
          </Stack>
        }
        empty={{ title: t('No loans were given to a process yet') }}
      />
      {giving !== '' && (
        <FilterDialog
          processId={giving}
          onMade={(id) => {
            setGiving('');
            setOpen(id);
          }}
          onClose={() => setGiving('')}
        />
      )}
      {changed === 'new' && <ProcessDialog onClose={() => setChanged(undefined)} />}
      {changed && changed !== 'new' && <ProcessDialog process={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}
