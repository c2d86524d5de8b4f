import type { Role } from '../../core/domain/roles';

/**
 * Who may enter, in the specification's words: `public`, or a list in which `*` is every signed-in user, `-ROLE` takes
 * one away, and a plain role adds one.
 */
export type Roles = 'public' | readonly (Role | '*' | `-${Role}`)[];

/** `offline` works with no network once the user has signed in on this device; `online` says so and recovers by itself. */
export type OfflineLevel = 'offline' | 'online';

/** The icons a menu may use; names of the kit's set. */
export type MenuIcon = 'home' | 'today' | 'loans' | 'ledger' | 'me';

/** Which users see a menu entry, beyond being admitted by the route (specification 2.4 and 6). */
export interface MenuRule {
  only?: readonly Role[];
  except?: readonly Role[];
  /** Only for users without a sub-role. */
  withoutSubRole?: true;
}

export interface MenuEntry {
  /** `side`: the desk's left menu; `bottom`: the field's bar. */
  menu: 'side' | 'bottom';
  label: string;
  icon: MenuIcon;
  /** Order within its menu. */
  place: number;
  rule?: MenuRule;
}

export interface RouteRow {
  /** As react-router reads it. */
  path: string;
  title: string;
  roles: Roles;
  offline: OfflineLevel;
  /** `field` and `desk` choose layout and guard; `bare` has neither; `home` is whichever the user's role asks for. */
  area: 'field' | 'desk' | 'bare' | 'home';
  menu?: readonly MenuEntry[];
  /** Which bar entry is marked while a sub-screen is open. */
  under?: string;
  /** The selected-tab value that choosing its menu entry sets (specification 2.4). */
  tab?: string;
  /** Choosing it from the menu reloads the page; managers and super managers are exempt (specification 2.4). */
  reload?: true;
}
