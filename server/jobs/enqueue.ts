/** Enqueueing for those who have no queue at hand: API processes, whose jobs another process may work. */
import { uuidv7 } from '../../core/domain/ids';
import type { Tx } from '../db/database';
import { withPlatform } from '../db/with-platform';
import { insertJobs } from './repository';
import type { EnqueueOptions, JobData } from './types';
import { wakeSoon } from './wake';

const ATTEMPTS = 10;

/** In the caller's transaction: the job exists exactly when what it is about does. */
export async function enqueueWithin(
  tx: Tx,
  now: Date,
  name: string,
  data: JobData,
  options: EnqueueOptions & { attempts?: number } = {},
): Promise<void> {
  await withPlatform(tx, () =>
    insertJobs(tx, [
      {
        id: uuidv7(now.getTime()),
        name,
        tenantId: options.tenantId ?? null,
        key: options.singletonKey ?? null,
        data,
        runAt: options.runAt ?? now,
        maxAttempts: options.attempts ?? ATTEMPTS,
        createdAt: now,
      },
    ]),
  );
  if ((options.runAt ?? now) <= now) wakeSoon();
}
