/** What the predictor asks the server. */

import type { CallOf } from '../../../core/contract/kit';
import { addRecoveryList, deleteRecoveryList, recoveryForecast, recoveryLists } from '../../../core/contract/recovery';
import { uuidv7 } from '../../../core/domain/ids';
import { useAnswer, useWrite } from '../../api';

export const RECOVERY = 'recovery';

export const useForecast = (query: CallOf<typeof recoveryForecast>['query']) =>
  useAnswer(recoveryForecast, [RECOVERY, 'forecast', query], { query });

export const useLists = () => useAnswer(recoveryLists, [RECOVERY, 'lists'], {});

export const useAddList = () =>
  useWrite(
    addRecoveryList,
    (file: File) => ({ bytes: file, query: { id: uuidv7(), fileName: file.name.slice(0, 200) } }),
    { again: [RECOVERY] },
  );

export const useDeleteList = () =>
  useWrite(deleteRecoveryList, (id: string) => ({ params: { id } }), { again: [RECOVERY] });
