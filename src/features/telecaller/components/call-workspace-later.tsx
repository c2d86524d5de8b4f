/** The workspace where a call comes later: it loads while nobody talks yet. */
import { lazy } from 'react';

export const loadCallWorkspace = () => import('./call-workspace');
export const CallWorkspaceLater = lazy(() =>
  loadCallWorkspace().then(({ CallWorkspace }) => ({ default: CallWorkspace })),
);
