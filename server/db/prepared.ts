/**
 * A migrated, empty database as one file, made once for each schema and kept beside the installed packages (or in the
 * system's temporary folder): creating a database anew takes seconds, starting from this file one.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { find } from '../platform/locate';
import { migrate, readMigrations, schemaChecksum } from './migrate';
import { openPGlite } from './pglite';

function candidates(): string[] {
  const name = `recoup-schema-${schemaChecksum(readMigrations())}.tar.gz`;
  const modules = find('node_modules');
  return [...(modules ? [join(modules, '.cache', 'recoup', name)] : []), join(tmpdir(), name)];
}

let made: Promise<Uint8Array> | undefined;

/** The prepared database for `openPGlite`, from the cache or made now (a few seconds). */
export function preparedDatabase(): Promise<Uint8Array> {
  made ??= load();
  return made;
}

async function load(): Promise<Uint8Array> {
  for (const file of candidates()) {
    try {
      return readFileSync(file);
    } catch {
      // Not there yet.
    }
  }
  const db = await openPGlite();
  await migrate(db);
  const bytes = await db.dump();
  await db.close();
  for (const file of candidates()) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, bytes);
      renameSync(draft, file);
      break;
    } catch {
      // A read-only installation: the next place, or none; it is only a cache.
    }
  }
  return bytes;
}
