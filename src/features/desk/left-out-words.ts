/** Loans that were not given, counted by what became of them and said in words. */
import type { AssignResult } from '../../../core/contract/loan-changes';
import { tn } from '../../i18n';

type Became = AssignResult['results'][number]['became'];
export const countBecame = (results: AssignResult['results']): Partial<Record<Became, number>> => {
  const counts: Partial<Record<Became, number>> = {};
  for (const { became } of results) counts[became] = (counts[became] ?? 0) + 1;
  return counts;
};

/** What is left out, in words: how many, and why. */
export function leftOutWords(counts: Partial<Record<Became | 'changed-hands' | 'holder-refused', number>>): string {
  const count = (became: keyof typeof counts) => counts[became] ?? 0;
  const parts: [number, (n: number) => string][] = [
    [count('unchanged'), (n) => tn(n, '{n} had them already', '{n} had them already')],
    [count('renewed'), (n) => tn(n, '{n} stays until the new last day', '{n} stay until the new last day')],
    [count('not-active'), (n) => tn(n, '{n} is not active', '{n} are not active')],
    [
      count('client-inactive'),
      (n) => tn(n, '{n} is of a lender that is switched off', '{n} are of lenders that are switched off'),
    ],
    [
      count('other-pincode'),
      (n) => tn(n, '{n} has no address in their pincodes', '{n} have no address in their pincodes'),
    ],
    [count('not-found'), (n) => tn(n, '{n} is not yours any more', '{n} are not yours any more')],
    [count('changed-hands'), (n) => tn(n, '{n} was given to somebody else', '{n} were given to somebody else')],
    [
      count('holder-refused'),
      (n) => tn(n, '{n} stays, because they may get none any more', '{n} stay, because they may get none any more'),
    ],
  ];
  return parts.flatMap(([n, words]) => (n > 0 ? [words(n)] : [])).join(' · ');
}
