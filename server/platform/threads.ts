/** Work that would hold up the event loop, in a thread of its own. */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { find, locate } from './locate';

/** Starts `server/start/<name>.ts`: its bundle, or from the sources with tsx. `heapMb` bounds its heap. */
export function startThread(name: string, heapMb: number): Worker {
  // The parent's loaders (tsx) have no business in there.
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMb } };
  const bundle = find(`${name}.js`);
  if (bundle) return new Worker(pathToFileURL(bundle), options);
  const url = (path: string) => JSON.stringify(pathToFileURL(locate(path)).href);
  const tsx = url('node_modules/tsx/dist/esm/api/index.mjs');
  const source = url(`server/start/${name}.ts`);
  return new Worker(`import(${tsx}).then(({ register }) => { register(); return import(${source}); })`, {
    ...options,
    eval: true,
  });
}
