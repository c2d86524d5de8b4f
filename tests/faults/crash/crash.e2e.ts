/** A sample of `npm run test:crash`: the built server is killed under load, and keeps its word. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { AppServer, freePort } from '../../support/app-server';
import { runCrash } from './crash';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it.each([
  ['postgres', 6],
  ['pglite', 4],
] as const)(
  'on %s, %i deaths of the server lose and double nothing that was acknowledged',
  async (engine, runs) => {
    const report = await runCrash({ engine, runs, seed: 'sample' });
    if (!report) return console.warn(`SKIPPED: this machine has no ${engine} that can be killed`);
    expect(report.finding).toEqual({ lost: [], doubled: [], torn: [] });
    const { server, both, starting } = report.kills;
    expect(server + both + starting).toBe(runs);
    expect(report.acknowledged).toBeGreaterThan(20);
  },
  400_000,
);

it('a second server on one data folder refuses to start with one line, and the first goes on', async () => {
  const first = await AppServer.start({ env: { DEMO: 'off', DATABASE_URL: '' } });
  try {
    const script = join(root, 'dist/server/all-in-one.js');
    expect(existsSync(script)).toBe(true);
    const env = {
      ...process.env,
      DATA_DIR: first.dataDir,
      PORT: String(await freePort()),
      DEMO: 'off',
      DATABASE_URL: '',
    };
    const second: ChildProcess = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [second.stdout, second.stderr]) stream?.on('data', (text) => (said += text));
    const [code] = (await once(second, 'close')) as [number | null];
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(`DATA_DIR ${first.dataDir} is in use by another server`);
    expect((await fetch(`${first.origin}/health`)).status).toBe(200);
    // Its lock outlives it and stops nobody.
    await first.kill();
    await first.run();
  } finally {
    await first.destroy();
  }
});
