/** Rounds of several contestants, one after the other, so that what disturbs the machine disturbs all of them. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

/** Runs every contestant once a round, in turning order; answers each one's median. */
export async function alternate<Name extends string>(
  rounds: number,
  contestants: Record<Name, (round: number) => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contestants) as Name[];
  const seen = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Turned by one each round: nobody always comes first after a pause, or last on a warm disk.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length];
      if (name !== undefined) seen.get(name)?.push(await contestants[name](round));
    }
  }
  if (process.env.BENCH_VERBOSE) for (const [name, values] of seen) console.error(`  ${name}: ${values.join(' ')}`);
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name) ?? [])])) as Record<Name, number>;
}
