/** `npm start` as a person, a service manager or a script starts and ends it: afterwards nothing of it is left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../support/app-server';

const repository = fileURLToPath(new URL('../..', import.meta.url));
let dataDir: string | undefined;

/** Every process that was started with this data folder, however far from us. */
async function left(): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.includes(`DATA_DIR=${dataDir}`) ? pid : 0;
    }),
  );
  return found.filter(Boolean);
}

afterEach(async () => {
  for (const pid of await left()) process.kill(pid, 'SIGKILL');
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

interface Started {
  npm: ChildProcess;
  said: () => string;
}

/** `ignoring`: as a shell starts what it puts into the background, with SIGINT ignored by all that it starts. */
async function start(env: Record<string, string>, { ignoring = false } = {}): Promise<Started> {
  dataDir = await mkdtemp(join(tmpdir(), 'recoup-data-'));
  const [command, ...args] = ignoring ? ['sh', '-c', "trap '' INT; exec npm start"] : ['npm', 'start'];
  const npm = spawn(command as string, args, {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on('data', (text: Buffer) => {
      said += text;
    });
  return { npm, said: () => said };
}

const withTwin = async () => ({ DEMO: 'on', DIALER_TWIN: 'on', DIALER_SOCKET: `ws://127.0.0.1:${await freePort()}` });

it.each([
  ['SIGTERM', 'ready', false],
  ['SIGINT', 'ready', false],
  ['SIGTERM', 'ready', true],
  ['SIGINT', 'ready', true],
  ['SIGTERM', 'loading', false],
  ['SIGINT', 'loading', true],
] as const)(
  '%s to npm while it is %s ends all of it (a shell that ignores SIGINT: %s)',
  async (signal, at, ignoring) => {
    const { npm, said } = await start(await withTwin(), { ignoring });
    const ended = once(npm, 'exit');
    if (at === 'ready') {
      await expect.poll(said, { timeout: 90_000 }).toContain('Demo sign-ins');
      // npm, the server and its dialer, which is told to start last.
      await expect.poll(async () => (await left()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
    } else await expect.poll(() => readdir(dataDir as string)).not.toEqual([]);
    npm.kill(signal);
    await ended;
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  },
);

it('the server alone, told to end by its pid, takes its dialer along and npm ends without a word of failure', async () => {
  const { npm, said } = await start(await withTwin());
  const ended = once(npm, 'exit');
  await expect.poll(said, { timeout: 90_000 }).toContain('Demo sign-ins');
  const pids = await left();
  const servers = await Promise.all(
    pids.map(async (pid) => ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('start.mjs') ? pid : 0)),
  );
  process.kill(servers.find(Boolean) as number, 'SIGTERM');
  expect((await ended)[0]).toBe(0);
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
});
