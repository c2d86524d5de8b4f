/** What other features may use of messages: writing to the borrower of a loan, and what was written. */
import { lazy } from 'react';

export const MessagePart = lazy(() => import('./components/message-part'));
