/** Which block of the form an error's path belongs to, so that words stand where the mistake is. */
import type { FieldError } from '../../../../core/contract/errors';
import { said } from '../../../i18n';
import type { Question } from './questions';
import type { Answer, Visit } from './visit';

/** Blocks from top to bottom; the first one with an error is the one to jump to. */
export const BLOCKS = [
  'code',
  'subCode',
  'payment',
  'ptp',
  'amountPaise',
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
  'attachments',
  'place',
  'gps',
  'remarks',
] as const;
export type Block = (typeof BLOCKS)[number];

const known = new Set<string>(BLOCKS);

/** The block of a path; undefined when no field of this form can mend it. */
export function blockOf(path: string): Block | undefined {
  const head = path.split('.')[0] ?? '';
  return known.has(head) ? (head as Block) : undefined;
}

/** The question behind a block; undefined for those that every visit has. */
export function questionOf(block: Block | undefined): Question | undefined {
  if (block === 'amountPaise') return 'amount';
  return block === undefined || ['code', 'attachments', 'place', 'gps'].includes(block)
    ? undefined
    : (block as Question);
}

export function firstBlock(errors: readonly FieldError[]): Block | undefined {
  return BLOCKS.find((block) => errors.some((error) => blockOf(error.path) === block));
}

/** The words for exactly this path, or for the whole block when `path` is the block itself. */
export function wordsFor(errors: readonly FieldError[], path: string): string | undefined {
  const found = errors.find((error) => error.path === path);
  return found && said(found.message);
}

/** The answers of a block, by the beginning of their names. */
const ANSWERS: Partial<Record<Block, RegExp>> = {
  payment: /^(pay|cheque|note)/,
  ptp: /^ptp/,
  amountPaise: /^amount$/,
  settlement: /^settle/,
  personMet: /^(relation|personName)$/,
  newAddress: /^address/,
  attachments: /^photoMissing$/,
};

/** Blocks whose answers differ between two states of the form. */
export function changedBlocks(before: Visit, now: Visit): ReadonlySet<Block | undefined> {
  const names = (Object.keys(now.answers) as Answer[]).filter((name) => now.answers[name] !== before.answers[name]);
  const changed = new Set<Block | undefined>(
    BLOCKS.filter((block) => names.some((name) => ANSWERS[block]?.test(name) ?? name === block)),
  );
  if (before.files !== now.files) changed.add('attachments');
  if (before.gps !== now.gps) changed.add('gps');
  return changed;
}
