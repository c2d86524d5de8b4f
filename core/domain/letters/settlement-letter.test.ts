import { expect, it } from 'vitest';
import { letterProblems } from './letter-template';
import { LETTER_LANGUAGES } from './letter-words';
import { STANDING, standardBody } from './settlement-letter';
import { CLAUSES, SETTLEMENT_LETTERS } from './standing';

it('every language says every title, head and clause in letters of its own', () => {
  const seen = new Set<string>();
  for (const language of LETTER_LANGUAGES) {
    const { titles, heads, labels, clauses } = STANDING[language];
    for (const kind of SETTLEMENT_LETTERS) expect(titles[kind].length).toBeGreaterThan(5);
    for (const clause of CLAUSES) {
      expect(clauses[clause].length).toBeGreaterThan(20);
      expect(seen.has(clauses[clause]), clauses[clause]).toBe(false);
      seen.add(clauses[clause]);
    }
    for (const words of [...Object.values(titles), ...Object.values(heads), ...Object.values(labels)])
      expect(/^[A-Za-z -]+$/.test(words)).toBe(language === 'en');
  }
});

it.each(SETTLEMENT_LETTERS)('the standard text of %s holds what it must, in every language', (kind) => {
  const bodies = LETTER_LANGUAGES.map((language) => standardBody(kind, language));
  for (const body of bodies) expect(letterProblems(kind, body)).toEqual([]);
  expect(new Set(bodies).size).toBe(LETTER_LANGUAGES.length);
});
