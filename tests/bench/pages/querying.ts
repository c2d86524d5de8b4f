/** One round of asks for each contestant; all must find the same loans. */
import type { Loan } from '../../../core/contract/loans';
import { type Ask, makeAsks } from './asks';
import { engineLoans } from './ours-query';
import { dexieLoans, storeInDexie } from './peer-dexie';
import { pouchLoans, storeInPouchDb } from './peer-pouchdb';

/** What decides the order; equal values may come in any order. */
const orderValue = (loan: Loan, { sort }: Ask) =>
  ({
    overdue: loan.overduePaise,
    dpd: loan.dpd,
    name: loan.borrower.name.toLowerCase(),
    pincode: loan.addresses[0]?.pincode,
  })[sort];

export async function prepareQueries(loans: readonly Loan[]) {
  await storeInDexie(loans);
  await storeInPouchDb(loans);
  const engine = engineLoans(loans);
  const dexie = await dexieLoans();
  const pouch = await pouchLoans();

  for (const ask of makeAsks(8, 99)) {
    const first = engine
      .ask(ask)
      .map((loan) => orderValue(loan, ask))
      .join();
    for (const other of [await dexie.ask(ask), await dexie.ordered(ask), await pouch.ask(ask)]) {
      const theirs = other.map((loan) => orderValue(loan, ask)).join();
      if (theirs !== first) throw new Error(`the contestants disagree: ${first} against ${theirs}`);
    }
  }

  /** ms an ask. */
  async function timed(asks: Ask[], answer: (ask: Ask, at: number) => unknown): Promise<number> {
    const began = performance.now();
    for (const [at, ask] of asks.entries()) await answer(ask, at);
    return (performance.now() - began) / asks.length;
  }
  const contestants = {
    engine: (seed: number) => timed(makeAsks(2000, seed), engine.ask),
    engineAfterChange: (seed: number) =>
      timed(makeAsks(100, seed), (ask, at) => engine.askAfterChange(ask, loans[at * 7] as Loan)),
    dexie: (seed: number) => timed(makeAsks(12, seed), dexie.ask),
    dexieOrdered: (seed: number) => timed(makeAsks(12, seed), dexie.ordered),
    pouchdb: (seed: number) => timed(makeAsks(8, seed), pouch.ask),
  };
  return contestants;
}
export type QueryContestant = keyof Awaited<ReturnType<typeof prepareQueries>>;
