/** The plan against every other plan, found by trying all of them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { optimise, type Problem } from './optimise';

/** The cheapest of all plans that give so many loans: without a number, as many as there is room for. */
function cheapestOfAll({ supply, cost, room, step }: Problem, wanted?: number): number {
  const loans = supply.flatMap((count, kind) => new Array<number>(count).fill(kind));
  const most =
    wanted ??
    Math.min(
      loans.length,
      room.reduce((sum, one) => sum + one, 0),
    );
  let best = Number.POSITIVE_INFINITY;
  const load = room.map(() => 0);
  const go = (at: number, given: number, spent: number) => {
    if (given + loans.length - at < most || given > most) return;
    if (at === loans.length) {
      best = Math.min(best, spent);
      return;
    }
    room.forEach((places, holder) => {
      const had = load[holder] ?? 0;
      if (had >= places) return;
      load[holder] = had + 1;
      go(at + 1, given + 1, spent + cost(loans[at] as number, holder) + step(holder, had));
      load[holder] = had;
    });
    go(at + 1, given, spent);
  };
  go(0, 0, 0);
  return best;
}

const problems = fc
  .record({
    supply: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }),
    room: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
    rise: fc.integer({ min: 0, max: 6 }),
    block: fc.integer({ min: 1, max: 2 }),
  })
  .chain(({ supply, room, rise, block }) =>
    fc
      .record({
        cost: fc.array(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: room.length, maxLength: room.length }), {
          minLength: supply.length,
          maxLength: supply.length,
        }),
        offset: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: room.length, maxLength: room.length }),
      })
      .map(
        ({ cost, offset }): Problem => ({
          supply,
          room,
          cost: (kind, holder) => cost[kind]?.[holder] ?? 0,
          block,
          offset,
          step: (holder, n) => rise * Math.floor(((offset[holder] ?? 0) + n) / block),
        }),
      ),
  );

it('costs what the cheapest of all plans costs, gives as many, and proves it by its bound', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const plan = optimise(problem);
      const most = problem.room.reduce((sum, one) => sum + one, 0);
      const loans = problem.supply.reduce((sum, one) => sum + one, 0);
      expect(plan.leftOut.reduce((sum, one) => sum + one, 0)).toBe(Math.max(0, loans - most));
      problem.supply.forEach((count, kind) => {
        const given = [...(plan.given[kind]?.values() ?? [])].reduce((sum, one) => sum + one, 0);
        expect(given + (plan.leftOut[kind] ?? 0)).toBe(count);
      });
      problem.room.forEach((places, holder) => {
        expect(plan.given.reduce((sum, row) => sum + (row.get(holder) ?? 0), 0)).toBeLessThanOrEqual(places);
      });
      expect(plan.cost).toBe(cheapestOfAll(problem));
      expect(plan.atLeast(Math.min(loans, most))).toBe(plan.cost);
      // With places taken one by one it may be dearer, and its bound is still one.
      const quick = optimise(problem, 0);
      expect(quick.leftOut.reduce((sum, one) => sum + one, 0)).toBe(Math.max(0, loans - most));
      expect(quick.cost).toBeGreaterThanOrEqual(plan.cost);
      expect(quick.atLeast(Math.min(loans, most))).toBeLessThanOrEqual(plan.cost);
      for (let fewer = 0; fewer < Math.min(loans, most); fewer++)
        for (const { atLeast } of [plan, quick])
          expect(atLeast(fewer)).toBeLessThanOrEqual(cheapestOfAll(problem, fewer));
    }),
    { numRuns: 600 },
  );
});

it('takes the cheapest free place where holders are many, and its bound stays below', () => {
  const places = 4000;
  const plan = optimise({
    supply: [400, 400, 400],
    room: new Array<number>(places).fill(1),
    cost: (kind, holder) => (holder * (kind + 3)) % 17,
    block: 1,
    offset: new Array<number>(places).fill(0),
    step: () => 0,
  });
  expect(plan.leftOut).toEqual([0, 0, 0]);
  expect(plan.atLeast(1200)).toBeLessThanOrEqual(plan.cost);
});
