/** What other parts may use of the desk's home and lists. */
export { useLoanMatches } from './queries';
