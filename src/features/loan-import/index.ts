/** Loans by file for other screens: one field of a loan corrected where it stands. */
import { lazy } from 'react';

export const CorrectFields = lazy(() => import('./components/correct-fields'));
