import { type FormEvent, useState } from 'react';
import { said, t } from '../../../i18n';
import { Banner, Button, Field, Sheet, Stack, Text, useToast } from '../../../ui';
import { useSignIn } from '../../session';
import { SecretInput } from './secret-input';

const UNKNOWN =
  'No answer came, so it is not known whether the password was changed. Both open this phone for now. Sign in again with a network: the one the server takes is yours.';

/** Changes the own password, at the server and on this device in one act. */
export default function PasswordSheet({ onClose }: { onClose: () => void }) {
  const { vault } = useSignIn();
  const toast = useToast();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [fields, setFields] = useState<{ current?: string; next?: string }>({});

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const gaps = {
      ...(current ? {} : { current: t('Enter your password') }),
      ...(next.length >= 8 ? {} : { next: t('Use at least 8 characters') }),
    };
    setFields(gaps);
    setProblem(undefined);
    if (gaps.current || gaps.next) return;
    setBusy(true);
    try {
      const change = await (await vault()).changePassword(current, next);
      if (change.kind === 'changed') {
        toast(t('Password changed. Other devices have been signed out.'), { tone: 'saved' });
        return onClose();
      }
      if (change.kind === 'unknown') setProblem(t(UNKNOWN));
      else {
        const named = Object.fromEntries(change.fields.map(({ path, message }) => [path, said(message)]));
        setFields(named);
        if (!named.current && !named.next) setProblem(said(change.message));
      }
    } catch (error) {
      setProblem(error instanceof Error ? said(error.message) : t('That did not work. Try again.'));
    }
    setBusy(false);
  }

  return (
    <Sheet open onClose={onClose} title={t('Change password')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="4">
          {problem && <Banner tone="danger" title={problem} />}
          <Field label={t('Current password')} required error={fields.current}>
            <SecretInput autoComplete="current-password" value={current} onChange={setCurrent} />
          </Field>
          <Field
            label={t('New password')}
            required
            hint={t('At least 8 characters. Some words that do not belong together are best.')}
            error={fields.next}
          >
            <SecretInput autoComplete="new-password" value={next} onChange={setNext} />
          </Field>
          <Text size="small" tone="muted">
            {t(
              'Nothing on this device is lost. Your other devices are signed out; on a phone, keep the old password in mind until you have signed in there once.',
            )}
          </Text>
          <Button type="submit" look="primary" wide busy={busy}>
            {t('Change password')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}
