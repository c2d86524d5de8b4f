/** `npm run bench -- [--only NAME] [--json FILE] [--rounds N] [--loans N]`: measures the built product; docs/bench.md explains the rows. */
import './node-version.mjs';
import { findChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './fresh.mjs';
import { run } from './processes.mjs';

try {
  await ensureInstalled();
  const chromium = await findChromium();
  await ensureBuilt();
  const { code } = await run(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), 'tests/bench/run.ts', ...process.argv.slice(2)],
    { env: chromium },
  );
  process.exitCode = code;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
