import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { t } from '../../i18n';
import { Button } from '../button';
import { useFieldParts } from '../field';
import { Icon } from '../icon';
import { TextInput } from '../inputs';
import { Row, Stack, Text } from '../layout';
import { MenuButton } from './menu-button';
import { Modal } from './modal';

export interface Option {
  value: string;
  label: string;
  /** A second, quieter part: a code, a count. */
  hint?: string;
}

/** Options that fit what was typed, in their order. */
export function fittingOptions(options: readonly Option[], typed: string): Option[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ label, hint = '' }) => {
    const text = `${label} ${hint}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const Tick = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: { base: '2.75rem', md: '2.125rem' },
    paddingInline: '2',
    borderRadius: 'small',
    cursor: 'pointer',
    _hover: { background: 'sunken' },
    '& input': { width: '1.0625rem', height: '1.0625rem', flex: 'none', accentColor: 'accent' },
    '&:has(:focus-visible)': { outline: '2px solid var(--c-focus)', outlineOffset: '-2px' },
  },
});
const Opener = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    width: 'full',
    minHeight: 'control',
    paddingInline: '3',
    background: 'surface',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    borderRadius: 'small',
    textAlign: 'start',
    _hover: { borderColor: 'ink' },
    _invalid: { borderColor: 'danger', background: 'danger-soft' },
  },
});

/** Boxes to tick, with a search above them from the eighth option on. */
export function TickList({
  options,
  value,
  onChange,
  limit,
  searchFrom = 8,
}: {
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Shows so many at first; the caller offers the rest. */
  limit?: number;
  searchFrom?: number;
}) {
  const [typed, setTyped] = useState('');
  const fitting = fittingOptions(options, typed);
  const toggle = (one: string) =>
    onChange(value.includes(one) ? value.filter((held) => held !== one) : [...value, one]);
  return (
    <Stack gap="2">
      {options.length >= searchFrom && (
        <TextInput
          type="search"
          aria-label={t('Search the options')}
          placeholder={t('Search')}
          before={<Icon name="search" />}
          value={typed}
          onChange={setTyped}
        />
      )}
      <Stack gap="0">
        {fitting.slice(0, limit).map((option) => (
          <Tick key={option.value}>
            <input type="checkbox" checked={value.includes(option.value)} onChange={() => toggle(option.value)} />
            <span style={{ flex: 1 }}>{option.label}</span>
            {option.hint && (
              <Text as="span" size="small" tone="muted">
                {option.hint}
              </Text>
            )}
          </Tick>
        ))}
        {fitting.length === 0 && (
          <Text tone="muted" padding="2" role="status">
            {t('Nothing is called “{typed}”.', { typed })}
          </Text>
        )}
      </Stack>
    </Stack>
  );
}

/** How many options the panel shows before "See all" opens the dialog. */
const SHOWN = 12;
/** How many chosen ones are named before "and 3 more". */
const NAMED = 2;

/** "Mumbai, Pune and 3 more". */
export function chosenWords(options: readonly Option[], value: readonly string[]): string {
  const names = options.filter((option) => value.includes(option.value)).map(({ label }) => label);
  const rest = names.length - NAMED;
  return rest > 0 ? t('{names} and {rest} more', { names: names.slice(0, NAMED).join(', '), rest }) : names.join(', ');
}

/** Several of many: a panel with a search, and a dialog with all of them ("See all 240"). Stands in a Field. */
export function MultiSelect({
  label,
  options,
  value,
  onChange,
  placeholder = t('Choose'),
  disabled = false,
}: {
  label: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
}) {
  const { id, describedBy, invalid } = useFieldParts();
  const [all, setAll] = useState(false);
  const words = chosenWords(options, value);
  return (
    <>
      <MenuButton
        label={label}
        align="start"
        trigger={(props) => (
          <Opener
            type="button"
            id={id}
            aria-label={words ? `${label}: ${words}` : label}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            disabled={disabled}
            {...props}
          >
            <Text as="span" flex="1" truncate {...(words ? {} : { tone: 'muted' as const })}>
              {words || placeholder}
            </Text>
            <Icon name="down" />
          </Opener>
        )}
      >
        {(close) => (
          <Stack gap="2" minWidth="15rem">
            <TickList options={options} value={value} onChange={onChange} limit={SHOWN} />
            <Row apart>
              {options.length > SHOWN ? (
                <Button
                  small
                  look="plain"
                  onClick={() => {
                    close();
                    setAll(true);
                  }}
                >
                  {t('See all {n}', { n: options.length })}
                </Button>
              ) : (
                <span />
              )}
              <Button small look="plain" disabled={value.length === 0} onClick={() => onChange([])}>
                {t('Clear')}
              </Button>
            </Row>
          </Stack>
        )}
      </MenuButton>
      {all && (
        <Modal
          title={label}
          onClose={() => setAll(false)}
          footer={
            <>
              <Text as="span" tone="muted" flex="1" alignSelf="center">
                {t('{chosen} of {total} chosen', { chosen: value.length, total: options.length })}
              </Text>
              <Button onClick={() => onChange(options.map((option) => option.value))}>{t('Choose all')}</Button>
              <Button onClick={() => onChange([])}>{t('Clear')}</Button>
              <Button look="primary" onClick={() => setAll(false)}>
                {t('Done')}
              </Button>
            </>
          }
        >
          <TickList options={options} value={value} onChange={onChange} />
        </Modal>
      )}
    </>
  );
}
