import { describe, expect, it } from 'vitest';
import { foreclosureQuote } from './foreclosure';
import { slabOf, type Tier, tierErrors, tierWarnings } from './incentives';
import { fillLetter, letterProblems, REQUIRED_VARIABLES, sampleLetter } from './letters/letter-template';
import { DEFAULT_POLICY, policyErrors, portfolioNameProblem } from './portfolio-rules';
import { authorityFor, type MatrixRow, matrixOverlaps, matrixRowErrors } from './settlement-matrix';

const tier = (min: number, max: number, amount: number): Tier => ({ min, max, amount });

describe('a portfolio’s name', () => {
  it.each([
    ['Two wheelers West', undefined],
    ['  HDFC & Co. (PL) 2026/27 ', undefined],
    ['दोपहिया ऋण', undefined],
    ['', 'This Field Is Required'],
    ['  ', 'This Field Is Required'],
    ['ab', 'A portfolio name has at least 3 characters.'],
    ['a'.repeat(81), 'A portfolio name has at most 80 characters.'],
    [
      'a <b>',
      'A portfolio name holds letters, digits, spaces and & ( ) . / _ - only, and begins with a letter or digit.',
    ],
    [
      '=SUM(A1)',
      'A portfolio name holds letters, digits, spaces and & ( ) . / _ - only, and begins with a letter or digit.',
    ],
  ])('%j', (name, problem) => expect(portfolioNameProblem(name)).toBe(problem));
});

describe('a contact policy', () => {
  it.each([
    [{}, {}],
    [{ fromHour: 7 }, { fromHour: 'Nobody is contacted before 08:00.' }],
    [{ toHour: 20 }, { toHour: 'Nobody is contacted after 19:00.' }],
    [{ fromHour: 12, toHour: 12 }, { toHour: 'The end must be after the beginning.' }],
    [{ perDay: 0 }, { perDay: 'At least one contact a day.' }],
    [{ perDay: 5, perWeek: 4 }, { perWeek: 'Not fewer a week than a day.' }],
    [{ channels: [] }, { channels: 'Choose at least one channel.' }],
  ])('%j', (change, expected) => expect(policyErrors({ ...DEFAULT_POLICY, ...change })).toEqual(expected));
});

describe('incentive tiers', () => {
  it('are wrong in the specification’s three ways', () => {
    const wrong = tierErrors([
      { min: 0, max: 100, amount: 10 },
      { min: '', max: '5', amount: '1' },
      { min: '-1', max: '5', amount: '1' },
      { min: '5', max: '5', amount: '1' },
    ]);
    expect([...wrong]).toEqual([
      [1, 'All fields are required.'],
      [2, 'Min, max, and incentive values must not be negative.'],
      [3, 'Max must be greater than Min.'],
    ]);
  });

  it.each<[string, Tier[], 'Target' | 'Efficiency', ReturnType<typeof tierWarnings>]>([
    ['nothing to say', [tier(0, 100, 10), tier(100, 200, 20)], 'Target', []],
    ['whole numbers one after the other', [tier(0, 100, 10), tier(101, 200, 20)], 'Target', []],
    ['an overlap', [tier(0, 100, 10), tier(90, 200, 20)], 'Target', [{ kind: 'overlap', first: 0, second: 1 }]],
    [
      'an overlap in another order',
      [tier(90, 200, 20), tier(0, 100, 10)],
      'Target',
      [{ kind: 'overlap', first: 1, second: 0 }],
    ],
    ['a gap', [tier(0, 100, 10), tier(150, 200, 20)], 'Target', [{ kind: 'gap', from: 100, to: 150 }]],
    ['less for more', [tier(0, 100, 30), tier(100, 200, 20)], 'Target', [{ kind: 'pays-less', first: 0, second: 1 }]],
    ['more than everything', [tier(0, 120, 30)], 'Efficiency', [{ kind: 'above-hundred', at: 0 }]],
    ['none', [], 'Target', []],
  ])('warn of %s', (_, tiers, type, expected) => expect(tierWarnings(tiers, type)).toEqual(expected));

  const tiers = [tier(100, 200, 10), tier(200, 300, 25), tier(400, 500, 60)];
  it.each([
    [0, 0, 100],
    [99.99, 0, 0.01],
    [100, 10, 100],
    [199, 10, 1],
    [200, 25, 200],
    [350, 25, 50],
    [400, 60, null],
    [9999, 60, null],
  ])('at %d earn %d, next in %s', (measure, amount, missing) => {
    const slab = slabOf(tiers, measure);
    expect(slab.amount).toBe(amount);
    expect(slab.next?.missing ?? null).toBe(missing);
  });
  it('of one who earns more than the next tier pays point to the one after it', () => {
    expect(slabOf([tier(0, 10, 50), tier(10, 20, 40), tier(20, 30, 70)], 5).next?.tier).toEqual(tier(20, 30, 70));
    expect(slabOf([], 5)).toEqual({ tier: null, amount: 0, next: null });
  });
});

describe('the settlement matrix', () => {
  const row = (more: Partial<MatrixRow>): MatrixRow => ({
    bucket: 'any',
    minAge: 0,
    maxAge: 9999,
    maxWaiverPercent: 10,
    maxInstalments: 3,
    approver: 'CRM_MANAGER',
    ...more,
  });
  const matrix = [
    row({}),
    row({ maxWaiverPercent: 40, approver: 'CRM_SUPERMANAGER' }),
    row({ bucket: '360+', minAge: 361, maxWaiverPercent: 70, maxInstalments: 12, approver: 'CLIENT_ADMIN' }),
  ];
  it.each([
    ['0-30', 20, 10, 3, 'CRM_MANAGER'],
    ['0-30', 20, 10.5, 3, 'CRM_SUPERMANAGER'],
    ['0-30', 20, 41, 1, 'too-much'],
    ['0-30', 20, 5, 4, 'too-much'],
    ['360+', 400, 41, 12, 'CLIENT_ADMIN'],
    ['360+', 400, 5, 12, 'CLIENT_ADMIN'],
    ['360+', 9_000, 71, 1, 'too-much'],
    ['360+', 10_000, 71, 1, 'no-row'],
  ] as const)('%s at %d days, %d %% in %d: %s', (bucket, age, waiverPercent, instalments, expected) => {
    const found = authorityFor(matrix, { bucket, age, waiverPercent, instalments });
    expect(found.allowed ? found.approver : found.reason).toBe(expected);
  });
  it('says what would be allowed, and where there is no row at all', () => {
    expect(authorityFor(matrix, { bucket: '0-30', age: 1, waiverPercent: 99, instalments: 1 })).toEqual({
      allowed: false,
      reason: 'too-much',
      maxWaiverPercent: 40,
      maxInstalments: 3,
    });
    expect(
      authorityFor([row({ bucket: '0-30' })], { bucket: '31-60', age: 40, waiverPercent: 0, instalments: 1 }),
    ).toEqual({
      allowed: false,
      reason: 'no-row',
    });
  });
  it('names wrong rows and rows that cover the same', () => {
    expect(matrixRowErrors(row({ minAge: 5, maxAge: 4, maxWaiverPercent: 101, maxInstalments: 0 }))).toEqual({
      maxAge: 'The last day must not be before the first.',
      maxWaiverPercent: 'Between 0 and 100 percent.',
      maxInstalments: 'At least one instalment.',
    });
    expect(matrixOverlaps([...matrix, row({ bucket: '31-60' })])).toEqual([[0, 3]]);
  });
});

describe('a foreclosure', () => {
  const loan = { posPaise: 100_000_00, interestOverduePaise: 2_000_00, penalPaise: 500_00, chargesPaise: 300_00 };
  const formula = {
    includes: ['interest', 'penal'] as const,
    chargePercent: 4,
    minChargePaise: 0,
    gstPercent: 18,
    validDays: 7,
  };
  it.each([
    [{}, 100_000_00 + 2_000_00 + 500_00 + 4_000_00 + 720_00],
    [{ includes: [] }, 100_000_00 + 4_000_00 + 720_00],
    [{ minChargePaise: 5_000_00 }, 100_000_00 + 2_500_00 + 5_000_00 + 900_00],
    [{ chargePercent: 0 }, 102_500_00],
  ])('%j', (change, total) => expect(foreclosureQuote(loan, { ...formula, ...change }).totalPaise).toBe(total));
  it('charges nothing on nothing', () => {
    expect(foreclosureQuote({ ...loan, posPaise: 0 }, { ...formula, minChargePaise: 100 }).foreclosureChargePaise).toBe(
      0,
    );
  });
});

describe('a letter', () => {
  const whole = REQUIRED_VARIABLES.SR.map((name) => `{{ ${name} }}`).join(' ');
  it('with everything it needs is right', () => {
    expect(letterProblems('SR', whole)).toEqual([]);
    expect(sampleLetter('Dear {{borrower_name}},')).toBe('Dear Asha Kulkarni,');
    expect(fillLetter('{{borrower_name}} {{ loan_number }} {{gst}} {{constructor}}', { loan_number: 'LN1' })).toBe(
      '{{borrower_name}} LN1 {{gst}} {{constructor}}',
    );
  });
  it.each([
    [`${whole} {{borower}}`, 'There is no variable called “borower”.'],
    [`${whole} {{constructor}}`, 'There is no variable called “constructor”.'],
    [`${whole} {{}}`, 'There is no variable called “{{}}”.'],
    [`${whole} and {{ gst`, 'A variable is not closed near “and {{ gst”.'],
    [whole.replace('{{ signatory }}', ''), 'The letter must hold {{signatory}} (Signatory).'],
  ])('%j says so', (body, message) => {
    expect(letterProblems('SR', body).map((one) => one.message)).toContain(message);
  });
  it('needs other things for a foreclosure', () => {
    expect(letterProblems('FR', whole).map(({ name }) => name)).toEqual([
      'principal_outstanding',
      'foreclosure_charge',
      'foreclosure_amount',
      'valid_till',
    ]);
  });
});
