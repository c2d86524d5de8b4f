/** A client's administrator asks for a process of their own portfolio; the agency gives it agents and starts it. */
import { useState } from 'react';
import { listProcesses, type Process } from '../../../../core/contract/predictive';
import { uuidv7 } from '../../../../core/domain/ids';
import { t } from '../../../i18n';
import { Button, Card, Heading, Row, Stack, showToast, Text } from '../../../ui';
import {
  type Column,
  countColumn,
  DraftNote,
  dayColumn,
  nameColumn,
  statusColumn,
  textColumn,
  useDraft,
} from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useZone } from '../../session';
import { ProcessDialog, saidFields, Trouble } from '../components/process-dialog';
import { ProcessPanel } from '../components/process-panel';
import { EMPTY_PROCESS, ProcessForm, settingsOf, type TypedProcess } from '../process-form';
import { LIVE_MS, useCreateProcess, useProcessChoices } from '../queries';
import { modeWords, stateLook } from '../words';

const columns = ({ zone }: Listing<typeof listProcesses>): Column<Process>[] => [
  nameColumn('name', t('Process'), (row) => row.name),
  statusColumn('state', t('State'), (row) => stateLook(row.state)),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio.name),
  textColumn('mode', t('Mode'), (row) => modeWords()[row.mode]),
  countColumn('ready', t('To dial'), (row) => row.lines.ready),
  dayColumn('created', t('Created'), (row) => row.createdAt, { zone }),
];

export default function CreateProcessPage() {
  const zone = useZone();
  const choices = useProcessChoices();
  const create = useCreateProcess();
  const [id, setId] = useState(() => uuidv7());
  const draft = useDraft<TypedProcess>('process.asked', EMPTY_PROCESS);
  const [openedWith] = useState(draft.changedAt);
  const [editing, setEditing] = useState<Process>();
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
    <>
      <EntityList
        name="own-processes"
        under="processes"
        from={listProcesses}
        ask={{ sort: 'created', dir: 'desc' }}
        every={LIVE_MS}
        title={t('Create Process')}
        label={t('Processes of your portfolios')}
        noun={t('processes')}
        above={
          <>
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
            <Heading>{t('Processes of your portfolios')}</Heading>
          </>
        }
        columns={columns}
        nameOf={(row) => row.name}
        panel={({ row, close }) =>
          row && (
            <ProcessPanel
              process={row}
              steers={false}
              busy={false}
              onSteer={() => undefined}
              onEdit={() => setEditing(row)}
              onClose={close}
            />
          )
        }
        empty={{ icon: 'phone', title: t('No process yet') }}
      />
      {editing && <ProcessDialog process={editing} withAgents={false} onClose={() => setEditing(undefined)} />}
    </>
  );
}
