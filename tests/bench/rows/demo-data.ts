import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../server/db/open';
import { loadDemo } from '../../../server/demo';
import { readConfig } from '../../../server/platform/config';
import { freePort } from '../../support/app-server';
import type { Bench } from '../support/bench';
import { ROOT, startDurablePostgres } from '../support/installation';
import { atMost, type Result } from '../support/result';
import { median } from '../support/rounds';

const LOANS = 100_000;
const PGLITE = 'load-100000-loans-pglite';
const POSTGRES = 'load-100000-loans-postgres';
/** From 25,000 on: smaller books get longer histories, so that a loan of theirs costs more. */
const FEWER = 25_000;
const GROWTH = 'load-growth-postgres';
const SECOND_START = 'second-start';

const seconds = (ms: number) => Math.round(ms) / 1000;

/** How long the demo's bulk path and a second `npm start` take. */
export const demoData: Bench = {
  rows: [PGLITE, POSTGRES, GROWTH, SECOND_START],
  async run(wanted, { rounds, say }) {
    const results: Result[] = [];
    const row = (name: string, ours: number, limit: number) =>
      results.push(atMost({ name, ours: seconds(ours), limit, goal: 1, unit: 's' }));
    if (wanted.has(PGLITE)) {
      say(`loading ${LOANS} loans into the embedded database`);
      const dataDir = await mkdtemp(join(tmpdir(), 'recoup-bench-data-'));
      try {
        const opened = await openDatabase(readConfig({ DATA_DIR: dataDir }));
        const { milliseconds } = await loadDemo(opened.db, { scale: LOANS });
        await opened.close();
        row(PGLITE, milliseconds, 60);
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    }
    if (wanted.has(POSTGRES) || wanted.has(GROWTH)) {
      const large = await intoPostgres(LOANS, say);
      if (large === undefined) say(`${POSTGRES}, ${GROWTH}: left out, this machine has no PostgreSQL`);
      else row(POSTGRES, large, 60);
      const few = large !== undefined && wanted.has(GROWTH) && (await intoPostgres(FEWER, say));
      if (large && few) {
        const [ours, limit] = [large / LOANS, few / FEWER];
        results.push(atMost({ name: GROWTH, ours, limit, goal: 1.5, unit: 'ms a loan' }));
      }
    }
    if (wanted.has(SECOND_START)) {
      say('starting a second time');
      const dataDir = await mkdtemp(join(tmpdir(), 'recoup-bench-data-'));
      try {
        await start(dataDir);
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) times.push(await start(dataDir));
        row(SECOND_START, median(times), 3);
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    }
    return results;
  },
};

/** Milliseconds; undefined where there is no PostgreSQL. */
async function intoPostgres(loans: number, say: (text: string) => void): Promise<number | undefined> {
  const postgres = await startDurablePostgres();
  if (!postgres) return undefined;
  try {
    say(`loading ${loans} loans into PostgreSQL`);
    return (await loadDemo(postgres.db, { scale: loans })).milliseconds;
  } finally {
    await postgres.stop();
  }
}

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

/** `npm start` until its first 200, in ms; then it is ended in order. */
async function start(dataDir: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm starts a shell that starts node: the group is ended as one.
    detached: true,
  });
  const exited = once(child, 'exit');
  let ended = false;
  exited.then(() => {
    ended = true;
  });
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (answer?.status === 200) return performance.now() - began;
      if (ended || performance.now() - began > 300_000) throw new Error('npm start did not come up');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    if (!ended && child.pid) process.kill(-child.pid, 'SIGTERM');
    await exited;
    // npm ends before the server it started, which still has its folder to close.
    while (child.pid && isAlive(-child.pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
