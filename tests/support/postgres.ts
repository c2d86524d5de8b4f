/**
 * A PostgreSQL for one test run: DATABASE_URL where it is set, else the machine's own binaries on a temporary folder,
 * reached through a socket in it. Without either they run on PGlite alone, and `npm test` says so at its end.
 * Started by the runner (`globalSetup`) and handed to the tests as `postgresUrl`.
 */
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, readMigrations, schemaChecksum } from '../../server/db/migrate';
import { openPostgres } from '../../server/db/postgres';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | null;
    postgresTemplate: string;
  }
}

/** Where this machine's newest PostgreSQL keeps its programs. */
export function binaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
    '/opt/homebrew/bin',
    '/usr/local/bin',
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** PostgreSQL refuses to run as root: then it runs as the user its package made. */
export function asUser(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const number = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: number('-u'), gid: number('-g') };
  } catch {
    return undefined;
  }
}

export interface RunningPostgres {
  /** Role that may create databases, without being a superuser. */
  url: string;
  /** Where its programs are (`pgbench`). */
  bin: string;
  stop(): Promise<void>;
}

/** Memory holds it where the machine has room there: copying a database takes 35 ms instead of 330 on a disk. */
function scratchFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 4 * 2 ** 30 ? memory : tmpdir();
}

/** Undefined when this machine has no PostgreSQL that can be run. `durable`: commits reach the disk, as in production; `untuned`: by its default settings. */
export async function startPostgres({ durable = false, untuned = false } = {}): Promise<RunningPostgres | undefined> {
  const bin = binaries();
  const user = asUser();
  if (!bin || !user) return undefined;
  const folder = mkdtempSync(join(durable || untuned ? tmpdir() : scratchFolder(), 'recoup-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  // A moved clock (scripts/clock.mjs) is the database's as well.
  const clock = Object.entries(process.env).filter(([name]) => /^LD_PRELOAD$|FAKE(TIME|_MONOTONIC)/.test(name));
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...Object.fromEntries(clock) };
  const options: SpawnOptions = { ...user, cwd: folder, env };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...options,
      stdio: 'ignore',
    },
  );
  const settings = untuned
    ? []
    : durable
      ? ['shared_buffers=512MB', 'max_wal_size=4GB', 'max_connections=200']
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', join(folder, 'data'), '-k', folder, '-h', '', ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  );
  const address = (role: string) => `postgresql://${role}@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: address('admin') });
    try {
      await client.connect();
      await client.query('create role recoup login createdb nosuperuser');
      await client.end();
      break;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (tries > 200 || server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    url: address('recoup'),
    bin,
    async stop() {
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const urlOfDatabase = (url: string, database: string): string => {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
};

/** One statement outside a transaction, as CREATE DATABASE needs it. */
export async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Autovacuum may be at work in it: a plain drop ends that and a forced one may not. Whoever else is left is forced out. */
export const dropDatabase = (url: string, name: string): Promise<void> =>
  administer(url, `drop database if exists ${name}`).catch(() =>
    administer(url, `drop database if exists ${name} with (force)`),
  );

/** A migrated, empty database to copy others from; answers its name. */
export async function prepareTemplate(url: string): Promise<string> {
  const template = `recoup_template_${schemaChecksum(readMigrations())}_${process.pid}`;
  await administer(url, `create database ${template}`);
  const db = await openPostgres({ url: urlOfDatabase(url, template), poolSize: 1 });
  await migrate(db);
  await db.close();
  return template;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.DATABASE_URL ? undefined : await startPostgres();
  const url = process.env.DATABASE_URL ?? own?.url ?? null;
  const template = url ? await prepareTemplate(url) : '';
  if (!url) {
    console.warn('SKIPPED: tests on PostgreSQL (no DATABASE_URL and no PostgreSQL binaries on this machine)');
  }
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  return async () => {
    if (own) await own.stop();
    else if (url) await dropDatabase(url, template);
  };
}
