/**
 * One session from sign-in to lock. No React: a store that the provider turns into contexts.
 *
 *   out ──signIn──▶ (page reloads) ──▶ opening ──▶ open ──lock──▶ out
 *                                        │  └─▶ broken ──retry──▶ opening
 *                                        └─▶ out   nothing to unlock: kill -9, expiry, another tab signed out
 */
import type { Profile } from '../../core/contract/auth';
import type { RuntimeConfig } from '../../core/contract/system';
import { carriesLoans, isFieldRole, parseRole } from '../../core/domain/roles';
import { chosenLanguage, keepLanguage } from '../i18n/language-choice';
import type {
  KnownUser,
  LockReason,
  OfflineEngine,
  OtherDevices,
  Store,
  UnlockedSession,
  Vault,
} from '../offline/types';
import { chooseTheme, storedTheme } from '../ui';
import type { Device } from './device';
import { ACTIVITY, keepClockOffset, msToExpiry, overAtStart, storedUser } from './stored-session';

export interface Problem {
  title: string;
  todo: string;
}

export type AppSession =
  | { phase: 'out'; ended: string | null; wasField: boolean }
  | { phase: 'opening'; profile: Profile }
  | { phase: 'open'; profile: Profile; offline: boolean; engine: OfflineEngine | undefined; device: Device }
  | { phase: 'broken'; profile: Profile; problem: Problem };

export interface SignInDesk {
  phase: 'starting' | 'ready' | 'failed';
  problem: Problem | null;
  config: RuntimeConfig | null;
  known: KnownUser[];
}

type Target = (profile: Profile) => string;

export interface SessionControl {
  session: Store<AppSession>;
  desk: Store<SignInDesk>;
  /** Answers what the user must hear first; undefined when the page is on its way to `target`. */
  signIn(login: string, password: string, target: Target): Promise<OtherDevices | undefined>;
  /** Signs in by one of the vault's ways. */
  enter(act: (vault: Vault) => Promise<UnlockedSession>, target: Target): Promise<void>;
  vault(): Promise<Vault>;
  lock(reason: LockReason): Promise<void>;
  /** Starts again after `failed` or `broken`. */
  retry(): void;
  stop(): void;
}

const EXPIRED = 'Your session has ended. Please sign in again.';
const REASONS = {
  // Nothing to be told, and nobody comes back to the page that was left: whoever is next may be somebody else.
  logout: '',
  idle: 'You were signed out because nothing happened for 10 minutes. What you saved is safe.',
  'session-ended': EXPIRED,
  withdrawn: 'This phone has been withdrawn. What you saved goes to your supervisor; the rest is erased.',
} as const;
const EVICTED =
  'This browser removed what was stored on this device. What the server confirmed is safe. Sign in to load your work again.';
const OTHER_TAB = 'You were signed out in another tab.';

/** What the next page says once after a sign-in, kept across its reload. */
export const SIGN_IN_NOTICE = 'recoup.sign-in-notice';
/** Set by the dialer's screen once a session was sent on by itself. */
export const DIALER_SENT = 'recoup.dialer-sent';
const OFFLINE_NOTICE = 'Signed in without a network. What you save stays on this phone and goes out by itself.';
/** Specification section 9: the token is renewed this long before it ends. */
const AHEAD_MS = 300_000;
const RETRY_MS = 60_000;

const UNREACHABLE: Problem = {
  title: 'Recoup cannot reach its server',
  todo: 'The first start on this device needs a network. Check it, then try again.',
};
export const STORAGE: Problem = {
  title: 'This device’s storage cannot be opened',
  todo: 'Close other tabs of Recoup and leave private windows, free some space, then try again. Nothing was deleted.',
};

const isField = ({ role }: Profile): boolean => isFieldRole(parseRole(role));

function cell<T>(initial: T): Store<T> & { set(next: T): void } {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function startSession(
  loadDevice: () => Promise<Device>,
  go: (path: string) => void = (path) => location.replace(path),
): SessionControl {
  const user = storedUser();
  const over = user && overAtStart();
  const session = cell<AppSession>(
    user && !over
      ? { phase: 'opening', profile: user }
      : { phase: 'out', ended: over ? REASONS[over] : null, wasField: !!user && isField(user) },
  );
  const desk = cell<SignInDesk>({ phase: 'starting', problem: null, config: null, known: [] });
  let device = loadDevice();
  let renewal: ReturnType<typeof setTimeout> | undefined;

  /** Theme and language belong to the device, not to the user: they outlive the clearing of local storage. */
  async function lockDevice(reason: LockReason): Promise<void> {
    const theme = storedTheme();
    const language = chosenLanguage();
    await (await device).session.lock(reason);
    // The next sign-in of the dialer role is sent on to the dialer again.
    sessionStorage.removeItem(DIALER_SENT);
    if (theme !== 'system') chooseTheme(theme);
    if (language) keepLanguage(language);
  }

  function leave(ended: string | null) {
    clearTimeout(renewal);
    const before = session.get();
    if (before.phase === 'out') {
      // The emptied storage of another tab is seen before its reason is heard.
      if (ended && before.ended === OTHER_TAB) session.set({ ...before, ended });
      return;
    }
    if (before.phase === 'open') void before.engine?.close();
    session.set({ phase: 'out', ended, wasField: isField(before.profile) });
  }

  async function lock(reason: LockReason): Promise<void> {
    leave(REASONS[reason]);
    await lockDevice(reason);
    await showDesk(await device);
  }

  /** The sign-in with who was here before; anew after each lock, as a PIN may have been set and work may wait since. */
  async function showDesk(ready: Device): Promise<void> {
    const known = await ready.session.knownUsers().catch(() => []);
    desk.set({
      phase: 'ready',
      problem: null,
      config: ready.config,
      known: known.sort((a, b) => b.lastSignInAt - a.lastSignInAt),
    });
  }

  async function renew(): Promise<void> {
    const now = session.get();
    if (now.phase !== 'open') return;
    const token = await now.device.session.accessToken();
    if (session.get() !== now) return;
    // Only the server's own refusal ends a session. Without an answer it goes on offline, and has no expiry to count.
    if (token === undefined && localStorage.getItem('token') === null && !now.offline) return lock('session-ended');
    if ((msToExpiry() ?? 1) <= 0) localStorage.removeItem('expiry');
    schedule();
  }

  function schedule() {
    clearTimeout(renewal);
    const left = msToExpiry();
    renewal = setTimeout(renew, left === undefined ? RETRY_MS : Math.max(left - AHEAD_MS, RETRY_MS / 4));
  }

  async function open(): Promise<void> {
    const ready = await device;
    await showDesk(ready);
    const before = session.get();
    if (before.phase !== 'opening') {
      if (before.phase === 'out' && ready.session.evicted()) session.set({ ...before, ended: EVICTED });
      if (over) await lockDevice(over);
      return;
    }
    const unlocked = await ready.session.current();
    if (!unlocked) {
      const evicted = ready.session.evicted();
      // What was kept twice is here again.
      if (evicted) await showDesk(ready);
      leave(evicted ? EVICTED : EXPIRED);
      return lockDevice('session-ended');
    }
    const engine = carriesLoans(parseRole(unlocked.profile.role)) ? await ready.openEngine(unlocked) : undefined;
    if (session.get() !== before) {
      await engine?.close();
      return;
    }
    session.set({ phase: 'open', profile: unlocked.profile, offline: unlocked.offline, engine, device: ready });
    schedule();
  }

  function fail(error: unknown) {
    const problem = desk.get().phase === 'ready' ? STORAGE : UNREACHABLE;
    console.error('Recoup could not start', error);
    if (desk.get().phase !== 'ready') desk.set({ ...desk.get(), phase: 'failed', problem });
    const now = session.get();
    if (now.phase === 'opening') session.set({ phase: 'broken', profile: now.profile, problem });
  }

  const begin = () => {
    open().catch(fail);
    device
      .then((ready) => ready.session.onLock((reason) => leave(REASONS[reason] || OTHER_TAB)))
      .catch(() => undefined);
  };

  /** Another tab signed out, or signed in as somebody else. */
  function onStorage(event: StorageEvent) {
    if (event.key !== null && event.key !== 'user') return;
    const now = session.get();
    const held = storedUser();
    if (now.phase === 'out') {
      // Signed in elsewhere: this tab takes it up from the start, as after a sign-in of its own.
      if (held) go(location.pathname + location.search);
    } else if (!held) leave(OTHER_TAB);
    else if (held.id !== now.profile.id) go('/');
  }

  const vault = async () => (await device).session.vault();

  function arrive({ profile, tokens, offline, notice }: UnlockedSession, target: Target): void {
    if (tokens && !offline) keepClockOffset(tokens.serverTime);
    else localStorage.removeItem('expiry');
    localStorage.setItem(ACTIVITY, String(Date.now()));
    if (notice || offline) sessionStorage.setItem(SIGN_IN_NOTICE, notice ?? OFFLINE_NOTICE);
    go(target(profile));
  }

  const onOnline = () => void renew();
  addEventListener('storage', onStorage);
  addEventListener('online', onOnline);
  begin();

  return {
    session,
    desk,
    lock,
    async signIn(login, password, target) {
      const unlocked = await (await device).session.signIn(login, password, 'email-or-username');
      const { profile } = unlocked;
      const otherDevices = (unlocked.otherDevices ?? []).filter(({ unsent }) => unsent !== 0);
      const proceed = () => arrive(unlocked, target);
      if (otherDevices.length > 0 && carriesLoans(parseRole(profile.role))) return { otherDevices, proceed };
      proceed();
    },
    vault,
    enter: async (act, target) => arrive(await act(await vault()), target),
    retry() {
      const now = session.get();
      if (desk.get().phase === 'failed') {
        desk.set({ ...desk.get(), phase: 'starting', problem: null });
        device = loadDevice();
      }
      if (now.phase === 'broken') session.set({ phase: 'opening', profile: now.profile });
      begin();
    },
    stop() {
      clearTimeout(renewal);
      removeEventListener('storage', onStorage);
      removeEventListener('online', onOnline);
    },
  };
}
