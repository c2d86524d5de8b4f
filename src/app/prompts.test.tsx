import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineContext, useStore } from '../features/session';
import type { OfflineEngine } from '../offline/types';
import { UiProvider } from '../ui';
import { catchInstallOffer, type InstallEvent } from './install-offer';
import { InstallPrompt, UpdatePrompt } from './prompts';
import { registerServiceWorker, updateState } from './service-worker';

/** The browser's library for the worker, as far as the page uses it; it has no worker behind it here. */
const worker = vi.hoisted(() => {
  const listeners = new Map<string, () => void>();
  return { listeners, skipWaiting: vi.fn() };
});
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(type: string, listener: () => void) {
      worker.listeners.set(type, listener);
    }
    messageSkipWaiting() {
      worker.skipWaiting();
    }
    async register() {}
  },
}));

/** The app's frame: the prompt, until something stands in its place. */
function Frame() {
  const { instead } = useStore(updateState);
  return instead ?? <UpdatePrompt />;
}

describe('the offer to install', () => {
  const DAY = 86_400_000;
  const today = Date.UTC(2026, 0, 15, 6);
  const title = 'Keep Recoup on this phone';
  const open = () => render(<InstallPrompt />, { wrapper: UiProvider });

  /** What Chromium sends; its dialog ends with the given choice. */
  async function offer(outcome: 'accepted' | 'dismissed') {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: vi.fn(async () => undefined),
      userChoice: Promise.resolve({ outcome }),
    }) satisfies InstallEvent;
    dispatchEvent(event);
    // It is made a little later: here in the next turn of the event loop.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    return event;
  }

  beforeAll(() => catchInstallOffer(0));
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: today });
    localStorage.clear();
  });
  afterEach(() => {
    act(() => void dispatchEvent(new Event('appinstalled')));
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('comes with the browser’s own, which it holds back for its button, and goes when the app is installed', async () => {
    const { container } = open();
    expect(container.textContent).toBe('');
    const event = await offer('accepted');
    expect(event.defaultPrevented).toBe(true);
    await screen.findByText(title);
    screen.getByText(/^It opens from the home screen/);
    expect(event.prompt).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(event.prompt).toHaveBeenCalledTimes(1);
    act(() => void dispatchEvent(new Event('appinstalled')));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  });

  it.each([
    ['“Not now”', 'Not now'],
    ['a no in the browser’s dialog', 'Install'],
  ])('stays away for two weeks after %s', async (_, button) => {
    open();
    await offer('dismissed');
    fireEvent.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    for (const [days, shown] of [
      [0, false],
      [13.99, false],
      [14, true],
    ] as const) {
      cleanup();
      vi.setSystemTime(today + days * DAY);
      open();
      if (shown) await screen.findByText(title);
      else expect(screen.queryByText(title), `${days} days later`).toBeNull();
    }
  });

  it('is not made to an app that is installed', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (media) => ({ matches: media === '(display-mode: standalone)', media }) as MediaQueryList,
    );
    const { container } = open();
    await offer('accepted');
    expect(container.textContent).toBe('');
  });

  describe('on an iPhone', () => {
    beforeEach(() => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    });
    afterEach(() => Reflect.deleteProperty(navigator, 'standalone'));

    it('is the way through Safari, with no button that could not do it', async () => {
      open();
      await screen.findByText('In Safari, tap Share, then “Add to Home Screen”. It then works without a network.');
      expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
      await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    });

    it('is not made to the app on the home screen', () => {
      Object.defineProperty(navigator, 'standalone', { configurable: true, value: true });
      expect(open().container.textContent).toBe('');
    });
  });
});

describe('a new version', () => {
  it('is offered once it waits, lets what is being sent be answered, and then takes the screens’ place', async () => {
    const registration = Object.assign(new EventTarget(), { waiting: null, update: async () => undefined });
    const container = Object.assign(new EventTarget(), {
      controller: {},
      ready: Promise.resolve({ active: null }),
      register: vi.fn(async () => registration),
    });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
    let sending = 1;
    const heard = new Set<() => void>();
    const close = vi.fn(async () => undefined);
    const status = {
      get: () => ({ sending }),
      subscribe: (listener: () => void) => {
        heard.add(listener);
        return () => heard.delete(listener);
      },
    };
    render(
      <EngineContext value={{ status, close } as unknown as OfflineEngine}>
        <Frame />
      </EngineContext>,
      { wrapper: UiProvider },
    );
    await registerServiceWorker();
    expect(container.register).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Update ready')).toBeNull();

    // Being fetched is not yet being there.
    registration.dispatchEvent(new Event('updatefound'));
    await waitFor(() => expect(worker.listeners.has('waiting')).toBe(true));
    expect(screen.queryByText('Update ready')).toBeNull();
    act(() => worker.listeners.get('waiting')?.());
    await screen.findByText('Update ready');

    fireEvent.click(screen.getByRole('button', { name: 'Update now' }));
    expect(heard.size).toBe(1);
    expect(close).not.toHaveBeenCalled();
    screen.getByText('Update ready');
    sending = 0;
    act(() => {
      for (const listener of [...heard]) listener();
    });
    await screen.findByText('The new version is starting …');
    expect(screen.queryByText('Update ready')).toBeNull();
    expect(close).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(worker.skipWaiting).toHaveBeenCalledTimes(1));
  });
});
