import { lazy } from 'react';

/** Loaded beside a loan, whose screen is drawn without it. */
export const LoanSettlement = lazy(() =>
  import('./components/loan-settlement').then((part) => ({ default: part.LoanSettlement })),
);
