import { describe, expect, it } from 'vitest';
import { formatRupees, formatRupeesShort, MAX_PAISE, parseRupees } from './money';

describe('formatRupees groups by lakh and crore', () => {
  it.each([
    [0, '₹0'],
    [100, '₹1'],
    [1_050, '₹10.50'],
    [123_456_700, '₹12,34,567'],
    [99_00_00_000_00, '₹99,00,00,000'],
    [-45_600, '−₹456'],
  ])('%i paise is %s', (paise, shown) => expect(formatRupees(paise)).toBe(shown));
});

describe('formatRupeesShort', () => {
  it.each([
    [45_200_00, '₹45,200'],
    [99_999_00, '₹99,999'],
    [3_10_000_00, '₹3.1 L'],
    [1_24_00_000_00, '₹1.24 Cr'],
    [-2_00_000_00, '−₹2 L'],
  ])('%i paise is %s', (paise, shown) => expect(formatRupeesShort(paise)).toBe(shown));
});

describe('parseRupees takes what people type and nothing else', () => {
  it.each([
    ['500', 500_00],
    ['₹ 1,25,000', 1_25_000_00],
    ['12.5', 12_50],
    ['12.05', 12_05],
    ['0', 0],
  ])('%s', (typed, paise) => expect(parseRupees(typed)).toBe(paise));

  it.each(['', ' ', '-5', '12.345', '1e5', 'five', '12.', '.5', String(MAX_PAISE)])('refuses %j', (typed) =>
    expect(parseRupees(typed)).toBeUndefined(),
  );
});
