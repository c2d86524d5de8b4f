import { useState } from 'react';
import { maskMobile } from '../../../../core/domain/masking';
import { type CurrentCall, useDialer } from '../../../dialer';
import { t } from '../../../i18n';
import { Badge, Button, chakra, Field, Heading, IconButton, Row, Stack, Text, TextInput } from '../../../ui';
import { spokenKey } from '../dialer-keys';
import { END_WORDS, STATE_WORDS } from '../words';
import { Timer } from './timer';

const Panel = chakra('aside', {
  base: {
    position: 'fixed',
    zIndex: 'overlay',
    insetInlineEnd: { base: '2', md: '4' },
    // Toasts come up from the foot, three at a time, and Hold and End must never lie under them: on a desk it hangs below the strip
    // that opens it, on a phone it stands above one toast and the bar.
    top: { md: '6.75rem' },
    bottom: { base: 'calc(8rem + env(safe-area-inset-bottom))', md: 'auto' },
    width: 'min(22rem, calc(100vw - 1rem))',
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    padding: '4',
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    boxShadow: 'card',
  },
});

/** The call window, maximised. Minimised, the strip's button is what remains of it. */
export function CallPanel({ onMinimise }: { onMinimise: () => void }) {
  const dialer = useDialer();
  if (!dialer) return null;
  const { view } = dialer;
  return (
    <Panel aria-label={t('Call')}>
      <Row apart>
        <Heading as="h2">{view.call ? maskMobile(view.call.number) : t('A call without details')}</Heading>
        <IconButton icon="down" label={t('Minimise the call')} small onClick={onMinimise} />
      </Row>
      {view.call ? (
        <CallBody call={view.call} />
      ) : (
        <Text>{t('The dialer has not said anything about this call. “Dialer Unfreeze” ends it.')}</Text>
      )}
    </Panel>
  );
}

function CallBody({ call }: { call: CurrentCall }) {
  const dialer = useDialer();
  const [asking, setAsking] = useState<'conference' | 'transfer'>();
  if (!dialer) return null;
  const { view, actions } = dialer;
  const off = view.connection !== 'connected' || view.holder !== 'here';
  const connected = call.answeredAt !== null && !call.ended;
  const state = view.state ? STATE_WORDS[view.state] : null;
  return (
    <>
      <Row gap="2">
        {state && (
          <Badge tone={state.tone} icon={state.icon}>
            {t(state.label)}
          </Badge>
        )}
        <Text as="span" tone="muted">
          <Timer since={Date.parse(call.ended?.at ?? call.answeredAt ?? call.offeredAt)} />
        </Text>
        {call.loanNumber && <Text as="span">{call.loanNumber}</Text>}
      </Row>
      {view.supervised && <Text size="small">{t('{name} is in this call', { name: view.supervised.by })}</Text>}
      {call.ended && <Text>{t(END_WORDS[call.ended.reason])}</Text>}
      <Row gap="2">
        {connected && (
          <>
            <Button
              small
              disabled={off}
              aria-pressed={call.muted}
              aria-keyshortcuts={spokenKey('mute')}
              onClick={() => actions.mute(!call.muted)}
            >
              {call.muted ? t('Unmute') : t('Mute')}
            </Button>
            <Button
              small
              disabled={off}
              aria-pressed={call.held}
              aria-keyshortcuts={spokenKey('hold')}
              onClick={() => actions.hold(!call.held)}
            >
              {call.held ? t('Take back') : t('Hold')}
            </Button>
            <Button small disabled={off || call.held} onClick={() => setAsking('conference')}>
              {t('Conference')}
            </Button>
            <Button small disabled={off} onClick={() => setAsking('transfer')}>
              {t('Transfer')}
            </Button>
          </>
        )}
        {!call.ended && (
          <Button
            small
            look="danger"
            disabled={off}
            aria-keyshortcuts={spokenKey('end')}
            onClick={() => actions.release()}
          >
            {t('End call')}
          </Button>
        )}
        {call.ended && (
          <Button
            small
            look="primary"
            disabled={off}
            aria-keyshortcuts={spokenKey('done')}
            onClick={() => actions.markDone()}
          >
            {t('Mark as done')}
          </Button>
        )}
      </Row>
      {asking && connected && <WhoElse kind={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

/** Whom to take in or hand over to. */
function WhoElse({ kind, onClose }: { kind: 'conference' | 'transfer'; onClose: () => void }) {
  const dialer = useDialer();
  const [to, setTo] = useState('');
  const isNumber = /^\d{10}$/.test(to.trim());
  const good = kind === 'conference' ? isNumber : isNumber || /^[^\s\d]\S{0,63}$/.test(to.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!good || !dialer) return;
        if (kind === 'conference') dialer.actions.conference(to.trim());
        else dialer.actions.transfer(to.trim());
        onClose();
      }}
    >
      <Stack gap="2">
        <Field label={kind === 'conference' ? t('Mobile number to take in') : t('Agent or mobile number')}>
          <TextInput value={to} onChange={setTo} autoFocus maxLength={64} />
        </Field>
        <Row gap="2">
          <Button small type="submit" look="primary" disabled={!good}>
            {kind === 'conference' ? t('Take in') : t('Hand over')}
          </Button>
          <Button small onClick={onClose}>
            {t('Cancel')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
