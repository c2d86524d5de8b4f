/**
 * The rows that `--only` asks for: the row of exactly that name, else those whose names begin so; `NAME*` always means the
 * beginning. Nothing given: all. Throws with the first that no row answers to.
 */
export function chosenRows(known: readonly string[], only: readonly string[] | undefined): Set<string> {
  if (!only) return new Set(known);
  const answering = (asked: string): string[] => {
    if (known.includes(asked)) return [asked];
    const beginning = asked.replace(/\*$/, '');
    const found = beginning ? known.filter((name) => name.startsWith(beginning)) : [];
    if (found.length === 0) throw new Error(`No row is named ${asked}`);
    return found;
  };
  return new Set(only.flatMap(answering));
}
