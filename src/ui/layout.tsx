import { chakra } from '@chakra-ui/react/styled-system';

/** A plain block that takes style props. */
export const Box = chakra('div');

/** Children below each other, `gap` in steps of 4 px. */
export const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '4', minWidth: 0 } });

/** Children beside each other, wrapping when they do not fit. */
export const Row = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: '2', flexWrap: 'wrap', minWidth: 0 },
  variants: { apart: { true: { justifyContent: 'space-between' } }, tight: { true: { flexWrap: 'nowrap' } } },
});

/** Paragraph text. `tone` for meaning, `size` from the density's scale. */
export const Text = chakra('p', {
  variants: {
    tone: {
      muted: { color: 'muted' },
      danger: { color: 'danger' },
      paid: { color: 'paid' },
      promise: { color: 'promise' },
      warn: { color: 'warn' },
    },
    size: {
      tiny: { fontSize: 'tiny' },
      small: { fontSize: 'small' },
      body: { fontSize: 'body' },
      lead: { fontSize: 'lead' },
    },
    strong: { true: { fontWeight: 'bold' } },
  },
});

/** A heading inside a page; give it `as="h1"` … `as="h4"` where the level differs from 2. */
export const Heading = chakra('h2', {
  base: { fontWeight: 'bold', fontSize: 'lead', lineHeight: 1.3, letterSpacing: '-0.008em' },
  variants: {
    size: {
      small: { fontSize: 'small', color: 'muted', letterSpacing: '0' },
      lead: { fontSize: 'lead' },
      title: { fontSize: 'title' },
      display: { fontSize: 'display', letterSpacing: '-0.02em', lineHeight: 1.15 },
    },
  },
});

/** A surface that groups what belongs together. */
export const Card = chakra('section', {
  base: {
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    padding: '4',
    minWidth: 0,
  },
  variants: { flush: { true: { padding: '0', overflow: 'hidden' } } },
});

export const Divider = chakra('hr', {
  base: { borderTopWidth: '1px', borderTopStyle: 'solid', borderColor: 'line', width: 'full' },
});

/** Heard by screen readers, not seen. */
export const VisuallyHidden = chakra('span', {
  base: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});
