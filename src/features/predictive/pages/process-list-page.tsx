/** The processes of the portfolios that the user sees: made, changed, started, paused and stopped. */
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PROCESS_PAGE, PROCESS_SORTS, type Process } from '../../../../core/contract/predictive';
import { PROCESS_STATES, type ProcessAction } from '../../../../core/domain/predictive';
import { failedWrite, fieldWords } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, Card, EmptyState, Row, Stack, showToast, Text } from '../../../ui';
import {
  type Column,
  ConfirmDialog,
  DataTable,
  DeskPage,
  DeskTitle,
  FilterBar,
  ListFoot,
  ProblemNote,
  useTableQuery,
  useTableSettings,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { State } from '../components/asked';
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
      <Text as="span" strong truncate display="inline-block" maxWidth={{ base: 'full', md: '22rem' }} title={row.name}>
        {row.name}
      </Text>
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
  const [address, setAddress] = useSearchParams();
  const [open, setOpen] = useState<'new' | 'edit' | 'stop'>();
  const table = useRef<HTMLDivElement>(null);
  const chosen = address.get('open') ?? '';
  const put = (id: string | undefined) =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        if (id) next.set('open', id);
        else next.delete('open');
        return next;
      },
      { replace: true },
    );
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
  const settings = useTableSettings('processes', shownColumns);
  const { data } = processes;
  const shown = data?.rows.find(({ id }) => id === chosen);
  const narrowed = query.q !== '' || Object.keys(query.filters).length > 0;
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
        <State query={processes} />
        {data && (
          <Card flush ref={table}>
            <FilterBar
              searchLabel={t('Process or portfolio')}
              query={query}
              onChange={change}
              settings={settings}
              columns={shownColumns}
              filters={[
                {
                  name: 'state',
                  label: t('State'),
                  single: true,
                  options: PROCESS_STATES.map((one) => ({ value: one, label: stateWords()[one] })),
                },
              ]}
            />
            <DataTable
              label={t('Processes')}
              columns={shownColumns}
              rows={data.rows}
              keyOf={(row) => row.id}
              nameOf={(row) => row.name}
              settings={settings}
              {...(query.sort && { sort: query.sort })}
              onSort={(sort) => change({ sort })}
              onOpen={(row) => put(row.id)}
              openKey={chosen}
              stale={processes.isPlaceholderData}
              empty={
                narrowed ? (
                  <EmptyState
                    icon="search"
                    title={t('No process matches')}
                    action={<Button onClick={() => change({ q: '', filters: {} })}>{t('Show all processes')}</Button>}
                  />
                ) : (
                  <EmptyState
                    icon="phone"
                    title={t('No process yet')}
                    action={
                      <Button look="primary" onClick={() => setOpen('new')}>
                        {t('Create the first process')}
                      </Button>
                    }
                  >
                    {t(
                      'A process is a portfolio’s dialing campaign: its agents, hours and pace, and the lists it dials.',
                    )}
                  </EmptyState>
                )
              }
            />
            {data.total > PROCESS_PAGE && (
              <ListFoot
                page={query.page}
                pageSize={PROCESS_PAGE}
                total={data.total}
                noun={t('processes')}
                onPage={(page) => change({ page })}
              />
            )}
          </Card>
        )}
      </Stack>
      {shown && (
        <ProcessPanel
          process={shown}
          zone={zone}
          steers
          busy={steer.isPending}
          onSteer={(action) => (action === 'stop' ? setOpen('stop') : act(shown, action))}
          onEdit={() => setOpen('edit')}
          onClose={() => {
            put(undefined);
            requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus());
          }}
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
