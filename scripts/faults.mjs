/** `npm run test:faults -- --runs 100000`: the simulator over many seeds. See docs/faults.md. */
import './node-version.mjs';
import { ensureInstalled } from './fresh.mjs';
import { runPackage } from './processes.mjs';

await ensureInstalled();
const { code } = await runPackage('tsx/dist/cli.mjs', ['tests/faults/sim/run.ts', ...process.argv.slice(2)]);
process.exit(code);
