/**
 * How many lines a predictive dialer opens. The dial level (lines a free agent, at most 3.0) is looked at every 15
 * seconds: more agents waiting than wanted raises it, calls that found no agent lower it. Drop % is dropped ÷ answered of
 * the day. Three ways to keep it below its limit, as dialers of this kind have them:
 * `hard-limit`: above the limit the level is 1 until the day is below it again · `tapered`: as strict as the shift is old ·
 * `average`: the limit is what the day should come to, and is approached from both sides.
 */
export const PACING_MODES = ['hard-limit', 'tapered', 'average'] as const;
export type PacingMode = (typeof PACING_MODES)[number];
export const RECOMPUTE_MS = 15_000;

export interface PacingSettings {
  mode: PacingMode;
  /** Percent of answered calls. No Indian figure is known, so it is a setting; 3 is the cap in the USA. */
  dropLimit: number;
  maxLevel: number;
  /** Percent by which every step is made larger or smaller, −40 to 40. */
  intensity: number;
  /** Agents who should be waiting, on average: the cost of never dropping. */
  waiting: number;
}
export const DEFAULT_PACING: PacingSettings = {
  mode: 'tapered',
  dropLimit: 3,
  maxLevel: 3,
  intensity: 0,
  waiting: 0.5,
};

/** What the last 15 seconds and the day so far were like. */
export interface PacingFigures {
  /** Agents who take calls: idle, talking or wrapping up. */
  agents: number;
  /** Idle agents and calls without an agent, on average since the last look. */
  agentsWaiting: number;
  callsWaiting: number;
  /** Of the day. */
  answered: number;
  dropped: number;
  /** Part of the shift that is over, 0 to 1. */
  shift: number;
}

export const dropPercent = ({ answered, dropped }: Pick<PacingFigures, 'answered' | 'dropped'>): number =>
  answered === 0 ? 0 : (100 * dropped) / answered;

const LOWEST = 1;
/** So many answered calls before a percentage means anything: one drop in three is no reason to stop. */
const FEW_ANSWERED = 40;
/** A day that aims at its limit ends on either side of it; this much of it is aimed at. */
const AIM = 0.93;
/** Part of the distance to what is wanted that one look goes. */
const STEP = 0.35;

/** The next dial level. */
export function nextLevel(level: number, settings: PacingSettings, figures: PacingFigures): number {
  const { mode, dropLimit, maxLevel, intensity, waiting } = settings;
  const { agents, agentsWaiting, callsWaiting, shift } = figures;
  if (agents === 0) return LOWEST;
  const drop = figures.answered < FEW_ANSWERED ? 0 : dropPercent(figures);
  const used = dropLimit <= 0 ? Number.POSITIVE_INFINITY : drop / (dropLimit * AIM);
  if (mode === 'hard-limit' && used >= 1) return LOWEST;

  // Idle agents pull up, calls in the air without an agent push down, by their share of all agents.
  const pull = (agentsWaiting - waiting - 4 * callsWaiting) / agents;
  let step = STEP * Math.max(-1, Math.min(1, pull * 4)) * (1 + intensity / 100);
  // Room that is left under the limit slows the way up; being over it is a way down of its own.
  const strictness = mode === 'tapered' ? 0.4 + 0.6 * shift : mode === 'average' ? 0.8 : 1;
  if (step > 0) step *= Math.max(0, 1 - strictness * used * used);
  if (used > 1) step -= STEP * strictness * Math.min(2, used - 1);
  return Math.min(maxLevel, Math.max(LOWEST, level + step));
}

export interface LineFigures {
  idle: number;
  talking: number;
  wrapping: number;
  /** Lines dialing or ringing. */
  open: number;
  /** Answered calls that wait for an agent. */
  callsWaiting: number;
  /** Of the calls of the last minutes. */
  answerRate: number;
  /** Seconds on average. */
  meanTalk: number;
  meanWrap: number;
  /** Seconds from dialing to an answer. */
  meanRing: number;
}

/**
 * Lines to open now. An answer comes `meanRing` seconds from now, so those agents count who are idle then: the idle ones
 * and, by how long talk and wrap-up last, a part of the others. Level 1 opens a line an agent; a higher level goes
 * towards as many as the answer rate says are needed for one answer each, and never beyond the level itself.
 */
export function linesToOpen(level: number, figures: LineFigures): number {
  const { idle, talking, wrapping, open, callsWaiting, answerRate, meanTalk, meanWrap, meanRing } = figures;
  const over = (seconds: number, mean: number) => 1 - Math.exp(-seconds / Math.max(1, mean));
  const soon =
    wrapping * over(meanRing, meanWrap) + talking * over(meanRing, meanTalk) * over(meanRing, meanWrap) * 0.5;
  const free = Math.max(0, idle - callsWaiting) + soon;
  const perAnswer = 1 / Math.max(answerRate, 0.05);
  const perAgent = Math.min(level, perAnswer);
  return Math.max(0, Math.floor(free * perAgent - open));
}
