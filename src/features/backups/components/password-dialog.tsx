/** Asks for the own password again before something is given out that opens much. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { failedWrite, fieldWords } from '../../../api';
import { t } from '../../../i18n';
import { Button, Field, Stack, Text, TextInput } from '../../../ui';
import { Modal } from '../../../ui/kit';

export function PasswordDialog({
  title,
  children,
  confirm,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** The words of the button. */
  confirm: string;
  busy: boolean;
  error: Error | null;
  onConfirm: (password: string) => void;
  onClose: () => void;
}) {
  const form = useId();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const wrong = missing ? t('Enter your password') : fieldWords(error).password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password !== '' && !busy) onConfirm(password);
  };
  return (
    <Modal
      title={title}
      size="small"
      onClose={onClose}
      problem={wrong ? undefined : failedWrite(error)}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={form} look="primary" busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="4">
          <Text>{children}</Text>
          <Field label={t('Your password')} required error={wrong}>
            <TextInput type="password" autoComplete="current-password" value={password} onChange={setPassword} />
          </Field>
        </Stack>
      </form>
    </Modal>
  );
}
