import type { Process } from '../../../../core/contract/predictive';
import { formatDateTime } from '../../../../core/domain/dates';
import { PROCESS_ACTIONS, type ProcessAction, RETRIED, stateAfter } from '../../../../core/domain/predictive';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Banner, Button, Heading, LinkButton, Row, Skeleton, Stack, Text } from '../../../ui';
import { FactLine, Facts, LookBadge, SidePanel } from '../../../ui/kit';
import { useZone } from '../../session';
import { useProcessLog } from '../queries';
import { modeWords, stateLook } from '../words';

const LOG_WORDS: Record<string, () => string> = {
  created: () => t('Created'),
  changed: () => t('Changed'),
  started: () => t('Started'),
  paused: () => t('Paused'),
  stopped: () => t('Stopped'),
};
const resultWords = (): Record<(typeof RETRIED)[number], string> => ({
  'no-answer': t('No answer'),
  busy: t('Busy'),
  dropped: t('Dropped'),
  error: t('Error'),
});

/** One process beside the list: what it may do, how far it is, who works it and what was done to it. */
export function ProcessPanel({
  process,
  steers,
  busy,
  onSteer,
  onEdit,
  onClose,
}: {
  process: Process;
  /** Whether the user starts and stops processes at all. */
  steers: boolean;
  busy: boolean;
  onSteer: (action: ProcessAction) => void;
  onEdit: () => void;
  onClose: () => void;
}) {
  const zone = useZone();
  const log = useProcessLog(process.id);
  const { lines, today } = process;
  return (
    <SidePanel
      about={process.id}
      label={t('Process {name}', { name: process.name })}
      title={process.name}
      line={process.portfolio.name}
      closeLabel={t('Close the process (Esc)')}
      onClose={onClose}
      footer={
        process.mayEdit && (
          <>
            {steers &&
              PROCESS_ACTIONS.filter((action) => stateAfter(process.state, action)).map((action) => (
                <Button
                  key={action}
                  {...(action === 'start' && { look: 'primary' as const })}
                  busy={busy}
                  onClick={() => onSteer(action)}
                >
                  {{ start: t('Start'), pause: t('Pause'), stop: t('Stop') }[action]}
                </Button>
              ))}
            <Button icon="edit" onClick={onEdit}>
              {t('Change')}
            </Button>
          </>
        )
      }
    >
      <Row gap="2">
        <LookBadge {...stateLook(process.state)} />
        <Text as="span" size="small" tone="muted">
          {t('since {time}', { time: formatDateTime(process.stateAt, zone) })}
        </Text>
      </Row>
      {lines.unheld > 0 && (
        <Banner
          tone="warn"
          title={tn(
            lines.unheld,
            '{n} loan is held by no agent of this process',
            '{n} loans are held by no agent of this process',
          )}
        >
          {t('They are not dialed. Assign them to its agents, or add the telecallers who hold them.')}
        </Banner>
      )}
      <Facts>
        <FactLine name={t('To dial')}>{lines.ready}</FactLine>
        <FactLine name={t('Being dialed')}>{lines.dialing}</FactLine>
        <FactLine name={t('Done')}>{lines.over}</FactLine>
        <FactLine name={t('Dialed today')}>{today.dialed}</FactLine>
        <FactLine name={t('Connected today')}>{today.connected}</FactLine>
        <FactLine name={t('Dropped today')}>{today.dropped}</FactLine>
        <FactLine name={t('Mode')}>{modeWords()[process.mode]}</FactLine>
        {process.mode === 'predictive' && (
          <>
            <FactLine name={t('Lines an agent')}>{process.maxLevel}</FactLine>
            <FactLine name={t('Drop cap')}>{`${process.dropPercent} %`}</FactLine>
          </>
        )}
        <FactLine name={t('Hours')}>{`${process.fromTime}–${process.untilTime}`}</FactLine>
        <FactLine name={t('Caller ids')}>{process.callerIds.join(', ') || t('The dialer’s own')}</FactLine>
        <FactLine name={t('Attempts')}>{process.maxAttempts}</FactLine>
        {process.priority !== undefined && <FactLine name={t('Priority')}>{process.priority}</FactLine>}
        <FactLine name={t('Tried again after')} wide>
          {RETRIED.map((result) =>
            t('{result}: {minutes} min', { result: resultWords()[result], minutes: process.retry[result] }),
          ).join(' · ')}
        </FactLine>
        <FactLine name={t('Agents')} wide>
          {process.agents.map(({ name }) => name).join(', ') || t('None yet')}
        </FactLine>
      </Facts>
      {steers && (
        <Row>
          <LinkButton to={deskPaths.predictiveList({ process: process.id })}>{t('Its lists')}</LinkButton>
        </Row>
      )}
      <Stack gap="2">
        <Heading>{t('What was done')}</Heading>
        {log.data === undefined ? (
          <Skeleton lines={3} />
        ) : (
          log.data.map(({ at, by, action }) => (
            <Text key={`${at} ${action}`} size="small">
              {`${formatDateTime(at, zone)} · ${LOG_WORDS[action]?.() ?? action} · ${by ?? ''}`}
            </Text>
          ))
        )}
      </Stack>
    </SidePanel>
  );
}
