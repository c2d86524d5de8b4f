import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { ResetOwner } from '../../../../core/contract/passwords';
import { said, t } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import type { OldPasswordStake } from '../../../offline/types';
import { paths } from '../../../routes';
import {
  Banner,
  Box,
  Button,
  Field,
  Heading,
  LinkButton,
  Mark,
  PageBody,
  Skeleton,
  Stack,
  Text,
  TextInput,
  useArea,
} from '../../../ui';
import { useSignIn } from '../../session';
import { ContactLink } from '../components/contact-link';
import { SecretInput } from '../components/secret-input';
import { stakeWords } from '../stake-words';

const NO_NETWORK = 'The server cannot be reached. A new password needs a network; try again when you have one.';

/** The link's token stands behind the #; it is taken out of the address, so that it stays in no history. */
function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (!token) return undefined;
  history.replaceState(history.state, '', location.pathname);
  return token;
}

/** /reset-password: asks for a mail, or, opened by its link, takes the new password, or settles a new e-mail address. */
export default function ResetPasswordPage() {
  useArea('field');
  const [token, setToken] = useState<string>();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const read = () => {
      const found = takeToken();
      if (found) setToken(found);
      setReady(true);
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  if (token && /^c[cu]_/.test(token)) return <ContactLink key={token} token={token} />;
  return (
    <PageBody maxWidth="phone" gap="6" paddingTop="max(2.5rem, 7dvh)" paddingBottom="10">
      <Stack gap="3">
        <Box>
          <Mark size="2.75rem" />
        </Box>
        <Heading as="h1" size="display">
          {token ? t('Choose a new password') : t('Forgot your password?')}
        </Heading>
      </Stack>
      {ready && (token ? <Choose key={token} token={token} /> : <Ask />)}
    </PageBody>
  );
}

const BackToSignIn = () => (
  <LinkButton look="plain" to={paths.login()} alignSelf="flex-start" icon="back" marginX="-2">
    {t('Back to sign-in')}
  </LinkButton>
);

function Ask() {
  const { vault, known } = useSignIn();
  const [login, setLogin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<{ minutes: number }>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!login.trim()) return setProblem(t('Enter your user name or email'));
    setBusy(true);
    setProblem(undefined);
    try {
      const word = await (await vault()).askForReset(login.trim());
      if (word.kind === 'done') setSent(word.data.data);
      else setProblem(word.kind === 'unreachable' ? t(NO_NETWORK) : said(word.message));
    } catch {
      setProblem(t(NO_NETWORK));
    }
    setBusy(false);
  }

  if (sent)
    return (
      <Stack gap="4">
        <Banner tone="info" title={t('Look into your mail')}>
          {t('If {login} has a mail address here, a link is on its way. It works once, for {minutes} minutes.', {
            login: login.trim(),
            minutes: sent.minutes,
          })}
        </Banner>
        <Text tone="muted">{t('Nothing came? Look into the junk folder, or ask your administrator.')}</Text>
        <BackToSignIn />
      </Stack>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="4">
        <Text>{t('A mail brings you a link by which you choose a new one.')}</Text>
        {known.some(({ unsent }) => unsent > 0) && (
          <Banner tone="info" title={t('Unsent records on this phone are safe')}>
            {t('They are delivered whatever happens to the password.')}
          </Banner>
        )}
        <Field label={t('User name or email')} required error={problem}>
          <TextInput
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={login}
            onChange={setLogin}
          />
        </Field>
        <Button type="submit" look="primary" wide busy={busy}>
          {t('Send the link')}
        </Button>
        <BackToSignIn />
      </Stack>
    </form>
  );
}

function Choose({ token }: { token: string }) {
  const { vault } = useSignIn();
  const [owner, setOwner] = useState<ResetOwner>();
  const [stake, setStake] = useState<OldPasswordStake>();
  const [gone, setGone] = useState<{ words: string; again: boolean }>();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState(false);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    let left = false;
    setGone(undefined);
    void (async () => {
      const acts = await vault();
      const word = await acts.checkReset(token);
      if (left) return;
      if (word.kind !== 'done') {
        const refused = word.kind === 'refused';
        return setGone({ words: refused ? said(word.message) : t(NO_NETWORK), again: !refused });
      }
      setOwner(word.data.data);
      setStake(await acts.stakeOf(word.data.data.userId));
    })().catch(() => !left && setGone({ words: t(NO_NETWORK), again: true }));
    return () => {
      left = true;
    };
  }, [token, vault, round]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password.length < 8) return setProblem(t('Use at least 8 characters'));
    setBusy(true);
    setProblem(undefined);
    try {
      const word = await (await vault()).resetPassword(token, password);
      if (word.kind === 'done') return setDone(true);
      if (word.kind === 'refused' && word.code === 'gone') setGone({ words: said(word.message), again: false });
      else setProblem(word.kind === 'unreachable' ? t(NO_NETWORK) : said(word.fields[0]?.message ?? word.message));
    } catch {
      setProblem(t(NO_NETWORK));
    }
    setBusy(false);
  }

  if (gone)
    return (
      <Stack gap="4">
        <Banner tone="danger" title={gone.words} />
        {gone.again ? (
          <Button icon="sync" onClick={() => setRound(round + 1)}>
            {t('Try again')}
          </Button>
        ) : (
          <Text tone="muted">{t('Links work once and not for long.')}</Text>
        )}
        <BackToSignIn />
      </Stack>
    );
  if (!owner) return <Skeleton lines={3} height="3rem" />;
  if (done)
    return (
      <Stack gap="4">
        <Banner tone="paid" title={t('The new password is set')}>
          {t('Every device of {fullName} has been signed out.', { fullName: owner.fullName })}
        </Banner>
        {stake && stake.drafts + stake.unsent > 0 && (
          <Text>{t('Sign in here with the new password; you are then asked once for the old one.')}</Text>
        )}
        <LinkButton look="primary" to={paths.login()}>
          {t('Sign in')}
        </LinkButton>
      </Stack>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="4">
        <Text>
          {tx('For {name} ({username})', { name: <strong>{owner.fullName}</strong>, username: owner.username })}
        </Text>
        {stake && <OnThisDevice stake={stake} />}
        {/* Password managers file the new one under the right name. */}
        <input type="text" name="username" autoComplete="username" value={owner.username} readOnly hidden />
        <Field
          label={t('New password')}
          required
          hint={t('At least 8 characters. Some words that do not belong together are best.')}
          error={problem}
        >
          <SecretInput autoComplete="new-password" value={password} onChange={setPassword} />
        </Field>
        <Button type="submit" look="primary" wide busy={busy}>
          {t('Set the new password')}
        </Button>
      </Stack>
    </form>
  );
}

/** What this device keeps of the owner, said before anything is changed. */
function OnThisDevice({ stake }: { stake: OldPasswordStake }): ReactNode {
  const { safe, atStake } = stakeWords(stake);
  if (!atStake.length) return null;
  return (
    <Banner tone="warn" title={t('Your work on this phone is locked with the old password')}>
      <Stack gap="2">
        <span>{safe}</span>
        <span>
          {stake.pin
            ? t(
                'At the next sign-in here you are asked once for the old password or your PIN. With neither, this cannot be opened any more: {atStake}.',
                { atStake: atStake.join('; ') },
              )
            : t(
                'At the next sign-in here you are asked once for the old password. With neither, this cannot be opened any more: {atStake}.',
                { atStake: atStake.join('; ') },
              )}
        </span>
      </Stack>
    </Banner>
  );
}
