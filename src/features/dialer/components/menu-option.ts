import { chakra } from '../../../ui';

/** One choice of a menu of the dialer; the chosen one is bold. */
export const MenuOption = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    width: 'full',
    minHeight: '2.25rem',
    paddingInline: '2.5',
    borderRadius: 'small',
    textAlign: 'start',
    _hover: { background: 'sunken' },
    _checked: { fontWeight: 'bold', color: 'accent-ink' },
  },
});
