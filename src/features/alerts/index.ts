/** What other features may use of alerts. */
export { useMissedAlerts } from './queries';
