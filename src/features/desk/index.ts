/** What other parts may use of the desk's home and lists. */
export { GiveLoans } from './give-loans-later';
export { DefaultDashboardAgencies } from './home-config';
export { useLoanMatches } from './queries';
