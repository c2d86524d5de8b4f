/** The real server as a process of its own, on a folder of its own, that can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

export interface AppServerOptions {
  /** A prepared data folder to start from; it is copied, not touched. */
  from?: string;
  env?: Record<string, string>;
  /** Which root of `server/start`; `api` needs DATABASE_URL. */
  entry?: 'all-in-one' | 'api';
  /** The installed program, e.g. with the app of another day (installation.ts); the repository's own build otherwise. */
  installation?: string;
}

export class AppServer {
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    private readonly env: Record<string, string>,
    private readonly entry: 'all-in-one' | 'api',
    private installation: string,
  ) {}

  static async start(options: AppServerOptions = {}): Promise<AppServer> {
    const server = await AppServer.prepare(options);
    await server.run();
    return server;
  }

  /** A port and a folder, with no process yet. */
  static async prepare(options: AppServerOptions = {}): Promise<AppServer> {
    const { from, env = {}, entry = 'all-in-one', installation = repository } = options;
    const dataDir = await mkdtemp(join(tmpdir(), 'recoup-data-'));
    if (from) await cp(from, dataDir, { recursive: true });
    return new AppServer(await freePort(), dataDir, env, entry, installation);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Of the process that runs now. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('The server does not run');
    return pid;
  }

  /** What the process printed since its last start. */
  get output(): string {
    return this.#output;
  }

  /** Waits until it has printed this; `/health` answers a moment before the start has said everything. */
  async printed(text: string, timeoutMs = 10_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!this.#output.includes(text)) {
      if (Date.now() > deadline) throw new Error(`The server did not print "${text}":\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Starts the process on the same folder and port and waits until `/health` answers. */
  async run(timeoutMs = 90_000): Promise<void> {
    this.#output = '';
    const root = this.installation;
    const built = join(root, `dist/server/${this.entry}.js`);
    const script = existsSync(built)
      ? [built]
      : ['--import', import.meta.resolve('tsx'), join(root, `server/start/${this.entry}.ts`)];
    const child = spawn(process.execPath, script, {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        DEMO: 'on',
        // Every test server would want the same port; the dialer's own tests start a twin where they need it.
        DIALER_TWIN: 'off',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        this.#output = (this.#output + text.toString()).slice(-200_000);
      });
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${this.#output}`);
      const answer = await fetch(`${this.origin}/health`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await this.kill();
    throw new Error(`The server was not ready after ${timeoutMs} ms:\n${this.#output}`);
  }

  /** Stops the process and goes on with another program on the same data and port, as a release does. */
  async replaceBy(installation: string = repository): Promise<void> {
    await this.stop();
    this.installation = installation;
    await this.run();
  }

  /** SIGKILL: nothing is flushed, nobody is told. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** SIGTERM, and waits until the folder is free. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async destroy(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
  }
}
