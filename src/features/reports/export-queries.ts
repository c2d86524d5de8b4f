/** Exports of reports: those of the person, and what is done with one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallOf } from '../../../core/contract/kit';
import {
  cancelExport,
  createExport,
  type ExportFileType,
  exportedFile,
  listExports,
  type ReportExport,
} from '../../../core/contract/report-exports';
import { uuidv7 } from '../../../core/domain/ids';
import { download, OWN_WORDS, useAnswer, useApi } from '../../api';
import { t } from '../../i18n';
import { showToast } from '../../ui';

const KEY = ['report-exports'];
const AT_WORK_MS = 700;

export const isAtWork = ({ state }: ReportExport): boolean => state === 'waiting' || state === 'running';

/** The newest of one's own; while one is being written they are asked for again and again, and a word says when it is ready. */
export function useExports() {
  const exports = useAnswer(
    listExports,
    KEY,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? AT_WORK_MS : false) },
  );
  const watched = useRef(new Set<string>());
  useEffect(() => {
    for (const one of exports.data ?? []) {
      if (isAtWork(one)) watched.current.add(one.id);
      else if (watched.current.delete(one.id) && one.state === 'done')
        showToast(t('{file} is ready', { file: one.fileName }));
    }
  }, [exports.data]);
  return exports;
}

/** Everything but its id and the form of its file. */
export type WantedExport = Omit<CallOf<typeof createExport>['body'], 'id' | 'fileType'>;

export function useStartExport() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: WantedExport & { fileType: ExportFileType }) =>
      (await api.call(createExport, { body: { id: uuidv7(), ...wanted } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    meta: OWN_WORDS,
  });
}

export function useCancelExport() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => (await api.call(cancelExport, { params: { id } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    meta: OWN_WORDS,
  });
}

export function useExportDownload() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ id, fileName }: ReportExport) =>
      download(api, exportedFile, { params: { id } }, { name: fileName, mime: 'application/octet-stream' }),
    meta: OWN_WORDS,
  });
}
