import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Kbd, keyWords } from './kbd';

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '6', minWidth: 0 } });

/**
 * Sends with Enter in a field and with Ctrl+Enter from anywhere. When something is wrong the first field that is gets the
 * focus: `onSend` answers false then, at once or when the server has answered.
 */
export function RecordForm({
  id,
  label,
  onSend,
  children,
}: {
  /** By which a button elsewhere sends it. */
  id?: string;
  label: string;
  onSend: () => boolean | Promise<boolean>;
  children: ReactNode;
}) {
  const ref = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(0);
  useEffect(() => {
    if (wrong > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  async function send() {
    if (!(await onSend())) setWrong((held) => held + 1);
  }
  return (
    <Form
      ref={ref}
      id={id}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void send();
      }}
    >
      {children}
    </Form>
  );
}

/** The keys that send a form, beside its button. */
export function SaveKeys() {
  return (
    <span aria-hidden style={{ display: 'inline-flex', gap: '0.25rem' }}>
      {keyWords('$mod+Enter').map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
