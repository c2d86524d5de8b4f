import { describe, expect, it } from 'vitest';
import { duesAfter } from './payments';

const dues = (interest: number, principal: number, penal: number, charges: number) => ({
  interest_overdue_paise: interest,
  principal_overdue_paise: principal,
  penal_paise: penal,
  charges_paise: charges,
});

describe('a payment goes', () => {
  it.each([
    ['first to interest', 50, dues(100, 200, 30, 20), dues(50, 200, 30, 20)],
    ['then to principal', 150, dues(100, 200, 30, 20), dues(0, 150, 30, 20)],
    ['then to charges', 345, dues(100, 200, 30, 20), dues(0, 0, 0, 5)],
    ['and never below nothing', 1000, dues(100, 200, 30, 20), dues(0, 0, 0, 0)],
  ])('%s', (_, amount, before, after) => expect(duesAfter(before, amount)).toEqual(after));
});
