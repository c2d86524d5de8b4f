/** Starts processes of a built simulation and gives them work. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Built } from './build';
import type { Job, Report } from './worker';

type Message = { ready: true } | { report: Report } | { error: string };

/** A job that takes longer stands still: something in it waits for what never comes. A run may be paused for a while. */
const LONGEST_MS = 2 * 3_600_000;

export class WorldProcess {
  private readonly child: ChildProcess;
  private listener: ((message: Message) => void) | undefined;
  private broken: Error | undefined;
  readonly ready: Promise<void>;

  constructor(built: Pick<Built, 'world'>) {
    // A linked node_modules must not lead to another checkout's migrations.
    // Phones come and go: most of what they leave behind is never looked at again.
    const execArgv = [
      '--preserve-symlinks-main',
      '--max-semi-space-size=64',
      ...(process.env.SIM_NODE ?? '').split(' ').filter(Boolean),
    ];
    this.child = fork(built.world, [], { execArgv, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
    let complaints = '';
    this.child.stderr?.on('data', (chunk: Buffer) => {
      complaints = `${complaints}${chunk.toString()}`.slice(-4_000);
    });
    this.child.on('message', (message: Message) => this.listener?.(message));
    this.child.on('exit', (code) => {
      this.broken = new Error(`A process of the simulation ended with ${code}\n${complaints}`);
      this.listener?.({ error: this.broken.message });
    });
    this.ready = this.next().then(() => undefined);
  }

  private next(): Promise<Message> {
    if (this.broken) return Promise.reject(this.broken);
    return new Promise((resolve, reject) => {
      this.listener = (message) => {
        this.listener = undefined;
        if ('error' in message) reject(new Error(message.error));
        else resolve(message);
      };
    });
  }

  async run(job: Job): Promise<Report> {
    await this.ready;
    const answer = this.next();
    this.child.send(job);
    const watch = setTimeout(() => this.child.kill('SIGKILL'), LONGEST_MS);
    const message = await answer.finally(() => clearTimeout(watch));
    if (!('report' in message)) throw new Error('The simulation answered something else');
    return message.report;
  }

  end(): void {
    if (!this.broken) this.child.send('end');
  }
}
