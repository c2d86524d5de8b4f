import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The absolute path of a file or folder that belongs to the program, named as in the repository (`server/db/migrations`,
 * `dist/client`): looked for beside this module and in every folder above it. So it is found from the sources and from
 * a bundle, whether the build copied it beside the bundle or the bundle still lies inside the repository.
 */
export function locate(path: string): string {
  const found = find(path);
  if (!found) throw new Error(`${path} is missing from this installation`);
  return found;
}

/** Like `locate`, undefined when it does not exist. */
export function find(path: string): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, path);
    if (existsSync(candidate)) return candidate;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}
