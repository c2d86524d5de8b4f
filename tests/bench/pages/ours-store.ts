/** The engine's own ways to keep loans: sealed in chunks, all at once or page by page as the sync brings them. */
import Dexie from 'dexie';
import type { Loan } from '../../../core/contract/loans';
import { CHUNK_SIZE, LoanShelf, type SealingKey, storeLoans } from '../../../src/offline/loan-chunks';
import { openUserDb, type UserDb, userDbName } from '../../../src/offline/user-db';
import { importDeviceKey, newDeviceKey } from '../../../src/offline/vault';

const [TENANT, USER] = ['bench', 'store'];

type Keep = (db: UserDb, sealing: SealingKey, loans: readonly Loan[]) => Promise<void>;

/** ms until `keep` has stored `loans`, from an empty database. */
async function timed(keep: Keep, loans: readonly Loan[]): Promise<number> {
  await Dexie.delete(userDbName(TENANT, USER));
  const db = openUserDb(TENANT, USER);
  await db.open();
  const sealing = { key: await importDeviceKey(newDeviceKey()), keyId: 'bench' };
  const began = performance.now();
  await keep(db, sealing, loans);
  const took = performance.now() - began;
  // What was timed must really be there.
  const shelf = new LoanShelf(db, sealing);
  await shelf.load();
  db.close();
  if (shelf.held.size !== loans.length) throw new Error(`only ${shelf.held.size} loans were stored`);
  return took;
}

/** One call, as the peers' is: one strict transaction. */
export const storeWithEngine = (loans: readonly Loan[]): Promise<number> => timed(storeLoans, loans);

/** As the sync brings them: a strict transaction a page, with its cursor. */
export const storeByPage = (loans: readonly Loan[]): Promise<number> =>
  timed(async (db, sealing) => {
    const shelf = new LoanShelf(db, sealing);
    for (let done = 0; done < loans.length; done += CHUNK_SIZE)
      await shelf.apply({
        reset: false,
        loans: loans.slice(done, done + CHUNK_SIZE),
        revoked: [],
        sync: { key: 'loans', cursor: String(done), asOf: null, progress: { done, total: loans.length } },
      });
  }, loans);
