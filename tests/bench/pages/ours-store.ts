/** The engine's own way to keep loans: pages as the sync brings them, sealed in chunks, each page one strict transaction. */
import Dexie from 'dexie';
import type { Loan } from '../../../core/contract/loans';
import { LoanShelf } from '../../../src/offline/loan-chunks';
import { openUserDb, userDbName } from '../../../src/offline/user-db';
import { importDeviceKey, newDeviceKey } from '../../../src/offline/vault';

const PAGE = 1000;
const [TENANT, USER] = ['bench', 'store'];

/** ms until `loans` are stored, from an empty database. */
export async function storeWithEngine(loans: readonly Loan[]): Promise<number> {
  await Dexie.delete(userDbName(TENANT, USER));
  const db = openUserDb(TENANT, USER);
  await db.open();
  const shelf = new LoanShelf(db, { key: await importDeviceKey(newDeviceKey()), keyId: 'bench' });
  const began = performance.now();
  for (let done = 0; done < loans.length; done += PAGE) {
    await shelf.apply({
      reset: false,
      loans: loans.slice(done, done + PAGE),
      revoked: [],
      sync: { key: 'loans', cursor: String(done), asOf: null, progress: { done, total: loans.length } },
    });
  }
  const took = performance.now() - began;
  const rows = await db.loanChunks.toArray();
  const bytes = rows.reduce((sum, row) => sum + row.sealed.length, 0);
  db.close();
  // What was timed must really be there.
  if (shelf.held.size !== loans.length || bytes < loans.length * 500)
    throw new Error(`only ${bytes} bytes were stored`);
  return took;
}
