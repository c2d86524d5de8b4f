/** The clock of a phone whose pages are closed: nobody measures it there, and it may have been put right since. */
import type { Bases } from '../../core/contract/kit';
import { ping } from './connectivity';
import { clockOffset, type DeviceDb, saveClockOffset } from './device-db';
import type { Transport } from './transport';

/**
 * Server time minus device time in ms, measured now; what was measured last where the server does not answer. A signature
 * dated by an old measure may be days off, and the server believes none of those.
 */
export async function freshOffset(
  db: DeviceDb,
  { transport, bases, now }: { transport: Transport; bases: Bases; now: () => number },
): Promise<number> {
  const answer = await ping(transport, bases, now);
  if (!answer) return (await clockOffset(db)) ?? 0;
  await saveClockOffset(db, answer.offsetMs, now()).catch(() => undefined);
  return answer.offsetMs;
}
