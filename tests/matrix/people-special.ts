/** People in the matrix: a path's `id` is a user's, and forms whose fields depend on the kind of user. */
import type { EndpointId } from '../../core/contract';
import { uuidv7 } from '../../core/domain/ids';
import type { Ids, Special } from './request';

const NOT_GIVEN = {
  agencyId: undefined,
  clientId: undefined,
  ldapId: undefined,
  brakeId: undefined,
  managerId: undefined,
};
const about = (ids: Ids): Special => ({ params: { id: ids.user } });
const newcomer = () => ({
  ...NOT_GIVEN,
  role: undefined,
  fullName: 'Asha',
  username: `u${uuidv7()}`,
  mobile: '9812345678',
});

/** Of the right form; no mail carried it. */
const linkOf = (kind: 'cc' | 'cu', ids: Ids) => `${kind}_${ids.tenant}.${'A'.repeat(43)}`;

/** Tomorrow, wherever the day begins. */
const soon = () => new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);

export const PEOPLE_SPECIAL: Partial<Record<EndpointId, (ids: Ids) => Special>> = {
  // Everybody, and not an agency's people alone.
  'people.list': () => ({ query: { agencyId: undefined } }),
  'people.one': about,
  'people.deactivate': about,
  'people.reactivate': about,
  'people.attendance': about,
  'people.initialPassword': (ids) => ({ ...about(ids), body: { mail: false } }),
  'people.update': (ids) => ({ params: { id: ids.user, kind: 'fieldAgent' }, body: { ...NOT_GIVEN, version: 1 } }),
  'people.move': (ids) => ({ ...about(ids), body: { managerId: ids.user, from: null } }),
  'people.create': () => ({ params: { kind: 'fieldAgent' }, body: newcomer() }),
  'people.collectorCreate': () => ({ body: newcomer() }),
  'people.parents': () => ({ query: { role: 'CRM_FIELDAGENT' } }),
  'people.collectorById': about,
  'people.managerById': about,
  'people.adminById': about,
  'people.collectorUpdate': (ids) => ({ body: { ...NOT_GIVEN, id: ids.user } }),
  'people.managerUpdate': (ids) => ({ body: { ...NOT_GIVEN, id: ids.user } }),
  'people.adminUpdate': (ids) => ({ body: { ...NOT_GIVEN, id: ids.user } }),
  'people.collectorRemove': about,
  'people.saveDra': about,
  'people.draFile': about,
  'people.removeDra': about,
  'people.sessionsOf': about,
  'people.endSessionsOf': (ids) => ({ ...about(ids), body: { session: undefined } }),
  'people.endOwnSessions': () => ({ body: { session: undefined } }),
  'people.confirmEmail': (ids) => ({ body: { token: linkOf('cc', ids) } }),
  'people.undoContact': (ids) => ({ body: { token: linkOf('cu', ids) } }),
  'people.clock': () => ({ body: { direction: 'in' } }),
  'leaves.add': () => ({ body: { id: uuidv7(), from: soon(), until: soon() } }),
};

export const PEOPLE_ELSEWHERE: Partial<Record<EndpointId, string>> = {
  // Days off that are there.
  'leaves.end': 'leaves.test.ts',
  // A password, and links and codes that only a mail or a message carries.
  'people.changeContact': 'people-contact.test.ts',
  'people.confirmMobile': 'people-contact.test.ts',
  'people.confirmEmail': 'people-contact.test.ts',
  'people.undoContact': 'people-contact.test.ts',
  // The asker's own version and kind of profile, a file, and managers whom the matrix does not name.
  'people.updateMe': 'people.test.ts',
  // A certificate that is one, and one that is there.
  'people.saveDra': 'documents.test.ts',
  'people.draFile': 'documents.test.ts',
  'people.managerById': 'people-profiles.test.ts',
  'people.adminById': 'people-profiles.test.ts',
  'people.managerUpdate': 'people-profiles.test.ts',
  'people.adminUpdate': 'people-profiles.test.ts',
  'people.update': 'people.test.ts',
  'people.move': 'people-hierarchy.test.ts',
  'people.importCheck': 'people-import.test.ts',
  'people.import': 'people-import.test.ts',
  'people.importOne': 'people-import.test.ts',
  'people.importErrors': 'people-import.test.ts',
};
