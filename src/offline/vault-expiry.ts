/**
 * Loans that no sync has confirmed for too long are erased, also while their user is locked out: whoever finds the phone
 * later finds less. Unsent records, drafts and receipts stay.
 */
import type { DeviceUser } from './device-db';
import { openUserDb } from './user-db';

/** A clock that is put right moves by less, as a rule. */
const AHEAD_MS = 10 * 60_000;

/** Answers whether anything was erased. Needs no key. */
export async function eraseExpiredLoans(
  user: Pick<DeviceUser, 'tenantId' | 'userId'>,
  cachedLoansHours: number,
  now: number,
): Promise<boolean> {
  const own = openUserDb(user.tenantId, user.userId);
  try {
    return await own.transaction('rw', own.sync, own.loanChunks, own.loanChanges, async () => {
      const row = await own.sync.get('loans');
      // By a clock that has been set back since, they would stay for as long as it was ahead.
      if (row?.asOf != null && row.asOf > now + AHEAD_MS) await own.sync.put({ ...row, asOf: now });
      const expired = row?.asOf != null && now - row.asOf > cachedLoansHours * 3_600_000;
      if (!row || !expired || (row.cursor === null && (await own.loanChunks.count()) === 0)) return false;
      await own.loanChunks.clear();
      await own.loanChanges.clear();
      // When they were complete is still told; the cursor goes, so that all of them are fetched anew.
      await own.sync.put({ ...row, cursor: null, progress: null });
      return true;
    });
  } finally {
    own.close();
  }
}
