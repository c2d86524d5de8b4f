/** What a vitest report (`testResults` of its JSON) comes to: a file that does not load is a failure, what did not run is no success. */
export function countResults(results) {
  const statuses = results.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const counted = (wanted) => statuses.filter((status) => status === wanted).length;
  const unloaded = results.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length);
  const [passed, failed] = [counted('passed'), counted('failed')];
  return { passed, failed: failed + unloaded.length, skipped: statuses.length - passed - failed };
}

/** Files of faults: one loss in many tries is what they look for, so what passes the next time has not become better. */
const LOOKS_FOR_LOSSES = /[\\/]tests[\\/]faults[\\/]/;

/**
 * A run's results after the second try of the files that failed. `again` runs the files it is given and answers their
 * results, which count in place of the first; it is not called when there are none. Files of tests/faults get no
 * second try. `unstable`: the files that passed only then.
 */
export async function withSecondTry(results, again) {
  const broken = results
    .filter(({ name, status }) => status === 'failed' && !LOOKS_FOR_LOSSES.test(name))
    .map(({ name }) => name);
  if (broken.length === 0) return { results, unstable: [] };
  const second = await again(broken);
  // A file that the second run does not report has not passed it.
  const retried = new Set(second.map(({ name }) => name));
  return {
    results: [...results.filter(({ name }) => !retried.has(name)), ...second],
    unstable: second.filter(({ name, status }) => status === 'passed' && broken.includes(name)).map(({ name }) => name),
  };
}
