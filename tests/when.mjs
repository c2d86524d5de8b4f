/**
 * Which test runs where. `npm test` runs every file of tests that is not `AT_NIGHT`, and of those in `SHORTER` the part that is
 * named; `npm run test:nightly` runs the rest and the whole of `SHORTER`. A new file runs in `npm test` until it is listed here.
 */

/** The variable that says so to the tests; not one of `RECOUP_…`, of which a server refuses what it does not know. */
export const NIGHT = 'TESTS_OF_THE_NIGHT';

/** What a file finds is found a night later: it takes long, and breaks seldom beside the tests that stay. */
export const AT_NIGHT = {
  'tests/e2e/accessibility-desk.e2e.ts':
    'every screen of the desk, light and dark; one screen a kind is in flows.e2e.ts',
  'tests/e2e/accessibility.e2e.ts': 'every screen of the field, light and dark, and text twice the size',
  'tests/e2e/alerts.e2e.ts': 'waits for the poll of two minutes; the stream is in tests/integration/alerts.test.ts',
  'tests/e2e/attachments.e2e.ts':
    'a killed server and a killed browser amid 3 MB; the parts are in attachments-tus.test.ts',
  'tests/e2e/cold-start.e2e.ts': 'each route without a network; the visit without one is in field-day.e2e.ts',
  'tests/e2e/desk-traces.e2e.ts': 'searches the disk of a browser for traces',
  'tests/e2e/devices.e2e.ts': 'two phones and a desk',
  'tests/e2e/dialer.e2e.ts': 'a dialer that dies; its protocol is in dialer.test.ts and dialer-vendors.test.ts',
  'tests/e2e/full-phone.e2e.ts': 'fills a disk',
  'tests/e2e/languages.e2e.ts': 'the screens in Hindi are in src/app/hindi.test.tsx',
  'tests/e2e/mend.e2e.ts': 'a phone that was offline while its policy changed',
  'tests/e2e/predictive.e2e.ts': 'an hour of a process in minutes; its rules are in predictive-*.test.ts',
  'tests/e2e/quota.e2e.ts': 'full disks and damaged profiles',
  'tests/e2e/refusals.e2e.ts': 'a phone that refuses position and camera',
  'tests/e2e/sessions.e2e.ts': 'two tabs at the end of a session',
  'tests/e2e/set-up.e2e.ts': 'a tenant from nothing, by every form of the organisation',
  'tests/e2e/settlement-offline.e2e.ts':
    'two visits and a killed browser; what the server does with them is in settlements-from-phones.test.ts',
  'tests/e2e/signs-in.e2e.ts': 'each role through each door; the flows sign in as those they need',
  'tests/e2e/start-stop.e2e.ts':
    'seven starts of the product; the signals of what a script runs are in scripts/processes.test.ts',
  'tests/e2e/updates-open-tab.e2e.ts': 'two builds of the app',
  'tests/e2e/updates-two-builds.e2e.ts': 'two builds of the app',
  'tests/e2e/updates.e2e.ts': 'two builds of the app',
  'tests/e2e/vault.e2e.ts': 'two people on one phone, and a search of its disk',
  'tests/e2e/withdrawal.e2e.ts': 'a phone that is withdrawn',
  'tests/e2e/worker-replay.e2e.ts': 'a closed app that sends',
  'tests/faults/chaos/chaos.e2e.ts': 'days of a phone whose network and server die',
  'tests/faults/crash/allocation.e2e.ts': 'ten deaths of a commit',
  'tests/faults/crash/import.e2e.ts':
    'twenty deaths of an import; half of its points in the process are in loan-imports-stopped.test.ts',
  'tests/faults/crash/crash.e2e.ts': 'deaths of a working server on both databases',
  'tests/faults/storm/storm.test.ts': 'many phones at once',
  'tests/integration/office-files.test.ts':
    'LibreOffice opens the files of every report; what is in them is read by another library in report-exports.test.ts',
  'tests/load/million.test.ts': 'a million loans into a database with its default settings take 20 minutes',
  'tests/load/load.test.ts': 'many callers at once',
};

/**
 * By day on one database: what they rest on (records, the feed, tenants, jobs, day sums, the adapters; the browser's tests load the demo into the embedded one) is asked on both by
 * day as well.
 */
const ON_ONE = [
  'attachments',
  'borrower-profile',
  'call-recordings',
  'disposition-files',
  'demo-data',
  'dupont',
  'evidence',
  'hand-allocation',
  'insights',
  'leaderboard',
  'listing',
  'predictor',
  'recovery',
  'report-exports',
  'report-figures',
  'report-kinds',
  'suppressions',
];

/** By day a part, at night the whole: such a file asks `tests/support/nightly.ts`. */
export const SHORTER = {
  'core/domain/allocation/oracle.test.ts': 'by day 270 books against the solver, at night 5,000',
  'tests/e2e/loan-import.e2e.ts': 'by day a CSV that is dropped, at night a workbook and the upload service as well',
  'tests/e2e/typed-ahead.e2e.ts':
    'by day three calls on a machine three times as slow, at night five on one six times as slow; five by keyboard are in telecaller.e2e.ts',
  'tests/faults/sim/sim.test.ts': 'by day 150 schedules and no planted bug',
  'tests/integration/assigning-at-once.test.ts': 'by day 240 gives of the same loans, at night 1,000',
  'tests/integration/backups.test.ts':
    'by day on one database, without the nights of months and without a worker that dies, at night whole',
  'tests/integration/allocation-counts.test.ts': 'by day without a book so large that a sample is taken',
  'tests/integration/read-plans.test.ts': 'by day without the nightly counts of what loans may pay',
  'tests/integration/matrix.test.ts':
    'by day people, tokens and forged headers take turns over the endpoints; at night all come to each',
  'tests/integration/http.test.ts':
    'by day an endpoint is sent another part of each kind of bad input than the endpoint before it, at night all of it',
  'tests/integration/locking.test.ts':
    'by day a folder whose process is killed, at night also one that closes and one that is torn',
  'tests/integration/loan-imports-stopped.test.ts': 'by day half of the points at which an import is killed or fails',
  'tests/integration/schedule-reports.test.ts': 'by day on one database; the queue beneath it is asked on both',
  'tests/integration/day-sums.test.ts': 'by day 160 things that happen to a book, at night 10,000',
  'tests/integration/settlement-model.test.ts':
    'by day 120 random settlements on one database, at night 10,000 on both',
  ...Object.fromEntries(
    ON_ONE.map((name) => [`tests/integration/${name}.test.ts`, 'by day on one database, at night on both']),
  ),
  'tests/matrix/mutants.test.ts': 'by day the guards in files that the change touches',
};
