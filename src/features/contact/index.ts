/** The contact gate for other screens. The engine comes with the first of these that is shown, in a chunk of its own. */
import { lazy } from 'react';

export const BorrowerWishes = lazy(() => import('./components/borrower-wishes'));
export const ContactChip = lazy(() => import('./components/contact-chip'));
export { answerWords, CHANNEL_WORDS, chipWords } from './contact-words';
export { type Contact, useContact } from './use-contact';
