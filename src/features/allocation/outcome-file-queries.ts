/** Files of outcomes: sent, watched while the server takes them, and fetched back with what was refused. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cancelDispositionFile,
  dispositionFileErrors,
  listDispositionFiles,
  uploadDispositions,
} from '../../../core/contract/disposition-files';
import { download, useAnswer, useApi, useWrite } from '../../api';

const KEY = ['disposition-files'];
/** How often the server is asked while it is at work, in milliseconds. */
const AT_WORK_MS = 1000;

export const useOutcomeFiles = (page: number) =>
  useAnswer(
    listDispositionFiles,
    [...KEY, page],
    { query: { page } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.content.some((one) => one.state === 'working') ? AT_WORK_MS : false),
    },
  );

export function useOutcomeFileActions() {
  const api = useApi();
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: KEY });
  return {
    upload: useWrite(
      uploadDispositions,
      (file: File) => ({ bytes: file, query: { fileName: file.name.slice(0, 200) } }),
      { onSuccess },
    ),
    cancel: useMutation({
      mutationFn: async (id: string) => (await api.call(cancelDispositionFile, { params: { id } })).data,
      onSuccess,
    }),
    errors: useMutation({
      mutationFn: ({ id, fileName }: { id: string; fileName: string }) =>
        download(
          api,
          dispositionFileErrors,
          { params: { id } },
          { name: `${fileName.replace(/\.\w{1,5}$/, '')}-errors.csv`, mime: 'text/csv' },
        ),
    }),
  };
}
