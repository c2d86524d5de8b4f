/** /process-allocation: loans to dialing processes, each with its pace, hours and agents, and the lists that were made of them. */
import { useState } from 'react';
import type { Process } from '../../../../core/contract/predictive';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Card, EmptyState, Row, Skeleton, Stack, Text } from '../../../ui';
import { LookBadge, ProblemState, Table, TableScroll, useOpen } from '../../../ui/kit';
import { DialLists } from '../components/dial-lists';
import { FilterDialog } from '../components/filter-dialog';
import { ProcessDialog } from '../components/process-dialog';
import { useProcesses } from '../queries';
import { modeWords, percentWords, stateLook } from '../words';

const MOST = 250;

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
      <TableScroll>
        <Table stacks>
          <thead>
            <tr>
              <th>{t('Process')}</th>
              <th>{t('State')}</th>
              <th>{t('Mode')}</th>
              <th>{t('Hours')}</th>
              <th className="num">{t('Attempts')}</th>
              <th className="num">{t('Drop limit')}</th>
              <th className="num">{t('Agents')}</th>
              <th className="num">{t('To dial')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {rows.map((process) => (
              <tr key={process.id}>
                <td data-label={t('Process')}>
                  <Text as="span" strong>
                    {process.name}
                  </Text>
                  <Text size="small" tone="muted">
                    {process.portfolio.name}
                  </Text>
                </td>
                <td data-label={t('State')}>
                  <LookBadge {...stateLook(process.state)} />
                </td>
                <td data-label={t('Mode')}>
                  {modeWords()[process.mode]}
                  {process.mode === 'predictive' && (
                    <Text size="small" tone="muted">
                      {t('up to {n} lines an agent', { n: process.maxLevel })}
                    </Text>
                  )}
                </td>
                <td data-label={t('Hours')}>{`${process.fromTime}–${process.untilTime}`}</td>
                <td className="num" data-label={t('Attempts')}>
                  {process.maxAttempts}
                </td>
                <td className="num" data-label={t('Drop limit')}>
                  {percentWords(process.dropPercent)}
                </td>
                <td className="num" data-label={t('Agents')}>
                  {process.agents.length}
                </td>
                <td className="num" data-label={t('To dial')}>
                  {process.lines.ready}
                  {process.lines.unheld > 0 && (
                    <Text size="small" tone="muted">
                      {tn(process.lines.unheld, '{n} held by none of its agents', '{n} held by none of its agents')}
                    </Text>
                  )}
                </td>
                <td>
                  {process.mayEdit && (
                    <Row gap="2">
                      <Button small look="primary" onClick={() => onGive(process.id)}>
                        {t('Give loans')}
                      </Button>
                      <Button small onClick={() => onChange(process)}>
                        {t('Edit')}
                      </Button>
                    </Row>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
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
