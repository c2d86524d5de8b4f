/**
 * `npm run routes [-- --json]`: the registry (path, roles, feature, offline level) and what the specification's list has
 * that the registry has not (yet).
 */
import { ROUTE_IDS, type Roles, routeOf } from '../src/routes';
import { SPECIFIED } from '../src/routes/specified';

interface Row {
  path: string;
  title: string;
  roles: string;
  feature: string;
  offline: string;
}
const words = (roles: Roles) => (roles === 'public' ? 'public' : roles.join(' '));
const registered = ROUTE_IDS.map((id): Row & { id: string } => {
  const { path, title, roles, feature, offline } = routeOf(id);
  return { id, path, title, roles: words(roles), feature, offline };
});
const known = new Set(registered.map(({ path }) => path));
const missing = SPECIFIED.filter(({ path }) => !known.has(path)).map(
  ({ path, label, roles, feature, level }): Row => ({
    path,
    title: label,
    roles: words(roles),
    feature,
    offline: level,
  }),
);

function print(rows: Row[]) {
  const columns = ['path', 'feature', 'offline', 'roles'] as const;
  const width = (column: keyof Row) => Math.max(column.length, ...rows.map((row) => row[column].length));
  const line = (cellOf: (column: keyof Row) => string) =>
    columns.map((column) => (column === 'roles' ? cellOf(column) : cellOf(column).padEnd(width(column)))).join('  ');
  console.log(line((column) => column.toUpperCase()));
  for (const row of rows) console.log(line((column) => row[column]));
}

if (process.argv.includes('--json')) console.log(JSON.stringify({ registered, missing }, null, 2));
else {
  console.log(`${registered.length} routes are registered\n`);
  print(registered);
  console.log(`\n${missing.length} of the specification’s ${SPECIFIED.length} routes are still missing\n`);
  if (missing.length) print(missing);
}
