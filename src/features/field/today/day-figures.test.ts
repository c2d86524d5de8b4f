import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../offline/types';
import { dayFigures, daySentence, doneOn, reasonOnPlan } from './day-figures';

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
    expect(dayFigures(ledger, today, zone)).toEqual({
      visits: 4,
      promised: { count: 1, amountPaise: 3_800_000 },
      collected: { count: 2, amountPaise: 350_000 },
      cashPaise: 250_000,
    });
  });

  it('lists each loan once, its newest record first', () => {
    expect(doneOn(ledger, today, zone).map((item) => `${item.loanId} ${item.codeLabel}`)).toEqual([
      'loan-1 Promise to pay',
      'loan-2 Door locked',
      'loan-3 Door locked',
    ]);
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
