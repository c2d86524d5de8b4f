/**
 * What the twin tells the server, with its service token: every change of an agent and of a call, in order, and what it
 * gets back: supervisors' wishes. A server that is away gets it later; the oldest is forgotten beyond a few thousand.
 */
import * as z from 'zod';
import { DIALER_STATUSES, SUPERVISION_MODES } from '../../core/contract/dialer-socket';

export interface Report {
  /** Name and value of the service header. */
  kind: 'agent' | 'call';
  [field: string]: unknown;
}

const MOST_KEPT = 5000;
const MOST_AT_ONCE = 200;
export const REPORT_MS = 1000;

const command = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('supervise'), username: z.string(), mode: z.enum(SUPERVISION_MODES), by: z.string() }),
  z.object({ kind: z.literal('agent-state'), username: z.string(), status: z.enum(DIALER_STATUSES) }),
]);
export type ServerCommand = z.infer<typeof command>;
const answer = z.object({ data: z.object({ commands: z.array(command) }) });
const work = z.object({
  data: z.object({
    parties: z.array(z.object({ callId: z.string(), number: z.string(), loanNumber: z.string() })),
    process: z.nullable(z.object({ name: z.string(), maxLevel: z.number(), dropPercent: z.number() })),
  }),
});
export type Work = z.infer<typeof work>['data'];
const person = z.object({ data: z.object({ username: z.string(), fullName: z.string(), tenant: z.string() }) });

export interface ServerLink {
  tell(report: Report): void;
  /** Numbers for an agent, and the process they come from; none when the server is away. */
  work(username: string, lines: number): Promise<Work>;
  /** Who holds a one-use code; undefined when it is used, old or none of the server's. */
  redeem(code: string): Promise<{ username: string; fullName: string; tenant: string } | undefined>;
  stop(): Promise<void>;
}

export function serverLink(options: {
  /** Where the server's dialer service is, e.g. `http://127.0.0.1:3000/dialer`. */
  service: string;
  token: string;
  onCommand: (command: ServerCommand) => void;
  log: (text: string) => void;
}): ServerLink {
  const { service, token, onCommand, log } = options;
  let kept: Report[] = [];
  let away = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let under: Promise<void> = Promise.resolve();

  async function ask(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${service}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dialer-token': token },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  }

  async function send(): Promise<void> {
    const batch = kept.slice(0, MOST_AT_ONCE);
    try {
      const { data } = answer.parse(await ask('/service/events', { events: batch }));
      kept = kept.slice(batch.length);
      if (away) log('the server answers again');
      away = false;
      for (const one of data.commands) onCommand(one);
    } catch (error) {
      if (!away) log(`the server does not take reports yet: ${(error as Error).message}`);
      away = true;
    }
  }
  function loop(): void {
    timer = setTimeout(() => {
      under = send().finally(() => {
        if (!stopped) loop();
      });
    }, REPORT_MS);
    timer.unref();
  }
  loop();

  return {
    tell(report) {
      kept.push(report);
      if (kept.length > MOST_KEPT) kept = kept.slice(-MOST_KEPT);
    },
    async work(username, lines) {
      try {
        return work.parse(await ask('/service/work', { username, lines })).data;
      } catch {
        return { parties: [], process: null };
      }
    },
    async redeem(code) {
      try {
        return person.parse(await ask('/service/redeem', { code })).data;
      } catch {
        return undefined;
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await under;
      if (kept.length > 0) await send();
    },
  };
}
