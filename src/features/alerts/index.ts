/** What other features may use of alerts. */
import { lazy } from 'react';

export { useMissedAlerts } from './queries';
/** Draws only while it is open; loaded when it is first asked for. */
export const MissedAlerts = lazy(() => import('./components/missed-alerts'));
