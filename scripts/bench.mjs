/** `npm run bench [-- --only NAME] [--json FILE] [--rounds N]`: measures, and prints a table. docs/bench.md explains the rows. */
import { spawn } from 'node:child_process';

const child = spawn(
  process.execPath,
  ['--import', import.meta.resolve('tsx'), 'tests/bench/run.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
