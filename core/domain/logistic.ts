/**
 * A logistic regression over standardised features, made as likely as it says by monotone steps (calibration) on loans that it was not
 * trained on, and judged on a later month that neither saw. Pure; the same samples give the same model.
 */

export interface Sample {
  features: readonly number[];
  paid: boolean;
}

export interface Model {
  /** Of each feature, in the samples' order. */
  means: number[];
  deviations: number[];
  weights: number[];
  intercept: number;
  /** Scores from which on, and the chance that is meant; rising. */
  steps: { from: number; chance: number }[];
}

const ROUNDS = 25;
/** Keeps weights of features that say the same small. */
const RIDGE: number = 1;

const chanceOf = (score: number): number => 1 / (1 + Math.exp(-Math.max(-35, Math.min(35, score))));

/** Solves a symmetric positive system in place. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let column = 0; column < size; column++) {
    let best = column;
    for (let at = column + 1; at < size; at++)
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = at;
    const [pivot, swapped] = [rows[best] ?? [], rows[column] ?? []];
    rows[best] = swapped;
    rows[column] = pivot;
    const lead = pivot[column] ?? 0;
    if (lead === 0) continue;
    for (let at = 0; at < size; at++) {
      const row = rows[at];
      if (at === column || !row) continue;
      const factor = (row[column] ?? 0) / lead;
      if (factor !== 0)
        for (let place = column; place <= size; place++) row[place] = (row[place] ?? 0) - factor * (pivot[place] ?? 0);
    }
  }
  return rows.map((row, at) => ((row[at] ?? 0) === 0 ? 0 : (row[size] ?? 0) / (row[at] ?? 1)));
}

function standard(samples: readonly Sample[], features: number) {
  const sums = new Array<number>(features).fill(0);
  const squares = new Array<number>(features).fill(0);
  for (const { features: values } of samples)
    for (let at = 0; at < features; at++) {
      const value = values[at] ?? 0;
      sums[at] = (sums[at] ?? 0) + value;
      squares[at] = (squares[at] ?? 0) + value * value;
    }
  const count = Math.max(1, samples.length);
  const means = sums.map((sum) => sum / count);
  // A feature that never differs says nothing.
  const deviations = squares.map((sum, at) => Math.sqrt(Math.max(0, sum / count - (means[at] ?? 0) ** 2)) || 1);
  return { means, deviations };
}

/** What each feature adds to the score of a loan, against the average one; more means likelier to pay. */
export const contributions = ({ means, deviations, weights }: Model, features: readonly number[]): number[] =>
  weights.map((weight, at) => (weight * ((features[at] ?? 0) - (means[at] ?? 0))) / (deviations[at] ?? 1));

/** Raises with the chance to pay; only its order means something. */
export const scoreOf = (model: Model, features: readonly number[]): number =>
  contributions(model, features).reduce((sum, one) => sum + one, model.intercept);

/** From 0 to 1. */
export function chanceIn(model: Model, features: readonly number[]): number {
  const score = scoreOf(model, features);
  let chance = model.steps[0]?.chance ?? chanceOf(score);
  for (const step of model.steps) {
    if (step.from > score) break;
    chance = step.chance;
  }
  return chance;
}

/** Steps that never fall, each as high as the loans of it pay (pool adjacent violators). */
export function calibrate(scored: readonly { score: number; paid: boolean }[]): Model['steps'] {
  const pools: { from: number; paid: number; loans: number }[] = [];
  for (const { score, paid } of [...scored].sort((a, b) => a.score - b.score)) {
    const last = pools.at(-1);
    // Equal scores are one step.
    if (last && last.from === score) {
      last.paid += Number(paid);
      last.loans += 1;
    } else pools.push({ from: score, paid: Number(paid), loans: 1 });
    for (;;) {
      const [before, after] = [pools.at(-2), pools.at(-1)];
      if (!before || !after || before.paid / before.loans < after.paid / after.loans) break;
      before.paid += after.paid;
      before.loans += after.loans;
      pools.pop();
    }
  }
  // One loan more that paid half: neither never nor always is known of so few.
  return pools
    .map(({ from, paid, loans }) => ({ from, chance: (paid + 0.5) / (loans + 1) }))
    .reduce<Model['steps']>((steps, step) => {
      steps.push({ from: step.from, chance: Math.max(step.chance, steps.at(-1)?.chance ?? 0) });
      return steps;
    }, []);
}

/** `training` and `calibrating` are loans of different months. */
export function train(training: readonly Sample[], calibrating: readonly Sample[]): Model {
  const size = training[0]?.features.length ?? 0;
  const { means, deviations } = standard(training, size);
  const rows = training.map(({ features, paid }) => ({
    values: [1, ...features.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1))],
    paid: Number(paid),
  }));
  let weights = new Array<number>(size + 1).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const matrix = Array.from({ length: size + 1 }, (_, at) =>
      Array.from({ length: size + 1 }, (__, other) => (at === other && at > 0 ? RIDGE : 0)),
    );
    const right = weights.map((weight, at) => (at > 0 ? -RIDGE * weight : 0));
    for (const { values, paid } of rows) {
      let score = 0;
      for (let at = 0; at <= size; at++) score += (weights[at] ?? 0) * (values[at] ?? 0);
      const chance = chanceOf(score);
      const curve = Math.max(1e-9, chance * (1 - chance));
      for (let at = 0; at <= size; at++) {
        const value = values[at] ?? 0;
        right[at] = (right[at] ?? 0) + (paid - chance) * value;
        const line = matrix[at] ?? [];
        for (let other = 0; other <= size; other++)
          line[other] = (line[other] ?? 0) + curve * value * (values[other] ?? 0);
      }
    }
    const change = solve(matrix, right);
    weights = weights.map((weight, at) => weight + (change[at] ?? 0));
    if (change.every((one) => Math.abs(one) < 1e-8)) break;
  }
  const model: Model = { means, deviations, weights: weights.slice(1), intercept: weights[0] ?? 0, steps: [] };
  return {
    ...model,
    steps: calibrate(calibrating.map(({ features, paid }) => ({ score: scoreOf(model, features), paid }))),
  };
}

/** How often, of one that paid and one that did not, the first stands above: 0.5 is by chance, 1 is always. Null where all did the same. */
export function orderOf(scored: readonly { score: number; paid: boolean }[]): number | null {
  const sorted = [...scored].sort((a, b) => a.score - b.score);
  let [ranks, paid, place] = [0, 0, 0];
  while (place < sorted.length) {
    let end = place;
    while (end < sorted.length && sorted[end]?.score === sorted[place]?.score) end += 1;
    for (let at = place; at < end; at++)
      if (sorted[at]?.paid) {
        ranks += (place + end + 1) / 2;
        paid += 1;
      }
    place = end;
  }
  const unpaid = sorted.length - paid;
  return paid === 0 || unpaid === 0 ? null : (ranks - (paid * (paid + 1)) / 2) / (paid * unpaid);
}

/** A tenth of the loans by their chance, the best first: what was said of them and what they did. */
export interface Tenth {
  loans: number;
  /** Means of the chances, and the share that paid. */
  said: number;
  paid: number;
  /** How many times as often as all of them they paid. */
  lift: number;
}

const TENTHS = 10;

export function tenths(judged: readonly { chance: number; score: number; paid: boolean }[]): Tenth[] {
  const sorted = [...judged].sort((a, b) => b.score - a.score);
  const all = sorted.filter(({ paid }) => paid).length / Math.max(1, sorted.length);
  return Array.from({ length: TENTHS }, (_, at) => {
    const part = sorted.slice(
      Math.floor((at * sorted.length) / TENTHS),
      Math.floor(((at + 1) * sorted.length) / TENTHS),
    );
    const loans = part.length;
    const paid = part.filter((one) => one.paid).length / Math.max(1, loans);
    return {
      loans,
      said: part.reduce((sum, { chance }) => sum + chance, 0) / Math.max(1, loans),
      paid,
      lift: all > 0 ? paid / all : 0,
    };
  });
}

/** By how much what was said and what was paid lie apart, by loans: 0 is exact. */
export const errorOf = (parts: readonly Tenth[]): number => {
  const loans = parts.reduce((sum, part) => sum + part.loans, 0);
  return parts.reduce((sum, part) => sum + Math.abs(part.said - part.paid) * part.loans, 0) / Math.max(1, loans);
};

/** Where the tenths of these scores end, the last left out. */
export function cutsOf(scores: readonly number[]): number[] {
  const sorted = [...scores].sort((a, b) => a - b);
  return Array.from({ length: TENTHS - 1 }, (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / TENTHS)] ?? 0);
}

/** How many scores lie in each part that the cuts make. */
export function countsIn(cuts: readonly number[], scores: readonly number[]): number[] {
  const counts = new Array<number>(TENTHS).fill(0);
  for (const score of scores) {
    const at = cuts.findIndex((cut) => score < cut);
    const place = at < 0 ? TENTHS - 1 : at;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** How far a book lies from another one by its counts (population stability): below 0.1 alike, above 0.25 another book. 0 for an empty one. */
export function driftOf(then: readonly number[], now: readonly number[]): number {
  const shares = (counts: readonly number[]) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    return all === 0 ? undefined : counts.map((count) => (count + 0.5) / (all + TENTHS / 2));
  };
  const [before, after] = [shares(then), shares(now)];
  if (!before || !after) return 0;
  return before.reduce((sum, share, at) => {
    const other = after[at] ?? share;
    return sum + (other - share) * Math.log(other / share);
  }, 0);
}
