import { dayOf } from '../../../core/domain/dates';
import type { ProfileKind } from '../../../core/domain/people';
import { kindOf, MAY_LEAD, mayLead } from '../../../core/domain/people';
import { ROLES, type Role } from '../../../core/domain/roles';
import { type Actor, ApiError, type Call, type Handlers } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import type { SessionAuthority } from '../auth';
import { breadthOf } from '../loans';
import { tenantRules } from '../tenants';
import { attendanceService } from './attendance';
import { contactChanges } from './contact-changes';
import { draService } from './dra';
import { importService } from './import';
import { leaveService } from './leaves';
import { allocations, collectors, collectorsUnder } from './legacy';
import { choices, parentsFor, peoplePage, postOf, presentPerson } from './repository';
import { personOf, postOfActor } from './rules';
import { peopleService } from './service';
import { sessionsService } from './sessions';
import { treeNodes } from './tree';

type PeopleHandlers = Pick<Handlers, Extract<keyof Handlers, `people.${string}` | `leaves.${string}`>>;

/** Which kinds a legacy call is about. */
const KINDS_OF = {
  admin: ['admin', 'tenantAdmin', 'superAdmin'],
  manager: ['manager', 'superManager'],
  collector: ['collector', 'teleCaller', 'fieldAgent'],
} as const satisfies Record<string, readonly ProfileKind[]>;

/** A lender's and an agency's administrators choose among what is theirs: who else works here is not their business. */
function offeredTo<C extends { agencies: { id: string }[]; clients: { id: string }[] }>(actor: Actor, known: C): C {
  const breadth = breadthOf(actor);
  if (breadth === 'client') {
    return { ...known, agencies: [], clients: known.clients.filter(({ id }) => id === actor.clientId) };
  }
  if (breadth === 'agency') {
    return { ...known, clients: [], agencies: known.agencies.filter(({ id }) => id === actor.agencyId) };
  }
  return known;
}

export function handlers(deps: Deps, authority: SessionAuthority, background: Background): PeopleHandlers {
  const { db, clock } = deps;
  const rulesOf = tenantRules(db);
  const people = peopleService(deps, authority, background);
  const attendance = attendanceService(deps);
  const leaves = leaveService(deps);
  const dra = draService(deps, people.presented);
  const files = importService(deps);
  const contacts = contactChanges(deps, authority, background);
  const sessions = sessionsService(deps, authority);
  const byId =
    (kinds: readonly ProfileKind[]) =>
    async ({ actor, params }: { actor: Actor; params: { id: string } }) => {
      const data = await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => {
        const row = await personOf(tx, actor, params.id);
        if (!kinds.includes(kindOf(postOf(row).role))) throw new ApiError('not-found');
        return presentPerson(row, actor.userId, await postOfActor(tx, actor));
      });
      return { success: true as const, data };
    };
  const update =
    (kinds: readonly ProfileKind[]) =>
    async ({ actor, body: { id, version, ...given } }: Pick<Call<'people.adminUpdate'>, 'actor' | 'body'>) => ({
      success: true as const,
      data: await people.updateEither(actor, kinds, id, version, given),
    });

  return {
    'people.list': async ({ actor, query }) => {
      const { zone } = await rulesOf(actor.tenantId);
      const today = dayOf(clock.now(), zone);
      const scope = { tenantId: actor.tenantId, userId: actor.userId };
      return { success: true, data: await db.transaction(scope, (tx) => peoplePage(tx, actor, query, today)) };
    },
    'people.options': async ({ actor }) => {
      const data = await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => ({
        ...offeredTo(actor, await choices(tx, actor)),
        roles: [...MAY_LEAD[actor.role]],
      }));
      return { success: true, data };
    },
    'people.parents': async ({ actor, query }) => {
      const below = { role: query.role, subRole: query.subRole || null };
      const able = ROLES.filter((role: Role) => MAY_LEAD[role].includes(query.role));
      const rows = await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) =>
        parentsFor(tx, actor, able, query.q ?? '', query.except),
      );
      return {
        success: true,
        data: rows
          .filter((row) => mayLead(postOf(row), below))
          .map((row) => ({
            id: row.id,
            fullName: row.full_name,
            username: row.username,
            role: postOf(row).role,
            subRole: row.sub_role,
          })),
      };
    },
    'people.one': async ({ actor, params }) => {
      const scope = { tenantId: actor.tenantId, userId: actor.userId };
      return { success: true, data: await db.transaction(scope, (tx) => people.presented(tx, actor, params.id)) };
    },
    'people.create': async ({ actor, params, body }) => ({
      success: true,
      data: await people.create(actor, params.kind, body),
    }),
    'people.update': async ({ actor, params, body: { version, ...given } }) => ({
      success: true,
      data: await people.update(actor, params.kind, params.id, version, given),
    }),
    'people.deactivate': async ({ actor, params, body }) => ({
      success: true,
      data: await people.deactivate(actor, params.id, body.reason, body.withdrawPhones),
    }),
    'people.reactivate': async ({ actor, params }) => ({
      success: true,
      data: await people.reactivate(actor, params.id),
    }),
    'people.initialPassword': async ({ actor, params, body }) => ({
      success: true,
      data: await people.newPassword(actor, params.id, body.mail),
    }),
    'people.tree': async ({ actor, query }) => {
      const data = await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) =>
        treeNodes(tx, actor, await postOfActor(tx, actor), {
          under: query.under,
          q: query.q,
          inactive: query.inactive === 'true',
        }),
      );
      return { success: true, data };
    },
    'people.move': async ({ actor, params, body }) => ({
      success: true,
      data: await people.move(actor, params.id, body.managerId, body.from),
    }),
    'people.saveDra': async ({ actor, params, query, bytes }) => ({
      success: true,
      data: await dra.save(actor, params.id, query, bytes),
    }),
    'people.removeDra': async ({ actor, params }) => ({ success: true, data: await dra.remove(actor, params.id) }),
    'people.draFile': ({ actor, params }) => dra.file(actor, params.id),
    'people.me': async ({ actor }) => ({ success: true, data: await people.own(actor) }),
    'people.updateMe': async ({ actor, body }) => ({ success: true, data: await people.updateOwn(actor, body) }),
    'people.ownSessions': async ({ actor }) => ({ success: true, data: await sessions.list(actor) }),
    'people.endOwnSessions': async ({ actor, body }) => ({
      success: true,
      data: { ended: await sessions.end(actor, body.session) },
    }),
    'people.sessionsOf': async ({ actor, params }) => ({
      success: true,
      data: await sessions.list(actor, params.id),
    }),
    'people.endSessionsOf': async ({ actor, params, body }) => ({
      success: true,
      data: { ended: await sessions.end(actor, body.session, params.id) },
    }),
    'people.changeContact': async ({ actor, body }) => ({
      success: true,
      data: await contacts.ask(actor, body.kind, body.value, body.password),
    }),
    'people.contactChanges': async ({ actor }) => ({ success: true, data: await contacts.waiting(actor) }),
    'people.confirmMobile': async ({ actor, params, body }) => {
      await contacts.confirmMobile(actor, params.id, body.code);
      return { success: true, data: await people.own(actor) };
    },
    'people.confirmEmail': async ({ body, ip }) => ({
      success: true,
      data: await contacts.confirmEmail(body.token, ip),
    }),
    'people.undoContact': async ({ body, ip }) => ({ success: true, data: await contacts.undo(body.token, ip) }),
    'leaves.list': async ({ actor, query }) => ({ success: true, data: await leaves.list(actor, query) }),
    'leaves.add': async ({ actor, body }) => ({ success: true, data: await leaves.add(actor, body) }),
    'leaves.end': async ({ actor, params }) => ({ success: true, data: await leaves.end(actor, params.id) }),
    'people.attendance': async ({ actor, params, query }) => ({
      success: true,
      data: await attendance.month(actor, params.id, query.month),
    }),
    'people.clock': async ({ actor, body }) => ({ success: true, data: await attendance.clock(actor, body) }),

    'people.importCheck': async ({ actor, bytes }) => ({ success: true, data: await files.check(actor, bytes) }),
    'people.import': async ({ actor, bytes, query }) => ({
      success: true,
      data: await files.commit(actor, bytes, query.fileName || 'people.csv'),
    }),
    'people.imports': async ({ actor }) => ({ success: true, data: await files.latest(actor) }),
    'people.importOne': async ({ actor, params }) => ({ success: true, data: await files.one(actor, params.id) }),
    'people.importErrors': async ({ actor, params }) => ({ success: true, data: await files.errors(actor, params.id) }),

    'people.adminById': byId(KINDS_OF.admin),
    'people.managerById': byId(KINDS_OF.manager),
    'people.collectorById': byId(KINDS_OF.collector),
    'people.adminUpdate': update(KINDS_OF.admin),
    'people.managerUpdate': update(KINDS_OF.manager),
    'people.collectorUpdate': update(KINDS_OF.collector),
    'people.collectorCreate': async ({ actor, body }) => ({
      success: true,
      data: await people.create(actor, 'collector', body),
    }),
    'people.collectorRemove': async ({ actor, params }) => ({
      success: true,
      data: await people.deactivate(actor, params.id, 'removed', true),
    }),
    'people.collectors': async ({ actor, query }) => {
      const scope = { tenantId: actor.tenantId, userId: actor.userId };
      return { success: true, data: await db.transaction(scope, (tx) => collectors(tx, actor, query.createdBy)) };
    },
    'people.collectorAttendance': async ({ actor, query }) => ({
      success: true,
      data: await attendance.month(actor, query.collectorId, query.month),
    }),
    'people.collectorsByManager': async ({ actor }) => {
      const scope = { tenantId: actor.tenantId, userId: actor.userId };
      return { success: true, data: await db.transaction(scope, (tx) => collectorsUnder(tx, actor, actor.userId)) };
    },
    'people.activeCollectorsByManager': async ({ actor, query }) => {
      const scope = { tenantId: actor.tenantId, userId: actor.userId };
      const data = await db.transaction(scope, (tx) =>
        collectorsUnder(tx, actor, query.managerId ?? actor.userId, { active: true, clientName: query.Client_Name }),
      );
      return { success: true, data };
    },
    'people.managersFieldAgents': async ({ actor }) => {
      const scope = { tenantId: actor.tenantId, userId: actor.userId };
      const data = await db.transaction(scope, (tx) =>
        collectorsUnder(tx, actor, actor.userId, { active: true, role: 'CRM_FIELDAGENT' }),
      );
      return { success: true, data };
    },
    'people.collectorAllocations': async ({ actor, query }) => {
      const scope = { tenantId: actor.tenantId, userId: actor.userId };
      return { success: true, data: await db.transaction(scope, (tx) => allocations(tx, actor, query.createdBy)) };
    },
  };
}
