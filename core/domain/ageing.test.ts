import { describe, expect, it } from 'vitest';
import { dpdAfterPayment, type PaymentEffect } from './ageing';

const EMI = 500_000;
const cases: [string, PaymentEffect, { dpd: number; overdue: number; emi: number }, number, number][] = [
  ['everything paid clears', 'clears', { dpd: 95, overdue: 3 * EMI, emi: EMI }, 3 * EMI, 0],
  ['more than everything clears', 'instalments', { dpd: 95, overdue: 3 * EMI, emi: EMI }, 9 * EMI, 0],
  ['a part leaves it where only clearing counts', 'clears', { dpd: 95, overdue: 3 * EMI, emi: EMI }, 2 * EMI, 95],
  ['two instalments take two months', 'instalments', { dpd: 95, overdue: 3 * EMI, emi: EMI }, 2 * EMI, 35],
  ['less than an instalment takes nothing', 'instalments', { dpd: 95, overdue: 3 * EMI, emi: EMI }, EMI - 1, 95],
  ['it stays overdue while money is', 'instalments', { dpd: 20, overdue: 3 * EMI, emi: EMI }, EMI, 1],
  ['a loan that is not past due yet does not become so', 'instalments', { dpd: 0, overdue: 3 * EMI, emi: EMI }, EMI, 0],
  ['an unknown instalment takes nothing', 'instalments', { dpd: 95, overdue: 3 * EMI, emi: 0 }, EMI, 95],
  ['the lender alone decides', 'none', { dpd: 95, overdue: 3 * EMI, emi: EMI }, 3 * EMI, 95],
];

describe('DPD after a payment', () => {
  it.each(cases)('%s', (_name, effect, loan, amount, wanted) => {
    expect(dpdAfterPayment(loan, amount, effect)).toBe(wanted);
  });
});
