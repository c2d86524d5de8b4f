/** One loan of the demo with its borrower, phones, addresses and amounts. Money is paise, days are Indian days. */
import { type Bucket, bucketOf } from '../../core/domain/buckets';
import { addDays } from '../../core/domain/dates';
import type { Random } from '../../core/domain/random';
import { DAY, dayIn } from './calendar';
import { LANGUAGES, type Language, type PersonName, personName } from './names';
import { type PathMonth, pathOf } from './paths';
import type { City, Pin } from './places';
import type { FieldPost, User } from './staff';

/** How a loan stands beyond its arrears; each has its story in the history. */
export const SITUATIONS = [
  ['normal', 0.882],
  ['closed', 0.022],
  ['settled', 0.012],
  ['dispute', 0.024],
  ['legal', 0.018],
  ['suppressed', 0.014],
  ['deceased', 0.006],
  ['do-not-contact', 0.008],
  ['vulnerable', 0.014],
] as const;
export type Situation = (typeof SITUATIONS)[number][0];

/** Book of a stressed portfolio: share of loans, and the range of days past due. The first have cleared their arrears this month. */
const ARREARS: readonly (readonly [share: number, low: number, high: number])[] = [
  [0.1, 0, 0],
  [0.31, 1, 30],
  [0.2, 31, 60],
  [0.13, 61, 90],
  [0.08, 91, 120],
  [0.05, 121, 180],
  [0.07, 181, 360],
  [0.06, 361, 900],
];

interface Terms {
  short: string;
  /** Outstanding principal in rupees, low and high. */
  pos: [number, number];
  months: [number, number];
}
const TERMS: Record<string, Terms> = {
  'Personal loan': { short: 'PL', pos: [25_000, 600_000], months: [12, 60] },
  'Two-wheeler loan': { short: 'TW', pos: [15_000, 110_000], months: [12, 36] },
  'Credit card': { short: 'CC', pos: [8_000, 350_000], months: [12, 24] },
  'Consumer durable loan': { short: 'CD', pos: [6_000, 70_000], months: [6, 18] },
  'Business loan': { short: 'BL', pos: [150_000, 2_500_000], months: [24, 84] },
  'Home loan': { short: 'HL', pos: [600_000, 6_000_000], months: [120, 240] },
  'Gold loan': { short: 'GL', pos: [30_000, 500_000], months: [6, 12] },
  'Tractor loan': { short: 'TR', pos: [180_000, 900_000], months: [36, 84] },
  'Microfinance loan': { short: 'MF', pos: [8_000, 60_000], months: [12, 24] },
};
export const PRODUCTS = Object.keys(TERMS);
const SECURED = new Set(['Two-wheeler loan', 'Home loan', 'Gold loan', 'Tractor loan']);
export const isSecured = (product: string): boolean => SECURED.has(product);

const EMPLOYERS =
  'Self-employed|State transport depot|Municipal school|Textile mill|Auto parts unit|Software services firm|Private hospital|Kirana store, own|Cab aggregator|Construction contractor|Poultry farm, own|Public works department|Garment export house|Courier company'.split(
    '|',
  );
const HOUSES =
  'Sai Krupa CHS|Shanti Niwas|Lakshmi Nilayam|Green Park Apartments|Anand Bhavan|Sri Ganesh Residency|Al-Madina Manzil|Rose Villa|Gulmohar Society|Vasant Vihar|Maruti Chawl|Om Shakti Illam|Krishna Kunj|Bethel House'.split(
    '|',
  );
const STREETS =
  'Station Road|MG Road|2nd Cross|Nehru Street|Temple Road|Gandhi Nagar Lane 4|Old Market Lane|Ring Road|Church Street|Masjid Lane|Canal Road|School Road|Bus Stand Road'.split(
    '|',
  );

export interface Phone {
  id: string;
  number: string;
  owner: 'borrower' | 'spouse' | 'office' | 'reference';
  /** Known to be dead from the lender's file. */
  invalid: boolean;
}

export interface Address {
  id: string;
  kind: 'residence' | 'office';
  line: string;
  pin: Pin;
  lat: number;
  lng: number;
}

export interface DemoLoan {
  id: string;
  number: string;
  createdAt: number;
  clientIndex: number;
  portfolioId: string;
  product: string;
  batchNo: string;
  situation: Situation;
  dpd: number;
  bucket: Bucket;
  posPaise: number;
  emiPaise: number;
  overduePaise: number;
  principalOverduePaise: number;
  interestOverduePaise: number;
  penalPaise: number;
  chargesPaise: number;
  tosPaise: number;
  dueDay: number;
  tenureMonths: number;
  disbursedOn: string;
  lastPaymentOn: string;
  /** This month and those before it, the newest first. */
  path: PathMonth[];
  borrower: { id: string; name: PersonName; language: Language; bornOn: string; pan: string; employer: string };
  people: { id: string; name: string; relation: string }[];
  phones: Phone[];
  addresses: Address[];
  city: City;
  /** Null while nobody visits this loan. */
  post: FieldPost | null;
  caller: User;
  manager: User;
  agencyIndex: number;
}

export interface LoanPlace {
  city: City;
  pins: readonly Pin[];
  post: FieldPost | null;
  caller: User;
  manager: User;
  agencyIndex: number;
}

/** Position of loan `index` in the book, spread evenly (golden ratio), so that small books hold every bucket too. */
function arrearsOf(index: number) {
  let left = (index * 0.618_033_988_749_895) % 1;
  for (const row of ARREARS) {
    left -= row[0];
    if (left < 0) return row;
  }
  return ARREARS[0] as (typeof ARREARS)[number];
}

const rupees = (value: number) => Math.round(value) * 100;

export function makeLoan(
  random: Random,
  index: number,
  now: number,
  prefix: string,
  portfolio: { id: string; clientIndex: number; product: string },
  place: LoanPlace,
  /** Situations that become normal: for a bench that needs an exact number of active loans. */
  never: readonly Situation[] = [],
): DemoLoan {
  const today = dayIn(now);
  const createdAt = now - 185 * DAY + (index % 5) * DAY + random.between(0, DAY - 1);
  const drawn = random.weighted(SITUATIONS);
  const situation = never.includes(drawn) ? 'normal' : drawn;
  const over = situation === 'closed' || situation === 'settled';
  const terms = TERMS[portfolio.product] ?? (TERMS['Personal loan'] as Terms);

  const [, low, high] = arrearsOf(index);
  let dpd = over ? 0 : random.between(low, high);
  // The oldest unpaid instalment fell due on the loan's due day; days 29–31 do not exist in every month.
  let dueDay = Number(addDays(today, -dpd).slice(8));
  if (dpd > 0 && dueDay > 28) {
    dpd = bucketOf(dpd + dueDay - 28) === bucketOf(dpd) ? dpd + dueDay - 28 : dpd;
    dueDay = Number(addDays(today, -dpd).slice(8));
  }
  dueDay = Math.min(28, dueDay);

  const [least, most] = terms.pos;
  const tenureMonths = random.between(terms.months[0], terms.months[1]);
  const pos = rupees(least * (most / least) ** random.fraction());
  const paidShare = 0.1 + random.fraction() * 0.6;
  const emi = rupees((pos / 100 / (1 - paidShare) / tenureMonths) * 1.16);
  const instalments = dpd === 0 ? 0 : Math.min(Math.floor(dpd / 30) + 1, tenureMonths);
  const due = Math.min(emi * instalments, Math.round(pos * 1.1));
  const principal = Math.round((due * 0.66) / 100) * 100;
  const penal = dpd === 0 ? 0 : rupees((due / 100) * 0.02 * Math.min(dpd / 30, 12));
  const charges = dpd === 0 ? 0 : instalments * 590_00;
  const monthsRun = Math.max(instalments + 1, Math.round(tenureMonths * paidShare));

  const spoken = place.city.languages;
  const language = random.chance(0.1)
    ? random.pick(LANGUAGES)
    : random.weighted(spoken.map((item, at) => [item, 1 / (at + 1)] as const));
  const name = personName(random, language);

  return {
    id: random.uuid(createdAt),
    number: `${prefix}${terms.short}${String(1_000_000 + index * 7 + random.between(0, 6))}`,
    createdAt,
    clientIndex: portfolio.clientIndex,
    portfolioId: portfolio.id,
    product: portfolio.product,
    batchNo: `${prefix}-${dayIn(createdAt).slice(0, 7)}-${(index % 5) + 1}`,
    situation,
    dpd,
    bucket: bucketOf(dpd),
    posPaise: over ? 0 : pos,
    emiPaise: emi,
    overduePaise: due + penal + charges,
    principalOverduePaise: principal,
    interestOverduePaise: due - principal,
    penalPaise: penal,
    chargesPaise: charges,
    tosPaise: over ? 0 : pos + (due - principal) + penal + charges,
    dueDay,
    tenureMonths,
    disbursedOn: addDays(today, -Math.round(monthsRun * 30.4) - random.between(0, 20)),
    lastPaymentOn: addDays(today, -dpd - random.between(1, 29)),
    path: pathOf(random, dpd, today, over),
    borrower: {
      id: random.uuid(createdAt),
      name,
      language,
      bornOn: addDays(today, -random.between(22 * 365, 63 * 365)),
      pan: `XXXXX${random.digits(4)}${random.pick(['A', 'F', 'K', 'L', 'P', 'Q'])}`,
      employer: random.pick(EMPLOYERS),
    },
    people: related(random, name, language, createdAt),
    phones: phonesOf(random, createdAt),
    addresses: addressesOf(random, place, createdAt),
    city: place.city,
    post: place.post,
    caller: place.caller,
    manager: place.manager,
    agencyIndex: place.agencyIndex,
  };
}

function related(random: Random, borrower: PersonName, language: Language, at: number) {
  const people: DemoLoan['people'] = [];
  if (random.chance(0.45)) {
    const relation = random.pick(['co-borrower', 'guarantor', 'spouse'] as const);
    const name = personName(random, language, relation === 'guarantor' ? undefined : borrower.surname);
    people.push({ id: random.uuid(at), name: name.shown, relation });
  }
  if (random.chance(0.3))
    people.push({ id: random.uuid(at), name: personName(random, language).shown, relation: 'reference' });
  return people;
}

function phonesOf(random: Random, at: number): Phone[] {
  const others = ['spouse', 'office', 'reference'] as const;
  return Array.from(
    {
      length: random.weighted([
        [1, 0.35],
        [2, 0.45],
        [3, 0.2],
      ] as const),
    },
    (_, place) => ({
      id: random.uuid(at),
      number: `${random.between(6, 9)}${random.digits(9)}`,
      owner: place === 0 || random.chance(0.4) ? ('borrower' as const) : random.pick(others),
      invalid: place > 0 && random.chance(0.12),
    }),
  );
}

function addressesOf(random: Random, place: LoanPlace, at: number): Address[] {
  const address = (kind: Address['kind'], pin: Pin): Address => ({
    id: random.uuid(at),
    kind,
    line:
      kind === 'office'
        ? `Shop ${random.between(1, 60)}, ${random.pick(STREETS)}, ${pin.locality}`
        : `${random.pick(['Flat', 'House', 'Room', 'Door no.'])} ${random.between(1, 14)}0${random.between(1, 8)}, ${random.pick(HOUSES)}, ${random.pick(STREETS)}, ${pin.locality}`,
    pin,
    // Within about 800 m of the post office.
    lat: Math.round((pin.lat + (random.fraction() - 0.5) * 0.015) * 1e6) / 1e6,
    lng: Math.round((pin.lng + (random.fraction() - 0.5) * 0.015) * 1e6) / 1e6,
  });
  const list = [address('residence', random.pick(place.pins))];
  if (random.chance(0.35)) list.push(address('office', random.pick(place.city.pins)));
  return list;
}
