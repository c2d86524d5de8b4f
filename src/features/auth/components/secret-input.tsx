import { type RefObject, useState } from 'react';
import { t } from '../../../i18n';
import { IconButton, TextInput } from '../../../ui';

/** A password that can be looked at; inside a `Field`. */
export function SecretInput({
  value,
  onChange,
  autoComplete,
  inputRef,
}: {
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  inputRef?: RefObject<HTMLInputElement | null>;
}) {
  const [visible, setVisible] = useState(false);
  return (
    <TextInput
      ref={inputRef}
      type={visible ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onChange={onChange}
      after={
        <IconButton
          icon={visible ? 'eyeOff' : 'eye'}
          label={visible ? t('Hide password') : t('Show password')}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}
