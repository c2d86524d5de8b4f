import { expect, test } from 'vitest';
import { LETTER_LANGUAGES } from './letter-words';
import { OFFER_WORDS } from './offer-words';

const flat = (words: object): [string, string][] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : flat(value as object),
  );
const variablesIn = (text: string) => text.match(/\{\w+\}/g) ?? [];

test.each(LETTER_LANGUAGES)('the page of an offer has all its words in %s', (language) => {
  const english = new Map(flat(OFFER_WORDS.en));
  for (const [name, text] of flat(OFFER_WORDS[language])) {
    expect(variablesIn(text), name).toEqual(variablesIn(english.get(name) ?? ''));
    // Nothing was left in English.
    if (language !== 'en') expect(text, name).not.toMatch(/[A-Za-z]{2,}(?![^{]*\})/);
  }
});
