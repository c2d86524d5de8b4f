/** The vertical bounds of the targets chart (specification section 5). */

/** From the smallest value that is not zero, less 100, to the largest plus 1000; undefined with no values at all. */
export function targetBounds(values: readonly number[]): { min: number; max: number } | undefined {
  if (values.length === 0) return undefined;
  const nonZero = values.filter((value) => value !== 0);
  return { min: (nonZero.length ? Math.min(...nonZero) : 0) - 100, max: Math.max(...values) + 1000 };
}
