import { chakra } from '../../../ui';

/** The screen's one action at thumb height, above the bottom bar, in the page's flow when the page is short. */
export const StickyAction = chakra('div', {
  base: {
    position: 'sticky',
    bottom: 'calc(3.75rem + env(safe-area-inset-bottom))',
    zIndex: '5',
    marginInline: '-4',
    paddingInline: '4',
    paddingBlock: '3',
    background: 'canvas',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    // With the keyboard open in landscape nothing may cover the field.
    '@media (max-height: 26rem)': { position: 'static' },
  },
  variants: {
    /** On forms, where there is no bottom bar. */
    alone: { true: { bottom: '0', paddingBottom: 'max(0.75rem, env(safe-area-inset-bottom))' } },
  },
});
