export { useReportChoices } from './choices';
export { cellWords, columnLabel } from './words';
/** Loaded when its button is pressed. */
export const loadLoanExport = () => import('./components/loan-export');
