import { describe, expect, it } from 'vitest';
import type { HistoryEntry, Loan } from '../../core/contract/loans';
import { kmBetween, LoanIndex, wordsOf } from './loan-index';
import { loanOf } from './test-device';
import type { LoanQuery } from './types';
import { growWords } from './word-index';

/** Slices as short as they can be. */
const slice: Parameters<LoanIndex['prepareSearch']>[0] = (...rows) => growWords(0, ...rows);
const NOW = Date.parse('2026-11-21T06:00:00Z');
const TODAY = '2026-11-21';
const ALL: LoanQuery = {
  text: '',
  buckets: [],
  pincode: '',
  ptp: 'any',
  notVisitedDays: 0,
  plan: 'any',
  visit: 'any',
  paid: 'any',
  legal: false,
  sort: 'overdue',
  near: null,
};

const named = (number: number, name: string, more: Partial<Loan> = {}): Loan => {
  const loan = loanOf(number, more);
  return { ...loan, borrower: { ...loan.borrower, name }, ...more };
};
const at = (pincode: string, lat: number | null = null, lng: number | null = null): Loan['addresses'] => [
  { id: loanOf(0).id, kind: 'home', line: '', city: '', state: '', pincode, lat, lng },
];
const phone = (number: string): Loan['phones'] => [
  { id: loanOf(0).id, number, owner: 'self', lastResult: null, invalid: false },
];
const ptp = (dueOn: string, status: 'open' | 'kept' | 'broken' = 'open') => ({ amountPaise: 100, dueOn, status });

/** A visit; the first of the month begins at 18:30 UTC of the day before. */
const taken = (at: string, paidPaise: number | null): HistoryEntry => ({
  id: loanOf(0).id,
  at,
  channel: 'field',
  code: 'FPAR',
  codeLabel: 'Collected in part',
  class: 'COLLECTED',
  by: 'Ravi',
  remarks: null,
  ptp: null,
  paidPaise,
  nextVisitOn: null,
  photos: 0,
  receiptNo: null,
});

const loans = [
  named(101, 'Ramesh Kumar Yadav', {
    dpd: 12,
    bucket: '0-30',
    overduePaise: 500,
    addresses: at('411001', 18.52, 73.85),
    phones: phone('9812345678'),
    ptp: ptp(TODAY),
  }),
  named(102, 'Sita Devi', {
    dpd: 45,
    bucket: '31-60',
    overduePaise: 900,
    // Its card shows the second, to which there is a way.
    addresses: [...at('560001'), ...at('411014', 18.56, 73.92)],
    phones: phone('9898981010'),
    ptp: ptp('2026-11-19'),
    nextVisitOn: '2026-11-22',
    lastPayment: { on: '2026-11-01', amountPaise: 100 },
  }),
  named(203, 'Mohammed Rafi', {
    dpd: 200,
    bucket: '180-360',
    overduePaise: 300,
    addresses: at('400001'),
    phones: phone('9000005678'),
    nextVisitOn: '2026-11-20',
    lastPayment: { on: '2026-10-31', amountPaise: 100 },
    flags: { ...loanOf(0).flags, legal: true },
  }),
  named(204, 'Kumari, Asha R.', {
    dpd: 75,
    bucket: '61-90',
    overduePaise: 700,
    addresses: at('411045', 18.6, 73.7),
    phones: phone('9111111111'),
    ptp: ptp('2026-11-25'),
    lastVisit: { at: '2026-11-21T04:00:00Z', code: 'FDL', label: 'Door locked' },
    nextVisitOn: TODAY,
  }),
  named(305, 'रमेश पाटील', {
    dpd: 12,
    bucket: '0-30',
    overduePaise: 100,
    addresses: at('411001', 18.53, 73.86),
    phones: phone('9222222222'),
    ptp: ptp('2026-11-10', 'broken'),
    nextVisitOn: '2026-11-28',
    lastPayment: { on: '2026-08-01', amountPaise: 100 },
    recent: [taken('2026-10-31T18:31:00Z', 5_000), taken('2026-11-20T04:00:00Z', null)],
    lastVisit: { at: '2026-11-10T04:00:00Z', code: 'FDL', label: 'Door locked' },
  }),
];
const number = (loan: Loan | undefined) => Number(loan?.loanNumber.slice(2));

function filled(rows: Loan[] = loans): LoanIndex {
  const index = new LoanIndex('Asia/Kolkata', TODAY);
  for (const loan of rows) index.put(loan);
  return index;
}
const find = (index: LoanIndex, query: Partial<LoanQuery>): number[] => {
  const { rows, count } = index.query({ ...ALL, ...query }, NOW);
  return Array.from({ length: count }, (_, position) => number(index.at(rows[position] ?? 0)));
};

describe('searching and sorting loans', () => {
  it.each<[string, Partial<LoanQuery>, number[]]>([
    ['everything by overdue', {}, [102, 204, 101, 203, 305]],
    ['a name by its beginning', { text: 'ram' }, [101]],
    ['any word of a name', { text: 'KUMAR' }, [204, 101]],
    ['two words in any order', { text: 'yad ram' }, [101]],
    ['two words of different loans', { text: 'sita yadav' }, []],
    ['another script', { text: 'रमे' }, [305]],
    ['punctuation in the stored name', { text: 'kumari asha' }, [204]],
    ['a loan number', { text: 'ln000203' }, [203]],
    ['a loan number by its digits', { text: '204' }, [204]],
    ['the last four digits of a phone', { text: '5678' }, [101, 203]],
    ['a whole phone', { text: '9812345678' }, [101]],
    ['a phone as a list of calls has it', { text: '+91 90000-05678' }, [203]],
    ['a phone that nobody has', { text: '9812345679' }, []],
    ['digits in the middle of a phone', { text: '2345' }, []],
    ['a pincode as text', { text: '411001' }, [101, 305]],
    ['text and words mixed', { text: 'yadav 5678' }, [101]],
    ['nothing such', { text: 'zz' }, []],
    ['the pincode filter', { pincode: '411' }, [102, 204, 101, 305]],
    ['the pincode filter, not by an address that no card shows', { pincode: '560' }, []],
    ['one bucket', { buckets: ['0-30'] }, [101, 305]],
    ['two buckets', { buckets: ['0-30', '180-360'] }, [101, 203, 305]],
    ['promises due today', { ptp: 'due-today' }, [101]],
    ['promises overdue', { ptp: 'overdue' }, [102]],
    ['open promises', { ptp: 'open' }, [102, 204, 101]],
    ['not visited for a week', { notVisitedDays: 7 }, [102, 101, 203, 305]],
    ['not visited for two weeks', { notVisitedDays: 14 }, [102, 101, 203]],
    ['planned for today, but for what was visited today', { plan: 'today' }, [102, 101, 203]],
    ['a visit that is overdue', { visit: 'overdue' }, [203]],
    ['a visit planned for today', { visit: 'today' }, [204]],
    ['a visit planned for tomorrow', { visit: 'tomorrow' }, [102]],
    ['a visit within a week', { visit: 'week' }, [102, 204]],
    ['no visit planned', { visit: 'none' }, [101]],
    ['paid since the month began, as the lender or a visitor says', { paid: 'yes' }, [102, 305]],
    ['not paid since the month began', { paid: 'no' }, [204, 101, 203]],
    ['with a legal case', { legal: true }, [203]],
    ['a legal case that paid', { legal: true, paid: 'yes' }, []],
    ['filters together', { plan: 'today', buckets: ['0-30', '31-60'], text: 'r' }, [101]],
    ['by priority, what was visited today with the rest', { sort: 'priority' }, [101, 102, 203, 204, 305]],
    ['by dpd', { sort: 'dpd' }, [203, 204, 102, 101, 305]],
    ['by name', { sort: 'name' }, [204, 203, 101, 102, 305]],
    ['by pincode', { sort: 'pincode' }, [203, 101, 305, 102, 204]],
    ['by promise', { sort: 'ptp' }, [102, 101, 204, 203, 305]],
    ['by distance', { sort: 'distance', near: { lat: 18.53, lng: 73.86 } }, [305, 101, 102, 204, 203]],
    ['by distance, position unknown', { sort: 'distance' }, [101, 102, 203, 204, 305]],
  ])('%s', (_, query, expected) => {
    expect(find(filled(), query)).toEqual(expected);
  });

  it('counts a payment that only this phone knows as paid', () => {
    const index = filled();
    const [first] = loans;
    if (!first) throw new Error('no loan');
    index.put(first, Date.parse('2026-10-31T18:29:00Z'));
    expect(find(index, { paid: 'yes' })).toEqual([102, 305]);
    index.put(first, NOW);
    expect(find(index, { paid: 'yes' })).toEqual([102, 101, 305]);
  });

  it('adds up what it found', () => {
    expect(filled().query({ ...ALL, buckets: ['0-30'] }, NOW)).toMatchObject({
      count: 2,
      overduePaise: 600,
      posPaise: 2_000_406,
    });
  });

  it('plans the day: due and not yet visited today, and how many were', () => {
    const { rows, done } = filled().plan(TODAY);
    const index = filled();
    expect(rows.map((row) => number(index.at(row)))).toEqual([101, 102, 203]);
    expect(done.map((row) => number(index.at(row)))).toEqual([204]);
  });

  it('changes with its rows: renamed, moved, removed, added, cleared; after words were sorted as well', () => {
    const index = filled();
    expect(find(index, { text: 'sita' })).toEqual([102]);
    const sita = loans[1];
    const rafi = loans[2];
    if (!sita || !rafi) throw new Error('no loan');
    index.put({ ...sita, borrower: { ...sita.borrower, name: 'Gita Devi' }, overduePaise: 1 });
    expect(find(index, { text: 'sita' })).toEqual([]);
    expect(find(index, { text: 'gita' })).toEqual([102]);
    expect(find(index, {})).toEqual([204, 101, 203, 305, 102]);
    index.remove(rafi.id);
    expect(find(index, { text: 'rafi' })).toEqual([]);
    expect(index.byId(rafi.id)).toBeUndefined();
    for (let more = 0; more < 600; more += 1) index.put(named(1000 + more, `Bulk${more} Person`));
    expect(find(index, { text: 'bulk599' })).toEqual([1599]);
    expect(find(index, { text: 'bulk' })).toHaveLength(600);
    index.put(rafi);
    expect(find(index, { text: 'rafi' })).toEqual([203]);
    expect(index.size).toBe(605);
    index.clear();
    expect(find(index, {})).toEqual([]);
    index.put(sita);
    expect(find(index, { text: 'sita' })).toEqual([102]);
  });

  it('finds what a plain search over every loan finds', () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => named(n, `N${n % 17} S${n % 91}`, { dpd: n % 400 }));
    const index = filled(rows);
    for (const text of ['n1', 's9', 'n16 s90', '41100', 'ln0001', '77']) {
      const plain = rows.filter((loan) =>
        text.split(' ').every((token) => wordsOf(loan).some((word) => word.startsWith(token))),
      );
      expect(
        find(index, { text }).sort((a, b) => a - b),
        text,
      ).toEqual(plain.map(number));
    }
  });

  it('finds the same before, while and after its search is prepared, with loans changing all the time', () => {
    let rows = Array.from({ length: 2_000 }, (_, n) => named(n, `N${n % 17} S${n % 91}`, { dpd: n % 400 }));
    const index = filled(rows);
    let next = 2_000;
    /** One loan gets another name, one goes, one comes; the same in the index and in the plain list. */
    const change = (turn: number) => {
      const renamed = named(number(rows[(turn * 7) % rows.length] as Loan), `Z${turn} S${turn % 91}`);
      const gone = rows[(turn * 13 + 5) % rows.length] as Loan;
      const fresh = named(next++, `Y${turn} S${turn % 91}`);
      rows = [...rows.filter((loan) => loan.id !== renamed.id && loan.id !== gone.id), renamed, fresh];
      if (gone.id === renamed.id) rows = rows.filter((loan) => loan.id !== renamed.id);
      index.put(renamed);
      index.remove(gone.id);
      index.put(fresh);
    };
    const same = (when: string) => {
      for (const text of ['n1', 's9', 'z', 'y1', 'n16 s90', 'ln0001', '5678'])
        expect(
          find(index, { text }).sort((a, b) => a - b),
          `${text} ${when}`,
        ).toEqual(
          rows
            .filter((loan) => text.split(' ').every((token) => wordsOf(loan).some((word) => word.startsWith(token))))
            .map(number)
            .sort((a, b) => a - b),
        );
    };
    same('before');
    let slices = 0;
    while (!index.prepareSearch(slice)) {
      change(slices);
      slices += 1;
      if (slices % 10 === 0) same(`after slice ${slices}`);
    }
    expect(slices).toBeGreaterThan(20);
    same('after');
    // So much changes that a new preparation pays; until it is done the old one goes on answering.
    for (let turn = 1_000; turn < 1_600; turn += 1) change(turn);
    same('late');
    expect(index.prepareSearch(slice)).toBe(false);
    same('again');
    while (!index.prepareSearch(slice));
    same('at last');
    expect(index.prepareSearch(slice)).toBe(true);
  });

  it('knows the way: Pune station to Shivajinagar is about 2.6 km', () => {
    expect(kmBetween({ lat: 18.5286, lng: 73.8743 }, { lat: 18.5314, lng: 73.8497 })).toBeCloseTo(2.61, 1);
  });
});
