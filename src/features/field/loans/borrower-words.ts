/** What a loan's page alone says of a borrower. */
import { currentLanguage, said } from '../../../i18n';

/** `mr` as `Marathi`, in the user's language; a language that is stored as a word stays as it is. */
export function languageWord(stored: string): string {
  if (!/^[a-z]{2,3}$/.test(stored)) return stored;
  return new Intl.DisplayNames([currentLanguage()], { type: 'language', fallback: 'code' }).of(stored) ?? stored;
}

/** Stored in lower case, shown with a capital: `co-borrower` as `Co-borrower`. */
export const sentence = (stored: string): string => said(stored.charAt(0).toUpperCase() + stored.slice(1));
