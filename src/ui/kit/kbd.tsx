import { chakra } from '@chakra-ui/react/styled-system';

/** A key as it is written on the keyboard. */
export const Kbd = chakra('kbd', {
  base: {
    display: 'inline-block',
    paddingInline: '1.5',
    minWidth: '1.375rem',
    textAlign: 'center',
    fontFamily: 'inherit',
    fontSize: 'tiny',
    lineHeight: '1.25rem',
    color: 'muted',
    background: 'surface',
    borderRadius: '0.25rem',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'control',
    whiteSpace: 'nowrap',
    // Nobody presses a key on a phone.
    '@media (hover: none) and (pointer: coarse)': { display: 'none' },
  },
});

const MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const NAMES: Record<string, string> = {
  $alt: MAC ? '⌥' : 'Alt',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  ' ': 'Space',
};

/** `$mod+k` → `Ctrl K`, `$alt+h` → `Alt H`, `g l` → `G L`. */
export const keyWords = (keys: string): string[] =>
  keys
    .split(/[ +]/)
    .map((key) =>
      key === '$mod'
        ? MAC
          ? '⌘'
          : 'Ctrl'
        : (NAMES[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)),
    );
