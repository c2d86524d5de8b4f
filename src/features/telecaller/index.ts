/** What other parts may use of the telecaller's screens. Home and list come in chunks of their own when they are first shown. */
import { lazy } from 'react';

export const ActiveList = lazy(() => import('./components/active-list'));
export const TelecallerHome = lazy(() => import('./pages/home-page'));
export type { CallWorkspaceProps, SavedDisposition } from './components/call-workspace';
export { CallWorkspaceLater, loadCallWorkspace } from './components/call-workspace-later';
export { FollowUps } from './components/follow-ups';
