/** Loans as the server sends them, about 1.3 KB each as JSON; the same number gives the same loans. */
import type { Loan } from '../../../core/contract/loans';
import { bucketOf } from '../../../core/domain/buckets';

const GIVEN =
  'Aarav Priya Rohan Sunita Imran Lakshmi Gurpreet Meena Vijay Fatima Karthik Deepa Sanjay Anjali Joseph'.split(' ');
const FAMILY = 'Sharma Patil Khan Iyer Singh Das Reddy Nair Gupta Kulkarni Bano Pillai Yadav Fernandes Mehta'.split(
  ' ',
);
const CITIES = [
  ['Pune', 'Maharashtra', 411],
  ['Jaipur', 'Rajasthan', 302],
  ['Chennai', 'Tamil Nadu', 600],
  ['Lucknow', 'Uttar Pradesh', 226],
] as const;
const CODES = [
  ['FPTP', 'Promise to pay', 'PTP'],
  ['FDL', 'Door locked', 'NOT_MET'],
  ['FRTP', 'Met, refused to pay', 'REFUSE'],
] as const;

/** Small and fast, good enough to spread values (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function makeLoans(count: number, seed = 1): Loan[] {
  const random = randomFrom(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const pick = <T>(items: readonly T[]): T => items[whole(items.length)] as T;
  const id = (index: number) =>
    `0199${whole(65536).toString(16).padStart(4, '0')}-${(index >>> 16).toString(16).padStart(4, '0')}-7${(index & 0xfff).toString(16).padStart(3, '0')}-8${whole(4096).toString(16).padStart(3, '0')}-${whole(
      2 ** 31,
    )
      .toString(16)
      .padStart(8, '0')}${whole(65536).toString(16).padStart(4, '0')}`;
  const day = (ahead: number) => new Date(Date.UTC(2026, 10, 21) + ahead * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, index): Loan => {
    const dpd = 1 + whole(400);
    const emi = 200_000 + whole(3_000_000);
    const overdue = emi * (1 + Math.floor(dpd / 30));
    const [city, state, zone] = pick(CITIES);
    const [code, label, kind] = pick(CODES);
    const loanId = id(index);
    const visited = random() < 0.6;
    const promised = random() < 0.25;
    return {
      id: loanId,
      _id: loanId,
      loanNumber: `PL${String(10_000_000 + index * 7 + whole(7))}`,
      version: 1 + whole(9),
      state: 'active',
      client: 'Deccan Finance',
      portfolio: 'Personal loans West',
      product: 'Personal loan',
      bucket: bucketOf(dpd),
      dpd,
      posPaise: overdue * 4,
      tosPaise: overdue * 4 + 123_400,
      overduePaise: overdue,
      overdueSplit: {
        principalPaise: Math.floor(overdue * 0.7),
        interestPaise: Math.floor(overdue * 0.2),
        penalPaise: Math.floor(overdue * 0.06),
        chargesPaise: Math.floor(overdue * 0.04),
      },
      emiPaise: emi,
      dueDay: 1 + whole(28),
      disbursedOn: day(-400 - whole(600)),
      lastPayment: { on: day(-dpd), amountPaise: emi },
      borrower: { id: id(index + 1), name: `${pick(GIVEN)} ${pick(FAMILY)}`, language: 'hi', panMasked: 'ABxxxxx2F' },
      relatedPeople: [{ name: `${pick(GIVEN)} ${pick(FAMILY)}`, relation: 'guarantor' }],
      phones: [0, 1].map((nth) => ({
        id: id(index + 2 + nth),
        number: String(6_000_000_000 + whole(3_999_999_999)),
        owner: nth ? 'spouse' : 'borrower',
        lastResult: null,
        invalid: false,
      })),
      addresses: [
        {
          id: id(index + 4),
          kind: 'residence',
          line: `${1 + whole(400)}, ${pick(FAMILY)} Nagar, Lane ${1 + whole(20)}`,
          city,
          state,
          pincode: `${zone}${String(whole(60)).padStart(3, '0')}`,
          lat: 18.4 + random() * 0.3,
          lng: 73.7 + random() * 0.3,
        },
      ],
      flags: { dispute: random() < 0.03, deceased: false, legal: false, doNotContact: false, vulnerable: false },
      contactPause: null,
      ptp: promised ? { amountPaise: emi, dueOn: day(whole(20) - 5), status: 'open' } : null,
      nextVisitOn: visited ? day(whole(10)) : null,
      lastVisit: visited ? { at: `${day(-1 - whole(30))}T06:30:00.000Z`, code, label } : null,
      attempts30d: whole(9),
      recent: visited
        ? [
            {
              id: id(index + 5),
              at: `${day(-1 - whole(30))}T06:30:00.000Z`,
              channel: 'field',
              code,
              codeLabel: label,
              class: kind,
              by: 'Asha Kamble',
              remarks: 'Met the spouse, who asked to come again in the evening after six',
              ptp: null,
              paidPaise: null,
              nextVisitOn: null,
              photos: 1,
              receiptNo: `R-${String(index).padStart(6, '0')}`,
            },
          ]
        : [],
    };
  });
}
