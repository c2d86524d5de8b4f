/** `npm start`: installs and builds what is missing or stale, then becomes the server. Configuration: README. */
import './node-version.mjs';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled } from './fresh.mjs';
import { ROOT } from './processes.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.env.NODE_ENV ??= 'production';
await import(new URL('dist/server/all-in-one.js', pathToFileURL(ROOT)).href);
