/** A book and its people for plans of allocation: the same ones each time. One rule by cost, caps 5 % above even, half of the loans held. */
import { type Candidate, EVEN_WEIGHTS, type HeldLoan, type RuleMembers } from '../../../core/domain/allocation';

const LANGUAGES = ['hi', 'ta', 'mr', 'te', 'kn'];
/** Ten of each of 48 sorting districts. */
const PINCODES = Array.from({ length: 480 }, (_, n) => {
  const district = Math.floor(n / 10);
  return `${1 + (district % 8)}${Math.floor(district / 8)}${district % 3}${String(n % 10).padStart(3, '0')}`;
});

/** Evenly spread in 0 to 1, the same for a number (splitmix32). */
function spread(n: number): number {
  let z = (n * 0x9e3779b9) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
}
const pick = <T>(list: readonly T[], n: number): T => list[Math.floor(spread(n) * list.length)] as T;

const personId = (n: number) => `00000000-0000-7000-9000-${String(n).padStart(12, '0')}`;

export function loanOf(n: number, people: number): HeldLoan {
  const at = n * 8;
  return {
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    clientId: '00000000-0000-7000-a000-000000000000',
    product: 'PL',
    bucket: '31-60',
    dpd: 31 + Math.floor(spread(at) * 30),
    pos: 1_000_000 + Math.floor(spread(at + 1) * 50_000_000),
    pincode: pick(PINCODES, at + 2),
    language: pick(LANGUAGES, at + 3),
    lastCode: null,
    brokenPromise: false,
    portfolioId: 'b',
    overdue: 0,
    attempts: 0,
    visits: 0,
    brokenPromises: 0,
    propensity: null,
    legal: false,
    holders: spread(at + 4) < 0.5 ? { collector: personId(Math.floor(spread(at + 5) * people)) } : {},
    retained: false,
  };
}

export function membersOf(loans: number, people: number): RuleMembers {
  const candidates = Array.from({ length: people }, (_, n): Candidate => {
    const at = -8 * (n + 1);
    return {
      id: personId(n),
      active: true,
      suited: true,
      agencyStopped: false,
      draUntil: null,
      clockedIn: true,
      languages: [...new Set([pick(LANGUAGES, at), pick(LANGUAGES, at + 1)])],
      pincodes: [...new Set([pick(PINCODES, at + 2), pick(PINCODES, at + 3), pick(PINCODES, at + 4)])],
    };
  });
  return {
    candidates,
    rule: {
      id: '00000000-0000-7000-b000-000000000000',
      name: 'Everybody',
      active: true,
      condition: [[]],
      kind: 'collector',
      target: { of: 'chosen', ids: candidates.map(({ id }) => id) },
      method: 'best',
      weights: EVEN_WEIGHTS,
      keepPresent: false,
      mostLoans: Math.ceil((loans / people) * 1.05),
      mostPos: null,
      needsDra: false,
      needsPresence: false,
      from: null,
      until: null,
    },
  };
}

/** What they hold at the start, by person. */
export function loadsOf(loans: number, people: number): Map<string, { loans: number; pos: number }> {
  const loads = new Map<string, { loans: number; pos: number }>();
  for (let n = 0; n < loans; n++) {
    const { holders, pos } = loanOf(n, people);
    if (!holders.collector) continue;
    const had = loads.get(holders.collector);
    if (had) {
      had.loans++;
      had.pos += pos;
    } else loads.set(holders.collector, { loans: 1, pos });
  }
  return loads;
}
