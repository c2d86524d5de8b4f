import { said } from '../../i18n';

/** A stored word as it is shown: `co-borrower` as “Co-borrower”, in the user's language. */
export const storedWord = (word: string): string => said(word.charAt(0).toUpperCase() + word.slice(1));
