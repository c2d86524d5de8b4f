import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs a script of this folder in a process of its own; answers what it sends. */
export async function inChild<Found>(script: string, ...args: string[]): Promise<Found> {
  const child = fork(fileURLToPath(new URL(`./${script}.ts`, import.meta.url)), args);
  const closed = once(child, 'close');
  const [found] = (await Promise.race([
    once(child, 'message'),
    closed.then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`))),
  ])) as [Found];
  await closed;
  return found;
}
