/** What the screens of people ask the server, and what they tell it. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
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
  const query = { ...wanted, q: wanted.q || undefined, subRole: wanted.subRole || undefined };
  return useAnswer(
    possibleParents,
    ['people', 'parents', query],
    { query },
    { placeholderData: keepPreviousData, enabled },
  );
}

export function useTree(query: { under?: string; q?: string; inactive: boolean }, enabled = true) {
  const asked = {
    under: query.under,
    q: query.q || undefined,
    inactive: query.inactive ? ('true' as const) : undefined,
  };
  return useAnswer(
    peopleTree,
    ['people', 'tree', asked],
    { query: asked },
    { placeholderData: keepPreviousData, enabled },
  );
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

/** Everything about people is asked for again. */
const PEOPLE = { again: ['people'] };

interface NewPerson {
  kind: ProfileKind;
  role: Role;
  managerId: string;
  mail: boolean;
  values: Partial<ProfileValues>;
}
export const useCreatePerson = () =>
  useWrite(
    createPerson,
    ({ kind, role, managerId, mail, values }: NewPerson) => ({
      params: { kind },
      body: { ...bodyOf(values), role, managerId: managerId || undefined, mail },
    }),
    { ...PEOPLE, after: 'success' },
  );

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

interface ChangedPerson {
  version: number;
  values: Partial<ProfileValues>;
}
export const useUpdatePerson = (kind: ProfileKind, id: string) =>
  useWrite(
    updatePerson,
    ({ version, values }: ChangedPerson) => ({ params: { kind, id }, body: { ...bodyOf(values), version } }),
    PEOPLE,
  );
export const useUpdateOwn = () =>
  useWrite(
    updateOwnProfile,
    ({ version, values: { fullName, location, languages } }: ChangedPerson) => ({
      body: { version, fullName, location, languages: languages && [...languages] },
    }),
    PEOPLE,
  );

export const useReactivation = (id: string) => useWrite(reactivatePerson, () => ({ params: { id } }), PEOPLE);
export const useNewPassword = (id: string) =>
  useWrite(newInitialPassword, (mail: boolean) => ({ params: { id }, body: { mail } }), PEOPLE);
export const useMove = () =>
  useWrite(
    movePerson,
    ({ id, managerId, from }: { id: string; managerId: string; from: string | null }) => ({
      params: { id },
      body: { managerId, from },
    }),
    PEOPLE,
  );

/** The DRA certificate of one person: kept, taken away, opened. */
export function useDraCertificate(person: Person) {
  const api = useApi();
  const params = { id: person.id };
  return {
    remove: useWrite(removeDraCertificate, () => ({ params }), PEOPLE),
    open: useMutation({
      meta: OWN_WORDS,
      mutationFn: async () => {
        if (person.draFile) await download(api, draCertificate, { params }, person.draFile);
      },
    }),
  };
}

export const useFileCheck = () => useWrite(checkPeopleFile, (file: File) => ({ bytes: file }));

export const useFileCommit = () =>
  useWrite(commitPeopleFile, (file: File) => ({ bytes: file, query: { fileName: file.name.slice(0, 200) } }), {
    again: [['people', 'imports']],
  });

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
