/** The loans that screens read: the shelf's copy from the server, with this phone's own records on top, searchable. */
import type { HistoryEntry, Loan } from '../../core/contract/loans';
import { dayOf } from '../../core/domain/dates';
import type { DispositionCode } from '../../core/domain/dispositions';
import type { SortingRule } from '../../core/domain/work-order';
import type { JournalReading } from './journal';
import type { LoanShelf } from './loan-chunks';
import { kmBetween, LoanIndex, placeOf } from './loan-index';
import { historyEntryOf, type LocalRecord, lastOf, missingFrom, paidAt, withFacts } from './local-facts';
import { createStore } from './store';
import type { ListedLoan, LoanStore, LoansStatus, OutboxState } from './types';

/** The search is prepared once nothing has changed for a while, in slices with pauses in which taps and frames have their turn. */
const QUIET_MS = 1_000;
const SLICE_MS = 6;
const PAUSE_MS = 12;

export interface BookContext {
  shelf: LoanShelf;
  now: () => number;
  zone: () => string;
  /** The signed-in agent's name, for their own entries. */
  by: string;
  codeOf: (code: string) => DispositionCode | undefined;
  /** The tenant's sorting rules: the same object until they change. */
  rules: () => readonly SortingRule[] | undefined;
  refresh: () => Promise<void>;
}

export interface LoanBook extends LoanStore {
  /** Everything, or only these loans, anew from the shelf. */
  restock(ids?: Iterable<string>): void;
  /** The same in two steps, for many loans that come one after the other: telling makes every reader sort and draw anew. */
  take(ids?: Iterable<string>): void;
  tell(): void;
  setLocal(reading: Pick<JournalReading, 'local' | 'unsent'>): void;
  setStatus(status: Partial<LoansStatus>): void;
  /** What decides the order may have changed. */
  reorder(): void;
  /** Expired loans are not shown; nothing is deleted. */
  hide(hidden: boolean): void;
}

export function createLoanBook(ctx: BookContext): LoanBook {
  const { shelf, now, zone } = ctx;
  const index = new LoanIndex(zone(), dayOf(now(), zone()));
  const status = createStore<LoansStatus>({
    phase: 'loading',
    count: 0,
    progress: null,
    asOf: null,
    problem: null,
    needsSignIn: false,
  });
  const revision = createStore(0);
  let local: Map<string, LocalRecord[]> = new Map();
  let unsent: Map<string, number> = new Map();
  let hidden = false;
  /** The loan as it came and the facts it was shown with, to leave unchanged rows alone. */
  const shown = new Map<string, { loan: Loan; records: LocalRecord[] | undefined }>();

  const bump = () => revision.set(revision.get() + 1);

  /** The search's index grows while nobody waits: over very many loans it is the one thing here that takes seconds. */
  let preparing: ReturnType<typeof setTimeout> | undefined;
  function prepareSearch(afterMs = QUIET_MS): void {
    clearTimeout(preparing);
    preparing = setTimeout(() => {
      import('./word-index').then(
        ({ growWords }) => {
          if (!index.prepareSearch((...rows) => growWords(SLICE_MS, ...rows))) prepareSearch(PAUSE_MS);
        },
        // Its code did not come: searches go on looking at every loan.
        () => {},
      );
    }, afterMs);
  }

  /** Answers whether anything about this loan differs from what was shown. */
  function show(id: string): boolean {
    const held = hidden ? undefined : shelf.held.get(id);
    if (!held) {
      index.remove(id);
      return shown.delete(id);
    }
    const records = local.get(id);
    const before = shown.get(id);
    if (before && before.loan === held.loan && before.records === records) return false;
    shown.set(id, { loan: held.loan, records });
    if (records) index.put(withFacts(held.loan, records), paidAt(records), lastOf(held.loan, records));
    else index.put(held.loan);
    return true;
  }

  /** Something differs from what readers were told. */
  let untold = false;

  function take(ids?: Iterable<string>): void {
    if (ids) for (const id of ids) untold = show(id) || untold;
    else {
      for (const id of shown.keys()) if (hidden || !shelf.held.has(id)) untold = show(id) || untold;
      if (!hidden) for (const id of shelf.held.keys()) untold = show(id) || untold;
    }
  }

  function tell(): void {
    if (status.get().count !== index.size) status.set({ ...status.get(), count: index.size });
    if (!untold) return;
    untold = false;
    bump();
    prepareSearch();
  }

  function restock(ids?: Iterable<string>): void {
    take(ids);
    tell();
  }

  const listed = (loan: Loan, near: { lat: number; lng: number } | null, standsBy?: string): ListedLoan => {
    const place = near && placeOf(loan);
    return {
      ...loan,
      unsent: unsent.get(loan.id) ?? 0,
      kmAway: near && place ? kmBetween(near, place) : null,
      ...(standsBy !== undefined && { standsBy }),
    };
  };
  const ready = () => {
    index.setToday(dayOf(now(), zone()), zone());
    index.setRules(ctx.rules());
  };

  return {
    status,
    revision,
    query(query) {
      ready();
      const { rows, count, overduePaise, posPaise } = index.query(query, now());
      return {
        total: count,
        overduePaise,
        posPaise,
        at(position) {
          const row = rows[position] ?? 0;
          const loan = position >= 0 && position < count ? index.at(row) : undefined;
          return loan && listed(loan, query.near, query.sort === 'priority' ? index.ruleAt(row) : undefined);
        },
      };
    },
    byId(loanId) {
      const loan = index.byId(loanId);
      return loan && listed(loan, null);
    },
    history(loanId) {
      const held = shelf.held.get(loanId)?.loan;
      const records = local.get(loanId) ?? [];
      const states = new Map<string, OutboxState>(records.map((own) => [own.record.id, own.state]));
      const own = (held ? missingFrom(held, records) : records).map((record) =>
        historyEntryOf(record, ctx.by, ctx.codeOf(record.record.code)),
      );
      const all: HistoryEntry[] = [...own, ...(held?.recent ?? [])];
      return all
        .map((entry) => ({ ...entry, local: states.get(entry.id) ?? null }))
        .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
    },
    plan(today) {
      ready();
      const { rows, done } = index.plan(today);
      const loansOf = (some: number[]) =>
        some.flatMap((row) => {
          const loan = index.at(row);
          return loan ? [listed(loan, null)] : [];
        });
      return { loans: loansOf(rows), visited: loansOf(done) };
    },
    refresh: ctx.refresh,
    restock,
    take,
    tell,
    setLocal(reading) {
      const touched = new Set([...local.keys(), ...reading.local.keys()]);
      local = reading.local;
      unsent = reading.unsent;
      restock(touched);
      // A loan without a row here has its records counted and its history changed all the same.
      if (touched.size) bump();
    },
    reorder: bump,
    setStatus(next) {
      status.set({ ...status.get(), ...next, count: index.size });
    },
    hide(next) {
      if (hidden === next) return;
      hidden = next;
      restock();
    },
  };
}
