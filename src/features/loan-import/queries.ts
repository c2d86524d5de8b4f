/** What the screens of imports ask the server, and what they tell it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import type { z } from 'zod/mini';
import { putFile, updateStatus } from '../../../core/contract/brake';
import type { ResponseOf } from '../../../core/contract/kit';
import {
  beginImport,
  cancelImport,
  changeMapping,
  commitImport,
  getImport,
  importErrors,
  importFile,
  type LoanImport,
  layoutImport,
  listImports,
  listMappings,
  mapImport,
  previewUndo,
  removeMapping,
  type savedMappingSchema,
  undoImport,
  verifyImport,
} from '../../../core/contract/loan-imports';
import { portfolioChoices, searchPortfolios } from '../../../core/contract/portfolios';
import type { LoanMapping } from '../../../core/domain/loan-import';
import { type Api, download, OWN_WORDS, useAnswer, useApi, useLook, useWrite } from '../../api';
import { t } from '../../i18n';
import { showToast } from '../../ui';
import { KeptContext, useKept } from '../../ui/kit';
import { isAtWork } from './import-steps';
import { startUpload } from './uploads';

export type ImportDetail = ResponseOf<typeof getImport>['data'];
export type Verification = NonNullable<ImportDetail['verification']>;
export type Layout = NonNullable<ImportDetail['look']>['layout'];
export type SavedMapping = z.infer<typeof savedMappingSchema>;

/** How often the server is asked while it is at work, in milliseconds. */
export const AT_WORK_MS = 1000;
/** A small file is done before a person looks away. */
const SMALL_FILE = 1_000_000;
const askedEvery = ({ size }: Pick<LoanImport, 'size'>) => (size < SMALL_FILE ? 300 : AT_WORK_MS);
const KEY = 'imports';

/** The imports in a state, the newest ten of them. */
export const useImportsIn = (state: LoanImport['state']) =>
  useAnswer(
    listImports,
    [KEY, 'in', state],
    { query: { state } },
    { ...(isAtWork(state) && { refetchInterval: AT_WORK_MS }) },
  );

export const useImport = (id: string) =>
  useAnswer(
    getImport,
    [KEY, 'one', id],
    { params: { id } },
    {
      enabled: id !== '',
      refetchInterval: ({ state: { data } }) => (data && isAtWork(data.state) ? askedEvery(data) : false),
    },
  );

/** The portfolios that somebody may load into, with their clients. */
export function useChoices() {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'choices'],
    queryFn: async ({ signal }) => {
      const [choices, found] = await Promise.all([
        api.call(portfolioChoices, { query: {}, signal }),
        api.call(searchPortfolios, { query: { pageNumber: 1, pageSize: 250 }, headers: { active: 'true' }, signal }),
      ]);
      return {
        clients: choices.data.clients,
        portfolios: found.data.content.map(({ id, name, client }) => ({ id, name, clientId: client.id })),
      };
    },
  });
}

export function useSavedMappings(query: { clientId?: string; kind?: LoanImport['kind'] } = {}, enabled = true) {
  return useAnswer(listMappings, [KEY, 'mappings', query], { query }, { enabled });
}

/** What can be done to a saved mapping; its page is read anew after each. */
export const useMappingActions = () => ({
  change: useWrite(
    changeMapping,
    ({ id, newest, mapping }: { id: string; newest: number; mapping: LoanMapping }) => ({
      params: { id },
      body: { newest, mapping: wire(mapping) },
    }),
    {
      again: [[KEY, 'mappings']],
      onSuccess: ({ version }) =>
        showToast(t('Version {n} is saved: the next file is mapped by it', { n: version }), { tone: 'saved' }),
    },
  ),
  remove: useWrite(removeMapping, (id: string) => ({ params: { id } }), { again: [[KEY, 'mappings']] }),
});

/** Where the bytes of an import go; its signed address is known to whoever began it, for a day. */
const addressKey = (id: string): string => `import.address.${id}`;

function uploadTarget(api: Api, id: string, address: string) {
  const { searchParams } = new URL(address, location.origin);
  const query = {
    tenant: searchParams.get('tenant') ?? '',
    expires: Number(searchParams.get('expires')),
    signature: searchParams.get('signature') ?? '',
  };
  return (file: Blob) => ({
    held: async (signal: AbortSignal) => (await api.call(getImport, { params: { id }, signal })).data.received,
    put: async (bytes: Blob, from: number, signal: AbortSignal) => {
      const range = `bytes ${from}-${from + bytes.size - 1}/${file.size}`;
      const headers = { 'content-range': range };
      return (await api.call(putFile, { params: { jobId: id }, query, headers, bytes, signal })).data.received;
    },
  });
}

/** Sends the bytes of an import that was begun; they go on while the user is elsewhere in the desk. */
function useSend() {
  const api = useApi();
  const client = useQueryClient();
  return (id: string, file: Blob, address: string) =>
    startUpload(id, file, uploadTarget(api, id, address)(file), () => {
      const refresh = () => client.invalidateQueries({ queryKey: [KEY] });
      void api.call(updateStatus, { query: { jobId: id } }).then(refresh, refresh);
    });
}

/** Goes on with the upload of an import, its file chosen again. */
export function useSendFile(id: string): { known: boolean; send: (file: Blob) => void } {
  const [address] = useKept<string>(addressKey(id), '');
  const send = useSend();
  return { known: address !== '', send: (file) => send(id, file, address) };
}

export function useStartImport() {
  const api = useApi();
  const client = useQueryClient();
  const store = useContext(KeptContext);
  const send = useSend();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async ({ kind, file }: { kind: LoanImport['kind']; file: File }) => {
      const body = { kind, fileName: file.name.slice(-200), size: file.size };
      const { import: begun, uploadUrl } = (await api.call(beginImport, { body })).data;
      store.set(addressKey(begun.id), uploadUrl);
      send(begun.id, file, uploadUrl);
      return begun;
    },
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** A step of one import: its answer is the import as it stands then. */
function useStep<Variables = void>(
  id: string,
  run: (api: Api, variables: Variables) => Promise<{ data: ImportDetail }>,
) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (variables: Variables) => (await run(api, variables)).data,
    onSuccess: (detail) => client.setQueryData([KEY, 'one', id], detail),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

export interface Choice {
  clientId: string | null;
  portfolioId: string | null;
  mapping: LoanMapping;
}

const wire = (mapping: LoanMapping) => structuredClone(mapping) as NonNullable<ImportDetail['mapping']>;

export function useImportSteps(id: string) {
  const params = { id };
  return {
    layout: useStep(id, (api, body: Partial<Layout>) => api.call(layoutImport, { params, body })),
    check: useStep(id, async (api, { mapping, ...whose }: Choice) => {
      await api.call(mapImport, { params, body: { ...whose, mapping: wire(mapping) } });
      return api.call(verifyImport, { params });
    }),
    checkAgain: useStep(id, (api) => api.call(verifyImport, { params })),
    commit: useStep(id, (api) => api.call(commitImport, { params })),
    cancel: useStep(id, (api) => api.call(cancelImport, { params })),
    undo: useStep(id, (api) => api.call(undoImport, { params })),
  };
}

export function useUndoPreview(id: string) {
  const api = useApi();
  return useLook([KEY, 'undo', id], (look, signal) =>
    api.call(previewUndo, { params: { id }, query: { look }, signal }),
  );
}

type Named = Pick<LoanImport, 'id' | 'fileName'>;

export function useDownloads() {
  const api = useApi();
  return {
    file: useMutation({
      meta: OWN_WORDS,
      mutationFn: ({ id, fileName }: Named) =>
        download(api, importFile, { params: { id } }, { name: fileName, mime: 'application/octet-stream' }),
    }),
    errors: useMutation({
      meta: OWN_WORDS,
      mutationFn: ({ id, fileName }: Named) =>
        download(
          api,
          importErrors,
          { params: { id } },
          { name: `${fileName.replace(/(\.\w+)+$/, '')}-refused.csv`, mime: 'text/csv;charset=utf-8' },
        ),
    }),
  };
}
