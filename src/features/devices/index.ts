/** Phones and records under review; the desk's start shows what is pressing. */
import { lazy } from 'react';

export const PhoneAlerts = lazy(() => import('./components/alerts'));
export { sizeWords } from './device-words';
