/** Chips of days in a chunk of their own, for forms whose first picture has no day to ask for. What stands beside them waits for nothing. */
import { type ComponentProps, lazy, Suspense } from 'react';

export const loadDateChips = () => import('./date-chips').then(({ DateChips }) => ({ default: DateChips }));
const Chips = lazy(loadDateChips);

export const DateChipsLater = (props: ComponentProps<typeof Chips>) => (
  <Suspense>
    <Chips {...props} />
  </Suspense>
);
