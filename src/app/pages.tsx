/** A page for each route of a phone's first visit; the desk's are desk-pages.tsx. Chunks load when they are first shown. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { CoreRouteId } from '../routes';

export type LazyPage = LazyExoticComponent<ComponentType>;
/** The home's page follows the user's area. */
export interface PagesByArea {
  field: LazyPage;
  desk: LazyPage;
}

const login = lazy(() => import('../features/auth/pages/login-page'));
const fieldLogin = lazy(() => import('../features/auth/pages/field-login-page'));

export const pages: Record<CoreRouteId, LazyPage | PagesByArea> = {
  login,
  dev: login,
  fieldLogin,
  clientLogin: fieldLogin,
  logout: lazy(() => import('../features/auth/pages/logout-page')),
  home: {
    field: lazy(() => import('../features/field/pages/field-home')),
    desk: lazy(() => import('../features/desk/pages/home-page')),
  },
  fieldLoans: lazy(() => import('../features/field/pages/field-loans')),
  fieldLoan: lazy(() => import('../features/field/pages/field-loan')),
  fieldVisit: lazy(() => import('../features/field/pages/field-visit')),
  fieldLedger: lazy(() => import('../features/field/pages/field-ledger')),
  fieldMe: lazy(() => import('../features/field/pages/field-me')),
};
