import { type FormEvent, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { formatDateTime } from '../../../../core/domain/dates';
import { said, t, tn } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import type { OldPasswordNeeded, OtherDevices, OwnPasswordNeeded } from '../../../offline/types';
import { paths } from '../../../routes';
import { Banner, Button, Field, Icon, Row, Sheet, Stack, Text } from '../../../ui';
import { useSignIn, useZone } from '../../session';
import { stakeWords } from '../stake-words';
import { PinPad } from './pin-pad';
import { SecretInput } from './secret-input';

export type SignInPause = OldPasswordNeeded | OwnPasswordNeeded | OtherDevices;

/** What stands between a sign-in that the server has taken and the app: a choice, or something to know. */
export default function SignInStep({ pause, onCancel }: { pause: SignInPause; onCancel: () => void }) {
  if ('resetToken' in pause) return <OwnPassword needed={pause} />;
  return 'stake' in pause ? <OldPassword needed={pause} onCancel={onCancel} /> : <Elsewhere devices={pause} />;
}

/** A first sign-in goes on where a link from a mail would lead. */
function OwnPassword({ needed: { resetToken } }: { needed: OwnPasswordNeeded }) {
  return <Navigate to={`${paths.resetPassword()}#${resetToken}`} />;
}

function OldPassword({ needed: { stake }, onCancel }: { needed: OldPasswordNeeded; onCancel: () => void }) {
  const { enter } = useSignIn();
  const [way, setWay] = useState<'password' | 'pin' | 'give-up'>('password');
  const [password, setPassword] = useState('');
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { safe, atStake } = stakeWords(stake);

  async function go(act: Parameters<typeof enter>[0]) {
    setBusy(true);
    setProblem(undefined);
    try {
      await enter(act);
    } catch (error) {
      setBusy(false);
      setPin('');
      setProblem(error instanceof Error ? said(error.message) : t('That did not work. Try again.'));
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!password) setProblem(t('Enter the old password'));
    else void go((vault) => vault.recover({ password }));
  }
  const turn = (to: typeof way) => {
    setWay(to);
    setProblem(undefined);
  };

  if (way === 'give-up')
    return (
      <Sheet
        open
        persistent
        onClose={onCancel}
        title={t('Go on without it?')}
        footer={
          <>
            <Button onClick={() => turn('password')}>{t('Back')}</Button>
            <Button look="danger" icon="trash" busy={busy} onClick={() => void go((vault) => vault.startFresh())}>
              {t('Give it up')}
            </Button>
          </>
        }
      >
        <Stack gap="3">
          {problem && <Banner tone="danger" title={problem} />}
          <Text>{t('Nobody can open this again afterwards, not even your administrator:')}</Text>
          <Losses items={atStake} />
          <Text tone="muted">{safe}</Text>
        </Stack>
      </Sheet>
    );

  return (
    <Sheet open persistent onClose={onCancel} title={t('Your password was changed elsewhere')}>
      <Stack gap="4">
        <Text>
          {tx(
            'You are signed in. On this phone your work is still locked with the {old} password. Enter it once to keep:',
            {
              old: <strong>{t('old')}</strong>,
            },
          )}
        </Text>
        <Losses items={atStake} />
        <Text tone="muted">{safe}</Text>
        {problem && way === 'pin' && <Banner tone="danger" title={problem} />}
        {way === 'pin' ? (
          <PinPad
            label={t('PIN of this phone')}
            value={pin}
            onChange={setPin}
            busy={busy}
            onDone={(typed) => void go((vault) => vault.recover({ pin: typed }))}
          />
        ) : (
          <form onSubmit={submit} noValidate>
            <Stack gap="3">
              <Field label={t('Old password')} error={problem}>
                <SecretInput autoComplete="current-password" value={password} onChange={setPassword} />
              </Field>
              <Button type="submit" look="primary" wide busy={busy}>
                {t('Keep my work')}
              </Button>
            </Stack>
          </form>
        )}
        <Row>
          {stake.pin && (
            <Button look="plain" icon="lock" onClick={() => turn(way === 'pin' ? 'password' : 'pin')}>
              {way === 'pin' ? t('Use the old password') : t('Use the PIN')}
            </Button>
          )}
          <Button look="plain" disabled={busy} onClick={() => turn('give-up')}>
            {t('I do not have it')}
          </Button>
          <Button look="plain" disabled={busy} onClick={onCancel}>
            {t('Not now')}
          </Button>
        </Row>
      </Stack>
    </Sheet>
  );
}

function Losses({ items }: { items: string[] }) {
  return (
    <Stack as="ul" gap="1.5">
      {items.map((words) => (
        <Row as="li" key={words} tight alignItems="start">
          <Icon name="edit" />
          <span>{words}</span>
        </Row>
      ))}
    </Stack>
  );
}

function Elsewhere({ devices: { otherDevices, proceed } }: { devices: OtherDevices }) {
  const zone = useZone();
  const known = otherDevices.filter(({ unsent }) => unsent !== null);
  const waiting = known.reduce((sum, { unsent }) => sum + (unsent ?? 0), 0);
  return (
    <Sheet
      open
      persistent
      onClose={proceed}
      title={t('This device is new to you')}
      footer={
        <Button look="primary" onClick={proceed}>
          {t('Understood')}
        </Button>
      }
    >
      <Stack gap="3">
        <Text>
          {waiting > 0
            ? tn(
                waiting,
                '{n} record waits on another device of yours. What was not sent from there is only there:',
                '{n} records wait on another device of yours. What was not sent from there is only there:',
              )
            : t('You have worked on another device. What was not sent from there is only there:')}
        </Text>
        <Stack as="ul" gap="2">
          {otherDevices.map(({ name, lastSeenAt, unsent }) => (
            <Row as="li" key={`${name} ${lastSeenAt}`} tight alignItems="start">
              <Icon name="phone" />
              <span>
                <strong>{name}</strong>, {t('last heard of {when}', { when: formatDateTime(lastSeenAt, zone) })}
                {unsent !== null && t(', {unsent} unsent then', { unsent })}
              </span>
            </Row>
          ))}
        </Stack>
        <Text>
          {t(
            'Switch it on where it has a network: it delivers by itself, also while locked. What was begun and not saved there stays there.',
          )}
        </Text>
      </Stack>
    </Sheet>
  );
}
