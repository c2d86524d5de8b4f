export { useReportChoices } from './choices';
/** Loaded when its button is pressed. */
export const loadLoanExport = () => import('./components/loan-export');
