/** The same in PouchDB: one document a loan, a view over the bucket for the filter. */
import PouchDB from 'pouchdb-browser';
import type { Loan } from '../../../core/contract/loans';
import type { Ask } from './asks';

const VIEW = { _id: '_design/loans', views: { bucket: { map: 'function (loan) { emit(loan.bucket); }' } } };

// One revision kept and no compaction while writing: its fastest setting.
const open = () => new PouchDB<Loan>('bench-pouchdb', { auto_compaction: false, revs_limit: 1 });

/** ms until `loans` are stored, from an empty database; the view is not built yet. */
export async function storeInPouchDb(loans: readonly Loan[]): Promise<number> {
  await open().destroy();
  const db = open();
  // Its first call opens the database; the others' are open as well when the clock starts.
  await db.bulkDocs([VIEW]);
  const began = performance.now();
  const answers = await db.bulkDocs([...loans]);
  const took = performance.now() - began;
  const failed = answers.find((answer) => answer.error);
  if (failed) throw new Error(`PouchDB refused a loan: ${JSON.stringify(failed)}`);
  await db.close();
  return took;
}

export async function pouchLoans(): Promise<{ ask(ask: Ask): Promise<Loan[]>; close(): Promise<void> }> {
  const db = open();
  // The first question builds the view.
  await db.query('loans/bucket', { limit: 1 });
  const orderValue = {
    overdue: (loan: Loan) => -loan.overduePaise,
    dpd: (loan: Loan) => -loan.dpd,
    name: (loan: Loan) => loan.borrower.name.toLowerCase(),
    pincode: (loan: Loan) => loan.addresses[0]?.pincode ?? '',
  };
  return {
    async ask(ask) {
      const found = await db.query('loans/bucket', { keys: ask.buckets, include_docs: true });
      const key = orderValue[ask.sort];
      return found.rows
        .flatMap(({ doc }) => (doc && (!ask.ptpOpen || doc.ptp?.status === 'open') ? [{ doc, key: key(doc) }] : []))
        .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        .slice(0, ask.page)
        .map(({ doc }) => doc);
    },
    close: () => db.close(),
  };
}
