import { languageName as nameOf } from '../../../core/domain/languages';
import { currentLanguage, said } from '../../i18n';

/** A stored word as it is shown: `co-borrower` as “Co-borrower”, in the user's language. */
export const storedWord = (word: string): string => said(word.charAt(0).toUpperCase() + word.slice(1));

/** `mr` as “Marathi”, in the user's language; a name that was imported as a word stays. */
export const languageName = (code: string): string => nameOf(code, currentLanguage());
