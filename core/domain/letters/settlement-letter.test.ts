import { expect, it } from 'vitest';
import { LETTER_LANGUAGES } from './letter-words';
import { STANDING } from './settlement-letter';
import { CLAUSES, SETTLEMENT_LETTERS } from './standing';

it('every language says every title, head and clause in letters of its own', () => {
  const seen = new Set<string>();
  for (const language of LETTER_LANGUAGES) {
    const { titles, heads, clauses } = STANDING[language];
    for (const kind of SETTLEMENT_LETTERS) expect(titles[kind].length).toBeGreaterThan(5);
    for (const clause of CLAUSES) {
      expect(clauses[clause].length).toBeGreaterThan(20);
      expect(seen.has(clauses[clause]), clauses[clause]).toBe(false);
      seen.add(clauses[clause]);
    }
    for (const words of [...Object.values(titles), ...Object.values(heads)])
      expect(/^[A-Za-z -]+$/.test(words)).toBe(language === 'en');
  }
});
