/** The floor as it is this second: who does what, for how long, and a way into a call, with its reason kept. */
import { useMemo, useState } from 'react';
import { AGENT_STATUSES, type AgentStatus, type MonitoredAgent } from '../../../../core/contract/dialer';
import type { SupervisionMode } from '../../../../core/contract/dialer-socket';
import { formatTime } from '../../../../core/domain/dates';
import { ApiError, problemOf, screenWords } from '../../../api';
import { t } from '../../../i18n';
import {
  Badge,
  Banner,
  Box,
  Button,
  Card,
  ChipChoice,
  EmptyState,
  Row,
  Select,
  Stack,
  Text,
  TextInput,
} from '../../../ui';
import { type Column, DataTable, DeskPage, DeskTitle, ProblemState, useTableSettings } from '../../../ui/kit';
import { useZone } from '../../session';
import { AgentPanel } from '../components/agent-panel';
import { SuperviseDialog } from '../components/supervise-dialog';
import { Timer } from '../components/timer';
import { useMonitor } from '../monitor-live';
import { usePortfolioNames } from '../monitor-queries';
import { CHOICES, clockWords, STATE_WORDS, STATUS_WORDS } from '../words';

export interface Wish {
  agent: MonitoredAgent;
  mode: SupervisionMode;
}

const WAYS: readonly { mode: SupervisionMode; label: string }[] = [
  { mode: 'listen', label: 'Listen' },
  { mode: 'whisper', label: 'Whisper' },
  { mode: 'barge', label: 'Barge in' },
  { mode: 'conference', label: 'Conference' },
];

const inCall = ({ state, call }: MonitoredAgent) => call !== null && (state === 'talk' || state === 'hold');

export default function AgentMonitorPage() {
  const [portfolio, setPortfolio] = useState('');
  const [process, setProcess] = useState('');
  const { data, error, refetch, dataUpdatedAt, streamed } = useMonitor(portfolio || undefined);
  const portfolios = usePortfolioNames('');
  const zone = useZone();
  const [filter, setFilter] = useState<AgentStatus | 'all'>('all');
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<string>();
  const [wish, setWish] = useState<Wish>();
  const agents = data?.agents;
  const q = typed.trim().toLowerCase();
  const rows = agents?.filter(
    (agent) =>
      (filter === 'all' || agent.status === filter) &&
      (process === '' || agent.processName === process) &&
      (q === '' || agent.fullName.toLowerCase().includes(q) || agent.username.toLowerCase().includes(q)),
  );
  // One that is chosen stays on offer when its last agent leaves it.
  const processes = [
    ...new Set([...(agents ?? []).map(({ processName }) => processName), ...(process ? [process] : [])]),
  ];
  const clear = () => {
    setFilter('all');
    setTyped('');
    setProcess('');
    setPortfolio('');
  };
  const columns = useMemo(() => columnsOf((agent, mode) => setWish({ agent, mode })), []);
  const settings = useTableSettings('agent-monitor', columns);
  const offline = error instanceof ApiError && error.offline;
  const words = error && screenWords(error);
  const opened = agents?.find(({ username }) => username === open);

  return (
    <DeskPage beside={opened !== undefined}>
      <Stack gap="4">
        <Row apart>
          <DeskTitle>{t('Agent Monitor')}</DeskTitle>
          {data && (
            <Text size="small" tone="muted" role="status">
              {streamed
                ? t('Live, as of {time}', { time: formatTime(data.asOf, zone) })
                : t('Asked for every 2 seconds, as of {time}', { time: formatTime(data.asOf, zone) })}
            </Text>
          )}
        </Row>
        {words && agents && (
          <Banner tone={offline ? 'offline' : 'warn'} title={offline ? t('No network') : t('Not up to date')}>
            {t('This is how it stood at {time}. It is asked for again every 2 seconds.', {
              time: formatTime(dataUpdatedAt, zone),
            })}
          </Banner>
        )}
        {words && !agents && <ProblemState problem={problemOf(error)} retry={refetch} />}
        {!(words && !agents) && (
          <>
            <ChipChoice<AgentStatus | 'all'>
              label={t('Filter')}
              value={filter}
              onChange={setFilter}
              options={[
                { value: 'all', label: agents ? `${t('All')} ${agents.length}` : t('All') },
                ...AGENT_STATUSES.map((status) => ({
                  value: status,
                  label: `${t(STATUS_WORDS[status].label)} ${agents?.filter((agent) => agent.status === status).length ?? ''}`,
                })),
              ]}
            />
            <Row gap="3">
              <Box flex="0 1 14rem">
                <Select
                  aria-label={t('Portfolio')}
                  value={portfolio}
                  onChange={setPortfolio}
                  options={[
                    { value: '', label: t('All portfolios') },
                    ...(portfolios.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              </Box>
              <Box flex="0 1 12rem">
                <Select
                  aria-label={t('Process')}
                  value={process}
                  onChange={setProcess}
                  options={[
                    { value: '', label: t('All processes') },
                    ...processes.map((name) => ({ value: name, label: name === 'manual' ? t('Manual calls') : name })),
                  ]}
                />
              </Box>
              <Box flex="1 1 14rem" maxWidth="22rem">
                <TextInput
                  type="search"
                  aria-label={t('Search agents')}
                  placeholder={t('Name or dialer user name')}
                  value={typed}
                  onChange={setTyped}
                  maxLength={80}
                />
              </Box>
            </Row>
            <Card flush>
              <DataTable
                label={t('Agents')}
                columns={columns}
                rows={rows}
                keyOf={({ userId }) => userId}
                nameOf={({ fullName }) => fullName}
                settings={settings}
                onOpen={({ username }) => setOpen(username)}
                openKey={opened?.userId}
                empty={
                  agents?.length === 0 && portfolio === '' ? (
                    <EmptyState icon="me" title={t('No telecallers below you')}>
                      {t('Telecallers appear here as soon as they belong to your team.')}
                    </EmptyState>
                  ) : (
                    <EmptyState
                      icon="search"
                      title={t('No agent matches')}
                      action={<Button onClick={clear}>{t('Show all agents')}</Button>}
                    />
                  )
                }
              />
            </Card>
          </>
        )}
      </Stack>
      {opened && <AgentPanel agent={opened} onClose={() => setOpen(undefined)} />}
      {wish && <SuperviseDialog {...wish} onClose={() => setWish(undefined)} />}
    </DeskPage>
  );
}

function columnsOf(ask: (agent: MonitoredAgent, mode: SupervisionMode) => void): Column<MonitoredAgent>[] {
  return [
    {
      id: 'agent',
      label: t('Agent'),
      always: true,
      cell: ({ fullName, username }) => (
        <span>
          {fullName}{' '}
          <Text as="span" size="small" tone="muted">
            {username}
          </Text>
        </span>
      ),
    },
    {
      id: 'state',
      label: t('State'),
      cell: ({ status, state, since }) => {
        const word = status === 'MISSED' || status === 'LOGOUT' || !state ? STATUS_WORDS[status] : STATE_WORDS[state];
        return (
          <Badge tone={word.tone} icon={word.icon}>
            {t(word.label)}
            {since && status !== 'LOGOUT' && <Timer since={Date.parse(since)} />}
          </Badge>
        );
      },
    },
    {
      id: 'status',
      label: t('Status'),
      cell: ({ dialerStatus }) => (dialerStatus ? t(CHOICES[dialerStatus].label) : '–'),
    },
    {
      id: 'call',
      label: t('Call'),
      cell: ({ call }) =>
        call ? (
          <span>
            {call.number} {call.loanNumber && `· ${call.loanNumber} `}
            <Timer since={Date.parse(call.answeredAt ?? call.startedAt)} />
          </span>
        ) : (
          '–'
        ),
    },
    {
      id: 'enter',
      label: t('Come into the call'),
      cell: (agent) =>
        inCall(agent) ? (
          <Row gap="1" flexWrap={{ base: 'wrap', md: 'nowrap' }}>
            {WAYS.map(({ mode, label }) => (
              <Button
                key={mode}
                small
                onClick={(event) => {
                  event.stopPropagation();
                  ask(agent, mode);
                }}
              >
                {t(label)}
              </Button>
            ))}
          </Row>
        ) : (
          <Text as="span" size="small" tone="muted">
            {t('Not in a call')}
          </Text>
        ),
    },
    { id: 'talk', label: t('Talk today'), end: true, cell: ({ today }) => clockWords(today.talk) },
    { id: 'idle', label: t('Idle today'), end: true, notOnPhone: true, cell: ({ today }) => clockWords(today.idle) },
    { id: 'break', label: t('Break today'), end: true, notOnPhone: true, cell: ({ today }) => clockWords(today.break) },
    {
      id: 'calls',
      label: t('Calls answered'),
      end: true,
      cell: ({ calls }) => `${calls.answered} / ${calls.total}`,
    },
  ];
}
