import { useEffect, useState } from 'react';
import { t } from '../../../i18n';
import { Button, Row, showToast, Text } from '../../../ui';
import { usePush } from '../queries';

type State = 'unknown' | 'unavailable' | 'refused' | 'off' | 'on';

async function currentSubscription(): Promise<PushSubscription | null> {
  // Without a worker there is nobody to wake, and `ready` would wait for ever.
  if (!(await navigator.serviceWorker.getRegistration())) return null;
  return (await navigator.serviceWorker.ready).pushManager.getSubscription();
}

/** Whether this browser may be woken by alerts. The question of the browser comes only after a click. */
export function PushChoice() {
  const push = usePush();
  const [state, setState] = useState<State>('unknown');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const supported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
    if (!supported) return setState('unavailable');
    if (Notification.permission === 'denied') return setState('refused');
    let gone = false;
    currentSubscription()
      .then((held) => !gone && setState(held ? 'on' : 'off'))
      .catch(() => !gone && setState('unavailable'));
    return () => {
      gone = true;
    };
  }, []);

  async function turnOn() {
    const answer = await Notification.requestPermission();
    if (answer === 'denied') return setState('refused');
    // Closed without an answer: the browser will ask again.
    if (answer !== 'granted') return;
    const { pushManager } = await navigator.serviceWorker.ready;
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await push.key() });
    const { endpoint, keys } = made.toJSON();
    await push.subscribe({ endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } });
    setState('on');
  }
  async function turnOff() {
    const held = await currentSubscription();
    if (held) {
      await push.unsubscribe(held.endpoint);
      await held.unsubscribe();
    }
    setState('off');
  }
  const run = (what: () => Promise<void>) => async () => {
    setBusy(true);
    await what().catch(() => showToast(t('This browser could not be set up for alerts'), { tone: 'problem' }));
    setBusy(false);
  };

  if (state === 'unknown' || state === 'unavailable') return null;
  return (
    <Row apart gap="3">
      <Text size="small" tone="muted">
        {state === 'refused'
          ? t('This browser does not allow notifications; its settings for this site can change that.')
          : state === 'on'
            ? t('Alerts also come when this window is closed. They name nobody.')
            : t('Alerts can also come when this window is closed. They name nobody.')}
      </Text>
      {state === 'off' && (
        <Button small busy={busy} onClick={run(turnOn)}>
          {t('Notify me')}
        </Button>
      )}
      {state === 'on' && (
        <Button small busy={busy} onClick={run(turnOff)}>
          {t('Stop notifying me')}
        </Button>
      )}
    </Row>
  );
}
