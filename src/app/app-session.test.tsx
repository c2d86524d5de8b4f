import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionTokens } from '../../core/contract/auth';
import type { DeviceSession, OfflineEngine, UnlockedSession } from '../offline/types';
import { type SessionControl, startSession } from './app-session';
import type { Device } from './device';
import { profileFor } from './profile-for-tests';
import { targetAfterSignIn } from './session-provider';

const agent = profileFor('CRM_FIELDAGENT');
const minutes = (count: number) => count * 60_000;
const inMinutes = (count: number) => new Date(Date.now() + minutes(count)).toISOString();

function store(expiry: string | null, profile = agent) {
  localStorage.setItem('user', JSON.stringify(profile));
  localStorage.setItem('token', 'token');
  if (expiry) localStorage.setItem('expiry', expiry);
}

/** A device that answers as told and writes down what was asked of it. */
function deviceWith(
  given: {
    unlocked?: boolean;
    evicted?: boolean;
    offline?: boolean;
    failsToOpen?: () => boolean;
    role?: string;
    otherDevices?: UnlockedSession['otherDevices'];
    /** Asked for the token: a device would renew it now. */
    onToken?: () => void;
  } = {},
) {
  const asked: string[] = [];
  const unlocked = (offline: boolean): UnlockedSession => ({
    profile: given.role ? { ...agent, role: { ...agent.role, name: given.role } } : agent,
    ...(given.otherDevices && { otherDevices: given.otherDevices }),
    tokens: offline ? null : ({ serverTime: new Date().toISOString() } as SessionTokens),
    offline,
    deviceKey: {} as CryptoKey,
    keyId: 'key',
    deviceId: 'device',
    recovered: true,
  });
  const session: DeviceSession = {
    knownUsers: async () => [
      {
        userId: agent.id,
        username: 'meera',
        lastSignInAt: 1,
        unsent: 2,
        pin: asked.includes('pin'),
        wantsPassword: false,
      },
    ],
    current: async () => (given.unlocked === false ? undefined : unlocked(given.offline ?? false)),
    signIn: async () => {
      store(inMinutes(-60));
      return unlocked(given.offline ?? false);
    },
    lock: async (reason) => {
      asked.push(`lock ${reason}`);
      localStorage.clear();
    },
    evicted: () => given.evicted ?? false,
    onLock: () => () => {},
    accessToken: async () => {
      asked.push('token');
      given.onToken?.();
      return localStorage.getItem('token') ?? undefined;
    },
    renew: async () => 'unreachable',
    vault: async () => {
      throw new Error('not asked for');
    },
    withdraw: async () => undefined,
  };
  const engine = {
    close: async () => {
      asked.push('engine closed');
    },
  } as unknown as OfflineEngine;
  const device = {
    config: { demo: false },
    session,
    openEngine: async () => {
      if (given.failsToOpen?.()) throw new Error('The database is damaged');
      asked.push('engine opened');
      return engine;
    },
  } as unknown as Device;
  return { device, asked };
}

let control: SessionControl | undefined;
const start = (device: Device | Error, go: (path: string) => void = () => {}) => {
  control = startSession(async () => {
    if (device instanceof Error) throw device;
    return device;
  }, go);
  return control;
};
const phase = () => control?.session.get().phase;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  control?.stop();
  vi.restoreAllMocks();
});

describe('at the start', () => {
  it('nobody is signed in: out, and the login screen knows who was here', async () => {
    const { device } = deviceWith();
    start(device);
    expect(phase()).toBe('out');
    await vi.waitFor(() => expect(control?.desk.get().known).toMatchObject([{ username: 'meera', unsent: 2 }]));
  });

  it('after a lock it knows of the PIN that was set since', async () => {
    store(inMinutes(10));
    const { device, asked } = deviceWith();
    start(device);
    await vi.waitFor(() => expect(phase()).toBe('open'));
    expect(control?.desk.get().known).toMatchObject([{ pin: false }]);
    asked.push('pin');
    await control?.lock('logout');
    expect(control?.desk.get().known).toMatchObject([{ pin: true }]);
  });

  it('somebody is: the engine opens', async () => {
    store(inMinutes(10));
    const { device, asked } = deviceWith();
    start(device);
    expect(phase()).toBe('opening');
    await vi.waitFor(() => expect(phase()).toBe('open'));
    expect(asked).toEqual(['engine opened']);
  });

  it('an expiry in the past counts as an expired session, and is cleared', async () => {
    store(inMinutes(-1));
    const { device, asked } = deviceWith();
    start(device);
    expect(control?.session.get()).toMatchObject({ phase: 'out', wasField: true });
    await vi.waitFor(() => expect(asked).toEqual(['lock session-ended']));
  });

  it.each([
    ['online', inMinutes(5), 11, 'lock idle'],
    ['offline', null, 11, 'lock idle'],
    ['offline, for days', null, 3 * 1440, 'lock idle'],
    ['offline', null, 9, 'engine opened'],
    ['offline, by a clock that was put back since', null, -60, 'engine opened'],
    ['online, and the token is over too', inMinutes(-1), 11, 'lock session-ended'],
  ])(
    'closed while signed in %s (expiry %s), opened again %d minutes after the last touch: %s',
    async (_, expiry, ago, seen) => {
      store(expiry);
      localStorage.setItem('recoup.activity', String(Date.now() - minutes(ago)));
      const { device, asked } = deviceWith({ offline: expiry === null });
      start(device);
      expect(phase()).toBe(seen === 'engine opened' ? 'opening' : 'out');
      await vi.waitFor(() => expect(asked).toEqual([seen]));
    },
  );

  it('a phone whose clock is two days fast is not signed out by it', async () => {
    store(new Date(Date.now() - minutes(2 * 1440) + minutes(10)).toISOString());
    localStorage.setItem('recoup.clock', String(-minutes(2 * 1440)));
    start(deviceWith().device);
    await vi.waitFor(() => expect(phase()).toBe('open'));
  });

  it('a sign-in made offline has no expiry and holds', async () => {
    store(null);
    start(deviceWith({ offline: true }).device);
    await vi.waitFor(() => expect(control?.session.get()).toMatchObject({ phase: 'open', offline: true }));
  });

  it.each([
    [false, /^Your session has ended/],
    [true, /^This browser removed what was stored/],
  ])('local storage without its key: out (removed by the browser: %s)', async (evicted, words) => {
    store(inMinutes(10));
    const { device, asked } = deviceWith({ unlocked: false, evicted });
    start(device);
    await vi.waitFor(() =>
      expect(control?.session.get()).toMatchObject({ phase: 'out', ended: expect.stringMatching(words) }),
    );
    await vi.waitFor(() => expect(asked).toEqual(['lock session-ended']));
  });

  it('what was removed while nobody was signed in is said on the login screen', async () => {
    start(deviceWith({ evicted: true }).device);
    await vi.waitFor(() =>
      expect(control?.session.get()).toMatchObject({
        phase: 'out',
        ended: expect.stringMatching(/^This browser removed/),
      }),
    );
  });

  it.each(['{', '{"id":7}', JSON.stringify({ ...agent, role: { name: 'ROOT' } })])(
    'a damaged stored user (%s) is nobody, which is logged without a word of it and said nowhere',
    async (user) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      store(inMinutes(10));
      localStorage.setItem('user', user);
      const { device, asked } = deviceWith();
      start(device);
      expect(control?.session.get()).toEqual({ phase: 'out', ended: null, wasField: false });
      expect(log.mock.calls).toEqual([['Unreadable', 'user']]);
      await vi.waitFor(() => expect(control?.desk.get().phase).toBe('ready'));
      expect(control?.desk.get().problem).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  it('a token whose end cannot be read is logged, and the session goes on', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    store('the day after');
    start(deviceWith().device);
    await vi.waitFor(() => expect(phase()).toBe('open'));
    expect(log).toHaveBeenCalledWith('Unreadable', 'expiry');
    expect(JSON.stringify(log.mock.calls)).not.toContain('the day after');
  });

  it('nothing is logged where nothing is stored, or all of it is whole', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    start(deviceWith().device);
    control?.stop();
    store(null);
    start(deviceWith({ offline: true }).device);
    await vi.waitFor(() => expect(phase()).toBe('open'));
    expect(log).not.toHaveBeenCalled();
  });

  it('storage that cannot be opened has a screen, keeps everything, and opens when tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    store(inMinutes(10));
    let damaged = true;
    const { device, asked } = deviceWith({ failsToOpen: () => damaged });
    start(device);
    await vi.waitFor(() => expect(phase()).toBe('broken'));
    expect(asked).toEqual([]);
    expect(localStorage.getItem('token')).toBe('token');
    damaged = false;
    control?.retry();
    await vi.waitFor(() => expect(phase()).toBe('open'));
  });

  it('a device that never reached its server says so on the login screen', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    start(new Error('offline'));
    await vi.waitFor(() => expect(control?.desk.get()).toMatchObject({ phase: 'failed' }));
    expect(control?.desk.get().problem?.title).toBe('Recoup cannot reach its server');
  });
});

describe('while open', () => {
  async function opened(given = {}) {
    store(inMinutes(10));
    const { device, asked } = deviceWith(given);
    const went: string[] = [];
    start(device, (path) => went.push(path));
    await vi.waitFor(() => expect(phase()).toBe('open'));
    return { asked, went };
  }

  it('locking closes the engine, clears local storage, and keeps the theme', async () => {
    localStorage.setItem('recoup.theme', 'contrast');
    const { asked } = await opened();
    await control?.lock('idle');
    expect(asked).toEqual(['engine opened', 'engine closed', 'lock idle']);
    expect(phase()).toBe('out');
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('recoup.theme')).toBe('contrast');
  });

  it('another tab signs out: this one too', async () => {
    const { asked } = await opened();
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(control?.session.get()).toMatchObject({ phase: 'out', ended: 'You were signed out in another tab.' });
    expect(asked).toContain('engine closed');
  });

  it('another tab signs in as somebody else: this one starts afresh', async () => {
    const { went } = await opened();
    store(inMinutes(10), { ...agent, id: '01930000-0000-7000-8000-000000000002' });
    dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    expect(went).toEqual(['/']);
  });
});

describe('the token is asked for anew', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const times = (asked: string[]) => asked.filter((what) => what === 'token').length;

  async function opened(clock: number, given: Parameters<typeof deviceWith>[0] = {}) {
    if (clock) localStorage.setItem('recoup.clock', String(clock));
    store(new Date(Date.now() + clock + minutes(15)).toISOString());
    const { device, asked } = deviceWith(given);
    start(device);
    await vi.advanceTimersByTimeAsync(0);
    expect(phase()).toBe('open');
    return asked;
  }

  it.each([
    ['a clock that is right', 0],
    ['a clock that is two days slow', minutes(2 * 1440)],
  ])('five minutes before it ends and no earlier, by %s; then before the next one ends', async (_, clock) => {
    const asked = await opened(clock, {
      onToken: () => store(new Date(Date.now() + clock + minutes(15)).toISOString()),
    });
    await vi.advanceTimersByTimeAsync(minutes(15) - 300_001);
    expect(times(asked)).toBe(0);
    await vi.advanceTimersByTimeAsync(2);
    expect(times(asked)).toBe(1);
    // The new one ends fifteen minutes after it was given, which was at 300,000 before the old one's end.
    await vi.advanceTimersByTimeAsync(minutes(10) - 2);
    expect(times(asked)).toBe(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(times(asked)).toBe(2);
  });

  it('again every fifteen seconds while nothing answers, and once a minute when it has ended', async () => {
    const asked = await opened(0);
    await vi.advanceTimersByTimeAsync(minutes(10));
    expect(times(asked)).toBe(1);
    await vi.advanceTimersByTimeAsync(minutes(1));
    expect(times(asked)).toBe(5);
    await vi.advanceTimersByTimeAsync(minutes(4));
    expect(localStorage.getItem('expiry')).toBeNull();
    const ended = times(asked);
    await vi.advanceTimersByTimeAsync(minutes(3));
    expect(times(asked)).toBe(ended + 3);
    expect(phase()).toBe('open');
  });

  it('as soon as a network is back; and no more once the device is locked', async () => {
    const asked = await opened(0);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(times(asked)).toBe(1);
    await control?.lock('idle');
    await vi.advanceTimersByTimeAsync(minutes(20));
    expect(times(asked)).toBe(1);
  });
});

describe('signing in', () => {
  it('reloads onto where the user wanted to go', async () => {
    const went: string[] = [];
    start(deviceWith().device, (path) => went.push(path));
    await control?.signIn('meera', 'secret', () => '/field-agent-loans');
    expect(went).toEqual(['/field-agent-loans']);
    // The ten minutes count from here, should the app be closed before its watch is loaded.
    expect(Date.now() - Number(localStorage.getItem('recoup.activity'))).toBeLessThan(60_000);
  });

  it.each([
    ['CRM_FieldAgent', 2, true],
    ['CRM_TeleCaller', 2, true],
    ['COLLECTOR', 2, true],
    ['CRM_FieldAgent', null, true],
    // Nothing waited there when it was last heard of.
    ['CRM_FieldAgent', 0, false],
    // Nothing of theirs waits on a device.
    ['CRM_Manager', 2, false],
  ])('on a new device says first what another one may hold, to a %s with %s unsent: %s', async (role, unsent, told) => {
    const went: string[] = [];
    const lastSeenAt = new Date().toISOString();
    const may = { name: 'Windows · Chrome', lastSeenAt, unsent };
    const otherDevices = [may, { name: 'Linux · Firefox', lastSeenAt, unsent: 0 }];
    start(deviceWith({ role, otherDevices }).device, (path) => went.push(path));
    const pause = await control?.signIn('meera', 'secret', () => '/');
    expect(pause?.otherDevices).toEqual(told ? [may] : undefined);
    expect(went).toEqual(told ? [] : ['/']);
    pause?.proceed();
    expect(went).toEqual(['/']);
  });

  it('offline, with a token that has run out, is not an expired session after the reload', async () => {
    const { device } = deviceWith({ offline: true });
    start(device);
    await control?.signIn('meera', 'secret', () => '/');
    control?.stop();
    start(device);
    expect(phase()).toBe('opening');
  });

  it.each([
    ['/field-agent/loan?loanId=7', 'CRM_FIELDAGENT', '/field-agent/loan?loanId=7'],
    ['/field-agent/loan?loanId=7', 'CRM_MANAGER', '/'],
    ['/login', 'CRM_MANAGER', '/'],
    ['/?loan=7', 'CRM_MANAGER', '/?loan=7'],
    ['//evil.example/', 'CRM_MANAGER', '/'],
    ['https://evil.example/', 'CRM_MANAGER', '/'],
    [undefined, 'CRM_MANAGER', '/'],
  ])('from %s as %s leads to %s', (from, role, target) => {
    expect(targetAfterSignIn(from, role)).toBe(target);
  });
});
