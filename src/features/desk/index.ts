/** What other parts may use of the desk's home and lists. */
export { DefaultDashboardAgencies } from './home-config';
export { useLoanMatches } from './queries';
