/** The processes of the portfolios that the user sees: made, changed, started, paused and stopped. */
import { useMemo, useState } from 'react';
import { PROCESS_PAGE, PROCESS_SORTS, type Process } from '../../../../core/contract/predictive';
import { PROCESS_STATES, type ProcessAction } from '../../../../core/domain/predictive';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, EmptyState, Row, Stack, showToast } from '../../../ui';
import {
  CellText,
  type Column,
  ConfirmDialog,
  DeskPage,
  DeskTitle,
  ProblemNote,
  RecordList,
  useOpen,
  useTableQuery,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { ProcessDialog } from '../components/process-dialog';
import { ProcessPanel } from '../components/process-panel';
import { useProcesses, useSteerProcess } from '../queries';
import { modeWords, percentWords, STATE_TONES, stateWords } from '../words';

const FILTERS = ['state'] as const;
const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10);

const columns = (): Column<Process>[] => [
  {
    id: 'name',
    label: t('Process'),
    always: true,
    sort: { by: 'name' },
    cell: (row) => (
      <CellText strong clip="22rem">
        {row.name}
      </CellText>
    ),
  },
  {
    id: 'state',
    label: t('State'),
    sort: { by: 'state' },
    cell: (row) => <Badge tone={STATE_TONES[row.state]}>{stateWords()[row.state]}</Badge>,
  },
  { id: 'portfolio', label: t('Portfolio'), sort: { by: 'portfolio' }, cell: (row) => row.portfolio.name },
  { id: 'mode', label: t('Mode'), cell: (row) => modeWords()[row.mode] },
  { id: 'hours', label: t('Hours'), cell: (row) => `${row.fromTime}–${row.untilTime}` },
  { id: 'agents', label: t('Agents'), end: true, cell: (row) => row.agents.length },
  { id: 'ready', label: t('To dial'), end: true, cell: (row) => row.lines.ready },
  { id: 'over', label: t('Done'), end: true, cell: (row) => row.lines.over },
  { id: 'today', label: t('Dialed today'), end: true, cell: (row) => row.today.dialed },
  {
    id: 'connect',
    label: t('Connect %'),
    end: true,
    cell: ({ today }) => percentWords(share(today.connected, today.dialed)),
  },
  {
    id: 'drop',
    label: t('Drop %'),
    end: true,
    cell: ({ today }) => percentWords(share(today.dropped, today.connected + today.dropped)),
  },
];

const DONE: Record<ProcessAction, () => string> = {
  start: () => t('Process started'),
  pause: () => t('Process paused'),
  stop: () => t('Process stopped'),
};

export default function ProcessListPage() {
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const [open, setOpen] = useState<'new' | 'edit' | 'stop'>();
  const [chosen, setChosen] = useOpen();
  const processes = useProcesses({
    q: query.q || undefined,
    state: PROCESS_STATES.find((one) => one === query.filters.state?.[0]),
    sort: PROCESS_SORTS.find((one) => one === query.sort?.by),
    dir: query.sort?.dir,
    page: query.page,
    size: PROCESS_PAGE,
  });
  const steer = useSteerProcess();
  const shownColumns = useMemo(columns, []);
  const { data } = processes;
  const shown = data?.rows.find(({ id }) => id === chosen);
  const act = (process: Process, action: ProcessAction) =>
    steer.mutate(
      { id: process.id, version: process.version, action },
      {
        onSuccess: () => showToast(DONE[action](), { tone: 'saved' }),
        onSettled: () => setOpen(undefined),
      },
    );
  return (
    <DeskPage beside={shown !== undefined}>
      <Stack gap="4">
        <Row apart gap="3">
          <DeskTitle>{t('Process List')}</DeskTitle>
          <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
            {t('New process')}
          </Button>
        </Row>
        {steer.error && (
          <ProblemNote
            tone="danger"
            problem={failedWrite(steer.error)}
            refused={Object.values(fieldWords(steer.error)).join(' ')}
          />
        )}
        <RecordList
          bare
          name="processes"
          title={t('Processes')}
          noun={t('processes')}
          searchLabel={t('Process or portfolio')}
          filters={[
            {
              name: 'state',
              label: t('State'),
              single: true,
              options: PROCESS_STATES.map((one) => ({ value: one, label: stateWords()[one] })),
            },
          ]}
          columns={shownColumns}
          result={processes}
          problem={problemOf(processes.error)}
          zone={zone}
          query={query}
          change={change}
          pageSize={PROCESS_PAGE}
          keyOf={(row) => row.id}
          nameOf={(row) => row.name}
          onOpen={(row) => setChosen(row.id)}
          openKey={chosen}
          empty={
            <EmptyState
              icon="phone"
              title={t('No process yet')}
              action={
                <Button look="primary" onClick={() => setOpen('new')}>
                  {t('Create the first process')}
                </Button>
              }
            >
              {t('A process is a portfolio’s dialing campaign: its agents, hours and pace, and the lists it dials.')}
            </EmptyState>
          }
        />
      </Stack>
      {shown && (
        <ProcessPanel
          process={shown}
          zone={zone}
          steers
          busy={steer.isPending}
          onSteer={(action) => (action === 'stop' ? setOpen('stop') : act(shown, action))}
          onEdit={() => setOpen('edit')}
          onClose={() => setChosen('')}
        />
      )}
      {open === 'new' && <ProcessDialog onClose={() => setOpen(undefined)} />}
      {open === 'edit' && shown && <ProcessDialog process={shown} onClose={() => setOpen(undefined)} />}
      {open === 'stop' && shown && (
        <ConfirmDialog
          title={t('Stop {name}?', { name: shown.name })}
          confirm={t('Stop process')}
          busy={steer.isPending}
          onConfirm={() => act(shown, 'stop')}
          onClose={() => setOpen(undefined)}
        >
          {t(
            'Nobody is dialed any more and its agents are free. Calls that are under way go on. It can be started again.',
          )}
        </ConfirmDialog>
      )}
    </DeskPage>
  );
}
