/** The processes of the portfolios that the user sees: made, changed, started, paused and stopped. */
import { useState } from 'react';
import { listProcesses, type Process } from '../../../../core/contract/predictive';
import type { ProcessAction } from '../../../../core/domain/predictive';
import { failedWrite, fieldWords } from '../../../api';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import {
  type Column,
  ConfirmDialog,
  countColumn,
  nameColumn,
  ProblemNote,
  statusColumn,
  textColumn,
} from '../../../ui/kit';
import { EntityList } from '../../lists';
import { ProcessDialog } from '../components/process-dialog';
import { ProcessPanel } from '../components/process-panel';
import { LIVE_MS, useSteerProcess } from '../queries';
import { modeWords, percentWords, stateLook } from '../words';

const share = (part: number, whole: number) =>
  percentWords(whole === 0 ? null : Math.round((part / whole) * 1000) / 10);

const columns = (): Column<Process>[] => [
  nameColumn('name', t('Process'), (row) => row.name, { sort: true }),
  statusColumn('state', t('State'), (row) => stateLook(row.state), { sort: true }),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio.name, { sort: true }),
  textColumn('mode', t('Mode'), (row) => modeWords()[row.mode]),
  textColumn('hours', t('Hours'), (row) => `${row.fromTime}–${row.untilTime}`),
  countColumn('agents', t('Agents'), (row) => row.agents.length),
  countColumn('ready', t('To dial'), (row) => row.lines.ready),
  countColumn('over', t('Done'), (row) => row.lines.over),
  countColumn('today', t('Dialed today'), (row) => row.today.dialed),
  textColumn('connect', t('Connect %'), ({ today }) => share(today.connected, today.dialed), { end: true }),
  textColumn('drop', t('Drop %'), ({ today }) => share(today.dropped, today.connected + today.dropped), { end: true }),
];

const DONE: Record<ProcessAction, () => string> = {
  start: () => t('Process started'),
  pause: () => t('Process paused'),
  stop: () => t('Process stopped'),
};

export default function ProcessListPage() {
  const [making, setMaking] = useState<Process | 'new'>();
  const [stopping, setStopping] = useState<Process>();
  const steer = useSteerProcess();
  const act = ({ id, version }: Process, action: ProcessAction) =>
    steer.mutate(
      { id, version, action },
      {
        onSuccess: () => showToast(DONE[action](), { tone: 'saved' }),
        onSettled: () => setStopping(undefined),
      },
    );
  return (
    <>
      <EntityList
        name="processes"
        from={listProcesses}
        every={LIVE_MS}
        title={t('Process List')}
        noun={t('processes')}
        above={
          steer.error && (
            <ProblemNote
              tone="danger"
              problem={failedWrite(steer.error)}
              refused={Object.values(fieldWords(steer.error)).join(' ')}
            />
          )
        }
        columns={columns}
        searchLabel={t('Process or portfolio')}
        filters={{ state: { label: t('State'), words: (one) => stateLook(one).words } }}
        nameOf={(row) => row.name}
        add={{ label: t('New process'), first: t('Create the first process'), run: () => setMaking('new') }}
        panel={({ row, close }) =>
          row && (
            <ProcessPanel
              process={row}
              steers
              busy={steer.isPending}
              onSteer={(action) => (action === 'stop' ? setStopping(row) : act(row, action))}
              onEdit={() => setMaking(row)}
              onClose={close}
            />
          )
        }
        empty={{
          icon: 'phone',
          title: t('No process yet'),
          text: t('A process is a portfolio’s dialing campaign: its agents, hours and pace, and the lists it dials.'),
        }}
      />
      {making && <ProcessDialog {...(making !== 'new' && { process: making })} onClose={() => setMaking(undefined)} />}
      {stopping && (
        <ConfirmDialog
          title={t('Stop {name}?', { name: stopping.name })}
          confirm={t('Stop process')}
          busy={steer.isPending}
          onConfirm={() => act(stopping, 'stop')}
          onClose={() => setStopping(undefined)}
        >
          {t(
            'Nobody is dialed any more and its agents are free. Calls that are under way go on. It can be started again.',
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
