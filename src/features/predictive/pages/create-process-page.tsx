/** A client's administrator asks for a process of their own portfolio; the agency gives it agents and starts it. */
import { useState } from 'react';
import { createProcess, listProcesses, type Process } from '../../../../core/contract/predictive';
import { t } from '../../../i18n';
import { Heading, showToast, Text } from '../../../ui';
import { type Column, countColumn, dayColumn, nameColumn, statusColumn, textColumn } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { EntityList, type Listing } from '../../lists';
import { ProcessDialog } from '../components/process-dialog';
import { ProcessPanel } from '../components/process-panel';
import { isUnready, PROCESSES, processBody, processSections, typedProcess } from '../process-form';
import { LIVE_MS, useProcessChoices } from '../queries';
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
  const choices = useProcessChoices();
  const [editing, setEditing] = useState<Process>();
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
            <EntityForm
              at="page"
              draft="process.asked"
              label={t('Create Process')}
              to={createProcess}
              values={typedProcess()}
              above={
                <Text tone="muted">
                  {t('What you set here goes to your agency as a draft. They add lists and agents, and start it.')}
                </Text>
              }
              sections={(typed) => processSections(typed, choices.data, false)}
              also={(typed) => ({ ...processBody(typed), agentIds: [] })}
              unready={isUnready}
              again={PROCESSES}
              send={t('Create process')}
              onStored={() => showToast(t('Process created'), { tone: 'saved' })}
            />
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
