/** Requests for what a job looks at (`server/jobs/looks.ts`): they begin it and read how far it is. */
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../http/implement';
import type { LookState } from '../../jobs';

/** `new` begins a look unless one is under way, `same` asks how far it is; apps of before ask for neither and wait for the end. */
export type LookAsked = 'new' | 'same' | undefined;

/** So long an app that shows no progress waits. */
const WAIT_MS = 20_000;
const AGAIN_MS = 100;
/** Throws `internal` for a look that failed, `busy` for one that takes longer than an app of before waits. */
export async function lookedAt<Found extends { state: LookState }>(
  asked: LookAsked,
  find: (begins: boolean) => Promise<Found>,
): Promise<Found> {
  const until = performance.now() + WAIT_MS;
  for (let begins = asked !== 'same'; ; begins = false) {
    const found = await find(begins);
    if (found.state === 'failed') throw new ApiError('internal');
    if (asked || found.state === 'over') return found;
    if (performance.now() > until) throw new ApiError('busy');
    await pause(AGAIN_MS);
  }
}
