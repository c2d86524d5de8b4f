/** `npm run routes`: see routes.ts. */
import './node-version.mjs';
import { run } from './processes.mjs';

const { code } = await run(process.execPath, [
  '--import',
  import.meta.resolve('tsx'),
  'scripts/routes.ts',
  ...process.argv.slice(2),
]);
process.exitCode = code;
