import { type MenuLink, reloadsFor } from '../../routes';

/** The selected tab of specification 2.4, under the name that existing installations read. */
export const SELECTED_TAB = 'selectedTab';

/**
 * What choosing a menu entry does besides going there: the selected-tab value is set, and some links reload the page,
 * deferred by a zero-millisecond timer so that the router has gone there first.
 */
export function chooseEntry(link: MenuLink, role: unknown, reload: () => void = () => location.reload()): void {
  if (link.tab) localStorage.setItem(SELECTED_TAB, link.tab);
  if (reloadsFor(role, link)) setTimeout(reload, 0);
}
