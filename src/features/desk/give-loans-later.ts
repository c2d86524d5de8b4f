import { lazy } from 'react';

/** Giving loans from lists of other parts; loaded with the press that asks for it. */
export const GiveLoans = lazy(() => import('./components/assign-loans').then((part) => ({ default: part.GiveLoans })));
