/** How an app usually keeps loans: one row a loan in Dexie, with the indexes its list and search need. */
import Dexie, { type Table } from 'dexie';
import type { Loan } from '../../../core/contract/loans';
import type { Bucket } from '../../../core/domain/buckets';
import type { Ask } from './asks';

/** A loan with the fields that IndexedDB can only index at the top of a row. */
type Row = Loan & { name: string; pincode: string; phoneTails: string[]; ptpDueOn: string | null };

type LoansDb = Dexie & { loans: Table<Row, string> };

function open(): LoansDb {
  const db = new Dexie('bench-dexie') as LoansDb;
  db.version(1).stores({
    loans: 'id, loanNumber, bucket, dpd, overduePaise, name, pincode, *phoneTails, ptpDueOn, [bucket+overduePaise]',
  });
  return db;
}

const rowOf = (loan: Loan): Row => ({
  ...loan,
  name: loan.borrower.name.toLowerCase(),
  pincode: loan.addresses[0]?.pincode ?? '',
  phoneTails: loan.phones.map((phone) => phone.number.slice(-4)),
  ptpDueOn: loan.ptp?.dueOn ?? null,
});

/** ms until `loans` are stored, from an empty database. */
export async function storeInDexie(loans: readonly Loan[]): Promise<number> {
  await Dexie.delete('bench-dexie');
  const db = open();
  await db.open();
  const rows = loans.map(rowOf);
  const began = performance.now();
  await db.loans.bulkPut(rows);
  const took = performance.now() - began;
  db.close();
  return took;
}

const sortKey = { overdue: 'overduePaise', dpd: 'dpd', name: 'name', pincode: 'pincode' } as const;

/** Answers one ask as the documentation teaches it: an index for the filter, then sortBy, then the first page. */
export async function dexieLoans(): Promise<{
  ask(ask: Ask): Promise<Loan[]>;
  ordered(ask: Ask): Promise<Loan[]>;
  close(): void;
}> {
  const db = open();
  await db.open();
  const also = (ask: Ask) => (row: Row) => !ask.ptpOpen || row.ptp?.status === 'open';
  const descending = (ask: Ask) => ask.sort === 'overdue' || ask.sort === 'dpd';
  return {
    async ask(ask) {
      const found = db.loans.where('bucket').anyOf(ask.buckets).filter(also(ask));
      const sorted = await (descending(ask) ? found.reverse() : found).sortBy(sortKey[ask.sort]);
      return sorted.slice(0, ask.page);
    },
    /** The fastest that Dexie can do: walks the sort index and stops at a full page. Gives no total. */
    async ordered(ask) {
      const buckets = new Set<Bucket>(ask.buckets);
      const walk = db.loans.orderBy(sortKey[ask.sort]);
      return (descending(ask) ? walk.reverse() : walk)
        .filter((row) => buckets.has(row.bucket) && also(ask)(row))
        .limit(ask.page)
        .toArray();
    },
    close: () => db.close(),
  };
}
