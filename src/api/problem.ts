/** A failed call of a desk's screen as what its kit shows (`ProblemState`, `ProblemNote`, `RecordList`). */
import { t } from '../i18n';
import { ApiError } from './api-error';
import { screenWords } from './error-words';

/** A value that fits `Problem` of the kit. */
export interface ScreenProblem {
  title: string;
  kept?: string;
  todo: string;
  reference?: string | undefined;
  offline: boolean;
}

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.offline;

/** A question that was not answered. `works`: what goes on without a network, where more does than nothing. */
export function problemOf(error: unknown, works?: string): ScreenProblem | undefined {
  if (!error) return undefined;
  const offline = isOffline(error);
  return { ...screenWords(error), offline, ...(offline && { kept: works ?? t('This screen needs a network.') }) };
}

/** Something that was not taken. Without a network it says that what was entered is still there. */
export function failedWrite(error: unknown): ScreenProblem | undefined {
  if (!error) return undefined;
  const offline = isOffline(error);
  return {
    ...screenWords(error),
    offline,
    ...(offline && { todo: t('Nothing is lost: what you entered is still here. Try again once there is a network.') }),
  };
}
