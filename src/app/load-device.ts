import type { Device } from './device';
import { storedUser } from './stored-session';

/** Fetches the offline part of the app; for a signed-in user its engine comes along, not after it. */
export async function loadDevice(): Promise<Device> {
  const resuming = storedUser() !== undefined;
  if (resuming) void import('../offline/engine').catch(() => undefined);
  const { startDevice } = await import('./device');
  return startDevice(resuming);
}
