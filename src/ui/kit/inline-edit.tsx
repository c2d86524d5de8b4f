import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { said, t } from '../../i18n';
import { Icon } from '../icon';
import { TextInput } from '../inputs';
import { Text } from '../layout';

const Shown = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '2rem',
    paddingInline: '1.5',
    marginInline: '-1.5',
    borderRadius: 'small',
    maxWidth: 'full',
    '& svg': { opacity: 0, color: 'muted' },
    _hover: { background: 'sunken' },
    '&:hover svg, &:focus-visible svg': { opacity: 1 },
  },
});

/** The words of a refused save stand below the field, over as many lines as they need: a cell that cuts them off says nothing. */
const Editing = chakra('span', {
  base: {
    display: 'inline-block',
    width: '12rem',
    maxWidth: 'full',
    paddingBlock: '1',
    whiteSpace: 'normal',
    textAlign: 'start',
  },
});

/** Up to this many letters a value is always shown whole. */
const WHOLE = 16;

/**
 * One value changed where it stands: Enter or leaving saves, Esc takes it back. `check` answers what is wrong with a
 * value; a refused save stays open with its words.
 */
export function InlineEdit({
  label,
  value,
  shown = value,
  onSave,
  check,
}: {
  label: string;
  value: string;
  /** How the value reads while it is not being changed, where that differs from how it is typed: ₹3,00,000 for 300000. */
  shown?: string;
  onSave: (value: string) => Promise<void>;
  check?: (value: string) => string | undefined;
}) {
  const [typed, setTyped] = useState<string>();
  /** What stood there when the change began. */
  const [before, setBefore] = useState(value);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (typed === undefined)
    return (
      <Shown
        type="button"
        aria-label={t('{label}: {value}. Change', { label, value: shown || t('empty') })}
        onClick={() => {
          setTyped(value);
          setBefore(value);
        }}
        // A narrow column cuts off a long name, never a figure.
        minWidth={shown.length <= WHOLE ? 'max-content' : undefined}
      >
        {/* In front, so that figures stay flush with the others of their column. */}
        <Icon name="edit" size="1rem" />
        <Text as="span" truncate>
          {shown || '—'}
        </Text>
      </Shown>
    );
  const close = () => {
    setTyped(undefined);
    setProblem(undefined);
  };
  async function save() {
    const next = typed?.trim() ?? '';
    if (busy) return;
    if (next === value) return close();
    const wrong = check?.(next);
    if (wrong) return setProblem(wrong);
    setBusy(true);
    try {
      await onSave(next);
      close();
    } catch (error) {
      setProblem(error instanceof Error ? said(error.message) : t('It was not saved.'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Editing>
      <TextInput
        autoFocus
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        readOnly={busy}
        value={typed}
        onChange={setTyped}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // A dialog that asks for more would take the key's press for its own button.
            event.preventDefault();
            void save();
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            close();
          }
        }}
      />
      {problem && (
        <Text size="small" tone="danger" role="alert">
          {problem}
        </Text>
      )}
      {value !== before && (
        <Text size="small" role="status">
          {t('It is {value} now.', { value: shown || t('empty') })}
        </Text>
      )}
    </Editing>
  );
}
