/** A failed question of a desk's screen as what its kit shows (`ProblemState`, `StaleNote`, `RecordList`). */
import { t } from '../i18n';
import { ApiError } from './api-error';
import { screenWords } from './error-words';

/** A value that fits `Problem` of the kit. Without a network nothing that was entered is lost, and it says so. */
export interface ScreenProblem {
  title: string;
  kept?: string;
  todo: string;
  reference?: string | undefined;
  offline: boolean;
}

export function problemOf(error: Error): ScreenProblem;
export function problemOf(error: Error | null | undefined): ScreenProblem | undefined;
export function problemOf(error: Error | null | undefined): ScreenProblem | undefined {
  if (!error) return undefined;
  const offline = error instanceof ApiError && error.offline;
  return { ...screenWords(error), offline, ...(offline && { kept: t('This screen needs a network.') }) };
}
