/** What the suppression list asks the server, and what it tells it. */
import { useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import { releaseMatching, releaseSuppressions, whySuppressed } from '../../../core/contract/suppression-list';
import { useAnswer, useWrite } from '../../api';

export const SUPPRESSIONS = 'suppressions';

export const useWhySuppressed = (value: string) =>
  useAnswer(whySuppressed, [SUPPRESSIONS, 'why', value], { query: { value } }, { enabled: value !== '' });

export function useSuppressionChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [SUPPRESSIONS] });
  return {
    release: useWrite(releaseSuppressions, (body: { ids: string[]; reason: string }) => ({ body }), {
      again: onSettled,
    }),
    /** Everything that matches a list's filter, as a job: the list shows what is left. */
    releaseAll: useWrite(releaseMatching, (body: CallOf<typeof releaseMatching>['body']) => ({ body }), {
      again: onSettled,
    }),
  };
}
