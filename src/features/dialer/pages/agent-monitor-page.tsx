/** The floor as it is this second: who does what, for how long, and a way into a call, with its reason kept. */
import { useMemo, useState } from 'react';
import { AGENT_STATUSES, type MonitoredAgent } from '../../../../core/contract/dialer';
import type { SupervisionMode } from '../../../../core/contract/dialer-socket';
import { formatTime } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Box, Button, EmptyState, Row, Select, Text, TextInput } from '../../../ui';
import { CellText, type Column, DeskPage, RecordList, textColumn, useOpen, useTableQuery } from '../../../ui/kit';
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
  const { query, change } = useTableQuery(['status']);
  const filter = query.filters.status?.[0];
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useOpen('agent');
  const [wish, setWish] = useState<Wish>();
  const agents = data?.agents;
  const q = typed.trim().toLowerCase();
  const rows = agents?.filter(
    (agent) =>
      (!filter || agent.status === filter) &&
      (process === '' || agent.processName === process) &&
      (q === '' || agent.fullName.toLowerCase().includes(q) || agent.username.toLowerCase().includes(q)),
  );
  // One that is chosen stays on offer when its last agent leaves it.
  const processes = [
    ...new Set([...(agents ?? []).map(({ processName }) => processName), ...(process ? [process] : [])]),
  ];
  const clear = () => {
    change({ filters: {} });
    setTyped('');
    setProcess('');
    setPortfolio('');
  };
  const columns = useMemo(() => columnsOf((agent, mode) => setWish({ agent, mode })), []);
  const problem = problemOf(error);
  const opened = agents?.find(({ username }) => username === open);

  return (
    <DeskPage beside={opened !== undefined}>
      <RecordList
        name="agent-monitor"
        title={t('Agent Monitor')}
        label={t('Agents')}
        noun={t('agents')}
        actions={
          data && (
            <Text size="small" tone="muted" role="status">
              {streamed
                ? t('Live, as of {time}', { time: formatTime(data.asOf, zone) })
                : t('Asked for every 2 seconds, as of {time}', { time: formatTime(data.asOf, zone) })}
            </Text>
          )
        }
        above={
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
        }
        tabs={[
          {
            name: 'status',
            label: t('Filter'),
            first: '',
            options: [
              { value: '', label: agents ? `${t('All')} ${agents.length}` : t('All') },
              ...AGENT_STATUSES.map((one) => ({
                value: one,
                label: `${t(STATUS_WORDS[one].label)} ${agents?.filter(({ status }) => status === one).length ?? ''}`,
              })),
            ],
          },
        ]}
        columns={columns}
        result={{ data: rows && { rows, total: 0 }, isPlaceholderData: false, dataUpdatedAt, refetch }}
        problem={problem && agents && !problem.offline ? { ...problem, title: t('Not up to date') } : problem}
        older={t('This is how it stood at {time}. It is asked for again every 2 seconds.', {
          time: formatTime(dataUpdatedAt, zone),
        })}
        zone={zone}
        query={query}
        change={change}
        keyOf={({ userId }) => userId}
        nameOf={({ fullName }) => fullName}
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
      {opened && <AgentPanel agent={opened} onClose={() => setOpen('')} />}
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
          <CellText quiet small>
            {username}
          </CellText>
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
    textColumn('status', t('Status'), ({ dialerStatus }) => dialerStatus && t(CHOICES[dialerStatus].label)),
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
          <CellText quiet small>
            {t('Not in a call')}
          </CellText>
        ),
    },
    textColumn('talk', t('Talk today'), ({ today }) => clockWords(today.talk), { end: true }),
    textColumn('idle', t('Idle today'), ({ today }) => clockWords(today.idle), { end: true, notOnPhone: true }),
    textColumn('break', t('Break today'), ({ today }) => clockWords(today.break), { end: true, notOnPhone: true }),
    textColumn('calls', t('Calls answered'), ({ calls }) => `${calls.answered} / ${calls.total}`, { end: true }),
  ];
}
