/** Child processes: started with our streams, waited for, and stopped with us. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What runs now: a signal to us is theirs too, since a shell or npm tells only the process that it started itself. */
const running = new Set();
const SIGNALS = { SIGINT: 130, SIGTERM: 143 };

function pass(signal) {
  for (const child of running) child.kill(signal);
  process.exit(SIGNALS[signal]);
}

function keep(child) {
  if (running.size === 0) for (const signal of Object.keys(SIGNALS)) process.on(signal, pass);
  running.add(child);
}

function forget(child) {
  running.delete(child);
  // A server that goes on in this process ends by its own rules.
  if (running.size === 0) for (const signal of Object.keys(SIGNALS)) process.off(signal, pass);
}

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
    keep(child);
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => {
      forget(child);
      resolve({ code: 127, output: `${output}${error.message}\n` });
    });
    child.on('close', (code) => {
      forget(child);
      resolve({ code: code ?? 1, output });
    });
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
