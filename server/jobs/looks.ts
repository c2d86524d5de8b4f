/** Looking through something large for whoever asks: a job looks in pieces, and a row says how far it is. */
import type { Tx } from '../db/database';
import type { Logger } from '../platform/logger';
import { ClaimLost, type Jobs } from './types';

export type LookState = 'looking' | 'over' | 'failed';
/** Somebody waits: it is not tried for long. */
const TRIES = 3;

/** How far a look is: `done` reaches `total` when all is known, and not before. */
export const lookProgress = (state: LookState, done: number, of: number) => {
  const total = Math.max(of, 1);
  return { done: state === 'over' ? total : Math.min(done, total - 1), total };
};

/** `further` looks at the next piece of what `data.id` names, false when that was all; `fail` says that it cannot be known. */
export function defineLook(
  jobs: Jobs,
  name: string,
  logger: Logger,
  { further, fail }: { further(tx: Tx, id: string): Promise<boolean>; fail(tx: Tx, id: string): Promise<void> },
): void {
  jobs.define(
    name,
    async ({ data, attempt }, run) => {
      const id = String(data.id);
      try {
        while (await run.step((tx) => further(tx, id))) if (run.signal.aborted) return;
        await run.finish(async () => {});
      } catch (error) {
        if (error instanceof ClaimLost || attempt < TRIES) throw error;
        logger.error(`${name} failed`, { error });
        await run.finish((tx) => fail(tx, id));
      }
    },
    { attempts: TRIES + 10 },
  );
}
