import type { MonitoredAgent } from '../../../../core/contract/dialer';
import { AGENT_STATES } from '../../../../core/contract/dialer-socket';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { DateText, Heading, ProgressBar, Row, Skeleton, Stack, Text } from '../../../ui';
import { FactLine, Facts, ProblemState, SidePanel } from '../../../ui/kit';
import { useZone } from '../../session';
import { useMonitoredAgent } from '../monitor-queries';
import { clockWords, END_WORDS, STATE_WORDS } from '../words';

/** One agent's day: time by state and the last calls. */
export function AgentPanel({ agent, onClose }: { agent: MonitoredAgent; onClose: () => void }) {
  const zone = useZone();
  const { data, error, refetch } = useMonitoredAgent(agent.username);
  const total = Object.values(agent.today).reduce((sum, seconds) => sum + seconds, 0);
  return (
    <SidePanel
      about={agent.userId}
      label={agent.fullName}
      title={agent.fullName}
      line={`${agent.username} · ${agent.processName}`}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
    >
      <Stack gap="3">
        <Heading as="h3">{t('Time today')}</Heading>
        {AGENT_STATES.map((state) => (
          <ProgressBar
            key={state}
            label={`${t(STATE_WORDS[state].label)} ${clockWords(agent.today[state])}`}
            done={agent.today[state]}
            total={Math.max(1, total)}
          />
        ))}
      </Stack>
      <Facts>
        <FactLine name={t('Calls today')}>{agent.calls.total}</FactLine>
        <FactLine name={t('Answered')}>{agent.calls.answered}</FactLine>
      </Facts>
      <Stack gap="2">
        <Heading as="h3">{t('Last calls')}</Heading>
        {error && !data && <ProblemState problem={problemOf(error)} retry={refetch} />}
        {!data && !error && <Skeleton lines={3} />}
        {data?.lastCalls.length === 0 && <Text tone="muted">{t('No calls yet today.')}</Text>}
        {data?.lastCalls.map((call) => (
          <Row key={call.callId} apart gap="2">
            <span>
              {call.number}{' '}
              <Text as="span" size="small" tone="muted">
                {call.loanNumber}
              </Text>
            </span>
            <Text as="span" size="small" tone="muted">
              <DateText value={call.startedAt} time near zone={zone} /> · {clockWords(call.talkSeconds)}
              {call.reason && ` · ${t(END_WORDS[call.reason])}`}
            </Text>
          </Row>
        ))}
      </Stack>
    </SidePanel>
  );
}
