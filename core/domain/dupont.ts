/**
 * What was collected in a month, as nested sets of accounts (domain 1.4): every set lies within the one before, so the shares of a branch
 * multiply to its accounts, and with the average ticket to its money. Amounts are paise.
 */

/** What is counted of a group of loans over a month. Each loan stands in one channel, so channels add up. */
export const DUPONT_SUMS = [
  'allocated',
  'workable',
  'called',
  'callConnected',
  'callReached',
  'callPromised',
  'callKept',
  'assigned',
  'visited',
  'met',
  'paidOnSpot',
  'fieldPromised',
  'fieldKept',
  'openingPos',
  'resolvedCalls',
  'resolvedField',
  'resolvedSettlement',
  'resolvedSelf',
  'callKeptPaise',
  'callOtherPaise',
  'spotPaise',
  'fieldKeptPaise',
  'fieldOtherPaise',
  'settlementPaise',
  'selfPaise',
] as const;
export type DupontSum = (typeof DUPONT_SUMS)[number];
export type DupontSums = Record<DupontSum, number>;

/** Each branch from its widest set to its narrowest, and the money of the last. */
export const BRANCHES = {
  calls: {
    sets: ['allocated', 'workable', 'called', 'callConnected', 'callReached', 'callPromised', 'callKept'],
    paise: 'callKeptPaise',
  },
  spot: { sets: ['assigned', 'visited', 'met', 'paidOnSpot'], paise: 'spotPaise' },
  field: { sets: ['assigned', 'visited', 'met', 'fieldPromised', 'fieldKept'], paise: 'fieldKeptPaise' },
} as const satisfies Record<string, { sets: readonly DupontSum[]; paise: DupontSum }>;
export type Branch = keyof typeof BRANCHES;
export const BRANCH_NAMES = Object.keys(BRANCHES) as Branch[];

/** Money that no product explains: paid after a talk without a kept promise, by settlement, or by nobody's work. */
export const OTHER_MONEY = ['callOtherPaise', 'fieldOtherPaise', 'settlementPaise', 'selfPaise'] as const;
export const RESOLVED = ['resolvedCalls', 'resolvedField', 'resolvedSettlement', 'resolvedSelf'] as const;

export type FactorName = DupontSum | 'ticket';
/** One factor: the first a number of accounts, then shares from 0 to 1, last the average ticket in paise. Null where nothing is left to share. */
export interface Factor {
  name: FactorName;
  value: number | null;
}

export function factorsOf(branch: Branch, sums: DupontSums): Factor[] {
  const { sets, paise } = BRANCHES[branch];
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const shares = sets.map((name, at) => {
    const wider = sets[at - 1];
    return { name, value: wider === undefined ? sums[name] : share(sums[name], sums[wider]) };
  });
  const last = sets.at(-1);
  return [...shares, { name: 'ticket', value: share(sums[paise], last ? sums[last] : 0) }];
}

/** Paise; the whole product is 0 as soon as one factor is. */
export const productOf = (factors: readonly Factor[]): number =>
  Math.round(factors.reduce((product, { value }) => product * (value ?? 0), 1));

/** All that was collected, in paise. */
export const collectedOf = (sums: DupontSums): number =>
  [...BRANCH_NAMES.map((branch) => BRANCHES[branch].paise), ...OTHER_MONEY].reduce(
    (total, name) => total + sums[name],
    0,
  );

/** Resolved of opening principal, from 0 to 1; null where no principal was open. */
export const resolutionOf = (sums: DupontSums): number | null =>
  sums.openingPos === 0 ? null : RESOLVED.reduce((total, name) => total + sums[name], 0) / sums.openingPos;

/**
 * What each factor did to the change of a branch between two periods, in whole paise that add up to the change (log-mean Divisia split).
 * Where one period ends in nothing, the first factor that is nothing there explains all of it.
 */
export function splitChange(branch: Branch, before: DupontSums, now: DupontSums): Record<string, number> {
  const [old, fresh] = [factorsOf(branch, before), factorsOf(branch, now)];
  const [from, to] = [productOf(old), productOf(fresh)];
  const names = fresh.map(({ name }) => name);
  const none = Object.fromEntries(names.map((name) => [name, 0]));
  if (from === to) return none;
  if (from === 0 || to === 0) {
    const empty = (from === 0 ? old : fresh).find(({ value }) => !value);
    return { ...none, [empty?.name ?? 'ticket']: to - from };
  }
  const mean = (to - from) / Math.log(to / from);
  const parts = fresh.map(({ value }, at) => mean * Math.log((value ?? 1) / (old[at]?.value ?? 1)));
  return Object.fromEntries(names.map((name, at) => [name, wholeParts(parts, to - from)[at] ?? 0]));
}

/** Rounds parts of either sign so that they add up to `total`. */
function wholeParts(parts: readonly number[], total: number): number[] {
  const floors = parts.map(Math.floor);
  const left = total - floors.reduce((sum, part) => sum + part, 0);
  const order = parts.map((part, at) => ({ at, rest: part - Math.floor(part) })).sort((a, b) => b.rest - a.rest);
  for (let n = 0; n < left; n += 1) {
    const at = order[n % order.length]?.at ?? 0;
    floors[at] = (floors[at] ?? 0) + 1;
  }
  return floors;
}

/**
 * The accounts and paise of a branch if one factor were another and the later ones stayed: `value` in the factor's own unit. A set never
 * grows beyond the one that it lies in.
 */
export function whatIf(branch: Branch, sums: DupontSums, name: FactorName, value: number) {
  const factors = factorsOf(branch, sums).map((factor, at) =>
    factor.name === name
      ? { ...factor, value: Math.max(0, at === 0 || factor.name === 'ticket' ? value : Math.min(1, value)) }
      : factor,
  );
  const paise = productOf(factors);
  const accounts = factors.slice(0, -1).reduce((product, one) => product * (one.value ?? 0), 1);
  const { sets, paise: now } = BRANCHES[branch];
  const last = sets.at(-1);
  return { paise, change: paise - sums[now], accounts, moreAccounts: accounts - (last ? sums[last] : 0) };
}
