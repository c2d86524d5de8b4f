import { chakra } from '@chakra-ui/react/styled-system';

/** A table in the desk's density: sticky head, 36 px rows, numbers to the right (`num`). */
export const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'body',
    overflowWrap: 'normal',
    '& th': {
      textAlign: 'start',
      fontSize: 'small',
      fontWeight: 'medium',
      color: 'muted',
      whiteSpace: 'nowrap',
      background: 'surface',
    },
    '& th, & td': {
      height: 'row',
      paddingInline: '3',
      paddingBlock: '1',
      borderBottomWidth: '1px',
      borderBottomStyle: 'solid',
      borderColor: 'line',
      verticalAlign: 'middle',
    },
    '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '4' },
    '& th:last-of-type, & td:last-of-type': { paddingInlineEnd: '4' },
    '& tbody tr:last-of-type td, & tbody tr:last-of-type th': { borderBottomWidth: '0' },
    '& tfoot td, & tfoot th': {
      borderTopWidth: '1px',
      borderTopStyle: 'solid',
      borderBottomWidth: '0',
      color: 'ink',
      fontWeight: 'bold',
    },
    '& .num': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& tbody tr[data-open]': { background: 'accent-soft' },
  },
  variants: {
    /** On a phone each row is a block of its own, each cell under its `data-label`. */
    stacks: {
      true: {
        '@media (max-width: 47.99em)': {
          '&, & tbody': { display: 'block' },
          '& thead': { display: 'none' },
          '& tbody tr': {
            display: 'grid',
            gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
            gap: '2',
            paddingInline: '4',
            paddingBlock: '3',
            borderTopWidth: '1px',
            borderTopStyle: 'solid',
            borderColor: 'line',
          },
          '& tbody td': {
            display: 'block',
            height: 'auto',
            padding: '0 !important',
            border: '0',
            overflowWrap: 'anywhere',
            textAlign: 'start !important',
          },
          '& tbody td:first-of-type': { gridColumn: '1 / -1', fontWeight: 'bold' },
          '& td[data-label]::before': {
            content: 'attr(data-label)',
            display: 'block',
            color: 'muted',
            fontSize: 'tiny',
          },
        },
      },
    },
  },
});

/** Lets a wide table scroll inside its card instead of the page. */
export const TableScroll = chakra('div', { base: { overflowX: 'auto' } });

export const CardHead = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '3',
    paddingInline: '4',
    paddingTop: '3',
    paddingBottom: '2',
  },
});
