/** Plants the mutants in the sources as vitest loads them. */
import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { MUTANTS } from './mutants';
import { SWITCH } from './wake';

/** Throws while loading when a piece is not exactly once in its file: a mutant that changes nothing would prove nothing. */
export function mutations(root: string): Plugin {
  return {
    name: 'matrix:mutations',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?')[0] ?? id)
        .split(sep)
        .join('/');
      let planted = code;
      for (const { name, find, put, ...mutant } of MUTANTS) {
        if (mutant.file !== file) continue;
        if (planted.split(find).length !== 2) throw new Error(`"${name}" is not exactly once in ${file}`);
        const awake = `(globalThis.${SWITCH} === ${JSON.stringify(name)})`;
        planted = planted.replace(find, () => put.replaceAll('AWAKE', awake).replaceAll('§', () => find));
      }
      return planted === code ? null : { code: planted, map: null };
    },
  };
}
