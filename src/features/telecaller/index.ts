/** What other parts may use of the telecaller's screens. Home and list come in chunks of their own when they are first shown. */
import { lazy } from 'react';

export const ActiveList = lazy(() => import('./components/active-list'));
export const TelecallerHome = lazy(() => import('./pages/home-page'));
export { CallWorkspace, type CallWorkspaceProps, type SavedDisposition } from './components/call-workspace';
export { FollowUps } from './components/follow-ups';
