/** One loan as a sheet, wherever it is shown on a desk. */
export { daysPastDue, LoanSheet } from './components/loan-sheet';
export { PhoneList } from './components/phone-list';
export { useCodes, useLoan } from './queries';
