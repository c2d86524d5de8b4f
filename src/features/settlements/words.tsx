/** What stages, steps and heads of settlements are called. English; drawn with `t`. */
import type { Settlement } from '../../../core/contract/settlements';
import type { SettlementLetterKind } from '../../../core/domain/letters/standing';
import { TEMPLATE_LANGUAGES } from '../../../core/domain/message-templates';
import { roleLabel } from '../../../core/domain/roles';
import type { DueHead } from '../../../core/domain/settlements/offer';
import type { ShownStage } from '../../../core/domain/settlements/sight';
import type { Step } from '../../../core/domain/settlements/steps';
import { t } from '../../i18n';
import { Badge, type Tone } from '../../ui';

const STAGES: Record<ShownStage, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  manager: { label: 'With the manager', tone: 'promise' },
  'super-manager': { label: 'With the super manager', tone: 'promise' },
  client: { label: 'With the client', tone: 'promise' },
  board: { label: 'With the board', tone: 'promise' },
  review: { label: 'In review', tone: 'promise' },
  countered: { label: 'Other terms offered', tone: 'warn' },
  approved: { label: 'Approved, letter to come', tone: 'paid' },
  'letter-out': { label: 'Letter sent', tone: 'paid' },
  acknowledged: { label: 'Letter received', tone: 'paid' },
  running: { label: 'Being paid', tone: 'paid' },
  completed: { label: 'Paid in full', tone: 'paid' },
  'no-dues': { label: 'No dues', tone: 'paid' },
  rejected: { label: 'Rejected', tone: 'danger' },
  lapsed: { label: 'Lapsed', tone: 'blocked' },
  breached: { label: 'Not kept', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'blocked' },
};
export const stageWords = (stage: ShownStage): string => t(STAGES[stage].label);
export const StageBadge = ({ stage }: { stage: ShownStage }) => (
  <Badge tone={STAGES[stage].tone}>{stageWords(stage)}</Badge>
);

/** Whose turn it is, and what they do. */
const NEXT: Partial<Record<ShownStage, string>> = {
  draft: 'Whoever raised it sends the offer.',
  manager: 'A manager decides.',
  'super-manager': 'A super manager decides.',
  client: 'The client decides.',
  board: 'The board decides.',
  review: 'Whoever reviews it decides.',
  countered: 'Whoever raised it accepts the other terms or offers again.',
  approved: 'A super manager uploads or draws the letter and sends it.',
  'letter-out': 'Whoever raised it, or the borrower, says that the letter came.',
  acknowledged: 'The borrower pays the first instalment.',
  running: 'The borrower pays by the plan.',
  completed: 'A super manager sends the no-dues letter.',
};
export function nextWords(stage: ShownStage): string | undefined {
  const words = NEXT[stage];
  return words && t(words);
}

const DONE: Record<Step, string> = {
  submit: 'Offer sent',
  approve: 'Approved',
  counter: 'Other terms offered',
  reject: 'Rejected',
  withdraw: 'Withdrawn',
  'send-letter': 'Letter sent',
  acknowledge: 'Letter received',
  ask: 'The borrower asked for',
  start: 'First payment came',
  complete: 'Paid in full',
  lapse: 'Lapsed',
  breach: 'An instalment stayed away',
  reopen: 'A payment was taken back',
  'confirm-no-dues': 'No-dues letter sent',
};
export const stepWords = (step: Step): string => t(DONE[step]);

const HEADS: Record<DueHead, string> = {
  principal: 'Principal',
  interest: 'Interest',
  penal: 'Penal charges',
  charges: 'Other charges',
};
export const headWords = (head: DueHead): string => t(HEADS[head]);

const number = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
/** "35.2%" of what is outstanding. */
export const shareWords = (part: number, whole: number): string =>
  `${number.format(whole === 0 ? 0 : (part / whole) * 100)}%`;

/** "Meera Patil (Manager)"; `nobody` for the server's own work, or for whom one may not know. */
export function byWords(by: { name: string; role: string } | null, nobody = t('By itself')): string {
  if (!by) return nobody;
  const role = roleLabel(by.role).toLowerCase();
  return by.name ? `${by.name} (${role})` : role;
}

const KINDS: Record<SettlementLetterKind, string> = {
  SR: 'Settlement letter',
  AL: 'Approval letter',
  NL: 'No-dues letter',
};
export const letterKindWords = (kind: SettlementLetterKind): string => t(KINDS[kind]);

const PLACES = { residence: 'Home', office: 'Work', other: 'Other' } as const;
/** What the borrower asked for on the page of their offer. */
export const askedOnPage = ({
  from,
  to,
  notAt,
  language,
}: NonNullable<Settlement['history'][number]['asked']>): string =>
  [
    from && to ? t('Only between {from} and {to}', { from, to }) : t('At any lawful hour'),
    notAt && t('No visit at: {place}', { place: t(PLACES[notAt]) }),
    language && t('Language: {language}', { language: TEMPLATE_LANGUAGES[language] }),
  ]
    .filter(Boolean)
    .join(' · ');
