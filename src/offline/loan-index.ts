/**
 * Loans in memory, made to be searched: columns in typed arrays for the filters, one sorted list of words for the text,
 * sort orders made once and kept until a row changes. A query over 10,000 loans takes well under a millisecond.
 */
import type { Loan } from '../../core/contract/loans';
import { BUCKETS } from '../../core/domain/buckets';
import { type Day, dayOf, daysBetween } from '../../core/domain/dates';
import { doorOf } from '../../core/domain/door';
import {
  comparePlaces,
  type OrderFacts,
  orderFacts,
  type Place,
  placing,
  rulesFor,
  type SortingRule,
  VISIT_ORDER,
  VISITS_OTHERWISE,
} from '../../core/domain/work-order';
import type { LoanQuery } from './types';
import type { GrowingWords, WordIndex } from './word-index';

const NO_DAY = -1;
const NEVER = 1e9;
const EPOCH: Day = '1970-01-01';

const dayNumber = (day: Day | null | undefined): number => (day ? daysBetween(EPOCH, day) : NO_DAY);

/** Of a loan number: what people say of it. */
const DIGITS = /[1-9]\d*$/;

/** Words by which a loan is found, lower case: of the name, the loan number (whole, and its digits), pincodes, last four digits of phones. */
export function wordsOf(loan: Loan): string[] {
  const number = loan.loanNumber.toLowerCase();
  const digits = DIGITS.exec(number)?.[0];
  const words = new Set([
    ...loan.borrower.name.toLowerCase().split(/[\s.,]+/),
    number,
    ...(digits ? [digits] : []),
    ...loan.addresses.map((address) => address.pincode),
    ...loan.phones.map((phone) => phone.number.slice(-4)),
  ]);
  words.delete('');
  return [...words];
}

const SEPARATOR = /[\s.,]/;

/** The newest day of a payment that is known of a loan: confirmed by the lender, or taken by somebody who visited. */
function paidDay(loan: Loan, zone: string): number {
  let newest = dayNumber(loan.lastPayment?.on);
  for (const { at, paidPaise } of loan.recent) if (paidPaise) newest = Math.max(newest, dayNumber(dayOf(at, zone)));
  return newest;
}

/** First and last day of a planned visit that a filter takes, as distances from today. */
const VISIT_DAYS: Partial<Record<LoanQuery['visit'], readonly [from: number, to: number]>> = {
  overdue: [-NEVER, -1],
  today: [0, 0],
  tomorrow: [1, 1],
  week: [0, 6],
};

/** Whether one of `wordsOf` begins with `token`, without making the words. `name` is the borrower's, lower case. */
function hasWord(loan: Loan, name: string, token: string): boolean {
  for (let at = name.indexOf(token); at >= 0; at = name.indexOf(token, at + 1))
    if (at === 0 || SEPARATOR.test(name[at - 1] ?? '')) return true;
  const number = loan.loanNumber.toLowerCase();
  if (number.includes(token) && (number.startsWith(token) || DIGITS.exec(number)?.[0].startsWith(token))) return true;
  for (const { pincode } of loan.addresses) if (pincode.startsWith(token)) return true;
  for (const { number } of loan.phones) if (number.startsWith(token, Math.max(0, number.length - 4))) return true;
  return false;
}

/** Kilometres between two points, for distances within a city: error under 0.5 % below 100 km. */
export function kmBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180;
  const x = (b.lng - a.lng) * rad * Math.cos(((a.lat + b.lat) / 2) * rad);
  const y = (b.lat - a.lat) * rad;
  return 6371 * Math.sqrt(x * x + y * y);
}

/** Where a loan's borrower is visited, when that is known. */
export function placeOf(loan: Loan): { lat: number; lng: number } | null {
  const { lat = null, lng = null } = doorOf(loan) ?? {};
  return lat === null || lng === null ? null : { lat, lng };
}

type StoredSort = Exclude<LoanQuery['sort'], 'distance' | 'priority'>;

export interface Matches {
  /** Rows in order; only the first `count` are valid. */
  rows: Uint32Array;
  count: number;
  overduePaise: number;
  posPaise: number;
}

export class LoanIndex {
  private loans: (Loan | undefined)[] = [];
  private slots = new Map<string, number>();
  private free: number[] = [];
  private capacity = 0;
  private bucket = new Int8Array(0);
  private dpd = new Int32Array(0);
  private ptpDay = new Int32Array(0);
  private nextDay = new Int32Array(0);
  private paidDay = new Int32Array(0);
  private legal = new Int8Array(0);
  private lastVisit = new Float64Array(0);
  private overdue = new Float64Array(0);
  private pos = new Float64Array(0);
  private lat = new Float64Array(0);
  private lng = new Float64Array(0);
  private names: string[] = [];
  private pins: string[] = [];
  /** The newest record that only this phone knows. */
  private lastHere: (OrderFacts['last'] | undefined)[] = [];
  private given: readonly SortingRule[] | undefined;
  private rules: readonly SortingRule[] = [];
  /** Where each row stands by the rules, as of the newest order by them. */
  private places: (Place | undefined)[] = [];
  /** Sort orders over all slots, dropped when a row changes. */
  private orders = new Map<string, Uint32Array>();
  /** Of an order, the place of each row in it; for sorting few matches without walking all rows. */
  private ranks = new WeakMap<Uint32Array, Uint32Array>();
  /** Whole, perhaps behind by what it holds as changed. */
  private words: WordIndex | undefined;
  private growing: GrowingWords | undefined;

  constructor(
    private zone: string,
    private today: Day,
  ) {}

  get size(): number {
    return this.slots.size;
  }

  /** "Today" decides what is due; call it when the day has changed. */
  setToday(today: Day, zone: string): void {
    if (today === this.today && zone === this.zone) return;
    this.today = today;
    this.zone = zone;
    this.orders.clear();
  }

  /** The tenant's sorting rules; without any for visits, the order that every phone begins with. */
  setRules(rules: readonly SortingRule[] | undefined): void {
    if (rules === this.given) return;
    this.given = rules;
    this.rules = rulesFor(rules, 'visits');
    this.orders.clear();
  }

  /** The rule under which a row stands in the order `priority`; undefined for none of the tenant's. */
  ruleAt(row: number): string | undefined {
    const place = this.places[row];
    return place && this.rules[place.rule]?.name;
  }

  byId(id: string): Loan | undefined {
    const slot = this.slots.get(id);
    return slot === undefined ? undefined : this.loans[slot];
  }

  at(row: number): Loan | undefined {
    return this.loans[row];
  }

  *all(): Generator<Loan> {
    for (const slot of this.slots.values()) {
      const loan = this.loans[slot];
      if (loan) yield loan;
    }
  }

  clear(): void {
    this.loans = [];
    this.slots.clear();
    this.free = [];
    this.names = [];
    this.pins = [];
    this.lastHere = [];
    this.places = [];
    this.orders.clear();
    this.words = undefined;
    this.growing = undefined;
  }

  /** `paidAt`, ms: of the newest payment that only this phone knows; `last`: its newest record. */
  put(loan: Loan, paidAt?: number, last?: OrderFacts['last']): void {
    const known = this.slots.get(loan.id);
    const slot = known ?? this.free.pop() ?? this.loans.length;
    const before = known === undefined ? undefined : this.loans[known];
    this.slots.set(loan.id, slot);
    this.loans[slot] = loan;
    if (slot >= this.capacity) this.grow(slot + 1);
    this.bucket[slot] = BUCKETS.indexOf(loan.bucket);
    this.dpd[slot] = loan.dpd;
    this.ptpDay[slot] = loan.ptp?.status === 'open' ? dayNumber(loan.ptp.dueOn) : NO_DAY;
    this.nextDay[slot] = dayNumber(loan.nextVisitOn);
    this.paidDay[slot] = Math.max(paidDay(loan, this.zone), paidAt ? dayNumber(dayOf(paidAt, this.zone)) : NO_DAY);
    this.legal[slot] = Number(loan.flags.legal);
    this.lastVisit[slot] = loan.lastVisit ? Date.parse(loan.lastVisit.at) : 0;
    this.overdue[slot] = loan.overduePaise;
    this.pos[slot] = loan.posPaise;
    const place = placeOf(loan);
    this.lat[slot] = place?.lat ?? Number.NaN;
    this.lng[slot] = place?.lng ?? Number.NaN;
    this.names[slot] = loan.borrower.name.toLowerCase();
    this.pins[slot] = doorOf(loan)?.pincode ?? '';
    this.lastHere[slot] = last;
    this.orders.clear();
    if ((this.words || this.growing) && before !== loan) {
      const words = wordsOf(loan);
      if (!before || wordsOf(before).join(' ') !== words.join(' ')) this.changeWords(slot, words);
    }
  }

  private changeWords(slot: number, words: string[]): void {
    this.words?.change(slot, words);
    this.growing?.words.change(slot, words);
  }

  remove(id: string): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    this.slots.delete(id);
    this.loans[slot] = undefined;
    this.changeWords(slot, []);
    this.free.push(slot);
    this.orders.clear();
  }

  private grow(least: number): void {
    this.capacity = Math.max(least, this.capacity * 2, 1024);
    const grown = <T extends Int8Array | Int32Array | Float64Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.bucket = grown(this.bucket, new Int8Array(this.capacity));
    this.dpd = grown(this.dpd, new Int32Array(this.capacity));
    this.ptpDay = grown(this.ptpDay, new Int32Array(this.capacity));
    this.nextDay = grown(this.nextDay, new Int32Array(this.capacity));
    this.paidDay = grown(this.paidDay, new Int32Array(this.capacity));
    this.legal = grown(this.legal, new Int8Array(this.capacity));
    this.lastVisit = grown(this.lastVisit, new Float64Array(this.capacity));
    this.overdue = grown(this.overdue, new Float64Array(this.capacity));
    this.pos = grown(this.pos, new Float64Array(this.capacity));
    this.lat = grown(this.lat, new Float64Array(this.capacity));
    this.lng = grown(this.lng, new Float64Array(this.capacity));
  }

  /** By the tenant's rules, or by what every phone begins with. */
  private byRules(): (a: number, b: number) => number {
    const rules = this.rules.length ? this.rules : VISIT_ORDER;
    const placeOf = placing(rules, VISITS_OTHERWISE, { today: this.today, zone: this.zone });
    const { loans, lastHere } = this;
    this.places = loans.map((loan, row) => {
      const last = lastHere[row];
      return loan && placeOf(orderFacts(loan, last ? { last } : {}));
    });
    const { places } = this;
    return (a, b) => {
      const [left, right] = [places[a], places[b]];
      if (!left || !right) return 0;
      return comparePlaces(left, right) || ((loans[a]?.id ?? '') < (loans[b]?.id ?? '') ? -1 : 1);
    };
  }

  private order(sort: StoredSort | 'priority'): Uint32Array {
    const kept = this.orders.get(sort);
    if (kept) return kept;
    const rows = Uint32Array.from(this.slots.values());
    const { overdue, dpd, names, pins, ptpDay } = this;
    const n = (column: ArrayLike<number>, row: number) => column[row] ?? 0;
    const byOverdue = (a: number, b: number) => n(overdue, b) - n(overdue, a);
    const byText = (column: string[]) => (a: number, b: number) => {
      const left = column[a] ?? '';
      const right = column[b] ?? '';
      return left < right ? -1 : left > right ? 1 : byOverdue(a, b);
    };
    const due = (row: number) => (n(ptpDay, row) === NO_DAY ? NEVER : n(ptpDay, row));
    const compare: Record<StoredSort, (a: number, b: number) => number> = {
      overdue: byOverdue,
      dpd: (a, b) => n(dpd, b) - n(dpd, a) || byOverdue(a, b),
      name: byText(names),
      pincode: byText(pins),
      ptp: (a, b) => due(a) - due(b) || byOverdue(a, b),
    };
    rows.sort(sort === 'priority' ? this.byRules() : compare[sort]);
    this.orders.set(sort, rows);
    return rows;
  }

  /**
   * Prepares the search a slice further: with tens of thousands of loans it takes seconds on a slow phone, so it is done
   * while nobody waits. Answers true when there is nothing left to do; until then searches look at every loan. `begin`
   * makes the index, with code that comes when it is first needed.
   */
  prepareSearch(begin: (slots: Iterable<number>, wordsAt: (slot: number) => string[]) => GrowingWords): boolean {
    if (!this.growing) {
      if (this.words && !this.words.stale) return true;
      // Rows that come while it grows are told to it as changes; a row must not be met twice.
      this.growing = begin([...this.slots.values()], (slot) => {
        const loan = this.loans[slot];
        return loan ? wordsOf(loan) : [];
      });
    }
    if (!this.growing.grow()) return false;
    this.words = this.growing.words;
    this.growing = undefined;
    return true;
  }

  /** Rows that have a word which begins with `token`, perhaps more than once. */
  private eachWith(token: string, found: (row: number) => void): void {
    if (this.words) {
      this.words.each(token, found);
      return;
    }
    for (const slot of this.slots.values()) {
      const loan = this.loans[slot];
      if (loan && hasWord(loan, this.names[slot] ?? '', token)) found(slot);
    }
  }

  /** Rows that match the text: every word of it begins a word of the loan, or it is a whole phone number. Undefined for no text. */
  private textRows(text: string): number[] | undefined {
    const tokens = text
      .toLowerCase()
      .split(/[\s.,]+/)
      .filter(Boolean);
    if (!tokens.length) return undefined;
    const dialled = text.replace(/[\s+-]/g, '');
    // As the phone's list of calls has it: somebody rang back.
    if (/^\d{10,13}$/.test(dialled)) {
      const rows = [...this.slots.values()].filter((slot) =>
        this.loans[slot]?.phones.some(({ number }) => number.endsWith(dialled.slice(-10))),
      );
      if (rows.length) return rows;
    }
    const matched = new Uint8Array(this.loans.length);
    let rows: number[] = [];
    tokens.forEach((token, turn) => {
      const next: number[] = [];
      this.eachWith(token, (row) => {
        if (matched[row] !== turn) return;
        matched[row] = turn + 1;
        next.push(row);
      });
      rows = next;
    });
    return rows;
  }

  private byDistance(near: { lat: number; lng: number }): Uint32Array {
    const name = `distance ${near.lat} ${near.lng}`;
    const kept = this.orders.get(name);
    if (kept) return kept;
    // One place at a time: the agent moves, old places are of no use.
    for (const other of this.orders.keys()) if (other.startsWith('distance ')) this.orders.delete(other);
    const km = new Float64Array(this.loans.length);
    const rows = Uint32Array.from(this.slots.values());
    for (const row of rows) {
      const lat = this.lat[row] ?? Number.NaN;
      km[row] = Number.isNaN(lat) ? NEVER : kmBetween(near, { lat, lng: this.lng[row] ?? 0 });
    }
    rows.sort((a, b) => (km[a] ?? NEVER) - (km[b] ?? NEVER));
    this.orders.set(name, rows);
    return rows;
  }

  /** The rows to look at, in the order asked for: all, or those that match the text. */
  private candidates(query: LoanQuery): Uint32Array {
    const name = query.sort === 'distance' && !query.near ? 'priority' : query.sort;
    const order = name === 'distance' && query.near ? this.byDistance(query.near) : this.order(name as StoredSort);
    const found = this.textRows(query.text);
    if (!found) return order;
    const matched = new Uint8Array(this.loans.length);
    if (found.length > order.length / 16) {
      for (const row of found) matched[row] = 1;
      return order.filter((row) => matched[row] === 1);
    }
    const rank = this.ranks.get(order) ?? new Uint32Array(this.loans.length);
    if (!this.ranks.has(order)) {
      for (let at = 0; at < order.length; at += 1) rank[order[at] ?? 0] = at;
      this.ranks.set(order, rank);
    }
    return Uint32Array.from(found).sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0));
  }

  /** Filter, order and totals of a query. `now` (ms) and the index's day decide what "today" means. */
  query(query: LoanQuery, now: number): Matches {
    const order = this.candidates(query);
    const buckets = query.buckets.length
      ? query.buckets.reduce((mask, bucket) => mask | (1 << BUCKETS.indexOf(bucket)), 0)
      : ~0;
    const today = dayNumber(this.today);
    const visitedBefore = query.notVisitedDays > 0 ? now - query.notVisitedDays * 86_400_000 : Number.POSITIVE_INFINITY;
    const { bucket, ptpDay, nextDay, paidDay, legal, lastVisit, overdue, pos, pins } = this;
    const monthStart = dayNumber(`${this.today.slice(0, 7)}-01`);
    const [from, to] = VISIT_DAYS[query.visit] ?? [0, 0];
    const rows = new Uint32Array(order.length);
    let count = 0;
    let overduePaise = 0;
    let posPaise = 0;
    for (let at = 0; at < order.length; at += 1) {
      const row = order[at] ?? 0;
      if (!(buckets & (1 << (bucket[row] ?? 0)))) continue;
      if (query.pincode && !pins[row]?.startsWith(query.pincode)) continue;
      if (query.ptp !== 'any') {
        const due = ptpDay[row] ?? NO_DAY;
        if (due === NO_DAY) continue;
        if (query.ptp === 'due-today' && due !== today) continue;
        if (query.ptp === 'overdue' && due >= today) continue;
      }
      if ((lastVisit[row] ?? 0) > visitedBefore) continue;
      if (query.plan === 'today' && !this.isDue(row, today)) continue;
      if (query.visit !== 'any') {
        const next = nextDay[row] ?? NO_DAY;
        if ((next === NO_DAY) !== (query.visit === 'none')) continue;
        if (next !== NO_DAY && (next < today + from || next > today + to)) continue;
      }
      if (query.paid !== 'any' && (paidDay[row] ?? NO_DAY) >= monthStart !== (query.paid === 'yes')) continue;
      if (query.legal && !legal[row]) continue;
      rows[count] = row;
      count += 1;
      overduePaise += overdue[row] ?? 0;
      posPaise += pos[row] ?? 0;
    }
    return { rows, count, overduePaise, posPaise };
  }

  /** A promise or a visit is due, and nobody was there today. */
  private isDue(row: number, today: number): boolean {
    const ptp = this.ptpDay[row] ?? NO_DAY;
    const next = this.nextDay[row] ?? NO_DAY;
    return ((ptp !== NO_DAY && ptp <= today) || (next !== NO_DAY && next <= today)) && !this.wasVisited(row, today);
  }

  private wasVisited(row: number, day: number): boolean {
    const at = this.lastVisit[row] ?? 0;
    return at > 0 && dayNumber(dayOf(at, this.zone)) === day;
  }

  /** Loans with a promise or visit due on or before `today` that were not visited on it, in order of urgency; and those that were. */
  plan(today: Day): { rows: number[]; done: number[] } {
    const number = dayNumber(today);
    const rows: number[] = [];
    const done: number[] = [];
    for (const row of this.order('priority')) {
      if (this.wasVisited(row, number)) done.push(row);
      else if (this.isDue(row, number)) rows.push(row);
    }
    return { rows, done };
  }
}
