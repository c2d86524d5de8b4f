import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n';
import { Box, Button, Icon, Row, TextInput } from '../../../ui';

/** A loan by its number. `/` puts the cursor here from anywhere on the page. */
export function LoanSearch({ onSearch }: { onSearch: (loan: string) => void }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) onSearch(text.trim());
    else input.current?.focus();
  }
  return (
    <search>
      <form onSubmit={submit}>
        <Row tight gap="2">
          <Box flex="1 1 15rem" minWidth="0">
            <TextInput
              ref={input}
              type="search"
              aria-label={t('Loan number')}
              placeholder={t('Loan number  ( / )')}
              autoComplete="off"
              spellCheck={false}
              before={<Icon name="search" />}
              value={text}
              onChange={setText}
            />
          </Box>
          <Button type="submit" whiteSpace="nowrap">
            {t('Find loan')}
          </Button>
        </Row>
      </form>
    </search>
  );
}
