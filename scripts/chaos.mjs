/** `npm run test:chaos -- [--runs N] [--seed S]`: days of a real phone whose network and server die; docs/faults.md explains. */
import './node-version.mjs';
import { findChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './fresh.mjs';
import { run } from './processes.mjs';

try {
  await ensureInstalled();
  const env = await findChromium();
  await ensureBuilt();
  const tsx = ['--import', import.meta.resolve('tsx')];
  const { code } = await run(process.execPath, [...tsx, 'tests/faults/chaos/run.ts', ...process.argv.slice(2)], {
    env,
  });
  process.exitCode = code;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
