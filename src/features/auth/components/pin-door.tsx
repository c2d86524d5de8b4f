import { useState } from 'react';
import { said, t } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import type { KnownUser } from '../../../offline/types';
import { Banner, Button, Stack, Text } from '../../../ui';
import { useSignIn } from '../../session';
import { PinPad } from './pin-pad';

/** The way in by PIN for somebody who has set one on this phone; the password is always one tap away. */
export default function PinDoor({ user, onPassword }: { user: KnownUser; onPassword: () => void }) {
  const { enter, ended } = useSignIn();
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [erased, setErased] = useState(false);

  async function open(typed: string) {
    setBusy(true);
    setProblem(undefined);
    try {
      // On success the page is loaded again; the pad stays busy until then.
      await enter((vault) => vault.enterByPin(user.userId, typed));
    } catch (error) {
      setBusy(false);
      setPin('');
      setProblem(error instanceof Error ? said(error.message) : t('That did not work. Try again.'));
      if (error instanceof Error && 'code' in error && error.code === 'pin-erased') setErased(true);
    }
  }

  return (
    <Stack gap="4">
      {problem ? <Banner tone="danger" title={problem} /> : ended && <Banner tone="info">{said(ended)}</Banner>}
      {!erased && (
        <>
          <Text textAlign="center">{tx('PIN of {username}', { username: <strong>{user.username}</strong> })}</Text>
          <PinPad
            value={pin}
            onChange={setPin}
            onDone={open}
            busy={busy}
            label={t('PIN of {username}', { username: user.username })}
          />
        </>
      )}
      <Button icon="lock" onClick={onPassword} look={erased ? 'primary' : 'quiet'}>
        {t('Use the password')}
      </Button>
    </Stack>
  );
}
