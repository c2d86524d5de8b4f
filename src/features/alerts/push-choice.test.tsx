/** Whether this browser may be woken by alerts: asked after a click, told to the server, taken back from both. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, ApiContext } from '../../api';
import { UiProvider } from '../../ui';
import { PushChoice } from './components/push-choice';

const ENDPOINT = 'https://push.example/one';
const KEYS = { p256dh: 'a key', auth: 'a secret' };
const REFUSED = 'This browser does not allow notifications; its settings for this site can change that.';

/** A browser that was asked before (`permission`), answers like this when asked now, and is woken already or not. */
function browser({
  permission = 'default' as NotificationPermission,
  answer = 'granted' as NotificationPermission,
  subscribed = false,
}) {
  const held = { subscription: undefined as PushSubscription | undefined };
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
    unsubscribe: vi.fn(async () => {
      held.subscription = undefined;
      return true;
    }),
  } as unknown as PushSubscription;
  if (subscribed) held.subscription = subscription;
  const subscribe = vi.fn(async (_options: PushSubscriptionOptionsInit) => {
    held.subscription = subscription;
    return subscription;
  });
  const pushManager = { subscribe, getSubscription: async () => held.subscription ?? null };
  const requestPermission = vi.fn(async () => answer);
  vi.stubGlobal('Notification', { permission, requestPermission });
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => ({}),
      ready: Promise.resolve({ pushManager }),
    },
  });
  return { held, subscribe, requestPermission, subscription };
}

let calls: { id: string; body?: unknown }[];
let refuse: string | undefined;
function show() {
  const api = {
    call: async ({ id }: { id: string }, { body }: { body?: unknown }) => {
      calls.push({ id, ...(body !== undefined && { body }) });
      if (id === refuse) throw new Error('The server is away');
      return { success: true, data: { publicKey: 'the server’s key' } };
    },
  } as unknown as Api;
  return render(
    <UiProvider>
      <ApiContext value={api}>
        <PushChoice />
      </ApiContext>
    </UiProvider>,
  );
}
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  calls = [];
  refuse = undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('the choice to be woken', () => {
  it('is on once the browser allowed it and the server knows where to', async () => {
    const { subscribe, requestPermission } = browser({});
    show();
    await screen.findByText('Alerts can also come when this window is closed. They name nobody.');
    expect(requestPermission).not.toHaveBeenCalled();
    await click('Notify me');
    await screen.findByText('Alerts also come when this window is closed. They name nobody.');
    expect(subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: 'the server’s key',
    });
    expect(calls).toEqual([
      { id: 'alerts.pushKey' },
      { id: 'alerts.pushSubscribe', body: { endpoint: ENDPOINT, keys: KEYS } },
    ]);
  });

  it('is taken back from the server and from the browser', async () => {
    const { held, subscription } = browser({ permission: 'granted', subscribed: true });
    show();
    await click('Stop notifying me');
    await screen.findByRole('button', { name: 'Notify me' });
    expect(calls).toEqual([{ id: 'alerts.pushUnsubscribe', body: { endpoint: ENDPOINT } }]);
    expect(subscription.unsubscribe).toHaveBeenCalledTimes(1);
    expect(held.subscription).toBeUndefined();
  });

  it('is not offered where the browser was told no before', async () => {
    const { requestPermission } = browser({ permission: 'denied' });
    show();
    await screen.findByText(REFUSED);
    expect(screen.queryByRole('button')).toBeNull();
    expect(requestPermission).not.toHaveBeenCalled();
  });

  it('says so where the browser is told no now, and asks the server nothing', async () => {
    const { subscribe } = browser({ answer: 'denied' });
    show();
    await click('Notify me');
    await screen.findByText(REFUSED);
    expect(subscribe).not.toHaveBeenCalled();
    expect(calls).toEqual([]);
  });

  it('stays on offer where the question was closed without an answer', async () => {
    const { subscribe, requestPermission } = browser({ answer: 'default' });
    show();
    await click('Notify me');
    await waitFor(() => expect(requestPermission).toHaveBeenCalledTimes(1));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Notify me' }).getAttribute('aria-busy')).not.toBe('true'),
    );
    expect(screen.queryByText(REFUSED)).toBeNull();
    expect(subscribe).not.toHaveBeenCalled();
  });

  it.each(['alerts.pushKey', 'alerts.pushSubscribe'])('is still off, with a word, when %s fails', async (id) => {
    browser({});
    refuse = id;
    show();
    await click('Notify me');
    await screen.findByText('This browser could not be set up for alerts');
    expect(screen.getByRole('button', { name: 'Notify me' })).toBeTruthy();
  });
});
