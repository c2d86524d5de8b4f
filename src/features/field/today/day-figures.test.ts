import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../core/contract/loans';
import type { LedgerEntry, ListedLoan } from '../../../offline/types';
import { dayFigures, daySentence, doneOn, reasonOnPlan, visitsElsewhere } from './day-figures';

const zone = 'Asia/Kolkata';
const today = '2026-11-21';
const entry = (more: Partial<LedgerEntry>): LedgerEntry => ({
  id: 'a',
  state: 'queued',
  loanId: 'loan-1',
  loanNumber: 'HL-001',
  borrower: 'Asha',
  code: 'FDL',
  codeLabel: 'Door locked',
  savedAt: Date.parse('2026-11-21T05:00:00Z'),
  attempts: 0,
  nextAttemptAt: null,
  photos: 0,
  paid: null,
  promised: null,
  receipt: null,
  problem: null,
  ...more,
});

/** A loan as the sync brings it, with its newest entries. */
const visited = (id: string, visits: Partial<HistoryEntry>[]): ListedLoan =>
  ({
    id,
    loanNumber: 'HL-009',
    borrower: { name: 'Meena' },
    recent: visits.map((visit) => ({
      id: 'elsewhere',
      at: '2026-11-21T06:30:00Z',
      channel: 'field',
      codeLabel: 'Paid',
      by: 'Asha Patil',
      paidPaise: 1200,
      ptp: null,
      ...visit,
    })),
  }) as unknown as ListedLoan;

describe('the day in figures', () => {
  const ledger = [
    entry({ paid: { amountPaise: 250_000, mode: 'cash' }, state: 'accepted' }),
    entry({ loanId: 'loan-2', paid: { amountPaise: 100_000, mode: 'upi' } }),
    entry({ loanId: 'loan-3', promised: { amountPaise: 3_800_000, dueOn: '2026-11-27' }, state: 'needs-you' }),
    entry({ loanId: 'loan-1', savedAt: Date.parse('2026-11-21T06:00:00Z'), codeLabel: 'Promise to pay' }),
    // Not today's: yesterday 23:59 in Kolkata, and one the server refused for good.
    entry({ savedAt: Date.parse('2026-11-20T18:29:00Z'), paid: { amountPaise: 9_900, mode: 'cash' } }),
    entry({ state: 'quarantined', paid: { amountPaise: 77_700, mode: 'cash' } }),
  ];

  it('adds up own records of today', () => {
    expect(dayFigures(ledger, [], today, zone)).toEqual({
      visits: 4,
      promised: { count: 1, amountPaise: 3_800_000 },
      collected: { count: 2, amountPaise: 350_000 },
      cashPaise: 250_000,
      paidElsewhere: false,
    });
  });

  it('adds what the agent recorded with another phone, whose cash it cannot know', () => {
    const promise = { amountPaise: 50_000, dueOn: '2026-11-30' };
    const there = [
      visited('loan-9', [{ paidPaise: 120_000, ptp: promise }, { by: 'Meera' }, { channel: 'call' }]),
      // Of this phone's ledger, and of yesterday.
      visited('loan-1', [{ id: 'a' }, { at: '2026-11-20T18:29:59Z' }]),
    ];
    const elsewhere = visitsElsewhere(ledger, there, 'Asha Patil', today, zone);
    expect(elsewhere).toHaveLength(1);
    expect(dayFigures(ledger, elsewhere, today, zone)).toEqual({
      visits: 5,
      promised: { count: 2, amountPaise: 3_850_000 },
      collected: { count: 3, amountPaise: 470_000 },
      cashPaise: 250_000,
      paidElsewhere: true,
    });
  });

  it('lists each loan once, its newest record first', () => {
    expect(doneOn(ledger, [], 'Asha Patil', today, zone).map((item) => `${item.loanId} ${item.codeLabel}`)).toEqual([
      'loan-1 Promise to pay',
      'loan-2 Door locked',
      'loan-3 Door locked',
    ]);
  });

  it.each<[what: string, visits: Partial<HistoryEntry>[], done: string[]]>([
    ['a visit of the agent from another phone', [{}], ['loan-9 Paid 1200']],
    [
      'two of them are one loan done, with the newest',
      [{ at: '2026-11-21T03:00:00Z', codeLabel: 'Door locked' }, {}],
      ['loan-9 Paid 1200'],
    ],
    ['the first minute of the day where the tenant is', [{ at: '2026-11-20T18:30:00Z' }], ['loan-9 Paid 1200']],
    ['the last minute of the day before there', [{ at: '2026-11-20T18:29:59Z' }], []],
    ['a visit of somebody else, who had the loan this morning', [{ by: 'Ravi Kumar' }], []],
    ['a call of the agent', [{ channel: 'call' }], []],
  ])('%s', (_, visits, done) => {
    const elsewhere = visited('loan-9', visits);
    const rows = doneOn([], [elsewhere], 'Asha Patil', today, zone);
    expect(rows.map((one) => `${one.loanId} ${one.codeLabel} ${one.paid?.amountPaise}`)).toEqual(done);
  });

  it('counts a loan once that both this phone and the server know as visited', () => {
    const own = entry({ id: 'mine', loanId: 'loan-2', state: 'queued', codeLabel: 'Door locked' });
    const rows = doneOn(
      [own],
      [visited('loan-2', [{ id: 'mine' }, { id: 'earlier' }]), visited('loan-9', [{}])],
      'Asha Patil',
      today,
      zone,
    );
    expect(rows.map(({ loanId, id }) => `${loanId} ${id}`)).toEqual(['loan-9 elsewhere', 'loan-2 mine']);
  });

  const none = { count: 0, amountPaise: 0 };
  it.each([
    [
      { total: 12, done: 4 },
      { visits: 4, promised: { count: 2, amountPaise: 3_800_000 }, collected: none, cashPaise: 0 },
      '4 of 12 done · ₹38,000 promised today',
    ],
    [{ total: 12, done: 0 }, { visits: 0, promised: none, collected: none, cashPaise: 0 }, '0 of 12 done'],
    [{ total: 0, done: 0 }, { visits: 0, promised: none, collected: none, cashPaise: 0 }, 'Nothing planned today'],
    [
      { total: 0, done: 0 },
      { visits: 1, promised: none, collected: { count: 1, amountPaise: 50_000 }, cashPaise: 0 },
      '1 visit today · ₹500 collected',
    ],
  ])('%j', (plan, figures, sentence) => expect(daySentence(plan, figures)).toBe(sentence));

  it.each([
    [
      { ptp: { amountPaise: 50_000, dueOn: today, status: 'open' as const }, nextVisitOn: null },
      'Promised ₹500 for today',
    ],
    [
      { ptp: { amountPaise: 50_000, dueOn: '2026-11-19', status: 'open' as const }, nextVisitOn: null },
      'Promise of ₹500 is overdue',
    ],
    [
      { ptp: { amountPaise: 50_000, dueOn: '2026-11-19', status: 'kept' as const }, nextVisitOn: today },
      'Visit due today',
    ],
    [{ ptp: null, nextVisitOn: '2026-11-20' }, 'Visit is overdue'],
  ])('%j is planned: %s', (loan, reason) => expect(reasonOnPlan(loan, today)).toBe(reason));
});
