/** `npm run build`: app, service worker and server into dist, whether stale or not. */
import './node-version.mjs';
import { ensureBuilt, ensureInstalled } from './fresh.mjs';

try {
  await ensureInstalled();
  await ensureBuilt({ force: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
