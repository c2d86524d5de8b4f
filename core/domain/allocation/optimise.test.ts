/** The plan against every other plan, found by trying all of them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LoanClass, optimise, type Problem } from './optimise';

interface Single {
  /** With each holder. */
  points: number[];
}

/** Each loan on its own: those that a holder has now cost less there. */
const singles = ({ classes }: Problem): Single[] =>
  classes.flatMap(({ supply, place, language, move, keepers, kept }) => {
    const points = Array.from(place, (one, holder) => one + (language[holder] ?? 0) + move);
    const own = Array.from(keepers).flatMap((keeper, at) =>
      new Array<Single>(kept[at] ?? 0).fill({
        points: points.map((one, holder) => (holder === keeper ? one - move : one)),
      }),
    );
    return [...own, ...new Array<Single>(supply - own.length).fill({ points })];
  });

/** The cheapest of all plans that give so many loans: without a number, as many as there is room for. */
function cheapestOfAll(problem: Problem, wanted?: number): number {
  const { room, step } = problem;
  const loans = singles(problem);
  const most =
    wanted ??
    Math.min(
      loans.length,
      room.reduce((sum, one) => sum + one, 0),
    );
  let best = Number.POSITIVE_INFINITY;
  const load = room.map(() => 0);
  const go = (at: number, given: number, spent: number) => {
    if (given + loans.length - at < most || given > most || spent >= best) return;
    if (at === loans.length) {
      best = spent;
      return;
    }
    room.forEach((places, holder) => {
      const had = load[holder] ?? 0;
      if (had >= places) return;
      load[holder] = had + 1;
      go(at + 1, given + 1, spent + (loans[at]?.points[holder] ?? 0) + step(holder, had));
      load[holder] = had;
    });
    go(at + 1, given, spent);
  };
  go(0, 0, 0);
  return best;
}

const problems = fc
  .record({
    room: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
    rise: fc.integer({ min: 0, max: 6 }),
    block: fc.integer({ min: 1, max: 2 }),
  })
  .chain(({ room, rise, block }) => {
    const each = (max: number) => fc.array(fc.nat({ max }), { minLength: room.length, maxLength: room.length });
    return fc
      .record({
        classes: fc.array(
          fc.record({
            free: fc.nat({ max: 2 }),
            place: each(20),
            language: each(9),
            move: fc.nat({ max: 9 }),
            kept: each(1),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        offset: each(3),
      })
      .map(
        ({ classes, offset }): Problem => ({
          classes: classes.map(({ free, place, language, move, kept }): LoanClass => {
            const keepers = [...kept.keys()].filter((holder) => move > 0 && kept[holder] !== 0);
            return {
              supply: free + keepers.length,
              place: Uint16Array.from(place),
              language: Uint16Array.from(language),
              move,
              keepers,
              kept: keepers.map((holder) => kept[holder] ?? 0),
            };
          }),
          room,
          block,
          offset,
          step: (holder, n) => rise * Math.floor(((offset[holder] ?? 0) + n) / block),
        }),
      );
  });

it('costs what the cheapest of all plans costs, gives as many, and proves it by its bound', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const plan = optimise(problem);
      const most = problem.room.reduce((sum, one) => sum + one, 0);
      const loans = problem.classes.reduce((sum, { supply }) => sum + supply, 0);
      expect(plan.leftOut.reduce((sum, one) => sum + one, 0)).toBe(Math.max(0, loans - most));
      problem.classes.forEach(({ supply }, kind) => {
        const given = [...(plan.given[kind]?.values() ?? [])].reduce((sum, one) => sum + one, 0);
        expect(given + (plan.leftOut[kind] ?? 0)).toBe(supply);
      });
      problem.room.forEach((places, holder) => {
        expect(plan.given.reduce((sum, row) => sum + (row.get(holder) ?? 0), 0)).toBeLessThanOrEqual(places);
      });
      expect(plan.cost).toBe(cheapestOfAll(problem));
      expect(plan.atLeast(Math.min(loans, most))).toBe(plan.cost);
      // Beyond its work it gives as many, is proven to be close, and its bound is still one.
      const quick = optimise(problem, 0);
      expect(quick.leftOut.reduce((sum, one) => sum + one, 0)).toBe(Math.max(0, loans - most));
      expect(quick.cost).toBeGreaterThanOrEqual(plan.cost);
      expect(quick.atLeast(Math.min(loans, most))).toBeLessThanOrEqual(plan.cost);
      expect(quick.cost).toBeLessThanOrEqual(quick.atLeast(Math.min(loans, most)) * 1.01);
      for (let fewer = 0; fewer < Math.min(loans, most); fewer++)
        for (const { atLeast } of [plan, quick])
          expect(atLeast(fewer)).toBeLessThanOrEqual(cheapestOfAll(problem, fewer));
    }),
    { numRuns: 600 },
  );
});

it('is exact where holders are thousands and every place is taken', () => {
  const places = 3000;
  const nothing = new Uint16Array(places);
  const plan = optimise({
    classes: [3, 4, 5].map(
      (by): LoanClass => ({
        supply: 1000,
        place: Uint16Array.from(nothing, (_, holder) => (holder * by) % 17),
        language: nothing,
        move: 0,
        keepers: [],
        kept: [],
      }),
    ),
    room: new Array<number>(places).fill(1),
    block: 1,
    offset: new Array<number>(places).fill(0),
    step: () => 0,
  });
  expect(plan.leftOut).toEqual([0, 0, 0]);
  expect(plan.atLeast(places)).toBe(plan.cost);
});
