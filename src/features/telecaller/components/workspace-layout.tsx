/** The three columns of a call and the foot of the middle one. */
import { chakra } from '../../../ui';

export const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    // What is asked gets the most: it is worked in, the others are read.
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      lg: '19rem minmax(0, 1fr)',
      xl: 'minmax(17rem, 20fr) minmax(25rem, 34fr) minmax(16.5rem, 19fr)',
    },
    gridTemplateRows: { xl: 'minmax(0, 1fr)' },
    minHeight: { xl: '0' },
    '& > *': { minWidth: 0 },
  },
});
/** Each column scrolls by itself on a desk, so that none of them moves the others, and the buttons stay where they are. */
export const Column = chakra('section', {
  base: {
    maxHeight: { xl: '100%' },
    overflowY: { xl: 'auto' },
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    padding: '4',
  },
  variants: {
    place: {
      who: {},
      what: { paddingBottom: '0', height: { xl: '100%' }, display: { xl: 'flex' }, flexDirection: 'column' },
      when: {},
    },
  },
});

/** In sight however long the form is; on a phone the bar of the menu stands there. */
export const Foot = chakra('footer', {
  base: {
    position: { base: 'static', lg: 'sticky' },
    bottom: '0',
    marginTop: 'auto',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    paddingBlock: '3',
    background: 'surface',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
  },
});
