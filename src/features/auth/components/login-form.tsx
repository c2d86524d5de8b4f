import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { said, t } from '../../../i18n';
import { Banner, Button, Field, IconButton, Stack, TextInput } from '../../../ui';
import { useSignIn } from '../../session';
import type { SignInPause } from './sign-in-step';

const SignInStep = lazy(() => import('./sign-in-step'));

export interface Typed {
  login: string;
  password: string;
}

/** Another language loads the page again: the name that was typed comes back, the password is never kept. */
export const keepTyped = ({ login }: Typed): void => history.replaceState({ ...history.state, login }, '');
export const typedBefore = (): Typed => ({ login: history.state?.login ?? '', password: '' });

/** `SignInError` of the engine, read by its shape: the login screen does not wait for the engine's code. */
function problemOf(error: unknown): { message: string; retryAt: number | null } {
  const retryAt = error instanceof Error && 'retryAt' in error ? error.retryAt : null;
  return {
    message: error instanceof Error ? said(error.message) : t('Signing in did not work. Try again.'),
    retryAt: typeof retryAt === 'number' ? retryAt : null,
  };
}

/** Whole seconds until `at`, counted down; 0 when it has passed. */
function useSecondsUntil(at: number | null): number {
  const [now, setNow] = useState(Date.now);
  const left = at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000));
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [counting]);
  return left;
}

function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const listener = () => setOnline(navigator.onLine);
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  }, []);
  return online;
}

/** User name or email and password. What was typed stays after a failure; nothing is sent twice. */
export function LoginForm({ typed, onTyped }: { typed: Typed; onTyped: (typed: Typed) => void }) {
  const { phase, problem, retry, signIn, ended } = useSignIn();
  const [busy, setBusy] = useState(false);
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [missing, setMissing] = useState<{ login?: string; password?: string }>({});
  const [failure, setFailure] = useState<{ message: string; retryAt: number | null }>();
  const [pause, setPause] = useState<SignInPause>();
  const password = useRef<HTMLInputElement>(null);
  const wait = useSecondsUntil(failure?.retryAt ?? null);
  const online = useOnline();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || wait > 0) return;
    const gaps = {
      ...(typed.login.trim() ? {} : { login: t('Enter your user name or email') }),
      ...(typed.password ? {} : { password: t('Enter your password') }),
    };
    setMissing(gaps);
    if (gaps.login || gaps.password) return;
    setBusy(true);
    setFailure(undefined);
    try {
      // On success the page is loaded again; the button stays busy until then.
      setPause(await signIn(typed.login.trim(), typed.password));
    } catch (error) {
      setBusy(false);
      if (error instanceof Error && 'stake' in error) return setPause(error as SignInPause);
      setFailure(problemOf(error));
      password.current?.focus();
      password.current?.select();
    }
  }

  const onKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <>
      <form onSubmit={submit} noValidate method="post">
        <Stack gap="4">
          {phase === 'failed' && problem && (
            <Banner
              tone="danger"
              title={said(problem.title)}
              action={
                <Button small icon="sync" onClick={retry}>
                  {t('Try again')}
                </Button>
              }
            >
              {said(problem.todo)}
            </Banner>
          )}
          {failure ? (
            <Banner tone="danger" title={failure.message}>
              {wait > 0 && t('Try again in {wait} s.', { wait })}
            </Banner>
          ) : (
            ended && <Banner tone="info">{said(ended)}</Banner>
          )}
          {!online && (
            <Banner tone="offline" title={t('No network')}>
              {t('Signing in still works on a device where you have signed in before.')}
            </Banner>
          )}
          <Field label={t('User name or email')} required error={missing.login}>
            <TextInput
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="next"
              value={typed.login}
              onChange={(login) => onTyped({ ...typed, login })}
            />
          </Field>
          <Field
            label={t('Password')}
            required
            error={missing.password}
            hint={capsLock ? t('Caps Lock is on.') : undefined}
          >
            <TextInput
              ref={password}
              name="password"
              type={visible ? 'text' : 'password'}
              autoComplete="current-password"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              value={typed.password}
              onChange={(value) => onTyped({ ...typed, password: value })}
              onKeyDown={onKey}
              onKeyUp={onKey}
              after={
                <IconButton
                  icon={visible ? 'eyeOff' : 'eye'}
                  label={visible ? t('Hide password') : t('Show password')}
                  aria-pressed={visible}
                  onClick={() => setVisible(!visible)}
                />
              }
            />
          </Field>
          <Button type="submit" look="primary" wide busy={busy} disabled={wait > 0}>
            {busy ? t('Signing in') : t('Sign in')}
          </Button>
        </Stack>
      </form>
      {pause && (
        <Suspense>
          <SignInStep pause={pause} onCancel={() => setPause(undefined)} />
        </Suspense>
      )}
    </>
  );
}
