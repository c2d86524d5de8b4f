import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refused } from '../loan-import/values';
import { bankRowOf, guessBankColumns, referenceKey } from './columns';
import { type BankLine, type LoanOfLine, matchLines, type Receipt, sumsOf } from './match';

const line = (id: string, rest: Partial<BankLine> = {}): BankLine => ({
  id,
  reference: null,
  paidOn: '2026-11-20',
  amountPaise: 500_000,
  narration: '',
  payer: '',
  loanNumber: null,
  ...rest,
});
const receipt = (id: string, rest: Partial<Receipt> = {}): Receipt => ({
  id,
  loanId: 'A',
  reference: null,
  paidOn: '2026-11-20',
  amountPaise: 500_000,
  openPaise: rest.amountPaise ?? 500_000,
  ...rest,
});
const loan = (id: string, rest: Partial<LoanOfLine> = {}): LoanOfLine => ({
  id,
  loanNumber: `LN-${id}-001`,
  borrower: `Borrower ${id}`,
  emiPaise: 450_000,
  overduePaise: 900_000,
  ...rest,
});
const A = loan('A', { borrower: 'Asha Devi' });
const B = loan('B', { borrower: 'Ravi Kumar' });

describe('a line finds its money', () => {
  it.each([
    [
      'by its reference, however it is written',
      [line('1', { reference: 'utr-0042' })],
      [receipt('p', { reference: 'UTR 0042' })],
      'matched',
      100,
      [['p', 500_000]],
    ],
    [
      'less than the receipt',
      [line('1', { reference: 'U1', amountPaise: 300_000 })],
      [receipt('p', { reference: 'U1' })],
      'partial',
      100,
      [['p', 300_000]],
    ],
    [
      'more than the receipt',
      [line('1', { reference: 'U1', amountPaise: 700_000 })],
      [receipt('p', { reference: 'U1' })],
      'excess',
      100,
      [['p', 500_000]],
    ],
    [
      'one transfer for two receipts',
      [line('1', { reference: 'U1', amountPaise: 700_000 })],
      [receipt('p', { reference: 'U1' }), receipt('q', { reference: 'U1', loanId: 'B', amountPaise: 200_000 })],
      'matched',
      100,
      [
        ['p', 500_000],
        ['q', 200_000],
      ],
    ],
    [
      'by the loan number in the narration',
      [line('1', { narration: 'NEFT/LN-A-001/EMI' })],
      [receipt('p')],
      'matched',
      70,
      [['p', 500_000]],
    ],
    ['by name, amount and date', [line('1', { payer: 'DEVI ASHA' })], [receipt('p')], 'matched', 50, [['p', 500_000]]],
    [
      'all receipts of a loan together',
      [line('1', { loanNumber: 'LN-A-001', amountPaise: 800_000 })],
      [receipt('p'), receipt('q', { amountPaise: 300_000 })],
      'matched',
      50,
      [
        ['p', 500_000],
        ['q', 300_000],
      ],
    ],
    [
      'a loan without a receipt',
      [line('1', { loanNumber: 'ln a 001', amountPaise: 450_000 })],
      [],
      'bank-without-receipt',
      60,
      [[null, 450_000]],
    ],
    ['nobody’s', [line('1', { payer: 'Somebody' })], [receipt('p', { amountPaise: 1 })], 'unidentified', 0, []],
    ['a weak likeness is shown and not proposed', [line('1')], [receipt('p')], 'unidentified', 30, []],
    [
      'two loans alike',
      [line('1', { payer: 'ASHA DEVI' })],
      [receipt('p'), receipt('q', { loanId: 'C' })],
      'unidentified',
      50,
      [],
    ],
  ] as const)('%s', (_, lines, receipts, found, score, parts) => {
    const loans = [A, B, loan('C', { borrower: 'Asha Devi' })].slice(0, _ === 'two loans alike' ? 3 : 2);
    const [match] = matchLines(lines, receipts, loans);
    expect(match).toMatchObject({ found, score });
    expect(match?.parts.map(({ paymentId, amountPaise }) => [paymentId, amountPaise])).toEqual(parts);
  });

  it('takes a reference once: in the file and before it', () => {
    const two = [line('2', { reference: 'U1' }), line('1', { reference: 'u1' })];
    expect(matchLines(two, [receipt('p', { reference: 'U1' })], [A]).map(({ found }) => found)).toEqual([
      'matched',
      'duplicate',
    ]);
    expect(matchLines(two, [], [A], new Set(['U1'])).map(({ found }) => found)).toEqual(['duplicate', 'duplicate']);
  });

  it('puts several lines together to one receipt, and leaves what is still short partial', () => {
    const lines = [
      line('1', { loanNumber: 'LN-A-001', amountPaise: 300_000 }),
      line('2', { loanNumber: 'LN-A-001', amountPaise: 200_000 }),
    ];
    expect(matchLines(lines, [receipt('p')], [A]).map(({ found }) => found)).toEqual(['matched', 'matched']);
    expect(matchLines(lines, [receipt('p', { amountPaise: 600_000 })], [A]).map(({ found }) => found)).toEqual([
      'partial',
      'partial',
    ]);
  });

  it('means the loan whose whole number stands there, and not one whose number is the beginning of it', () => {
    const loans = [loan('A', { loanNumber: 'LN777' }), loan('B', { loanNumber: 'LN777-2' })];
    const found = (narration: string) => matchLines([line('1', { narration })], [], loans)[0]?.parts[0]?.loanId;
    expect([found('UPI/LN777-2/EMI'), found('UPI/LN777/EMI'), found('UPI/LN777-9/EMI')]).toEqual(['B', 'A', 'A']);
  });

  it('says why, by what each likeness weighs', () => {
    const [match] = matchLines(
      [line('1', { loanNumber: 'LN-A-001', payer: 'Asha Devi', reference: 'X123456' })],
      [receipt('p', { reference: 'Y123456' })],
      [A],
    );
    expect(match).toMatchObject({ score: 100, reasons: ['loan-number', 'name', 'amount', 'date', 'reference-part'] });
  });
});

const anyLines = fc
  .array(
    fc.record({
      reference: fc.constantFrom(null, 'U1', 'u-1', 'U2', 'XX123456', '000'),
      amountPaise: fc.integer({ min: 1, max: 6 }).map((n) => n * 100_000),
      narration: fc.constantFrom('', 'LN-A-001', 'pay LN-B-001 now', 'asha devi'),
      payer: fc.constantFrom('', 'Asha Devi', 'Ravi Kumar'),
      loanNumber: fc.constantFrom(null, 'LN-A-001', 'LN-B-001'),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((one, at) => line(String(at).padStart(2, '0'), one)));
const anyReceipts = fc
  .array(
    fc.record({
      loanId: fc.constantFrom('A', 'B'),
      reference: fc.constantFrom(null, 'U1', 'U2', 'YY123456'),
      amountPaise: fc.integer({ min: 1, max: 8 }).map((n) => n * 100_000),
      covered: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ covered, ...one }, at) =>
      receipt(`p${at}`, { ...one, openPaise: Math.max(0, one.amountPaise - covered * 100_000) }),
    ),
  );

describe('whatever comes', () => {
  it('counts no line and no receipt twice, and matched and unmatched are the file’s sum', () => {
    fc.assert(
      fc.property(anyLines, anyReceipts, (lines, receipts) => {
        const matches = matchLines(lines, receipts, [A, B]);
        expect(matches.map(({ lineId }) => lineId)).toEqual(lines.map(({ id }) => id));
        for (const one of lines) {
          const placed =
            matches
              .find(({ lineId }) => lineId === one.id)
              ?.parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0) ?? 0;
          expect(placed).toBeLessThanOrEqual(one.amountPaise);
        }
        for (const { id, openPaise } of receipts) {
          const taken = matches.flatMap(({ parts }) => parts).filter(({ paymentId }) => paymentId === id);
          expect(taken.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBeLessThanOrEqual(openPaise);
        }
        const { matched, unmatched } = sumsOf(lines, matches);
        expect(matched).toBeGreaterThanOrEqual(0);
        expect(unmatched).toBeGreaterThanOrEqual(0);
        expect(matched + unmatched).toBe(lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0));
        // Matched lines are placed to the paisa.
        for (const { found, parts, lineId } of matches)
          if (found === 'matched')
            expect(parts.reduce((sum, part) => sum + part.amountPaise, 0)).toBe(
              lines.find(({ id }) => id === lineId)?.amountPaise,
            );
      }),
      { numRuns: 500 },
    );
  });

  it('says the same in whatever order it is asked', () => {
    fc.assert(
      fc.property(anyLines, anyReceipts, fc.boolean(), (lines, receipts, swap) => {
        const loans = swap ? [B, A] : [A, B];
        expect(matchLines([...lines].reverse(), [...receipts].reverse(), loans)).toEqual(
          matchLines(lines, receipts, [A, B]),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('a row of the file', () => {
  it('has its columns guessed by their headers', () => {
    expect(
      guessBankColumns([
        'Txn Date',
        'Value Date',
        'Narration',
        'Chq./Ref.No.',
        'Withdrawal Amt.',
        'Deposit Amt.',
        'Closing Balance',
      ]),
    ).toEqual({
      paidOn: 1,
      narration: 2,
      reference: 3,
      amount: 5,
    });
    expect(guessBankColumns(['LAN', 'Customer Name', 'UTR No', 'Amount', 'Date'])).toEqual({
      loanNumber: 0,
      payer: 1,
      reference: 2,
      amount: 3,
      paidOn: 4,
    });
    expect(guessBankColumns(['Foo', 'Bar'])).toEqual({});
  });
  it.each([
    [['05/11/2026', '1,500.50', 'U1'], { paidOn: '2026-11-05', amountPaise: 150_050, reference: 'U1' }],
    [['05/11/2026', '₹ 1,500 Cr', '-'], { amountPaise: 150_000, reference: null }],
    [['05/11/2026', '', 'U1'], null],
    [['05/11/2026', '-300', 'U1'], null],
    [['yesterday', '300', 'U1'], Refused],
    [['05/11/2026', 'many', 'U1'], Refused],
  ])('%j', (cells, wanted) => {
    const row = bankRowOf(cells, { paidOn: 0, amount: 1, reference: 2 }, 'dmy');
    if (wanted === null) expect(row).toBeNull();
    else if (wanted === Refused) expect(row).toBeInstanceOf(Refused);
    else expect(row).toMatchObject(wanted);
  });
  it('keeps of a reference what is not a sign, and nothing of zeros', () => {
    expect(['utr 00-12a', '0000', '', null].map(referenceKey)).toEqual(['UTR0012A', null, null, null]);
  });
});
