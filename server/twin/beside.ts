/**
 * Runs the dialer twin beside a server, as a process of its own: it dies with the server, and its own end (a taken port, a
 * crash) is one line and nothing more.
 */
import { spawn } from 'node:child_process';

export interface Beside {
  stop(): void;
}

export function twinBeside(options: {
  /** The program, as the server's own bundle or as its source. */
  program: string;
  port: number;
  /** The server's dialer service. */
  service: string;
  token: string;
  origins: readonly string[];
  recordings: string;
  say: (line: string) => void;
}): Beside {
  const { program, port, service, token, origins, recordings, say } = options;
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      program,
      '--port',
      String(port),
      '--predictive',
      '--recordings',
      recordings,
      ...origins.flatMap((origin) => ['--origin', origin]),
    ],
    {
      env: { ...process.env, DIALER_SERVICE: service, DIALER_SERVICE_TOKEN: token },
      // The channel ends with this process, however that ends, and the twin with the channel.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  let stopped = false;
  child.on('error', (error) => say(`The dialer twin could not be started: ${error.message}`));
  child.on('exit', (code) => {
    if (!stopped && code !== 0) say('The server goes on without the dialer twin.');
  });
  child.unref();
  child.channel?.unref();
  return {
    stop() {
      stopped = true;
      child.kill('SIGTERM');
    },
  };
}
