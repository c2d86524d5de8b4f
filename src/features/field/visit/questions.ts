/**
 * What the visit form asks for a code. The class and the code's own requirements decide; a tenant may add codes, so
 * nothing here keys on a code or a label. What is not asked is neither shown nor saved.
 */
import { type Ask, type AttachmentRef, asksOf } from '../../../../core/contract/records';
import type { DispositionClass, DispositionCode, Requirement } from '../../../../core/domain/dispositions';

/** A block of the form; `proof` is answered by the photos block, which every field record has. */
export type Question = Exclude<Requirement, 'proof'> | Exclude<Ask, 'contactScope'> | 'settlement';

/** The order at a door: money first, then people, then words and dates. */
const ORDER: readonly Question[] = [
  'subCode',
  'payment',
  'ptp',
  'amount',
  'settlement',
  'claim',
  'instalments',
  'reference',
  'personMet',
  'reason',
  'language',
  'until',
  'callbackAt',
  'nextVisitOn',
  'newAddress',
  'newPhone',
  'remarks',
];

/** What an agent may add to any visit, besides remarks, which are always there. */
const ALWAYS_OFFERED: readonly Question[] = ['personMet', 'nextVisitOn', 'newPhone', 'newAddress'];

/** What a class offers on top: part of the dues paid and the rest promised, a promise inside a refusal. */
const OFFERED: Partial<Record<DispositionClass, readonly Question[]>> = {
  COLLECTED: ['ptp', 'reason'],
  SETTLE: ['settlement', 'ptp', 'reason', 'reference'],
  INABILITY: ['ptp', 'until'],
  REFUSE: ['until'],
  DISPUTE: ['amount', 'reference'],
  PAID: ['reference'],
  PTP: ['reason'],
  SENSITIVE: ['reason'],
  ASSET: ['reason', 'reference'],
};

export interface VisitQuestions {
  /** Asked now, in order: what the code requires and what the agent opened. */
  asked: Question[];
  required: ReadonlySet<Question>;
  /** May be opened by the agent, in order. */
  offered: Question[];
  /** The photo must prove something other than the place. */
  proof: boolean;
}

const NONE: ReadonlySet<Question> = new Set();

/** `opened` by the agent, `demanded` by the server when it sent a record back. */
export function questionsFor(
  code: Pick<DispositionCode, 'class' | 'requires' | 'subCodes'>,
  opened = NONE,
  demanded = NONE,
): VisitQuestions {
  const required = new Set<Question>([
    ...code.requires.filter((item) => item !== 'proof'),
    ...asksOf({ ...code, channel: 'field' }).filter((item) => item !== 'contactScope'),
  ]);
  const may = new Set([...ALWAYS_OFFERED, ...(OFFERED[code.class] ?? [])]);
  // What is offered is the amount that such a code asks for.
  if (!required.has('amount')) may.delete('settlement');
  const settles = may.has('settlement') && opened.has('settlement');
  // How many payments a settlement has is asked with it.
  if (settles) required.delete('instalments');
  const asked = ORDER.filter(
    (item) => item === 'remarks' || required.has(item) || demanded.has(item) || (may.has(item) && opened.has(item)),
  );
  return {
    asked,
    required,
    offered: ORDER.filter((item) => may.has(item) && !asked.includes(item)),
    proof: code.requires.includes('proof'),
  };
}

/**
 * What a new photo most likely shows, after so many others. Where the code asks for proof, never the premises, which would prove nothing;
 * after the place, what somebody who disputes has to show.
 */
export function photoKindFor(
  code: Pick<DispositionCode, 'class' | 'requires'> | undefined,
  others = 0,
): AttachmentRef['kind'] {
  if (code?.class === 'DISPUTE' && others > 0) return 'document';
  if (code?.class === 'COLLECTED' || code?.class === 'PAID') return 'receipt';
  if (code?.class === 'ASSET') return 'asset';
  return code?.requires.includes('proof') ? 'document' : 'premises';
}
