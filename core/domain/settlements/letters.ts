/** The letters that the product draws for a settlement: when each may be drawn, and what whoever scans one is told of it. */
import { SETTLEMENT_LETTERS, type SettlementLetterKind } from '../letters/standing';
import type { Stage } from './steps';

const DRAWN_AT: Record<SettlementLetterKind, readonly Stage[]> = {
  SR: ['approved'],
  AL: ['approved', 'letter-out', 'acknowledged', 'running'],
  NL: ['completed'],
};

/** In their order, the one that the stage waits for first. */
export const lettersAt = (stage: Stage): SettlementLetterKind[] =>
  SETTLEMENT_LETTERS.filter((kind) => DRAWN_AT[kind].includes(stage));

/** The one in the borrower's language, else the first; undefined without any. */
export const templateFor = <T extends { language: string }>(templates: readonly T[], language: string): T | undefined =>
  templates.find((one) => one.language === language) ?? templates[0];

/** `draft` was never sent, `done`: what it promises has been paid, `void`: what it says holds no longer. */
export const LETTER_STATES = ['draft', 'valid', 'done', 'void'] as const;
export type LetterState = (typeof LETTER_STATES)[number];

const FALLEN: readonly Stage[] = ['rejected', 'lapsed', 'breached', 'withdrawn'];

export interface LetterAsked {
  kind: SettlementLetterKind;
  sent: boolean;
  /** Of the offer that it was drawn from. */
  round: number;
  stage: Stage;
  roundInForce: number;
  /** The settlement hands it out as its no-dues letter; one of before a payment was taken back is not. */
  current: boolean;
}

export function letterState({ kind, sent, round, stage, roundInForce, current }: LetterAsked): LetterState {
  if (!sent) return 'draft';
  if (kind === 'NL') return current && stage === 'no-dues' ? 'valid' : 'void';
  if (round !== roundInForce || FALLEN.includes(stage)) return 'void';
  return stage === 'completed' || stage === 'no-dues' ? 'done' : 'valid';
}
