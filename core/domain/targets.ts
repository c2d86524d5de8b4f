/**
 * Targets: what is measured, and what a target and an achievement say together (domain 1.9 and 1.15). Every value is a whole
 * number in its metric's unit: paise, basis points (hundredths of a percent), minutes, or a count.
 */
import { MAX_PAISE } from './money';
import type { MonthDays } from './working-days';

export const METRICS = ['amount', 'resolution', 'count', 'ptp', 'visits', 'login'] as const;
export type Metric = (typeof METRICS)[number];
export type Unit = 'paise' | 'basis-points' | 'count' | 'minutes';

export const METRIC_FACTS: Record<Metric, { label: string; unit: Unit; formula: string; max: number; adds: boolean }> =
  {
    amount: {
      label: 'Amount collected',
      unit: 'paise',
      formula: 'Payments of the month that were not reversed',
      max: MAX_PAISE,
      adds: true,
    },
    resolution: {
      label: 'Resolution %',
      unit: 'basis-points',
      formula:
        'Principal of loans that are closed, settled or in no higher bucket than when the month opened ÷ principal',
      max: 100_00,
      // Percentages of parts do not add up to the percentage of the whole.
      adds: false,
    },
    count: {
      label: 'Loans paid',
      unit: 'count',
      formula: 'Loans with a payment in the month',
      max: 10_000_000,
      adds: true,
    },
    ptp: {
      label: 'Promises to pay',
      unit: 'count',
      formula: 'Promises taken in the month',
      max: 10_000_000,
      adds: true,
    },
    visits: { label: 'Visits', unit: 'count', formula: 'Visits recorded in the month', max: 10_000_000, adds: true },
    login: {
      label: 'Login hours',
      unit: 'minutes',
      formula: 'Time from each sign-in to its end or last sign of life, within the month',
      max: 60 * 24 * 31 * 10_000,
      adds: true,
    },
  };

export const TARGET_SCOPES = ['user', 'team', 'portfolio'] as const;
export type TargetScope = (typeof TARGET_SCOPES)[number];

export interface Progress {
  /** Achieved of the target, in percent; null without a target or an achievement. */
  percent: number | null;
  /** Daily run rate: what is missing ÷ working days left, today included; null when no day is left or nothing is known. */
  drr: number | null;
  /** Where the month ends at the pace so far; null before its first working day and for what does not add up over days. */
  projection: number | null;
}

/** `achieved` is null where it cannot be known any more (resolution of a month that is over). */
export function progressOf(metric: Metric, target: number, achieved: number | null, days: MonthDays): Progress {
  if (achieved === null) return { percent: null, drr: null, projection: null };
  const missing = Math.max(0, target - achieved);
  const projects = METRIC_FACTS[metric].adds && days.elapsed > 0;
  return {
    percent: target > 0 ? Math.round((achieved / target) * 1000) / 10 : null,
    drr: missing === 0 ? 0 : days.left > 0 ? Math.ceil(missing / days.left) : null,
    projection: projects ? Math.round((achieved / days.elapsed) * days.total) : null,
  };
}

/** A target of last month raised or lowered by a percentage, in whole rupees, hours or units; never above the metric's limit. */
export function changedBy(metric: Metric, target: number, percent: number): number {
  const step = stepOf(metric);
  const next = Math.round((target * (100 + percent)) / 100 / step) * step;
  return Math.min(METRIC_FACTS[metric].max, Math.max(0, next));
}

/** What a target is counted in on screens: whole rupees, tenths of a percent, whole hours, single things. */
export const stepOf = (metric: Metric): number =>
  ({ paise: 100, 'basis-points': 10, minutes: 60, count: 1 })[METRIC_FACTS[metric].unit];

/**
 * What a person typed into a target's field as a value of the metric: rupees with lakh commas, a percentage, hours, or a
 * count. Undefined for anything else.
 */
export function parseTarget(metric: Metric, typed: string): number | undefined {
  const { unit, max } = METRIC_FACTS[metric];
  const cleaned = typed.replace(/[₹,%\s]/g, '').replace(/h$/i, '');
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(cleaned)) return undefined;
  const factor = { paise: 100, 'basis-points': 100, minutes: 60, count: 1 }[unit];
  const value = Number(cleaned) * factor;
  const whole = Math.round(value);
  if (unit === 'count' && whole !== value) return undefined;
  return whole <= max ? whole : undefined;
}

/** A value as it stands in a field while it is changed: `parseTarget` of it is the value again. */
export function typedTarget(metric: Metric, value: number): string {
  const { unit } = METRIC_FACTS[metric];
  const factor = { paise: 100, 'basis-points': 100, minutes: 60, count: 1 }[unit];
  return String(Math.round((value / factor) * 100) / 100);
}
