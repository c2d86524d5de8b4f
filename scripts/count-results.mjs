/** What a vitest report (`testResults` of its JSON) comes to: a file that does not load is a failure, what did not run is no success. */
export function countResults(results) {
  const statuses = results.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const counted = (wanted) => statuses.filter((status) => status === wanted).length;
  const unloaded = results.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length);
  const [passed, failed] = [counted('passed'), counted('failed')];
  return { passed, failed: failed + unloaded.length, skipped: statuses.length - passed - failed };
}

/** What `npm test` says at its end about the databases: the versions that the tests themselves asked for (`meta.engine`). */
export function databasesLine(results) {
  const engines = new Map(
    results
      .flatMap((file) => file.assertionResults)
      .flatMap(({ status, meta }) =>
        status === 'passed' && meta?.engine ? [[meta.engine.name, meta.engine.version]] : [],
      ),
  );
  const [pglite, postgres] = [engines.get('pglite'), engines.get('postgres')];
  const embedded = pglite ? `PGlite (PostgreSQL ${pglite})` : 'a PGlite that did not say its version';
  return postgres
    ? `Databases: ${embedded} and PostgreSQL ${postgres}`
    : `PostgreSQL WAS MISSING: every test of a database ran on ${embedded} alone. Set DATABASE_URL or install PostgreSQL 15 or newer to run them on both.`;
}

/** The stages and the twenty slowest files of tests, `{ name, seconds }` each, as text. */
export function durations(stages, files) {
  const words = (seconds) =>
    seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  const lines = (rows) => rows.map(({ name, seconds }) => `  ${words(seconds).padStart(12)}  ${name}`);
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20);
  const total = stages.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    'Stages',
    ...lines([...stages, { name: 'all', seconds: total }]),
    ...(slowest.length > 0 ? ['Slowest files', ...lines(slowest)] : []),
  ].join('\n');
}
