/** A PostgreSQL of our own that can be killed and started again on what it had written. Commits reach the disk, as in production. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { asUser, binaries } from '../../support/postgres';

/** `quit`: PostgreSQL's immediate shutdown, without a checkpoint. `kill`: SIGKILL to every one of its processes. */
export type DatabaseDeath = 'quit' | 'kill';

interface Stat {
  state: string;
  parent: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** A process that has ended and that nobody has collected holds nothing any more. */
const isGone = (pid: number) => ['Z', undefined].includes(statOf(pid)?.state);

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class PostgresProcess {
  #server: ChildProcess | undefined;

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly user: { uid?: number; gid?: number },
  ) {}

  /** With an empty database `recoup` of a plain role's own. Undefined where this machine has no PostgreSQL to run. */
  static async start(): Promise<PostgresProcess | undefined> {
    const bin = binaries();
    const user = asUser();
    // Its processes are found in /proc, to be killed all at once.
    if (!bin || !user || !existsSync('/proc/self/stat')) return undefined;
    const folder = mkdtempSync(join(tmpdir(), 'recoup-crash-pg-'));
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
    const options = ['-D', join(folder, 'data'), '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    execFileSync(join(bin, 'initdb'), options, { ...user, cwd: folder, env: { LC_ALL: 'C' }, stdio: 'ignore' });
    const postgres = new PostgresProcess(bin, folder, user);
    await postgres.run();
    for (const sql of ['create role recoup login nosuperuser', 'create database recoup owner recoup'])
      await postgres.#administer(sql);
    return postgres;
  }

  get url(): string {
    return this.#address('recoup', 'recoup');
  }

  /** Starts it and waits until it has recovered and takes connections. */
  async run(timeoutMs = 60_000): Promise<void> {
    const settings = ['max_connections=60', 'shared_buffers=64MB'].flatMap((setting) => ['-c', setting]);
    const server = spawn(
      join(this.bin, 'postgres'),
      ['-D', join(this.folder, 'data'), '-k', this.folder, '-h', '', ...settings],
      { ...this.user, cwd: this.folder, env: { LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    server.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-20_000);
    });
    this.#server = server;
    for (const deadline = Date.now() + timeoutMs; ; ) {
      try {
        return await this.#administer('select 1');
      } catch (error) {
        const ended = server.exitCode !== null || server.signalCode !== null;
        if (ended || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${said}`, { cause: error });
        await pause(20);
      }
    }
  }

  /** Resolves when none of its processes is left. */
  async die(death: DatabaseDeath): Promise<void> {
    const server = this.#server;
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
    const own = childrenOf(server.pid);
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(death === 'quit' ? 'SIGQUIT' : 'SIGKILL');
    if (death === 'kill') {
      for (const pid of own) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // Ended with its parent.
        }
      }
    }
    await ended;
    while (!own.every(isGone)) await pause(5);
  }

  async destroy(): Promise<void> {
    await this.die('quit');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #address(role: string, database: string): string {
    return `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(this.folder)}`;
  }

  async #administer(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#address('admin', 'postgres') });
    // A server that dies under the connection is reported by the query as well.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(sql);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
