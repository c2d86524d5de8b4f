/**
 * Keys of the disposition form: a digit for the class (its rank in the tree, 10 is 0), a letter for the code. Derived from
 * the tenant's codes, so that a code a tenant adds has a key as well.
 */
import { CLASSES, type DispositionClass, type DispositionCode } from '../../../core/domain/dispositions';

export interface KeyedCode {
  key: string;
  code: DispositionCode;
}

/** Classes of one rank share a digit. */
export interface KeyedGroup {
  key: string;
  classes: DispositionClass[];
  codes: KeyedCode[];
}

/** Letters that have another meaning on the screen while a code is chosen. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function letters(codes: readonly DispositionCode[]): KeyedCode[] {
  const taken = new Set<string>();
  // The first letter of each code first, so that a code of one letter's name is not pushed away by a longer one.
  const wishes = codes.map(({ code, label }) =>
    [...`${code}${label}${LETTERS}`.toLowerCase()].filter((one) => LETTERS.includes(one)),
  );
  const keys = new Map<DispositionCode, string>();
  codes.forEach((code, at) => {
    const key = wishes[at]?.find((one) => !taken.has(one)) ?? '';
    taken.add(key);
    keys.set(code, key);
  });
  return codes.map((code) => ({ key: keys.get(code) ?? '', code }));
}

/** The selectable codes of calls, best outcome first. Codes that only the system sets are not among them. */
export function keyedGroups(codes: readonly DispositionCode[]): KeyedGroup[] {
  const byRank = new Map<number, DispositionCode[]>();
  for (const code of codes) {
    if (code.channel !== 'call' || !code.selectable) continue;
    const rank = Math.min(CLASSES[code.class].rank, 10);
    byRank.set(rank, [...(byRank.get(rank) ?? []), code]);
  }
  return [...byRank]
    .sort(([a], [b]) => a - b)
    .map(([rank, held]) => ({
      key: String(rank % 10),
      classes: [...new Set(held.map((code) => code.class))],
      codes: letters(held),
    }));
}
