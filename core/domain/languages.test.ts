import { expect, it } from 'vitest';
import { readable, sentence, WHY } from './contact-gate';
import { languageName } from './languages';

it.each([
  ['ur', 'en', 'Urdu'],
  ['mr', 'hi', 'मराठी'],
  ['Marathi', 'en', 'Marathi'],
  ['?', 'en', '?'],
])('%s is called in %s: %s', (code, reader, name) => expect(languageName(code, reader)).toBe(name));

it('a contact that is held back for its language names it', () =>
  expect(sentence(WHY.language, readable({ language: 'ur' }))).toBe(
    'The borrower’s language is Urdu, which the agent does not speak.',
  ));
