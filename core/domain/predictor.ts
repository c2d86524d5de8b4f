/** The advanced predictor (domain 1.13): one model of a tenant's months that are over, judged on the newest of them, which it never saw. */
import type { Day } from './dates';
import {
  chanceIn,
  contributions,
  countsIn,
  cutsOf,
  errorOf,
  type Model,
  orderOf,
  type Sample,
  scoreOf,
  type Tenth,
  tenths,
  train,
} from './logistic';

/** One month at least to learn from, one to calibrate by, one to be judged on; and one more, so that it is no single month's habit. */
export const LEAST_MODEL_MONTHS = 4;
/** Loans of a month, and of those that paid and did not, below which it teaches nothing. */
export const LEAST_SAMPLES = 500;
export const LEAST_OF_EACH = 30;
/** Loans of a month that are looked at; a larger book is sampled. */
export const MOST_SAMPLES = 5000;
export const REASONS = 5;

/** In the order of the samples. What each is worth as words says the screen. */
export const FEATURES = [
  'dpd',
  'paidMonths',
  'sincePaid',
  'pos',
  'overdue',
  'kept',
  'broken',
  'tried',
  'reached',
  'vintage',
] as const;
export type Feature = (typeof FEATURES)[number];

export interface Judgement {
  month: Day;
  loans: number;
  /** The share that paid. */
  paid: number;
  /** Of one that paid and one that did not, how often it puts the first above; and how often fewer days past due do. */
  order: number | null;
  naive: number | null;
  /** Mean distance of what was said from what was paid. */
  error: number;
  tenths: Tenth[];
}

export interface Trained {
  model: Model;
  trained: Day[];
  calibrated: Day;
  judged: Judgement;
  /** How the scores of the training lie, for the drift of later books. */
  cuts: number[];
  counts: number[];
}

/** Whether a month teaches something. */
export const isEnough = (samples: readonly Sample[]): boolean => {
  const paid = samples.filter((sample) => sample.paid).length;
  return samples.length >= LEAST_SAMPLES && paid >= LEAST_OF_EACH && samples.length - paid >= LEAST_OF_EACH;
};

const DPD = FEATURES.indexOf('dpd');

/** `months` the oldest first. Undefined with too few months that teach something. */
export function learn(months: readonly { month: Day; samples: readonly Sample[] }[]): Trained | undefined {
  const known = months.filter(({ samples }) => isEnough(samples));
  const [calibrating, judging] = [known.at(-2), known.at(-1)];
  if (known.length < LEAST_MODEL_MONTHS || !calibrating || !judging) return undefined;
  const training = known.slice(0, -2);
  const learned = training.flatMap(({ samples }) => samples);
  const model = train(learned, calibrating.samples);
  const scored = judging.samples.map(({ features, paid }) => ({
    score: scoreOf(model, features),
    chance: chanceIn(model, features),
    paid,
  }));
  const parts = tenths(scored);
  const scores = learned.map(({ features }) => scoreOf(model, features));
  const cuts = cutsOf(scores);
  return {
    model,
    trained: training.map(({ month }) => month),
    calibrated: calibrating.month,
    judged: {
      month: judging.month,
      loans: scored.length,
      paid: scored.filter(({ paid }) => paid).length / scored.length,
      order: orderOf(scored),
      naive: orderOf(judging.samples.map(({ features, paid }) => ({ score: -(features[DPD] ?? 0), paid }))),
      error: errorOf(parts),
      tenths: parts,
    },
    cuts,
    counts: countsIn(cuts, scores),
  };
}

export interface Reason {
  feature: Feature;
  value: number;
  /** Added to the score against the average loan of the training; above 0 it makes a payment likelier. */
  effect: number;
}

/** What counts most, for or against, the largest first. */
export function reasonsOf(model: Model, features: readonly number[]): Reason[] {
  const effects = contributions(model, features);
  return FEATURES.map((feature, at) => ({ feature, value: features[at] ?? 0, effect: effects[at] ?? 0 }))
    .filter(({ effect }) => Math.abs(effect) > 1e-6)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, REASONS);
}
