/** `npm run dev`: the server from its sources, restarted on change, and Vite in front of it at http://localhost:5173. */
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './fresh.mjs';
import { ROOT } from './processes.mjs';

await ensureInstalled();
const script = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const children = [
  [script('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/start/all-in-one.ts'],
  [script('vite/bin/vite.js')],
].map((args) =>
  spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  }),
);

let stopping = false;
function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) child.on('exit', (code) => stop(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));
