import { readFileSync } from 'node:fs';
import { locate } from './locate';

let version: string | undefined;

/** The version of this program, from its package. */
export function programVersion(): string {
  version ??= (JSON.parse(readFileSync(locate('package.json'), 'utf8')) as { version: string }).version;
  return version;
}
