/** How somebody proves who they are, for other screens: each part is a chunk of its own, loaded when it is shown. */
import { lazy } from 'react';

export { roleWords } from './role-words';

/** PIN and password, as a card of the field's "Me". */
export const SafetyCard = lazy(() => import('./components/safety-card'));
/** Changing the password, as a sheet of any screen. */
export const PasswordSheet = lazy(() => import('./components/password-sheet'));
