import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { Box, Row, Text } from '../layout';

const Track = chakra('button', {
  base: {
    position: 'relative',
    flex: 'none',
    width: '2.75rem',
    height: '1.625rem',
    borderRadius: 'full',
    background: 'control',
    borderWidth: '2px',
    borderStyle: 'solid',
    borderColor: 'transparent',
    cursor: 'pointer',
    transition: 'background-color var(--quick)',
    '&[aria-checked=true]': { background: 'accent' },
    '&::after': {
      content: '""',
      position: 'absolute',
      insetBlock: '0.125rem',
      insetInlineStart: '0.125rem',
      width: '1.125rem',
      borderRadius: 'full',
      background: 'surface',
      transition: 'inset-inline-start var(--quick)',
    },
    '&[aria-checked=true]::after': { insetInlineStart: '1.25rem' },
    _focusVisible: { outline: '2px solid var(--c-focus)', outlineOffset: '2px' },
    _disabled: { opacity: 0.5, cursor: 'default' },
  },
});

/** On or off in a row of a table, whose label says of what. */
export const RowSwitch = ({
  label,
  on,
  disabled = false,
  onChange,
}: {
  label: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) => (
  <Track
    type="button"
    role="switch"
    aria-checked={on}
    aria-label={label}
    disabled={disabled}
    onClick={() => onChange(!on)}
  />
);

/** On or off, at once; the words say what each means. */
export function Switch({
  label,
  note,
  on,
  disabled = false,
  onChange,
}: {
  label: string;
  /** What it means as it stands. */
  note: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <Row tight gap="3">
      <Box flex="1" minWidth="0">
        <Text id={id} fontWeight="medium">
          {label}
        </Text>
        <Text id={`${id}-note`} size="small" tone="muted">
          {note}
        </Text>
      </Box>
      <Track
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        disabled={disabled}
        onClick={() => onChange(!on)}
      />
    </Row>
  );
}
