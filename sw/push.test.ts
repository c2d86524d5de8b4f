import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp, showPush } from './push';

type Shown = [title: string, options: NotificationOptions];

/** The worker's own world, with these windows open. */
function worker(windows: { visibilityState: 'visible' | 'hidden'; focused: boolean }[]) {
  const shown: Shown[] = [];
  const focus = vi.fn(async () => undefined);
  const openWindow = vi.fn(async (_path: string) => null);
  vi.stubGlobal('self', {
    clients: { matchAll: async () => windows.map((one) => ({ ...one, focus })), openWindow },
    registration: { showNotification: async (...one: Shown) => void shown.push(one) },
  });
  return { shown, focus, openWindow };
}
/** As a browser hands it over: `json()` throws at what is no JSON. */
const push = (text: string | null) =>
  ({ data: text === null ? null : { json: () => JSON.parse(text) as unknown } }) as PushEvent;

afterEach(() => vi.unstubAllGlobals());

describe('a push', () => {
  it.each<[string, string | null, string]>([
    ['with an id', '{"alertId":"01930000-0000-7000-8000-000000000001"}', '01930000-0000-7000-8000-000000000001'],
    ['with an id that is none', '{"alertId":7}', 'alert'],
    ['with more than it should say', '{"alertId":"a1","customerName":"Asha Kulkarni"}', 'a1'],
    ['of another kind', '"alert"', 'alert'],
    ['with null', 'null', 'alert'],
    ['that cannot be read', '<html>', 'alert'],
    ['without data', null, 'alert'],
  ])('%s shows one notification, which names nobody', async (_, text, tag) => {
    const { shown } = worker([]);
    await showPush(push(text));
    expect(shown).toEqual([
      [
        'Recoup',
        { body: 'You have an alert. Open Recoup to see it.', tag, icon: '/icons/icon-192.png', silent: false },
      ],
    ]);
  });

  it.each([
    ['none is open', [], false],
    ['one is hidden', [{ visibilityState: 'hidden', focused: false }], false],
    ['one is seen, and another window has the keys', [{ visibilityState: 'visible', focused: false }], false],
    [
      'somebody works in the second',
      [
        { visibilityState: 'hidden', focused: false },
        { visibilityState: 'visible', focused: true },
      ],
      true,
    ],
  ] as const)('where %s of the windows makes a sound unless the app has its toast', async (_, windows, silent) => {
    const { shown } = worker([...windows]);
    await showPush(push('{"alertId":"a1"}'));
    expect(shown.map(([, options]) => options.silent)).toEqual([silent]);
  });
});

describe('a click on it', () => {
  it('brings the window that is open to the front', async () => {
    const { focus, openWindow } = worker([{ visibilityState: 'hidden', focused: false }]);
    await openApp();
    expect(focus).toHaveBeenCalledTimes(1);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('opens one where none is', async () => {
    const { focus, openWindow } = worker([]);
    await openApp();
    expect(focus).not.toHaveBeenCalled();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith('/');
  });
});
