/**
 * One server a data folder. PGlite itself does not notice a second process on its files, and both then lose nearly
 * everything, so the folder carries a lock file that names its owner. A lock whose owner is dead (killed, power cut,
 * another boot) is taken over; a process id that was given to somebody else since is told apart by its start time.
 * An owner on another machine or in another container is alive as long as it keeps touching the file.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../platform/start-error';

const TOUCH_MS = 5_000;
const SILENT_MS = 30_000;
/** A lock file is written in one go right after it is created; one that stays empty belongs to somebody who died between. */
const EMPTY_MS = 2_000;

interface Owner {
  token: string;
  pid: number;
  /** When the process started, in the system's own words; empty where it does not say. */
  started: string;
  /** Which boot of the machine; empty where it does not say. */
  boot: string;
  host: string;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command may hold spaces and brackets: fields are counted after its last bracket; the 22nd is the start time.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    if (process.platform === 'linux' || process.platform === 'win32') return '';
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isAlive(owner: Owner, touchedMs: number): boolean {
  if (owner.host !== hostname()) return Date.now() - touchedMs < SILENT_MS;
  if (owner.boot !== bootId() || !runs(owner.pid)) return false;
  return owner.started === '' || owner.started === startOf(owner.pid);
}

function readOwner(file: string): { text: string; owner: Owner | undefined; touchedMs: number } | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const touchedMs = statSync(file).mtimeMs;
    try {
      return { text, owner: JSON.parse(text) as Owner, touchedMs };
    } catch {
      return { text, owner: undefined, touchedMs };
    }
  } catch {
    return undefined;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Takes the lock of a folder (created when missing) and answers how to give it back. Throws `StartError` while another
 * server holds it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'lock');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`DATA_DIR ${folder} cannot be used: ${(error as Error).message}`);
  }
  const mine: Owner = {
    token: randomUUID(),
    pid: process.pid,
    started: startOf(process.pid),
    boot: bootId(),
    host: hostname(),
  };
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new StartError(`DATA_DIR ${folder} cannot be written: ${(error as Error).message}`);
      }
    }
    const held = readOwner(file);
    if (!held) continue;
    if (!held.owner) {
      if (Date.now() - held.touchedMs < EMPTY_MS) {
        await pause(100);
        continue;
      }
    } else if (isAlive(held.owner, held.touchedMs)) {
      const where = held.owner.host === mine.host ? '' : ` on ${held.owner.host}`;
      throw new StartError(
        `DATA_DIR ${folder} is in use by another server (process ${held.owner.pid}${where}); stop it or choose another folder`,
      );
    }
    stealStale(file, held.text);
  }

  const touch = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder is gone; there is nothing left to protect.
    }
  }, TOUCH_MS);
  touch.unref();
  const release = () => {
    clearInterval(touch);
    process.off('exit', release);
    if (readOwner(file)?.owner?.token === mine.token) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
}

/** Moves a dead owner's lock away. Only one of several can; whoever moved somebody's fresh lock by that puts it back. */
function stealStale(file: string, stale: string): void {
  const away = `${file}.${randomUUID()}`;
  try {
    renameSync(file, away);
  } catch {
    return;
  }
  const moved = readFileSync(away, 'utf8');
  if (moved !== stale) writeFileSync(file, moved, { flag: 'wx' });
  rmSync(away, { force: true });
}
