/** The API as a process of its own on PostgreSQL, from the sources. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './app-server';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const TSX = ['--import', import.meta.resolve('tsx')];

export interface ApiProcess {
  pid: number;
  port: number;
  /** The last lines it wrote. */
  log(): string;
  stop(): Promise<void>;
}

/** One API process from the sources, as in production but for its port and folder. */
export async function startApiProcess(url: string, settings: Record<string, string> = {}): Promise<ApiProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-api-'));
  const port = await freePort();
  const logFile = join(folder, 'log');
  const out = openSync(logFile, 'w');
  const child: ChildProcess = spawn(process.execPath, [...TSX, join(ROOT, 'server/start/api.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: url,
      DEMO: 'auto',
      ...settings,
    },
    stdio: ['ignore', out, out],
  });
  const log = () => readFileSync(logFile, 'utf8').slice(-4000);
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${log()}`);
    }
    const health = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (health?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    pid: child.pid ?? 0,
    port,
    log,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
