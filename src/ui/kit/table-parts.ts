/** What a data table is drawn with. */
import { chakra } from '@chakra-ui/react/styled-system';

export const Scroll = chakra('div', {
  base: {
    overflow: 'auto',
    overscrollBehaviorX: 'contain',
    maxHeight: 'max(18rem, calc(100dvh - 14rem))',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
    background: 'surface',
    _focusVisible: { outlineOffset: '-2px' },
  },
});

export const Grid = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'separate',
    borderSpacing: '0',
    fontSize: 'body',
    overflowWrap: 'normal',
    '& th, & td': {
      paddingInline: '3',
      paddingBlock: '0',
      borderBottomWidth: '1px',
      borderBottomStyle: 'solid',
      borderColor: 'line',
      whiteSpace: 'nowrap',
      textAlign: 'start',
      verticalAlign: 'middle',
      fontWeight: 'inherit',
    },
    // A row has one background and its cells show it; those that stay in sight over others carry it themselves.
    '& tbody tr': { background: 'surface', cursor: 'default' },
    '& tbody .pin': { background: 'inherit' },
    '& td': { maxWidth: '20rem', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& tr > *:first-child': { paddingInlineStart: '4' },
    '& tr > *:last-child': { paddingInlineEnd: '4' },
    '& .num': { textAlign: 'end' },
    // The whole head and foot stand still, not each of their cells: a layer each instead of thirty.
    '& thead': { position: 'sticky', top: '0', zIndex: 2 },
    '& tfoot': { position: 'sticky', bottom: '0', zIndex: 2 },
    '& thead th': {
      height: '2.25rem',
      background: 'canvas',
      color: 'muted',
      fontSize: 'small',
      fontWeight: 'medium',
    },
    '& tfoot td, & tfoot th': {
      height: '2.25rem',
      background: 'canvas',
      fontWeight: 'bold',
      borderTopWidth: '1px',
      borderTopStyle: 'solid',
      borderBottomWidth: '0',
    },
    '&[data-aside] .pin': { position: 'sticky', insetInlineStart: '0', zIndex: 1 },
    '&[data-aside] :is(thead, tfoot) .pin': { zIndex: 3 },
    '&[data-picks] .pin:not(.pick)': { insetInlineStart: '2.75rem' },
    '& .pick': { width: '2.75rem', minWidth: '2.75rem', paddingInlineEnd: '0' },
    '& .pin-edge': { boxShadow: '1px 0 0 var(--c-line)' },
    '& tbody tr[data-opens]': { cursor: 'pointer' },
    '@media (hover: hover)': { '& tbody tr:hover': { background: 'canvas' } },
    '& tbody tr[data-picked]': { background: 'accent-soft' },
    '& tbody tr[data-open]': { background: 'accent-soft' },
    '& tbody tr[data-open] > *:first-child': { boxShadow: 'inset 3px 0 0 var(--c-accent)' },
    '& tbody tr:focus-visible': { outline: 'none', background: 'accent-soft' },
    '& tbody tr:focus-visible > *': {
      borderColor: 'focus',
      boxShadow: 'inset 0 1px 0 var(--c-focus)',
    },
    '& tbody tr:focus-visible > *:first-child': {
      boxShadow: 'inset 3px 0 0 var(--c-focus), inset 0 1px 0 var(--c-focus)',
    },
    // A long table, once its columns are measured: blocks of a few rows below each other, each row a grid of cells of a
    // known size. A block that paints as one piece (it stacks, and has a layer in it) is kept by the browser as it was
    // painted, so that a new row paints its own block again and not all the others; a piece a row would be as dear as
    // painting them all, since every step of a scroll goes through all pieces.
    '&[data-placed], &[data-placed] :is(thead, tbody, tfoot)': { display: 'block' },
    // One piece that is as large as all rows: otherwise it would be as large as the rows that are drawn, be another one
    // at every step, and be painted whole each time.
    '&[data-placed]': { position: 'relative', zIndex: 0, background: 'surface' },
    '&[data-placed] tbody': { position: 'relative', zIndex: 0, contain: 'layout size style' },
    '&[data-placed] tbody::after': { content: '""', position: 'absolute' },
    '&[data-placed] tr': { display: 'grid', gridTemplateColumns: 'var(--tracks)' },
    '&[data-placed] tbody tr': { height: 'var(--row)' },
    '&[data-placed] :is(td, th)': { alignContent: 'center', maxWidth: 'none' },
    '&[data-placed] tbody :is(td, th)': { overflow: 'clip' },
  },
});

export const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '2rem',
    fontWeight: 'inherit',
    color: 'inherit',
    borderRadius: 'small',
    _hover: { color: 'ink' },
    '&[data-sorted]': { color: 'ink', fontWeight: 'bold' },
    // The words stand above the numbers, the arrow before them.
    '.num > &': { flexDirection: 'row-reverse' },
    '& svg': { opacity: 0 },
    '&[data-sorted] svg, &:hover svg, &:focus-visible svg': { opacity: 1 },
  },
});

export const Cards = chakra('ul', { base: { display: 'flex', flexDirection: 'column' } });
export const CardRow = chakra('li', {
  base: {
    display: 'flex',
    position: 'relative',
    // A thousand cards cost what stands in sight.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 9rem',
    gap: '3',
    padding: '3',
    paddingInline: '4',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
    '&[data-open], &[data-picked]': { background: 'accent-soft' },
    '& > .check': { marginTop: '1', position: 'relative', zIndex: 1 },
  },
});
export const CardBody = chakra('div', {
  base: {
    flex: '1',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    gap: '2',
    // A card has room for the whole name that a column cuts off.
    '& > :first-of-type *': { whiteSpace: 'normal', maxWidth: 'none !important' },
    // It is as large as the card: its words need no more room than they take.
    '& > .open': { minHeight: 0 },
    // Above the button that lies over the card.
    '& :is(a, input, select, button:not(.open))': { position: 'relative', zIndex: 1 },
  },
});
export const CardOpen = chakra('button', {
  base: {
    textAlign: 'start',
    '&::before': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::before': { outline: '2px solid var(--c-focus)', outlineOffset: '-2px' },
  },
});
export const CardFacts = chakra('span', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(7.5rem, 1fr))',
    columnGap: '3',
    rowGap: '1.5',
    fontSize: 'small',
    // A badge that is wider than its column breaks instead of running into the next.
    '& > span': { minWidth: 0 },
    // A value that can be changed stands in line with those that cannot.
    '& > span button': { minHeight: '1.5rem' },
    '& > span > span': { maxWidth: 'full', whiteSpace: 'normal', flexWrap: 'wrap' },
    '& > span > small': { display: 'block', color: 'muted', fontSize: 'tiny' },
  },
});

export const Bones = chakra('div', {
  base: {
    height: '0.75rem',
    borderRadius: 'small',
    background: 'sunken',
    animation: 'breathe 1.6s ease-in-out infinite',
  },
});
