import type { ReactNode } from 'react';
import type { FieldError } from '../../../../../core/contract/errors';
import type { DispositionCode } from '../../../../../core/domain/dispositions';
import type { ListedLoan } from '../../../../offline/types';
import { chakra } from '../../../../ui';
import type { Block as BlockName } from '../../visit/field-of-error';
import type { Answer, Visit, VisitChange } from '../../visit/visit';

/** What every block of the form gets. */
export interface BlockProps {
  visit: Visit;
  change: (change: VisitChange) => void;
  errors: readonly FieldError[];
  loan: ListedLoan;
  code: DispositionCode;
  today: string;
  policy: { maxPtpDays: number; zone: string };
}

/** Binds one answer to an input: `{...bind('reason')}`. */
export function binder({ visit, change }: Pick<BlockProps, 'visit' | 'change'>) {
  return (name: Answer) => ({
    value: visit.answers[name],
    onChange: (value: string | undefined) => change({ type: 'answer', name, value: value ?? '' }),
  });
}

export const blockId = (name: BlockName): string => `visit-${name}`;

const Frame = chakra('section', {
  base: { display: 'flex', flexDirection: 'column', gap: '4', scrollMarginTop: '9rem', minWidth: 0 },
});

/** A block with a name to jump to. */
export function Block({ name, children }: { name: BlockName; children: ReactNode }) {
  return <Frame id={blockId(name)}>{children}</Frame>;
}

/** Brings a block into sight and puts the cursor into its first wrong field, or its first field. */
export function jumpTo(name: BlockName): void {
  const block = document.getElementById(blockId(name));
  if (!block) return;
  const inputs = 'input:not([type=hidden]), select, textarea, button';
  const wrong = block.querySelector<HTMLElement>(`[aria-invalid=true]:is(${inputs}), [data-invalid] :is(${inputs})`);
  const target = wrong ?? block.querySelector<HTMLElement>(inputs);
  // In the middle: neither the bar above nor the button below may cover the field.
  (target ?? block).scrollIntoView({ block: 'center', behavior: 'instant' });
  target?.focus({ preventScroll: true });
}
