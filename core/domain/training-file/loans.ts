/** Made-up loans whose figures hang together, by field of the import (core/domain/loan-import/fields.ts; its units). */
import { bucketOf } from '../buckets';
import { addDays, type Day } from '../dates';
import type { LoanValues } from '../loan-import';
import { Random } from '../random';
import { addMonths, monthOf } from '../working-days';
import { ADVOCATES, EMPLOYERS, GIVEN, STREETS, SURNAMES, TOWNS } from './people';

/** What the file is made for: a lender's name, and the names of its portfolios. */
export interface Lender {
  client: string | null;
  portfolios: readonly string[];
}

interface Product {
  name: string;
  /** Sanctioned, in thousand rupees; months; yearly percent. */
  amount: readonly [number, number];
  months: readonly number[];
  rate: readonly [number, number];
}
const PRODUCTS: readonly (readonly [Product, number])[] = [
  [{ name: 'Personal Loan', amount: [50, 800], months: [24, 36, 48, 60], rate: [13, 26] }, 5],
  [{ name: 'Two Wheeler Loan', amount: [40, 150], months: [18, 24, 36], rate: [12, 20] }, 4],
  [{ name: 'Business Loan', amount: [200, 3000], months: [24, 36, 48], rate: [14, 24] }, 2],
  [{ name: 'Auto Loan', amount: [200, 1500], months: [36, 48, 60, 84], rate: [9, 15] }, 2],
  [{ name: 'Consumer Durable Loan', amount: [10, 80], months: [6, 9, 12, 18], rate: [0, 18] }, 3],
];
/** Days past due as overdue books have them: from, to and how often. */
const STANDINGS: readonly (readonly [readonly [number, number], number])[] = [
  [[0, 30], 30],
  [[31, 60], 24],
  [[61, 90], 18],
  [[91, 180], 16],
  [[181, 360], 8],
  [[361, 900], 4],
];
const BOUNCES = ['Insufficient funds', 'Account closed', 'Mandate cancelled', 'Payment stopped by drawer'];

/** Digits and letters that a seed gives the numbers of its loans, so that files of two seeds do not meet. */
export const numberPrefix = (seed: string): string => `TR${new Random(`number ${seed}`).digits(6)}`;

interface Terms {
  sanctioned: number;
  rate: number;
  months: number;
  emi: number;
}

/** Paise of an instalment and of what is left after `paid` of them, rounded to whole rupees as lenders do. */
function termsOf(random: Random, { amount, months, rate }: Product): Terms {
  const sanctioned = random.between(...amount) * 1000 * 100;
  const [count, yearly] = [random.pick(months), random.between(rate[0] * 4, rate[1] * 4) / 4];
  const monthly = yearly / 1200;
  const emi = monthly === 0 ? sanctioned / count : (sanctioned * monthly) / (1 - (1 + monthly) ** -count);
  return { sanctioned, rate: yearly, months: count, emi: Math.ceil(emi / 100) * 100 };
}

function leftAfter({ sanctioned, rate, emi }: Terms, paid: number): number {
  let left = sanctioned;
  for (let month = 0; month < paid; month++) left += Math.round((left * rate) / 1200) - emi;
  return Math.max(emi, left);
}

/** A tenth of the people have each, say, a second address: `chance` in a hundred. */
const some = <T>(random: Random, chance: number, value: () => T): T | null =>
  random.chance(chance / 100) ? value() : null;

const nameOf = (random: Random) => `${random.pick(GIVEN)} ${random.pick(SURNAMES)}`;
const mobileOf = (random: Random) => `${random.between(6, 9)}${random.digits(8)}${random.between(1, 9)}`;

function borrower(random: Random, asOf: Day): LoanValues {
  const name = nameOf(random);
  const [given = '', surname = ''] = name.split(' ');
  const [city, state, languages, pincodes] = random.pick(TOWNS);
  const letters = (count: number) =>
    Array.from({ length: count }, () => String.fromCharCode(65 + random.between(0, 25))).join('');
  const pan = `${letters(3)}P${surname.charAt(0).toUpperCase()}${random.digits(4)}${letters(1)}`;
  const address = (kind: string): [string, string, string, string, string] => [
    `${random.between(1, 480)}, ${random.pick(STREETS)}`,
    city,
    state,
    random.pick(pincodes),
    kind,
  ];
  const values: LoanValues = {
    borrowerName: name,
    language: random.pick(languages),
    bornOn: addDays(asOf, -random.between(21 * 365, 62 * 365)),
    email: some(random, 60, () => `${given}.${surname}${random.digits(3)}@example.com`.toLowerCase()),
    pan,
    gst: some(random, 6, () => `27${pan}1Z${random.between(1, 9)}`),
    cibil: random.between(420, 810),
    employer: random.pick(EMPLOYERS),
  };
  const phones: [1 | 2 | 3 | 4 | 5, number, string][] = [
    [1, 100, 'Self'],
    [2, 55, 'Spouse'],
    [3, 20, 'Office'],
    [4, 6, 'Brother'],
    [5, 3, 'Neighbour'],
  ];
  for (const [n, chance, owner] of phones) {
    values[`phone${n}`] = some(random, chance, () => mobileOf(random));
    values[`phone${n}.owner`] = values[`phone${n}`] === null ? null : owner;
  }
  const kinds: [1 | 2 | 3, number, string][] = [
    [1, 100, 'residence'],
    [2, 45, 'office'],
    [3, 15, 'permanent'],
  ];
  for (const [n, chance, kind] of kinds) {
    const [line, town, region, pincode, of] = some(random, chance, () => address(kind)) ?? [];
    Object.assign(values, {
      [`address${n}.line`]: line ?? null,
      [`address${n}.city`]: town ?? null,
      [`address${n}.state`]: region ?? null,
      [`address${n}.pincode`]: pincode ?? null,
      [`address${n}.kind`]: of ?? null,
    });
  }
  const people: [1 | 2 | 3 | 4, number, string][] = [
    [1, 35, 'co-borrower'],
    [2, 15, 'guarantor'],
    [3, 60, 'reference'],
    [4, 20, 'reference'],
  ];
  for (const [n, chance, relation] of people) {
    const there = random.chance(chance / 100);
    values[`person${n}.name`] = there ? nameOf(random) : null;
    values[`person${n}.relation`] = there ? relation : null;
    values[`person${n}.phone`] = there ? mobileOf(random) : null;
  }
  return values;
}

/** A loan with every field; null where it has none. Figures are as of a day, which with the seed says them all. */
export function madeUpLoan(random: Random, at: number, prefix: string, asOf: Day, lender: Lender): LoanValues {
  const product = random.weighted(PRODUCTS);
  const terms = termsOf(random, product);
  const dpd = random.between(...random.weighted(STANDINGS));
  const missed = Math.min(terms.months, dpd === 0 ? 0 : Math.ceil(dpd / 30));
  const paid = random.between(1, Math.max(1, terms.months - missed - 1));
  const pos = leftAfter(terms, paid);
  const interest = Math.min(Math.round((pos * terms.rate * missed) / 1200), terms.emi * missed);
  const overdue = terms.emi * missed;
  const penal = Math.round((overdue * 0.02) / 100) * 100;
  const charges = Math.min(missed, 5) * 590 * 100;
  const tos = pos + interest + penal + charges;
  const dueOn = addDays(asOf, -dpd);
  const disbursedOn = addDays(addMonths(monthOf(dueOn), -paid), random.between(0, 27));
  const bounced = missed > 0;
  const legal = dpd > 180 && random.chance(0.3);
  return {
    loanNumber: `${prefix}${String(at + 1).padStart(7, '0')}`,
    client: lender.client,
    portfolio: lender.portfolios.length > 0 ? random.pick(lender.portfolios) : null,
    batchNo: `B${asOf.slice(0, 7).replace('-', '')}`,
    product: product.name,
    state: 'active',
    sanctionedOn: addDays(disbursedOn, -random.between(2, 12)),
    disbursedOn,
    tenureMonths: terms.months,
    rate: terms.rate,
    emi: terms.emi,
    dueDay: Math.min(28, Number(dueOn.slice(8))),
    recallOn: addDays(asOf, random.between(60, 120)),
    dpd,
    dpdMonthOpen: Math.max(0, dpd - (Number(asOf.slice(8)) - 1)),
    bucket: bucketOf(dpd),
    dueOn,
    pos,
    tos,
    overdue,
    principalOverdue: overdue - interest,
    interestOverdue: interest,
    penal,
    charges,
    foreclosureAmount: tos + Math.round(pos * 0.04),
    lastPaymentOn: addDays(dueOn, -random.between(20, 40)),
    lastPayment: terms.emi,
    nachStatus: bounced ? 'Bounced' : 'Active',
    lastBounceReason: bounced ? random.pick(BOUNCES) : null,
    ...borrower(random, asOf),
    advocate: legal ? random.pick(ADVOCATES) : null,
    legal: legal ? 1 : 0,
    dispute: random.chance(0.01) ? 1 : 0,
    deceased: random.chance(0.005) ? 1 : 0,
    doNotContact: random.chance(0.01) ? 1 : 0,
    vulnerable: random.chance(0.02) ? 1 : 0,
  };
}
