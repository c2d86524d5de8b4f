import { type Day, formatDay } from '../../../core/domain/dates';
import { t } from '../../i18n';

/** Beside the name of somebody to be chosen: where they belong, and until when they are away. */
export const personHint = ({ hint, awayUntil }: { hint: string; awayUntil?: Day | null | undefined }): string =>
  [hint, awayUntil && t('on leave until {day}', { day: formatDay(awayUntil) })].filter(Boolean).join(' · ');
