/** A client's administrator asks for a process of their own portfolio; the agency gives it agents and starts it. */
import { useMemo, useRef, useState } from 'react';
import { PROCESS_PAGE, type Process } from '../../../../core/contract/predictive';
import { uuidv7 } from '../../../../core/domain/ids';
import { t } from '../../../i18n';
import { Badge, Button, Card, DateText, EmptyState, Heading, Row, Stack, showToast, Text } from '../../../ui';
import {
  CardHead,
  type Column,
  DataTable,
  DeskPage,
  DeskTitle,
  DraftNote,
  ListFoot,
  useDraft,
  useTableSettings,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { State } from '../components/asked';
import { ProcessDialog, saidFields, Trouble } from '../components/process-dialog';
import { ProcessPanel } from '../components/process-panel';
import { EMPTY_PROCESS, ProcessForm, settingsOf, type TypedProcess } from '../process-form';
import { useCreateProcess, useProcessChoices, useProcesses } from '../queries';
import { modeWords, STATE_TONES, stateWords } from '../words';

const columns = (zone: string): Column<Process>[] => [
  {
    id: 'name',
    label: t('Process'),
    always: true,
    cell: (row) => (
      <Text as="span" strong>
        {row.name}
      </Text>
    ),
  },
  {
    id: 'state',
    label: t('State'),
    cell: (row) => <Badge tone={STATE_TONES[row.state]}>{stateWords()[row.state]}</Badge>,
  },
  { id: 'portfolio', label: t('Portfolio'), cell: (row) => row.portfolio.name },
  { id: 'mode', label: t('Mode'), cell: (row) => modeWords()[row.mode] },
  { id: 'ready', label: t('To dial'), end: true, cell: (row) => row.lines.ready },
  { id: 'created', label: t('Created'), cell: (row) => <DateText value={row.createdAt} zone={zone} /> },
];

export default function CreateProcessPage() {
  const zone = useZone();
  const choices = useProcessChoices();
  const create = useCreateProcess();
  const [id, setId] = useState(() => uuidv7());
  const draft = useDraft<TypedProcess>('process.asked', EMPTY_PROCESS);
  const [openedWith] = useState(draft.changedAt);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState('');
  const [editing, setEditing] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const processes = useProcesses({ sort: 'created', dir: 'desc', page, size: PROCESS_PAGE });
  const shownColumns = useMemo(() => columns(zone), [zone]);
  const settings = useTableSettings('own-processes', shownColumns);
  const shown = processes.data?.rows.find((one) => one.id === open);
  const store = () =>
    create.mutate(
      { id, portfolioId: draft.value.portfolioId, ...settingsOf(draft.value), agentIds: [] },
      {
        onSuccess: () => {
          draft.discard();
          setId(uuidv7());
          showToast(t('Process created'), { tone: 'saved' });
        },
      },
    );
  return (
    <DeskPage beside={shown !== undefined}>
      <Stack gap="5">
        <DeskTitle>{t('Create Process')}</DeskTitle>
        <Card>
          <Stack gap="4">
            <Text tone="muted">
              {t('What you set here goes to your agency as a draft. They add lists and agents, and start it.')}
            </Text>
            <Trouble error={create.error} />
            {draft.changedAt !== undefined && openedWith !== undefined && (
              <DraftNote at={openedWith} zone={zone} onDiscard={draft.discard} />
            )}
            <ProcessForm
              value={draft.value}
              onChange={draft.set}
              choices={choices.data}
              errors={saidFields(create.error)}
              withAgents={false}
            />
            <Row>
              <Button
                look="primary"
                busy={create.isPending}
                disabled={draft.value.name.trim() === '' || draft.value.portfolioId === ''}
                onClick={store}
              >
                {t('Create process')}
              </Button>
            </Row>
          </Stack>
        </Card>
        <State query={processes} />
        {processes.data && (
          <Card flush ref={table}>
            <CardHead>
              <Heading>{t('Processes of your portfolios')}</Heading>
            </CardHead>
            <DataTable
              label={t('Processes of your portfolios')}
              columns={shownColumns}
              rows={processes.data.rows}
              keyOf={(row) => row.id}
              nameOf={(row) => row.name}
              settings={settings}
              onOpen={(row) => setOpen(row.id)}
              openKey={open}
              stale={processes.isPlaceholderData}
              empty={<EmptyState icon="phone" title={t('No process yet')} />}
            />
            {processes.data.total > PROCESS_PAGE && (
              <ListFoot
                page={page}
                pageSize={PROCESS_PAGE}
                total={processes.data.total}
                noun={t('processes')}
                onPage={setPage}
              />
            )}
          </Card>
        )}
      </Stack>
      {shown && (
        <ProcessPanel
          process={shown}
          zone={zone}
          steers={false}
          busy={false}
          onSteer={() => undefined}
          onEdit={() => setEditing(true)}
          onClose={() => {
            setOpen('');
            requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus());
          }}
        />
      )}
      {editing && shown && <ProcessDialog process={shown} withAgents={false} onClose={() => setEditing(false)} />}
    </DeskPage>
  );
}
