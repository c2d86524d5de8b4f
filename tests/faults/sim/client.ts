/** What a simulated page or worker loads: the product's own engine and session rules. Bundled once, run in every process. */
export { isExpired, keepClockOffset } from '../../../src/app/stored-session';
export {
  createDeviceSession,
  createPageTransport,
  keptConfig,
  loadConfig,
  openEngine,
} from '../../../src/offline';
export { drainAllUsers } from '../../../src/offline/worker-drain';
