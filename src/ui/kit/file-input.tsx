import { chakra } from '@chakra-ui/react/styled-system';

/** The browser's own choice of a file, with a button that looks like ours. Give it `type="file"` and a label. */
export const FileInput = chakra('input', {
  base: {
    width: 'full',
    padding: '2.5',
    borderWidth: 'var(--edge)',
    borderStyle: 'dashed',
    borderColor: 'control',
    borderRadius: 'small',
    background: 'canvas',
    color: 'muted',
    fontSize: 'body',
    cursor: 'pointer',
    '&::file-selector-button': {
      font: 'inherit',
      fontWeight: 'bold',
      color: 'var(--c-ink)',
      background: 'var(--c-surface)',
      border: 'var(--edge) solid var(--c-control)',
      borderRadius: '6px',
      minHeight: '2.25rem',
      paddingInline: '0.75rem',
      marginInlineEnd: '0.75rem',
      cursor: 'pointer',
    },
    '&:hover::file-selector-button': { borderColor: 'var(--c-ink)' },
  },
});
