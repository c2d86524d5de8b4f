import { expect, test } from 'vitest';
import { missingIn } from './letter-check';

const EXPECTED = { loanNumber: 'LN 0042', amounts: [60_000_00, 30_000_00, 30_000_00] };
const GOOD = 'Loan LN0042: you pay ₹60,000 in two parts of Rs. 30000.00 each.';

test.each([
  [GOOD, []],
  ['Loan LN 0042 … INR 60,000.00 … 30,000/-', []],
  ['ऋण LN0042: ₹६०,००० में से ₹३०,०००', []],
  ['LN0042 কিস্তি ৩০,০০০ মোট ৬০,০০০', []],
  ['LN0042 ௬௦,௦௦௦ ௩௦,௦௦௦', []],
  // Each sign has been put at its own place, and spaces came of it.
  ['L N 0 0 4 2 : 6 0 , 0 0 0 and 3 0 , 0 0 0', []],
  [GOOD.replace('60,000', '66,000'), ['60000']],
  [GOOD.replace('30000.00', '30000.50'), ['30000']],
  ['Loan LN0042, 160,000 and 30,0001 and 300,00', ['60000']],
  [GOOD.replace('LN0042', 'LN0043'), ['loan']],
  ['', ['loan', '60000', '30000']],
])('%j lacks %j', (text, wanted) => {
  const { loanNumber, amounts } = missingIn(text, EXPECTED);
  expect([...(loanNumber ? ['loan'] : []), ...amounts.map((paise) => String(paise / 100))]).toEqual(wanted);
});

test('a part of a rupee is looked for as well', () => {
  const expected = { loanNumber: 'A1', amounts: [12_345_60] };
  expect(missingIn('A1 ₹12,345.60', expected).amounts).toEqual([]);
  expect(missingIn('A1 ₹12,345.6', expected).amounts).toEqual([]);
  expect(missingIn('A1 ₹12,345', expected).amounts).toEqual([12_345_60]);
});
