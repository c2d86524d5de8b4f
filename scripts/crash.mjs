/** `npm run test:crash -- [--runs N] [--seed S] [--engine postgres|pglite]`: kills a working server; docs/faults.md explains. */
import './node-version.mjs';
import { ensureBuilt, ensureInstalled } from './fresh.mjs';
import { run } from './processes.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  const tsx = ['--import', import.meta.resolve('tsx')];
  const { code } = await run(process.execPath, [...tsx, 'tests/faults/crash/run.ts', ...process.argv.slice(2)]);
  process.exitCode = code;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
