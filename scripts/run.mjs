/** `node scripts/run.mjs FILE.ts [arguments]`: runs one TypeScript file from its source, as a child with our streams. */
import { spawn } from 'node:child_process';

const [file, ...rest] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node scripts/run.mjs FILE.ts [arguments]');
  process.exit(1);
}
const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, ...rest], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
