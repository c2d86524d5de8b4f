import { useEffect, useRef } from 'react';
import { t } from '../../../i18n';
import { Box, chakra, Icon, Stack, VisuallyHidden } from '../../../ui';

export const PIN_LENGTH = 6;

const Dot = chakra('span', {
  base: {
    boxSize: '0.875rem',
    borderRadius: 'full',
    borderWidth: '2px',
    borderStyle: 'solid',
    borderColor: 'control',
    transition: 'background-color var(--quick)',
    '&[data-on]': { background: 'accent-ink', borderColor: 'accent-ink' },
  },
});
const Keys = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: '2',
    width: 'full',
    maxWidth: '19rem',
    marginInline: 'auto',
  },
});
const Key = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    minHeight: '3.5rem',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    background: 'surface',
    fontSize: 'title',
    fontWeight: 'medium',
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'none',
    touchAction: 'manipulation',
    transition: 'background-color var(--quick)',
    _hover: { background: 'sunken' },
    _active: { background: 'accent-soft' },
    _disabled: { opacity: 0.5 },
  },
});

/**
 * Six digits under the thumb, or from a keyboard. `onDone` is called with the sixth; the caller clears `value` to ask
 * again. What is typed is never in the page's text.
 */
export function PinPad({
  value,
  onChange,
  onDone,
  label,
  busy = false,
}: {
  value: string;
  onChange: (value: string) => void;
  onDone: (pin: string) => void;
  label: string;
  busy?: boolean;
}) {
  const type = (digit: string) => {
    if (busy || value.length >= PIN_LENGTH) return;
    const next = value + digit;
    onChange(next);
    if (next.length === PIN_LENGTH) onDone(next);
  };
  const back = () => {
    if (!busy) onChange(value.slice(0, -1));
  };
  const latest = useRef({ type, back });
  useEffect(() => {
    latest.current = { type, back };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^\d$/.test(event.key)) latest.current.type(event.key);
      else if (event.key === 'Backspace') latest.current.back();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <Stack gap="5" role="group" aria-label={label}>
      <Box display="flex" justifyContent="center" gap="3.5" paddingBlock="1" aria-hidden>
        {Array.from({ length: PIN_LENGTH }, (_, at) => (
          <Dot key={at} data-on={at < value.length || undefined} />
        ))}
      </Box>
      <VisuallyHidden role="status">
        {busy ? t('Opening') : t('{n} of {total} digits entered', { n: value.length, total: PIN_LENGTH })}
      </VisuallyHidden>
      <Keys>
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
          <Key key={digit} type="button" disabled={busy} onClick={() => type(digit)}>
            {digit}
          </Key>
        ))}
        <span />
        <Key type="button" disabled={busy} onClick={() => type('0')}>
          0
        </Key>
        <Key type="button" aria-label={t('Delete the last digit')} disabled={busy || !value} onClick={back}>
          <Icon name="back" />
        </Key>
      </Keys>
    </Stack>
  );
}
