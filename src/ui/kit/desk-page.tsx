import { chakra } from '@chakra-ui/react/styled-system';

/** A desk screen's frame; `beside` leaves room for a panel on a wide screen. */
export const DeskPage = chakra('main', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    paddingInline: { base: '3', md: '5', lg: '6' },
    paddingTop: { base: '4', md: '5' },
    paddingBottom: '12',
  },
  variants: {
    beside: { true: { gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 27rem' } } },
    /** A form reads badly across a whole screen. */
    narrow: { true: { maxWidth: '68rem' } },
    /**
     * On a wide screen exactly what the bars and banners above leave of it, given to its last part, whose columns scroll by themselves. Its page
     * says so by `data-filled`, for the frame around it.
     */
    filled: {
      true: {
        display: { xl: 'flex' },
        flexDirection: 'column',
        alignItems: { xl: 'stretch' },
        flex: { xl: '1 1 0' },
        minHeight: { xl: '26rem' },
        paddingTop: { xl: '3' },
        paddingBottom: { xl: '4' },
        gap: { xl: '3' },
        '& > :last-child': { flex: { xl: '1' }, minHeight: { xl: '0' } },
      },
    },
  },
});

/** Its one heading. */
export const DeskTitle = chakra('h1', {
  base: { fontSize: { base: '1.25rem', lg: '1.5rem' }, lineHeight: 1.3, fontWeight: 'bold', letterSpacing: '-0.018em' },
});

/** Fields beside each other where they fit. */
export const FieldGrid = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(16rem, 100%), 1fr))',
  },
  variants: { tight: { true: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(9rem, 100%), 1fr))' } } },
});
