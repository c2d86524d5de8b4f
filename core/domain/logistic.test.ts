/** A model finds the truth that its samples were made from, says chances as they come true, and its judges are right on cases known by hand. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calibrate,
  chanceIn,
  contributions,
  countsIn,
  cutsOf,
  driftOf,
  errorOf,
  orderOf,
  type Sample,
  scoreOf,
  tenths,
  train,
} from './logistic';
import { Random } from './random';

/** Two features that count, one that is noise, one that never differs. */
function world(seed: string, count: number): Sample[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const features = [random.fraction() * 4 - 2, random.between(0, 3), random.fraction(), 7];
    const [first = 0, second = 0] = features;
    return { features, paid: random.chance(1 / (1 + Math.exp(-(1.2 * first - 0.8 * second)))) };
  });
}
const judged = (model: ReturnType<typeof train>, samples: readonly Sample[]) =>
  samples.map(({ features, paid }) => ({ score: scoreOf(model, features), chance: chanceIn(model, features), paid }));

describe('a model', () => {
  const model = train(world('train', 4000), world('calibrate', 3000));

  it('finds what the loans were made by', () => {
    const perUnit = model.weights.map((weight, at) => weight / (model.deviations[at] ?? 1));
    expect(perUnit[0]).toBeCloseTo(1.2, 0);
    expect(perUnit[1]).toBeCloseTo(-0.8, 0);
    expect(Math.abs(perUnit[2] ?? 9)).toBeLessThan(0.25);
    expect(model.weights[3]).toBe(0);
  });

  it('is the same for the same samples, and its contributions make up the score', () => {
    expect(train(world('train', 4000), world('calibrate', 3000))).toEqual(model);
    const features = [1, 2, 0.5, 7];
    expect(contributions(model, features).reduce((sum, one) => sum + one, model.intercept)).toBeCloseTo(
      scoreOf(model, features),
      10,
    );
  });

  it('says of later loans what comes true, and orders them better than chance or its noise', () => {
    const later = judged(model, world('later', 4000));
    const parts = tenths(later);
    expect(errorOf(parts)).toBeLessThan(0.05);
    expect(orderOf(later)).toBeGreaterThan(0.75);
    expect(parts[0]?.lift).toBeGreaterThan(1.7);
    expect(parts[9]?.lift).toBeLessThan(0.3);
    const noise = world('later', 4000).map(({ features, paid }) => ({ score: features[2] ?? 0, paid }));
    expect(Math.abs(Number(orderOf(noise)) - 0.5)).toBeLessThan(0.05);
  });

  it('stays a number where a feature tells all, and where nobody paid', () => {
    const split = Array.from({ length: 200 }, (_, at) => ({ features: [at], paid: at >= 100 }));
    const sure = train(split, split);
    expect(Number.isFinite(scoreOf(sure, [1e6]))).toBe(true);
    expect(chanceIn(sure, [150])).toBeGreaterThan(chanceIn(sure, [50]));
    const none = split.map(({ features }) => ({ features, paid: false }));
    expect(chanceIn(train(none, none), [50])).toBeLessThan(0.05);
  });
});

const scored = fc.array(fc.record({ score: fc.integer({ min: -5, max: 5 }), paid: fc.boolean() }), {
  minLength: 1,
  maxLength: 60,
});

describe('calibration', () => {
  it('never falls, is a chance, and keeps the order of the scores', () => {
    fc.assert(
      fc.property(scored, (rows) => {
        const steps = calibrate(rows);
        const chances = steps.map(({ chance }) => chance);
        expect([...chances].sort((a, b) => a - b)).toEqual(chances);
        expect(chances.every((chance) => chance > 0 && chance < 1)).toBe(true);
        const from = steps.map((step) => step.from);
        expect(from).toEqual([...new Set(from)].sort((a, b) => a - b));
      }),
    );
  });
});

describe('the judges', () => {
  it('count pairs in their order, equal ones half', () => {
    const row = (score: number, paid: boolean) => ({ score, paid });
    expect(orderOf([row(1, false), row(2, true)])).toBe(1);
    expect(orderOf([row(2, false), row(1, true)])).toBe(0);
    expect(orderOf([row(1, false), row(1, true)])).toBe(0.5);
    expect(orderOf([row(1, true), row(2, true)])).toBeNull();
    fc.assert(
      fc.property(scored, (rows) => {
        let [pairs, right] = [0, 0];
        for (const a of rows.filter(({ paid }) => paid))
          for (const b of rows.filter(({ paid }) => !paid)) {
            pairs += 1;
            right += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0;
          }
        const order = orderOf(rows);
        if (pairs === 0) expect(order).toBeNull();
        else expect(order).toBeCloseTo(right / pairs, 9);
      }),
    );
  });

  it('take each loan into one tenth', () => {
    fc.assert(
      fc.property(scored, (rows) => {
        const parts = tenths(rows.map((row) => ({ ...row, chance: 0.5 })));
        expect(parts.reduce((sum, { loans }) => sum + loans, 0)).toBe(rows.length);
        const paid = parts.reduce((sum, part) => sum + part.paid * part.loans, 0);
        expect(paid).toBeCloseTo(rows.filter((row) => row.paid).length, 6);
      }),
    );
  });

  it('see no drift in the same scores, and much in others', () => {
    const random = new Random('drift');
    const scores = Array.from({ length: 1000 }, () => random.fraction());
    const cuts = cutsOf(scores);
    const then = countsIn(cuts, scores);
    expect(then).toEqual(new Array(10).fill(100));
    expect(driftOf(then, then)).toBeLessThan(0.001);
    const lower = scores.map((one) => one * one);
    expect(driftOf(then, countsIn(cuts, lower))).toBeGreaterThan(0.25);
    expect(driftOf(countsIn(cuts, []), then)).toBe(0);
  });
});
