/** Who may place, make and change whom: the table of core/domain/people.ts against what the database holds. */
import { kindOf, mayLead, type Post, type ProfileKind } from '../../../core/domain/people';
import { checkProfile, type ProfileValues } from '../../../core/domain/profile-fields';
import { type Role, TENANT_WIDE_ROLES } from '../../../core/domain/roles';
import type { FormErrors } from '../../../core/domain/validators';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { agencyRefusal, clientRefusal } from '../tenants';
import { choices, findPerson, findPost, isAmongPeople, postOf, type StoredPerson, type StoredPost } from './repository';

export const invalid = (errors: FormErrors): ApiError =>
  new ApiError('invalid', {
    fields: Object.entries(errors).map(([path, message]) => ({ path, message })),
  });

export async function postOfActor(tx: Tx, actor: Actor): Promise<Post> {
  const row = await findPost(tx, actor.userId);
  if (!row) throw new ApiError('session-ended');
  return { role: actor.role, subRole: row.sub_role };
}

/** Somebody among the caller's people; 404 for everybody else. */
export async function personOf(tx: Tx, actor: Actor, id: string, kind?: ProfileKind): Promise<StoredPerson> {
  const row = await findPerson(tx, actor, id);
  if (!row || (kind && kindOf(postOf(row).role) !== kind)) throw new ApiError('not-found');
  return row;
}

/** Somebody the caller may change: among their people, and below them by the table. */
export async function subordinateOf(
  tx: Tx,
  actor: Actor,
  id: string,
  kind?: ProfileKind,
): Promise<{ row: StoredPerson; post: Post }> {
  const row = await personOf(tx, actor, id, kind);
  const post = await postOfActor(tx, actor);
  if (row.id === actor.userId || !mayLead(post, postOf(row))) {
    throw new ApiError('forbidden', { message: 'Only somebody above may change this user.' });
  }
  return { row, post };
}

/** The manager of a new or moved person: active, among the caller's people, and above that post by the table. */
export async function managerFor(tx: Tx, actor: Actor, managerId: string, below: Post): Promise<StoredPost> {
  const manager = (await isAmongPeople(tx, actor, managerId)) ? await findPost(tx, managerId) : undefined;
  if (!manager) throw invalid({ managerId: 'There is no such manager among your people' });
  if (!manager.active) throw invalid({ managerId: `${manager.full_name} is not active` });
  if (!mayLead(postOf(manager), below)) {
    throw invalid({ managerId: `${manager.full_name} cannot stand above this kind of user` });
  }
  return manager;
}

/** Who belongs to one agency or client makes people there and nowhere else. */
export function withinOwn(
  actor: Actor,
  kind: ProfileKind,
  values: ProfileValues,
): { values: ProfileValues; errors: FormErrors } {
  const errors: FormErrors = {};
  let held = values;
  if (TENANT_WIDE_ROLES.includes(actor.role)) return { values, errors };
  if (actor.agencyId && kind !== 'superManager') {
    if (values.agencyId && values.agencyId !== actor.agencyId) errors.agencyId = 'Only your own agency';
    held = { ...held, agencyId: actor.agencyId };
  }
  if (kind === 'client' && actor.clientId) {
    if (values.clientId && values.clientId !== actor.clientId) errors.clientId = 'Only your own client';
    held = { ...held, clientId: actor.clientId };
  }
  return { values: held, errors };
}

/** Agencies, clients and products of the tenant, and why somebody may not join one: each asked for once, however many people are checked. */
export interface Offer {
  known: Awaited<ReturnType<typeof choices>>;
  refusalOf(kind: 'agency' | 'client', id: string): Promise<string | undefined>;
}

export async function offerOf(tx: Tx): Promise<Offer> {
  const refusals = new Map<string, Promise<string | undefined>>();
  return {
    known: await choices(tx),
    refusalOf(kind, id) {
      const held = refusals.get(id);
      if (held) return held;
      const asked = (kind === 'agency' ? agencyRefusal : clientRefusal)(tx, id).then((words) => words ?? undefined);
      refusals.set(id, asked);
      return asked;
    },
  };
}

/** Who comes to an agency or lender now: neither may be switched off, nor the agency locked. Those who are there may stay. */
async function joiningProblems(offer: Offer, values: ProfileValues, before?: ProfileValues): Promise<FormErrors> {
  const errors: FormErrors = {};
  if (values.agencyId && values.agencyId !== before?.agencyId) {
    const refusal = await offer.refusalOf('agency', values.agencyId);
    if (refusal) errors.agencyId = refusal;
  }
  if (values.clientId && values.clientId !== before?.clientId) {
    const refusal = await offer.refusalOf('client', values.clientId);
    if (refusal) errors.clientId = refusal;
  }
  return errors;
}

/** What is wrong with the values of a kind, ids of agencies, clients and products included. */
export async function problemsAmong(
  offer: Offer,
  kind: ProfileKind,
  values: ProfileValues,
  before?: ProfileValues,
): Promise<FormErrors> {
  const errors = { ...checkProfile(kind, values), ...(await joiningProblems(offer, values, before)) };
  const { known } = offer;
  const agencies = new Map(known.agencies.map((agency) => [agency.id, agency]));
  const clients = new Set(known.clients.map(({ id }) => id));
  if (values.agencyId && !agencies.has(values.agencyId)) errors.agencyId = 'There is no such agency';
  if (values.clientId && !clients.has(values.clientId)) errors.clientId = 'There is no such client';
  if (values.agencyList.some((id) => !agencies.has(id))) errors.agencyList = 'There is no such agency';
  if (values.clients.some((id) => !clients.has(id))) errors.clients = 'There is no such client';
  // One that is offered no longer stays with those who have it.
  const strange = values.products.find(
    (product) => !known.products.includes(product) && !before?.products.includes(product),
  );
  if (strange !== undefined) errors.products = `There is no product ${strange}`;
  return errors;
}

export const problemsOf = async (tx: Tx, kind: ProfileKind, values: ProfileValues, before?: ProfileValues) =>
  problemsAmong(await offerOf(tx), kind, values, before);

export const postOfNew = (role: Role, values: ProfileValues): Post => ({ role, subRole: values.subRole || null });
