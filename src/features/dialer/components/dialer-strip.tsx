/**
 * The telecaller's part of the top bar (specification 2.5): connection, status, agent status, Unfreeze, the call. It starts
 * the dialer and is on every screen of a telecaller, so that a drop is announced and not discovered.
 */
import { useEffect, useRef } from 'react';
import { DIALER_PORT } from '../../../../core/contract/dialer-socket';
import { startDialer, useCallWindow, useDialer } from '../../../dialer';
import { t } from '../../../i18n';
import { Badge, Button, chakra, IconButton, showToast, Text } from '../../../ui';
import { useCallActivity } from '../../session';
import { useAgentStatus, useChooseStatus, useDialerName } from '../call-queries';
import { spokenKey, useDialerKeys } from '../dialer-keys';
import { CONNECTION_WORDS, STATE_WORDS, STATUS_WORDS } from '../words';
import { CallPanel } from './call-panel';
import { DialerTrouble } from './dialer-trouble';
import { PredictivePop } from './predictive-pop';
import { StatusMenu } from './status-menu';
import { Timer } from './timer';

const Strip = chakra('section', {
  base: {
    position: 'sticky',
    top: 'calc(3.25rem + env(safe-area-inset-top))',
    zIndex: 'bar',
    display: 'flex',
    alignItems: 'center',
    flexWrap: { base: 'nowrap', md: 'wrap' },
    gap: '2',
    overflowX: { base: 'auto', md: 'visible' },
    scrollbarWidth: 'none',
    minHeight: '2.75rem',
    paddingInline: { base: '3', md: '5' },
    paddingBlock: '1',
    background: 'surface',
    borderBottomWidth: 'var(--edge)',
    borderBottomStyle: 'solid',
    borderColor: 'line',
    '& > *': { flex: 'none' },
  },
});

export default function DialerStrip({ url = `ws://127.0.0.1:${DIALER_PORT}` }: { url?: string | undefined }) {
  const username = useDialerName();
  useEffect(
    () => startDialer({ url, username, onFailure: (message) => showToast(message, { tone: 'problem' }) }),
    [url, username],
  );
  const dialer = useDialer();
  const going = dialer?.view.call && !dialer.view.call.ended ? dialer.view.call : null;
  useCallActivity(going && Date.parse(going.offeredAt));
  const [size, setSize] = useCallWindow();
  const agent = useAgentStatus();
  const { refetch } = agent;
  const state = dialer?.view.state;
  // What the dialer says has changed is asked of the server as well, once the dialer has told it (every second).
  useEffect(() => {
    if (!state) return;
    const timer = setTimeout(() => void refetch(), 1500);
    return () => clearTimeout(timer);
  }, [state, refetch]);
  const choose = useChooseStatus();
  const status = useRef<HTMLButtonElement | null>(null);
  const turn = () => setSize(size === 'maximized' ? 'minimized' : 'maximized');
  useDialerKeys(
    dialer && {
      ...dialer,
      takeCalls: () => choose('Ready'),
      openStatus: () => {
        if (status.current?.getAttribute('aria-expanded') !== 'true') status.current?.click();
      },
      turnWindow: turn,
    },
  );
  if (!dialer) return null;
  const { view, actions } = dialer;
  const connection = CONNECTION_WORDS[view.connection];
  const word = agent.data && STATUS_WORDS[agent.data.status];
  const call = view.state ? STATE_WORDS[view.state] : null;

  return (
    <>
      <Strip aria-label={t('Dialer')} data-dialer-strip>
        <Badge tone={connection.tone} icon={connection.icon} role="status" data-connection={view.connection}>
          {t(connection.label)}
          <Timer since={view.connectionSince} />
        </Badge>
        <StatusMenu button={status} />
        {view.state && view.since !== null && call && (
          <Badge tone={call.tone} icon={call.icon}>
            {t(call.label)}
            <Timer since={view.since} />
          </Badge>
        )}
        {view.callId && (
          <Button
            small
            icon="phone"
            aria-expanded={size === 'maximized'}
            aria-keyshortcuts={spokenKey('window')}
            onClick={turn}
          >
            {size === 'maximized' ? t('Minimise the call') : t('Show the call')}
          </Button>
        )}
        <span style={{ flex: 1 }} />
        <Text as="span" size="small" tone="muted">
          {t('Agent status')}
        </Text>
        {word ? (
          <Badge tone={word.tone} icon={word.icon}>
            {t(word.label)}
          </Badge>
        ) : (
          <Badge>{agent.error ? t('Unknown') : '…'}</Badge>
        )}
        <IconButton
          icon="sync"
          label={t('Refresh the agent status')}
          small
          aria-busy={agent.isFetching || undefined}
          onClick={() => void refetch()}
        />
        <Button
          small
          disabled={view.callId === null || view.holder !== 'here'}
          busy={view.unfreezing}
          title={view.callId === null ? t('Only while there is a call') : undefined}
          aria-keyshortcuts={spokenKey('unfreeze')}
          onClick={() => actions.unfreeze()}
        >
          {t('Dialer Unfreeze')}
        </Button>
      </Strip>
      <DialerTrouble />
      {view.callId && size === 'maximized' && <CallPanel onMinimise={() => setSize('minimized')} />}
      <PredictivePop />
    </>
  );
}
