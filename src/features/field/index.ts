/** The field agent's screens. Each page is a chunk of its own; only the sync strip is part of every one. */
export { SyncStrip } from './components/sync-strip';

/** For `lazy()`: each module's default export is the page. */
export const fieldPages = {
  home: () => import('./pages/field-home'),
  loans: () => import('./pages/field-loans'),
  loan: () => import('./pages/field-loan'),
  visit: () => import('./pages/field-visit'),
  ledger: () => import('./pages/field-ledger'),
  me: () => import('./pages/field-me'),
};
