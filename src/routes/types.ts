import type { Role } from '../../core/domain/roles';

/**
 * Who may enter, in the specification's words: `public`, or a list in which `*` is every signed-in user, `-ROLE` takes
 * one away, and a plain role adds one.
 */
export type Roles = 'public' | readonly (Role | '*' | `-${Role}`)[];

/** `offline` works with no network once the user has signed in on this device; `online` says so and recovers by itself. */
export type OfflineLevel = 'offline' | 'online';

/** The icons of the field's bar; names of the kit's set. */
export type MenuIcon = 'home' | 'today' | 'loans' | 'ledger' | 'me';

/** A place in the field's bottom bar. The desk's menu has a list of its own, side-menu.ts. */
export interface BarPlace {
  label: string;
  icon: MenuIcon;
  /** Order within the bar. */
  place: number;
}

export interface RouteRow {
  /** As react-router reads it. */
  path: string;
  title: string;
  roles: Roles;
  offline: OfflineLevel;
  /** `field` and `desk` choose layout and guard; `bare` has neither; `home` is whichever the user's role asks for. */
  area: 'field' | 'desk' | 'bare' | 'home';
  /** The part of the product it belongs to; the name of its folder in `src/features` where it has one of its own. */
  feature: string;
  bar?: BarPlace;
  /** The home of whoever has no menu entry for it links to it. */
  onHome?: true;
  /** Which menu or bar entry is marked while a sub-screen is open: that entry's path. */
  under?: string;
}
