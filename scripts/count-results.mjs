/** What a vitest report (`testResults` of its JSON) comes to: a file that does not load is a failure, what did not run is no success. */
export function countResults(results) {
  const statuses = results.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const counted = (wanted) => statuses.filter((status) => status === wanted).length;
  const unloaded = results.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length);
  const [passed, failed] = [counted('passed'), counted('failed')];
  return { passed, failed: failed + unloaded.length, skipped: statuses.length - passed - failed };
}
