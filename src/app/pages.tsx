/** A page for each route; a route without one does not compile. Chunks load when they are first shown. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { RouteId } from '../routes';

type LazyPage = LazyExoticComponent<ComponentType>;

const login = lazy(() => import('../features/auth/pages/login-page'));
const fieldLogin = lazy(() => import('../features/auth/pages/field-login-page'));

export const pages: Record<RouteId, LazyPage | { field: LazyPage; desk: LazyPage }> = {
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
