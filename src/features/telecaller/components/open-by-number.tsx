import { useState } from 'react';
import { t } from '../../../i18n';
import { Button, chakra, TextInput } from '../../../ui';

const Form = chakra('form', { base: { display: 'flex', gap: '2', maxWidth: '26rem' } });

/** A loan by its number, for pages that show one. */
export function OpenByNumber({ onOpen }: { onOpen: (number: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) onOpen(typed.trim());
      }}
    >
      <TextInput
        aria-label={t('Loan number')}
        placeholder={t('Loan number')}
        value={typed}
        onChange={setTyped}
        type="search"
      />
      <Button type="submit" icon="search" flex="none">
        {t('Open the loan')}
      </Button>
    </Form>
  );
}
