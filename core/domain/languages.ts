/** The languages of India's loan books, and how a language is called. */
export interface Language {
  /** ISO 639. */
  code: string;
  name: string;
  /** As its speakers write it. */
  native: string;
  south: boolean;
}
/** South Indian languages first, then the others. */
export const LANGUAGES: readonly Language[] = [
  { code: 'ta', name: 'Tamil', native: 'தமிழ்', south: true },
  { code: 'te', name: 'Telugu', native: 'తెలుగు', south: true },
  { code: 'kn', name: 'Kannada', native: 'ಕನ್ನಡ', south: true },
  { code: 'ml', name: 'Malayalam', native: 'മലയാളം', south: true },
  { code: 'tcy', name: 'Tulu', native: 'ತುಳು', south: true },
  { code: 'en', name: 'English', native: 'English', south: false },
  { code: 'hi', name: 'Hindi', native: 'हिन्दी', south: false },
  { code: 'mr', name: 'Marathi', native: 'मराठी', south: false },
  { code: 'gu', name: 'Gujarati', native: 'ગુજરાતી', south: false },
  { code: 'bn', name: 'Bengali', native: 'বাংলা', south: false },
  { code: 'or', name: 'Odia', native: 'ଓଡ଼ିଆ', south: false },
  { code: 'pa', name: 'Punjabi', native: 'ਪੰਜਾਬੀ', south: false },
  { code: 'as', name: 'Assamese', native: 'অসমীয়া', south: false },
  { code: 'ur', name: 'Urdu', native: 'اردو', south: false },
];
export const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);

/** `ur` as `Urdu`, in English or in the reader's language; what was imported as a word stays as it is. */
export const languageName = (code: string, reader = 'en'): string =>
  /^[a-z]{2,3}$/.test(code)
    ? (new Intl.DisplayNames([reader], { type: 'language', fallback: 'code' }).of(code) ?? code)
    : code;
