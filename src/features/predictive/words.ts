/** Words of predictive dialing, by what the wire calls them. */
import {
  type ProcessAction,
  type ProcessMode,
  type ProcessState,
  REFUSALS,
  type Refusal,
} from '../../../core/domain/predictive';
import { t } from '../../i18n';
import type { Look } from '../../ui/kit';

export const modeWords = (): Record<ProcessMode, string> => ({
  progressive: t('Progressive'),
  predictive: t('Predictive'),
});
export const stateLook = (state: ProcessState): Look =>
  ({
    draft: { words: t('Draft'), tone: 'neutral' as const },
    running: { words: t('Running'), tone: 'paid' as const },
    paused: { words: t('Paused'), tone: 'warn' as const },
    stopped: { words: t('Stopped'), tone: 'blocked' as const },
  })[state];
export const actionWords = (): Record<ProcessAction, string> => ({
  start: t('Start'),
  pause: t('Pause'),
  stop: t('Stop'),
});

/** Rules of contact that no time lifts, as reasons of a line. */
const HELD: Record<string, () => string> = {
  closed: () => t('The loan is not active'),
  deceased: () => t('The borrower has died'),
  'do-not-contact': () => t('Asked not to be contacted'),
  complaint: () => t('A complaint is open'),
  dispute: () => t('The loan is disputed'),
  legal: () => t('A legal case is open'),
  sensitive: () => t('A sensitive case'),
  suppressed: () => t('Suppressed'),
  'number-invalid': () => t('The number is wrong'),
  'third-party': () => t('Somebody else’s number'),
};
const isRefusal = (reason: string): reason is Refusal => reason in REFUSALS;

export function refusalWords(reason: string): string {
  const rule = reason.replace('held:', '');
  if (rule !== reason) return HELD[rule]?.() ?? t('May not be called: {rule}', { rule });
  return isRefusal(reason) ? t(REFUSALS[reason]) : reason;
}

export const percentWords = (value: number | null): string => (value === null ? '–' : `${value} %`);
