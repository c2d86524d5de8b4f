/** A model is judged on a month that it has not seen, is better than the order by DPD where more than DPD counts, and says why. */
import { describe, expect, it } from 'vitest';
import {
  FEATURES,
  isEnough,
  LEAST_MODEL_MONTHS,
  LEAST_SAMPLES,
  learn,
  REASONS,
  reasonsOf,
  type Sample,
} from './prediction';
import { Random } from './random';

const MONTHS = ['2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01'];

/** Who paid before pays again; days past due say a little. */
function month(seed: string, count = 1000): Sample[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const [dpd, paidMonths] = [random.between(0, 120), random.between(0, 3)];
    const features = FEATURES.map((name) =>
      name === 'dpd' ? dpd : name === 'paidMonths' ? paidMonths : random.between(0, 10),
    );
    return { features, paid: random.chance(1 / (1 + Math.exp(2.5 + dpd / 80 - 1.4 * paidMonths))) };
  });
}
const all = () => MONTHS.map((name) => ({ month: name, samples: month(name) }));

describe('a model of months', () => {
  const made = learn(all());

  it('is trained, calibrated and judged on different months, the newest last', () => {
    expect(made).toMatchObject({
      ...{ trained: MONTHS.slice(0, 3), calibrated: MONTHS[3], judged: { month: MONTHS[4], loans: 1000 } },
    });
  });

  it('does not change with the month that it is judged on', () => {
    const other = all();
    other[4] = { month: '2026-09-01', samples: month('another').map((sample) => ({ ...sample, paid: !sample.paid })) };
    const again = learn(other);
    expect(again?.model).toEqual(made?.model);
    expect(again?.judged.order).toBeLessThan(0.5);
  });

  it('puts payers above others more often than their days past due do', () => {
    const { order, naive, error, tenths } = made?.judged ?? { order: 0, naive: 1, error: 1, tenths: [] };
    expect(naive).toBeGreaterThan(0.5);
    expect(order).toBeGreaterThan(Number(naive) + 0.1);
    expect(error).toBeLessThan(0.08);
    expect(tenths[0]?.lift).toBeGreaterThan(Number(tenths[9]?.lift));
  });

  it('gives five reasons at most, the weightiest first, for and against', () => {
    const features = FEATURES.map((name) => (name === 'dpd' ? 120 : name === 'paidMonths' ? 3 : 5));
    const reasons = made ? reasonsOf(made.model, features) : [];
    expect(reasons).toHaveLength(REASONS);
    expect(reasons[0]).toMatchObject({ feature: 'paidMonths', value: 3 });
    expect(reasons[0]?.effect).toBeGreaterThan(0);
    expect(reasons.find(({ feature }) => feature === 'dpd')?.effect).toBeLessThan(0);
    const weights = reasons.map(({ effect }) => Math.abs(effect));
    expect([...weights].sort((a, b) => b - a)).toEqual(weights);
  });
});

describe('too little', () => {
  it('is fewer months than four that teach something', () => {
    expect(learn(all().slice(0, LEAST_MODEL_MONTHS - 1))).toBeUndefined();
    const short = all().map((one, at) => (at < 2 ? { ...one, samples: one.samples.slice(0, LEAST_SAMPLES - 1) } : one));
    expect(learn(short)).toBeUndefined();
    expect(learn([])).toBeUndefined();
  });

  it('is a month in which hardly anybody paid, or hardly anybody did not', () => {
    const samples = month('x');
    expect(isEnough(samples)).toBe(true);
    for (const paid of [true, false]) expect(isEnough(samples.map((sample) => ({ ...sample, paid })))).toBe(false);
  });
});
