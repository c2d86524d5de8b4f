/** What it costs to close a loan today, by a portfolio's formula (domain 1.14 "Foreclosure"). Amounts are paise. */
import type { Paise } from './money';

/** What of a loan is asked for; principal outstanding always is. */
export const FORECLOSURE_PARTS = ['interest', 'penal', 'charges'] as const;
export type ForeclosurePart = (typeof FORECLOSURE_PARTS)[number];

export interface ForeclosureFormula {
  /** Overdue parts added to the principal outstanding. */
  includes: readonly ForeclosurePart[];
  /** Foreclosure charge on the principal outstanding, in percent, at least `minChargePaise`. */
  chargePercent: number;
  minChargePaise: Paise;
  /** Tax on the charge, in percent. */
  gstPercent: number;
  /** Days that a quoted amount holds. */
  validDays: number;
}

export interface ForeclosureLoan {
  posPaise: Paise;
  interestOverduePaise: Paise;
  penalPaise: Paise;
  chargesPaise: Paise;
}

export interface ForeclosureQuote {
  principalPaise: Paise;
  interestPaise: Paise;
  penalPaise: Paise;
  chargesPaise: Paise;
  foreclosureChargePaise: Paise;
  gstPaise: Paise;
  totalPaise: Paise;
}

/** Nothing is charged on a loan without principal. Percentages are rounded to whole paise. */
export function foreclosureQuote(loan: ForeclosureLoan, formula: ForeclosureFormula): ForeclosureQuote {
  const part = (name: ForeclosurePart, amount: Paise) => (formula.includes.includes(name) ? amount : 0);
  const charge =
    loan.posPaise > 0 ? Math.max(Math.round((loan.posPaise * formula.chargePercent) / 100), formula.minChargePaise) : 0;
  const quote = {
    principalPaise: loan.posPaise,
    interestPaise: part('interest', loan.interestOverduePaise),
    penalPaise: part('penal', loan.penalPaise),
    chargesPaise: part('charges', loan.chargesPaise),
    foreclosureChargePaise: charge,
    gstPaise: Math.round((charge * formula.gstPercent) / 100),
  };
  return { ...quote, totalPaise: Object.values(quote).reduce((sum, amount) => sum + amount, 0) };
}
