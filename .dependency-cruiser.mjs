/**
 * Who may import whom (docs and architecture in one table). Checked by scripts/import-rules.mjs, which also fails when
 * too few modules were read: a check over nothing passes everything.
 */
const TEST = '\\.test\\.tsx?$';

/** `from` may import only files that match one of `to` (and packages, unless `packages` says otherwise). */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TEST },
  to: { path: '^(core|src|sw|server|tests|scripts|public)/', pathNot: to },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one idea in the wrong place.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-missing',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    only('core-alone', '^core/', ['^core/'], 'core obeys nobody: no DOM, no Node, no I/O.'),
    {
      name: 'core-without-packages',
      comment: 'core needs zod and nothing else.',
      severity: 'error',
      from: { path: '^core/', pathNot: TEST },
      to: { dependencyTypesNot: ['local', 'unknown'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'entries-are-not-imported',
      comment: 'main, the service worker, tests and scripts import; nobody imports them.',
      severity: 'error',
      from: { path: '^(core|src|sw|server)/', pathNot: TEST },
      to: { path: ['^tests/', '^scripts/', '^src/main\\.tsx$'] },
    },
    {
      name: 'worker-is-an-entry',
      comment: 'Nobody outside sw imports the service worker.',
      severity: 'error',
      from: { path: '^(core|src|server|scripts)/' },
      to: { path: '^sw/' },
    },
    only('main', '^src/main\\.tsx$', ['^src/', '^core/'], 'The composition root of the app.'),
    {
      name: 'app-is-above',
      comment: 'Only main and app know app.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/', '^src/main\\.tsx$'] },
      to: { path: '^src/app/' },
    },
    {
      name: 'features-are-above',
      comment: 'api, offline, dialer, routes, ui and i18n serve features and know none.',
      severity: 'error',
      from: { path: '^src/(api|offline|dialer|routes|ui|i18n)/' },
      to: { path: '^src/features/' },
    },
    {
      name: 'features-through-index',
      comment: 'A feature uses another one only through its index.ts.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', '^src/features/[^/]+/index\\.tsx?$'] },
    },
    only('offline-below', '^src/offline/', ['^src/(offline|routes)/', '^core/'], 'The engine runs in page and worker.'),
    only('routes-are-data', '^src/routes/', ['^src/routes/', '^core/'], 'The registry is pure data.'),
    only('ui-below', '^src/ui/', ['^src/(ui|i18n)/', '^core/'], 'The kit knows no screen and no data source.'),
    only('words-below', '^src/i18n/', ['^src/i18n/', '^core/'], 'The words of the screens know no screen.'),
    {
      name: 'no-react-below',
      comment: 'offline and routes run where there is no React.',
      severity: 'error',
      from: { path: '^(src/offline|src/routes|sw)/', pathNot: TEST },
      to: { path: 'node_modules/(react|react-dom|@chakra-ui|@emotion|@tanstack/react-query)/' },
    },
    only('client-alone', '^src/', ['^src/', '^core/'], 'The client knows core, never the server.'),
    only('worker-reaches', '^sw/', ['^sw/', '^src/(offline|routes)/', '^core/'], 'sw uses offline, routes and core.'),
    only('server-alone', '^server/', ['^server/', '^core/'], 'The server knows core, never the client.'),
    {
      name: 'start-is-above',
      comment: 'Roots are started, not imported.',
      severity: 'error',
      from: { path: '^server/(?!start/)', pathNot: TEST },
      to: { path: '^server/start/' },
    },
    {
      name: 'app-is-assembled-by-start',
      severity: 'error',
      comment: 'Only roots build the app.',
      from: { path: '^server/(?!start/)', pathNot: [TEST, '^server/app\\.ts$'] },
      to: { path: '^server/app\\.ts$' },
    },
    only(
      'modules-reach',
      '^server/modules/',
      ['^server/(modules|jobs|db|platform)/', '^server/http/(implement|mount|authority|validate)\\.ts$', '^core/'],
      'A module answers through http/implement and stands on jobs, db and platform.',
    ),
    {
      name: 'modules-through-index',
      comment: 'A module uses another one only through its index.ts.',
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/' },
      to: { path: '^server/modules/', pathNot: ['^server/modules/$1/', '^server/modules/[^/]+/index\\.ts$'] },
    },
    only(
      'http-below-modules',
      '^server/http/',
      ['^server/(http|jobs|db|platform)/', '^core/'],
      'http knows no module.',
    ),
    only('jobs-below', '^server/jobs/', ['^server/(jobs|db|platform)/', '^core/'], 'The queue knows no module.'),
    only('ground', '^server/(db|platform)/', ['^server/(db|platform)/', '^core/'], 'db and platform are the ground.'),
    only(
      'demo-below',
      '^server/demo/',
      ['^server/(demo|db|platform)/', '^core/'],
      'Demo data stands on the database alone.',
    ),
    {
      name: 'demo-is-optional',
      comment: 'Only roots load demo data.',
      severity: 'error',
      from: { path: '^server/(?!start/|demo/)' },
      to: { path: '^server/demo/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^node_modules/.+/node_modules/'] },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'node', 'default', 'types'],
    },
  },
};
