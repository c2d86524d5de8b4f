/** One process a data folder, whatever way the last one ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../server/db/folder-lock';
import { openDatabase } from '../../server/db/open';
import { StartError } from '../../server/platform/start-error';
import { atNight } from '../support/nightly';

const root = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recoup-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that opens the folder's database, writes a tenant, says so and stays. */
async function holder(): Promise<{ pid: number; line: string; kill(signal: NodeJS.Signals): Promise<void> }> {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(root, 'server/db/open.ts'))});
    try {
      const { db } = await openDatabase({ dataDir: ${JSON.stringify(folder)}, databaseUrl: undefined, databasePool: 1 });
      await db.platform((tx) => tx.query("insert into tenants (id, name) values (gen_random_uuid(), 'T' || (select count(*) from tenants))"));
      console.log('open');
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.name + ': ' + error.message);
      process.exit(1);
    }`;
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    pid: child.pid ?? 0,
    line: text.toString().trim(),
    async kill(signal) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

const open = () => openDatabase({ dataDir: folder, databaseUrl: undefined, databasePool: 1 });

describe('a data folder', () => {
  it('is refused to a second process with one line, and opened again after a kill -9 with everything in it', async () => {
    const first = await holder();
    expect(first.line).toBe('open');

    const second = await holder();
    const refusal = `DATA_DIR ${folder} is in use by another server (process ${first.pid}); stop it or choose another folder`;
    expect(second.line).toBe(`StartError: ${refusal}`);
    await expect(open()).rejects.toThrow(new StartError(refusal));

    await first.kill('SIGKILL');
    const third = await open();
    const tenants = await third.db.platform((tx) => tx.query('select name from tenants'));
    expect(tenants).toEqual([{ name: 'T0' }]);
    await third.close();
  });

  it.runIf(atNight)('is free again after a clean close, and not before', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(/in use/);
    await first.close();
    const second = await open();
    await second.close();
  });

  it.runIf(atNight)('starts over when the first start was killed before its schema was complete', async () => {
    const first = await open();
    await first.close();
    await rm(join(folder, 'database-complete'));
    await writeFile(join(folder, 'database', 'PG_VERSION'), 'torn');
    const second = await open();
    expect(await second.db.platform((tx) => tx.query('select 1 as one from installation'))).toEqual([{ one: 1 }]);
    await second.close();
  });
});

describe('a lock file', () => {
  const file = () => join(folder, 'lock');
  async function owner(change: Record<string, unknown>): Promise<string> {
    const release = await lockFolder(folder);
    const mine = JSON.parse(await readFile(file(), 'utf8')) as Record<string, unknown>;
    release();
    return JSON.stringify({ ...mine, token: 'other', ...change });
  }

  it.each([
    ['a process that is gone', { pid: 2 ** 22 - 3 }],
    ['a process whose number was given to another', { started: '1' }],
    ['another boot', { boot: 'another' }],
  ])('of %s is taken over', async (_, change) => {
    await writeFile(file(), await owner(change));
    const release = await lockFolder(folder);
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
    release();
  });

  it('of another machine holds while it is touched', async () => {
    await writeFile(file(), await owner({ host: 'elsewhere', pid: 1 }));
    await expect(lockFolder(folder)).rejects.toThrow(/process 1 on elsewhere/);
  });

  it('that was torn in writing is taken over after a moment', async () => {
    await writeFile(file(), '');
    const release = await lockFolder(folder);
    release();
  });

  it('goes to exactly one of many that find it stale', async () => {
    await writeFile(file(), await owner({ boot: 'another' }));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const winner of winners) winner.value();
  });
});
