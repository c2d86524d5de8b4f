import { readFileSync } from 'node:fs';

/** What a vitest report (`testResults` of its JSON) comes to: a file that does not load is a failure, what did not run is no success. */
export function countResults(results) {
  const statuses = results.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const counted = (wanted) => statuses.filter((status) => status === wanted).length;
  const unloaded = results.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length);
  const [passed, failed] = [counted('passed'), counted('failed')];
  return { passed, failed: failed + unloaded.length, skipped: statuses.length - passed - failed };
}

/** The samples of faults, which look for one loss in many tries. */
const FAULTS = /[\\/]tests[\\/]faults[\\/]/;
/** What other files say at their top when a lost record would be their finding. */
const NO_SECOND_TRY = /^\/\/ No second try: /m;

/** Whether a test file (an absolute path) that failed may try again. What was lost once has not become better by the next time. */
export const hasSecondTry = (name) => !FAULTS.test(name) && !NO_SECOND_TRY.test(readFileSync(name, 'utf8'));

/**
 * A run after the second try of the files that failed. `first` is its `results` and what broke `outside` any test; `again`
 * runs the files it is given and answers the same of them, which counts in place of the first; it is not called when there
 * are none. An error outside any test is forgotten only with the file it came from. `unstable`: the files that passed only then.
 */
export async function withSecondTry(first, again) {
  const broken = first.results
    .filter(({ name, status }) => status === 'failed' && hasSecondTry(name))
    .map(({ name }) => name);
  if (broken.length === 0) return { ...first, unstable: [] };
  const second = await again(broken);
  // A file that the second run does not report has not passed it.
  const retried = new Set(second.results.map(({ name }) => name));
  const untried = ({ name }) => !retried.has(name);
  return {
    results: [...first.results.filter(untried), ...second.results],
    outside: [...first.outside.filter(untried), ...second.outside],
    unstable: second.results
      .filter(({ name, status }) => status === 'passed' && broken.includes(name))
      .filter(({ name }) => !second.outside.some((error) => error.name === name))
      .map(({ name }) => name),
  };
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
