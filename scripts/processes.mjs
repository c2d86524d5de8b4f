/** Child processes: started with our streams, waited for, and stopped with us. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program to its end and answers its exit code; `quiet` keeps its output and answers it as well. */
export function run(command, args, { quiet = false, env = {}, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      ...(timeoutMs && { timeout: timeoutMs }),
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A program from node_modules, by the path of its script inside its package: no shell and no `.cmd` files needed. */
export const runPackage = (script, args, options) =>
  run(process.execPath, [fileURLToPath(new URL(`../node_modules/${script}`, import.meta.url)), ...args], options);

/** npm itself: the one that started us, or the one on the path. */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
