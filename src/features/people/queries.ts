/** What the screens of people ask the server, and what they tell it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { attendance } from '../../../core/contract/attendance';
import type { CallOf, ResponseOf } from '../../../core/contract/kit';
import {
  createPerson,
  type listPeople,
  movePerson,
  newInitialPassword,
  onePersonById,
  ownProfile,
  type Person,
  peopleTree,
  personOptions,
  possibleParents,
  reactivatePerson,
  updateOwnProfile,
  updatePerson,
} from '../../../core/contract/people';
import { draCertificate, removeDraCertificate } from '../../../core/contract/people-dra';
import {
  checkPeopleFile,
  commitPeopleFile,
  listPeopleImports,
  peopleImportErrors,
} from '../../../core/contract/people-import';
import type { ProfileKind } from '../../../core/domain/people';
import type { ProfileValues } from '../../../core/domain/profile-fields';
import type { Role } from '../../../core/domain/roles';
import { download, OWN_WORDS, SAID_IN_PASSING, useAnswer, useApi, useWrite } from '../../api';

export type PeopleQuery = NonNullable<CallOf<typeof listPeople>['query']>;
export type Options = ResponseOf<typeof personOptions>['data'];
export type Created = ResponseOf<typeof createPerson>['data'];
export type FirstPassword = ResponseOf<typeof newInitialPassword>['data'];
export type Month = ResponseOf<typeof attendance>['data'];

export const usePerson = (id: string) =>
  useAnswer(onePersonById, ['people', 'one', id], { params: { id } }, { enabled: id !== '' });

export const useOwnProfile = () => useAnswer(ownProfile, ['people', 'me'], {});

/** Agencies, clients and products to choose from, and the roles the user may create. */
export const useOptions = (enabled = true) => useAnswer(personOptions, ['people', 'options'], {}, { enabled });

export function useParents(wanted: { role: Role; subRole: string; q: string; except?: string }, enabled = true) {
  const api = useApi();
  const query = { ...wanted, q: wanted.q || undefined, subRole: wanted.subRole || undefined };
  return useQuery({
    queryKey: ['people', 'parents', query],
    queryFn: async ({ signal }) => (await api.call(possibleParents, { query, signal })).data,
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useTree(query: { under?: string; q?: string; inactive: boolean }, enabled = true) {
  const api = useApi();
  const asked = {
    under: query.under,
    q: query.q || undefined,
    inactive: query.inactive ? ('true' as const) : undefined,
  };
  return useQuery({
    queryKey: ['people', 'tree', asked],
    queryFn: async ({ signal }) => (await api.call(peopleTree, { query: asked, signal })).data,
    placeholderData: keepPreviousData,
    enabled,
  });
}

export const useAttendance = (id: string, month: string | undefined) =>
  useAnswer(
    attendance,
    ['people', 'attendance', id, month],
    { params: { id }, query: { month } },
    { placeholderData: keepPreviousData },
  );

/** Everything about people is asked for again. */
export function useRefreshPeople(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['people'] });
}

/** Forms say themselves what went wrong. */
export function useCreatePerson() {
  const api = useApi();
  const refresh = useRefreshPeople();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (made: {
      kind: ProfileKind;
      role: Role;
      managerId: string;
      mail: boolean;
      values: Partial<ProfileValues>;
    }) =>
      (
        await api.call(createPerson, {
          params: { kind: made.kind },
          body: {
            ...bodyOf(made.values),
            role: made.role,
            managerId: made.managerId || undefined,
            mail: made.mail,
          },
        })
      ).data,
    onSuccess: refresh,
  });
}

/** Lists as the contract takes them: its own arrays. */
const bodyOf = (values: Partial<ProfileValues>) => ({
  ...values,
  agencyList: values.agencyList && [...values.agencyList],
  clients: values.clients && [...values.clients],
  buckets: values.buckets && [...values.buckets],
  products: values.products && [...values.products],
  languages: values.languages && [...values.languages],
  pinCodes: values.pinCodes && [...values.pinCodes],
});

export function useUpdatePerson(kind: ProfileKind, id: string) {
  const api = useApi();
  const refresh = useRefreshPeople();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async ({ version, values }: { version: number; values: Partial<ProfileValues> }) =>
      (await api.call(updatePerson, { params: { kind, id }, body: { ...bodyOf(values), version } })).data,
    onSettled: refresh,
  });
}

export function useUpdateOwn() {
  const api = useApi();
  const refresh = useRefreshPeople();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async ({ version, values }: { version: number; values: Partial<ProfileValues> }) => {
      const { fullName, location, languages } = values;
      const body = { version, fullName, location, languages: languages && [...languages] };
      return (await api.call(updateOwnProfile, { body })).data;
    },
    onSettled: refresh,
  });
}

export function useReactivation(id: string) {
  const api = useApi();
  const refresh = useRefreshPeople();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async () => (await api.call(reactivatePerson, { params: { id } })).data,
    onSettled: refresh,
  });
}

export function useNewPassword(id: string) {
  const api = useApi();
  const refresh = useRefreshPeople();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (mail: boolean) => (await api.call(newInitialPassword, { params: { id }, body: { mail } })).data,
    onSettled: refresh,
  });
}

export function useMove() {
  const api = useApi();
  const refresh = useRefreshPeople();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async ({ id, managerId, from }: { id: string; managerId: string; from: string | null }) =>
      (await api.call(movePerson, { params: { id }, body: { managerId, from } })).data,
    onSettled: refresh,
  });
}

/** The DRA certificate of one person: kept, taken away, opened. */
export function useDraCertificate(person: Person) {
  const api = useApi();
  const refresh = useRefreshPeople();
  const params = { id: person.id };
  return {
    remove: useMutation({
      meta: OWN_WORDS,
      mutationFn: async () => (await api.call(removeDraCertificate, { params })).data,
      onSettled: refresh,
    }),
    open: useMutation({
      meta: OWN_WORDS,
      mutationFn: async () => {
        if (person.draFile) await download(api, draCertificate, { params }, person.draFile);
      },
    }),
  };
}

export const useFileCheck = () => useWrite(checkPeopleFile, (file: File) => ({ bytes: file }));

export function useFileCommit() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (file: File) =>
      (await api.call(commitPeopleFile, { bytes: file, query: { fileName: file.name.slice(0, 200) } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: ['people', 'imports'] }),
  });
}

const RUNNING_MS = 1000;

export const useImports = () =>
  useAnswer(
    listPeopleImports,
    ['people', 'imports'],
    {},
    { refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? RUNNING_MS : false) },
  );

export const useImportErrors = () =>
  useWrite(peopleImportErrors, (id: string) => ({ params: { id } }), { meta: SAID_IN_PASSING });
