/** Chips of days in a chunk of their own, for forms whose first picture has no day to ask for. */
import { lazy } from 'react';

export const loadDateChips = () => import('./date-chips').then(({ DateChips }) => ({ default: DateChips }));
export const DateChipsLater = lazy(loadDateChips);
