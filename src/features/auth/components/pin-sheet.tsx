import { type FormEvent, useState } from 'react';
import { said, t } from '../../../i18n';
import { Banner, Button, Field, Sheet, Stack, Text, useToast } from '../../../ui';
import { useSignIn } from '../../session';
import { PinPad } from './pin-pad';
import { SecretInput } from './secret-input';

type Step = 'password' | 'choose' | 'repeat';

/** Sets or replaces the PIN: the password first, then six digits twice. */
export default function PinSheet({ replaces, onClose }: { replaces: boolean; onClose: (changed: boolean) => void }) {
  const { vault } = useSignIn();
  const toast = useToast();
  const [step, setStep] = useState<Step>('password');
  const [password, setPassword] = useState('');
  const [chosen, setChosen] = useState('');
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const ask = (next: Step, words?: string) => {
    setStep(next);
    setPin('');
    setProblem(words);
  };

  async function save(repeated: string) {
    if (repeated !== chosen) return ask('choose', t('The two were not the same. Choose the PIN again.'));
    setBusy(true);
    try {
      await (await vault()).setPin(password, chosen);
      toast(t('The PIN opens this phone now.'), { tone: 'saved' });
      onClose(true);
    } catch (error) {
      const words = error instanceof Error ? said(error.message) : t('That did not work. Try again.');
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      setBusy(false);
      ask(
        code === 'wrong-pin' ? 'choose' : 'password',
        code === 'wrong-credentials' ? t('Password is not right.') : words,
      );
    }
  }

  function checkPassword(event: FormEvent) {
    event.preventDefault();
    if (password) ask('choose');
    else setProblem(t('Enter your password'));
  }

  return (
    <Sheet open onClose={() => onClose(false)} title={replaces ? t('Change the PIN') : t('Set a PIN')}>
      {step === 'password' ? (
        <form onSubmit={checkPassword} noValidate>
          <Stack gap="4">
            <Text>
              {t(
                'Six digits that open this phone instead of the password, with or without a network. Five wrong tries erase the PIN; then your password is needed.',
              )}
            </Text>
            <Text size="small" tone="muted">
              {t(
                'A PIN keeps out whoever picks up the phone. It does not stop an expert who copies the phone’s storage: if that worries you, stay with the password.',
              )}
            </Text>
            <Field label={t('Your password')} error={problem}>
              <SecretInput autoComplete="current-password" value={password} onChange={setPassword} />
            </Field>
            <Button type="submit" look="primary" wide>
              {t('Choose the PIN')}
            </Button>
          </Stack>
        </form>
      ) : (
        <Stack gap="4">
          {problem && <Banner tone="danger" title={problem} />}
          <Text textAlign="center" strong>
            {step === 'choose' ? t('Choose six digits') : t('The same six digits again')}
          </Text>
          <PinPad
            key={step}
            label={step === 'choose' ? t('New PIN') : t('New PIN again')}
            value={pin}
            onChange={setPin}
            busy={busy}
            onDone={(typed) => {
              if (step === 'repeat') return void save(typed);
              setChosen(typed);
              ask('repeat');
            }}
          />
        </Stack>
      )}
    </Sheet>
  );
}
