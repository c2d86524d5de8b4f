import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BRANCH_NAMES,
  BRANCHES,
  collectedOf,
  DUPONT_SUMS,
  type DupontSums,
  factorsOf,
  OTHER_MONEY,
  productOf,
  resolutionOf,
  splitChange,
  whatIf,
} from './dupont';

const nothing = Object.fromEntries(DUPONT_SUMS.map((name) => [name, 0])) as DupontSums;
const world: DupontSums = {
  ...nothing,
  allocated: 1000,
  workable: 800,
  called: 400,
  callConnected: 200,
  callReached: 100,
  callPromised: 50,
  callKept: 20,
  callKeptPaise: 20_000_00,
  openingPos: 100_000_00,
  resolvedCalls: 30_000_00,
  resolvedSelf: 12_000_00,
  selfPaise: 5_000_00,
};

/** Sums whose sets lie within each other; money only where accounts are. */
const sums = fc
  .record({
    start: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 2 }),
    shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }),
    money: fc.array(fc.integer({ min: 1, max: 1_000_000_000_000 }), { minLength: 7, maxLength: 7 }),
  })
  .map(({ start, shares, money }) => {
    const made = { ...nothing, allocated: start[0] ?? 0, assigned: start[1] ?? 0 };
    let at = 0;
    for (const branch of BRANCH_NAMES) {
      const { sets, paise } = BRANCHES[branch];
      for (let n = 1; n < sets.length; n += 1) {
        const [wider, name] = [sets[n - 1], sets[n]];
        if (!wider || !name || (branch === 'field' && n < 3)) continue;
        made[name] = Math.round(made[wider] * (shares[at++] ?? 0));
      }
      const last = sets.at(-1);
      made[paise] = last && made[last] > 0 ? (money[at % 7] ?? 1) : 0;
    }
    for (const [n, name] of OTHER_MONEY.entries()) made[name] = money[n] ?? 0;
    return made;
  });

describe('the tree', () => {
  it('knows a world by hand', () => {
    expect(factorsOf('calls', world).map(({ value }) => value)).toEqual([1000, 0.8, 0.5, 0.5, 0.5, 0.5, 0.4, 1000_00]);
    expect(resolutionOf(world)).toBeCloseTo(0.42, 12);
    expect(collectedOf(world)).toBe(25_000_00);
    expect(resolutionOf(nothing)).toBeNull();
  });
  it('multiplies to what was collected, to the paisa', () => {
    fc.assert(
      fc.property(sums, (one) => {
        for (const branch of BRANCH_NAMES) expect(productOf(factorsOf(branch, one))).toBe(one[BRANCHES[branch].paise]);
      }),
    );
  });
});

describe('the change between two periods', () => {
  it('adds up to the paisa, whatever became of it', () => {
    fc.assert(
      fc.property(sums, sums, (before, now) => {
        for (const branch of BRANCH_NAMES) {
          const { paise } = BRANCHES[branch];
          const parts = Object.values(splitChange(branch, before, now));
          expect(parts.reduce((total, part) => total + part, 0)).toBe(now[paise] - before[paise]);
        }
      }),
    );
  });
  it.each([
    ['ticket', { callKeptPaise: 30_000_00 }, { ticket: 10_000_00 }],
    ['callKept', { callKept: 40, callKeptPaise: 40_000_00 }, { callKept: 20_000_00 }],
    ['everything gone after the promises', { callKept: 0, callKeptPaise: 0 }, { callKept: -20_000_00 }],
  ])('blames the only factor that moved: %s', (_name, moved, wanted) => {
    const parts = splitChange('calls', world, { ...world, ...moved });
    expect(Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== 0))).toEqual(wanted);
  });
});

describe('what if', () => {
  it('agrees with the world in which it happened', () => {
    const happened = { ...world, callKept: 30, callKeptPaise: 30_000_00 };
    const asked = whatIf('calls', world, 'callKept', 0.6);
    expect(asked.paise).toBe(happened.callKeptPaise);
    expect(asked.change).toBe(10_000_00);
    expect(asked.moreAccounts).toBeCloseTo(10, 9);
  });
  it('grows no set beyond the one that it lies in', () =>
    expect(whatIf('calls', world, 'callKept', 7)).toEqual(whatIf('calls', world, 'callKept', 1)));
});
