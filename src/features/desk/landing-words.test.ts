import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../../core/contract/dispositions';
import { CLASSES, DISPOSITION_CLASSES } from '../../../core/domain/dispositions';
import { classLook, type Landing, landingSentence, outcomeWords, percent } from './landing-words';

const none = { count: 0, amountPaise: 0 };
const landing = (given: Partial<Landing>): Landing => ({
  asOf: '2026-11-21T05:00:00.000Z',
  allocated: { loans: 1684, posPaise: 0 },
  attemptedToday: 0,
  promisesDueToday: none,
  collectedToday: none,
  collectedThisMonth: none,
  buckets: [],
  latest: [],
  ...given,
});

describe('the sentence', () => {
  it.each([
    [{ allocated: { loans: 0, posPaise: 0 } }, 'No loans are allocated to you yet.'],
    [{}, 'Nothing collected yet today; no promises fall due. 1,684 loans not attempted yet.'],
    [
      {
        attemptedToday: 412,
        collectedToday: { count: 23, amountPaise: 4_18_250_00 },
        promisesDueToday: { count: 37, amountPaise: 8_94_500_00 },
      },
      '₹4.18 L collected today from 23 payments; 37 promises worth ₹8.95 L fall due before midnight. 1,272 loans not attempted yet.',
    ],
    [
      {
        attemptedToday: 1683,
        collectedToday: { count: 1, amountPaise: 99_00_00_000_00 },
        promisesDueToday: { count: 1, amountPaise: 500_00 },
      },
      '₹99 Cr collected today from 1 payment; 1 promise worth ₹500 falls due before midnight. 1 loan not attempted yet.',
    ],
    [{ attemptedToday: 1700 }, 'Nothing collected yet today; no promises fall due. Every loan was attempted.'],
  ])('%#', (given, words) => {
    expect(landingSentence(landing(given)).replaceAll('\u00a0', ' ')).toBe(words);
    expect(landingSentence(landing(given))).not.toMatch(/₹[\d.]+ (L|Cr)/);
  });
});

it.each([
  [1, 3, 33],
  [2, 3, 67],
  [0, 0, 0],
  [5, 5, 100],
])('%i of %i is %i %%', (part, whole, share) => {
  expect(percent(part, whole)).toBe(share);
});

it.each(OUTCOMES)('outcome %s has words and a reason', (outcome) => {
  const { words, why } = outcomeWords(outcome);
  expect(words).not.toBe(outcome);
  expect(why.length).toBeGreaterThan(words.length);
});

it('an outcome of a later server is shown as it was named', () => {
  expect(outcomeWords('late-archived').words).toBe('late-archived');
});

it.each(DISPOSITION_CLASSES)('class %s: what stops contact is striped, money green, promises blue', (name) => {
  const { effect } = CLASSES[name];
  const { tone } = classLook(name);
  expect(tone === 'blocked').toBe(!['none', 'alert'].includes(effect));
  expect(tone === 'paid').toBe(name === 'PAID' || name === 'COLLECTED');
});
