/** One loan as a sheet, wherever it is shown on a desk. */
export { useCodes } from './codes-query';
export { LoanSheet } from './components/loan-sheet';
export { PhoneList } from './components/phone-list';
export { useLoan } from './queries';
