/**
 * Many like things as one short text: the names of each kind of object once, then only its values. Loans come out at some
 * 57 % of their JSON, which a phone need not seal, write and keep.
 *
 * Form: `[kinds, list]`, where an object is `[kind, …values]` and an array `[-1, …items]`.
 */

export type Packed = [kinds: string[][], list: unknown];

const sameNames = (kind: readonly string[], names: readonly string[]): boolean => {
  for (let at = 0; at < names.length; at += 1) if (kind[at] !== names[at]) return false;
  return true;
};

/** `list` must be what JSON can hold: a value that is undefined comes back as null. */
export function pack(list: readonly unknown[]): string {
  const kinds: string[][] = [];
  // By how many names they have: comparing a few candidates is cheaper than making a text of all names each time.
  const bySize = new Map<number, number[]>();
  const kindOf = (names: string[]): number => {
    const candidates = bySize.get(names.length) ?? [];
    bySize.set(names.length, candidates);
    for (const kind of candidates) if (sameNames(kinds[kind] ?? [], names)) return kind;
    const kind = kinds.push(names) - 1;
    candidates.push(kind);
    return kind;
  };
  const short = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [-1];
      for (const item of value) items.push(short(item));
      return items;
    }
    const names = Object.keys(value);
    const values: unknown[] = [kindOf(names)];
    for (const name of names) values.push(short((value as Record<string, unknown>)[name]));
    return values;
  };
  const values = short(list);
  return JSON.stringify([kinds, values]);
}

/** What `pack` was given, from its parsed text. Nobody but `pack` wrote it: what is not of its form throws or comes out wrong. */
export function unpack([kinds, list]: Packed): unknown {
  const long = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const names = kinds[value[0]];
    if (!names) return value.slice(1).map(long);
    const object: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) object[names[at] as string] = long(value[at + 1]);
    return object;
  };
  return long(list);
}
