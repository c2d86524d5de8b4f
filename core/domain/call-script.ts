/** Which of a portfolio's scripts are for a call: the loan's bucket decides, and the borrower's language comes first. */
import type { Bucket } from './buckets';
import { LANGUAGES } from './languages';

export interface ScriptText {
  bucket: Bucket | 'any';
  /** ISO 639. */
  language: string;
  body: string;
}

/** What to fall back to when a portfolio has nothing in the borrower's own language. */
const COMMON = ['en', 'hi'];

/** Imported borrowers carry "Marathi" as well as "mr". */
export function languageCode(given: string): string {
  const word = given.trim().toLowerCase();
  return LANGUAGES.find(({ code, name }) => code === word || name.toLowerCase() === word)?.code ?? word;
}

/** At most one for each language: the bucket's own before one for any bucket. The best for this borrower first. */
export function scriptsFor<Text extends ScriptText>(
  scripts: readonly Text[],
  loan: { bucket: Bucket; language: string },
): Text[] {
  const fitting = new Map<string, Text>();
  for (const script of scripts) {
    if (script.bucket !== loan.bucket && script.bucket !== 'any') continue;
    const held = fitting.get(script.language);
    if (!held || (held.bucket === 'any' && script.bucket !== 'any')) fitting.set(script.language, script);
  }
  const order = [languageCode(loan.language), ...COMMON];
  const rank = ({ language }: Text) => {
    const at = order.indexOf(language);
    return at < 0 ? order.length : at;
  };
  // A stable sort: what is left stays in the portfolio's own order.
  return [...fitting.values()].sort((one, other) => rank(one) - rank(other));
}
