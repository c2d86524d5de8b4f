import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const RUNS = `import { run } from './scripts/processes.mjs';
await run(process.execPath, ['-e', 'console.log("child " + process.pid); setInterval(() => {}, 1000)']);
console.log('went on');`;

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends a script and what it runs, and nothing goes on after', async (signal, code) => {
  const script = spawn(process.execPath, ['--input-type=module', '-e', RUNS], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  script.stdout.on('data', (text: Buffer) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 10_000 }).toMatch(/child \d+/);
  const child = Number(/child (\d+)/.exec(said)?.[1]);
  script.kill(signal);
  expect((await once(script, 'exit'))[0]).toBe(code);
  await expect.poll(() => alive(child), { timeout: 10_000 }).toBe(false);
  expect(said).not.toContain('went on');
});
