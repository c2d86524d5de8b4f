/** Which files a build of the client consists of, and which of them load which: what the sizes of screens are counted by. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** One script of `dist/client`. Files are named as in the build (`assets/…`), modules by their path from the root. */
export interface BuiltChunk {
  /** The module that an `import('…')` of this file asks for; null where it is only part of others. */
  module: string | null;
  /** Files that it needs before it runs. */
  imports: readonly string[];
  /** Files that it asks for later, if at all. */
  later: readonly string[];
  /** The modules in it. */
  modules: readonly string[];
}

export type BuiltChunks = Record<string, BuiltChunk>;

/** Beside `dist/client` and not in it: the list is for us and not for browsers. */
export const CHUNK_LIST = 'dist/chunks.json';

export function chunkList(root: string): Plugin {
  const named = (id: string) => relative(root, id.replace(/\?.*$/, ''));
  return {
    name: 'recoup:chunk-list',
    apply: 'build',
    writeBundle(_, bundle) {
      const chunks: BuiltChunks = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunks[chunk.fileName] = {
          module: chunk.facadeModuleId ? named(chunk.facadeModuleId) : null,
          imports: chunk.imports,
          later: chunk.dynamicImports,
          modules: chunk.moduleIds.map(named),
        };
      }
      const file = join(root, CHUNK_LIST);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(chunks, null, 1)}\n`);
    },
  };
}
