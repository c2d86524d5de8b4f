import type { RequestOf } from '../../../core/contract/kit';
import type { createPerson, Person, updateOwnProfile } from '../../../core/contract/people';
import { formatDateTime } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { kindOf, MAY_LEAD, mayLead, type ProfileKind, ROLES_OF_KIND } from '../../../core/domain/people';
import { EMPTY_PROFILE, ownFieldsOf } from '../../../core/domain/profile-fields';
import { isFieldRole } from '../../../core/domain/roles';
import type { FormErrors } from '../../../core/domain/validators';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import {
  endLinksOf,
  endSessionsOf,
  hashPassword,
  initialPassword,
  type SessionAuthority,
  storeInitialPassword,
  takeTry,
} from '../auth';
import { withdrawPhonesOf } from '../devices';
import { tenantRules } from '../tenants';
import { type ContactKind, endChangesOf } from './contact-store';
import { alreadyUsedMail, changedByOthersMail } from './contact-words';
import { welcomeMail } from './mail';
import { findPerson, postOf, presentPerson, type StoredPerson } from './repository';
import { invalid, managerFor, personOf, postOfActor, postOfNew, problemsOf, subordinateOf, withinOwn } from './rules';
import { isAbove, lockTree, transplant } from './tree';
import { changesOf, type GivenValues, merged, ofKind, valuesOf } from './values';
import { insertPerson, isTakenName, type NamesTaken, setActive, updatePerson } from './write';

/** Refusals of a user name, by which names could be tried out: a person gets so many an hour. */
const NAME_REFUSALS_AN_HOUR = 30;
const nameRefusals = new WeakSet<ApiError>();
const refusedName = (errors: FormErrors): ApiError => {
  const error = invalid(errors);
  if (errors.username) nameRefusals.add(error);
  return error;
};
const nameTaken = (error: unknown): never => {
  throw isTakenName(error) ? refusedName({ username: 'This user name cannot be used' }) : error;
};

const HOUR_MS = 3_600_000;
const mayNot = () => new ApiError('forbidden', { message: 'Your role may not create this kind of user.' });

type Afterwards = (() => void)[];
type NewBody = Omit<RequestOf<typeof createPerson>['body'], 'mail'> & { mail?: boolean | undefined };

export function peopleService(deps: Deps, authority: SessionAuthority, background: Background) {
  const { db, clock, config, mail } = deps;
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  const rulesOf = tenantRules(db);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;

  const auditOf = (actor: Actor, action: string, id: string, detail: Record<string, unknown>) => ({
    action,
    subject: 'user',
    subjectId: id,
    actorId: actor.userId,
    detail,
  });

  async function presented(tx: Tx, actor: Actor, id: string): Promise<Person> {
    const row = await findPerson(tx, actor, id);
    if (!row) throw new ApiError('not-found');
    return presentPerson(row, actor.userId, await postOfActor(tx, actor));
  }

  function sendPassword(
    to: { fullName: string; email: string | null; username: string; role: string },
    password: string,
  ) {
    if (!to.email) return null;
    const role = postOf({ role: to.role, sub_role: null }).role;
    const letter = welcomeMail({
      fullName: to.fullName,
      address: to.email,
      username: to.username,
      password,
      link: `${publicUrl}${isFieldRole(role) ? '/field-agent/login' : '/login'}`,
    });
    background.run('mail with a first password', () => mail.send(letter));
    return to.email;
  }

  async function change(
    tx: Tx,
    actor: Actor,
    row: StoredPerson,
    given: GivenValues,
    version: number,
    afterwards: Afterwards,
    refused: FormErrors = {},
  ): Promise<Person> {
    const now = clock.now();
    const kind = kindOf(postOf(row).role);
    const before = valuesOf(row);
    const own = withinOwn(actor, kind, merged(before, given));
    // A field this kind never had is refused only where it is given.
    const strange = Object.fromEntries(
      Object.entries(await problemsOf(tx, actor, kind, { ...own.values }, before)).filter(
        ([name]) =>
          name in given ||
          JSON.stringify(own.values[name as keyof typeof before]) !==
            JSON.stringify(before[name as keyof typeof before]),
      ),
    );
    const errors: FormErrors = { ...strange, ...own.errors, ...refused };
    const becomes = postOfNew(postOf(row).role, own.values);
    // Whoever may change somebody must not lift them to where they themselves stand, or above.
    if (row.id !== actor.userId && !mayLead(await postOfActor(tx, actor), becomes)) {
      errors.subRole = 'Only a sub-role below your own';
    }
    if (Object.keys(errors).length) throw invalid(errors);
    const changes = changesOf(before, own.values);
    if (changes.names.length === 0) return presented(tx, actor, row.id);
    const result = await updatePerson(tx, { tenantId: actor.tenantId, id: row.id, version }, own.values, now).catch(
      nameTaken,
    );
    if (result === false) {
      throw new ApiError('conflict', {
        message: 'Somebody else has changed this profile meanwhile. Look at it again.',
      });
    }
    settleNames(changes.names.includes('email') ? result : { ...result, tell: null }, afterwards);
    await appendAudit(
      tx,
      [auditOf(actor, 'people.updated', row.id, { before: changes.before, after: changes.after })],
      now,
    );
    for (const kind of changes.names.filter(isContact)) {
      await endChangesOf(tx, row.id, kind, now);
      await endLinksOf(tx, row.id, now);
      const { email } = row;
      if (email) afterwards.push(() => tellChanged(row, email, kind, actor, now));
    }
    return presented(tx, actor, row.id);
  }

  /** Mails about a change leave once it is committed. Throws `too-many` after many refused user names. */
  async function changing(actor: Actor, work: (tx: Tx, afterwards: Afterwards) => Promise<Person>): Promise<Person> {
    let afterwards: Afterwards = [];
    const person = await db
      .transaction(scopeOf(actor), (tx) => {
        afterwards = [];
        return work(tx, afterwards);
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof ApiError && nameRefusals.has(error))) throw error;
        const key = `names refused to ${actor.userId}`;
        const retryAfterSeconds = await db.platform((tx) =>
          takeTry(tx, key, NAME_REFUSALS_AN_HOUR, HOUR_MS, clock.now()),
        );
        throw retryAfterSeconds > 0 ? new ApiError('too-many', { retryAfterSeconds }) : error;
      });
    for (const tell of afterwards) tell();
    return person;
  }

  /** Throws for what cannot be saved so; who signs in by the address in another tenant is told there. */
  function settleNames({ fields, suggestion, tell }: NamesTaken, afterwards: Afterwards): void {
    if (fields.length) {
      throw refusedName({
        ...(fields.includes('username') && { username: `This user name cannot be used. Try ${suggestion}.` }),
        ...(fields.includes('email') && { email: 'Somebody signs in with this email already' }),
      });
    }
    if (tell !== null)
      afterwards.push(() => background.run('mail about an address', () => mail.send(alreadyUsedMail(tell))));
  }

  /** The address as it was before gets the word. */
  function tellChanged(row: StoredPerson, address: string, kind: ContactKind, actor: Actor, now: Date): void {
    const owner = { fullName: row.full_name, username: row.username };
    background.run('mail about a changed contact', async () => {
      const { zone } = await rulesOf(actor.tenantId);
      await mail.send(changedByOthersMail(owner, address, { kind, by: actor.fullName, at: formatDateTime(now, zone) }));
    });
  }

  return {
    presented,

    /** Throws `forbidden` for a role the caller may not create, `invalid` with the fields. */
    async create(actor: Actor, kind: ProfileKind, body: NewBody) {
      const now = clock.now();
      const { role = ROLES_OF_KIND[kind][0], managerId, mail: wantsMail = false, ...given } = body;
      if (!ROLES_OF_KIND[kind].includes(role)) throw invalid({ role: 'Not a role of this kind of user' });
      if (!MAY_LEAD[actor.role].includes(role)) throw mayNot();
      const id = uuidv7(now.getTime());
      const password = initialPassword();
      const passwordHash = await hashPassword(password);
      const person = await changing(actor, async (tx, afterwards) => {
        const own = withinOwn(actor, kind, merged(EMPTY_PROFILE, given));
        const below = postOfNew(role, own.values);
        if (!mayLead(await postOfActor(tx, actor), below)) {
          throw mayNot();
        }
        const errors = { ...(await problemsOf(tx, actor, kind, own.values)), ...own.errors };
        if (wantsMail && !own.values.email) errors.email = 'Give an address for the mail';
        if (Object.keys(errors).length) throw invalid(errors);
        const manager = await managerFor(tx, actor, managerId ?? actor.userId, below);
        const result = await insertPerson(tx, {
          id,
          tenantId: actor.tenantId,
          role,
          values: own.values,
          managerId: manager.id,
          createdBy: actor.userId,
          passwordHash,
          now,
        }).catch(nameTaken);
        settleNames(result, afterwards);
        const after = ofKind(kind, own.values);
        await appendAudit(
          tx,
          [
            auditOf(actor, 'people.created', id, {
              before: null,
              after: { role, managerId: manager.id, ...after, username: result.username },
            }),
          ],
          now,
        );
        return presented(tx, actor, id);
      });
      const mailedTo = wantsMail ? sendPassword(person, password) : null;
      return { person, initialPassword: mailedTo === null ? password : null, mailedTo };
    },

    update: (actor: Actor, kind: ProfileKind, id: string, version: number, given: GivenValues) =>
      changing(actor, async (tx, afterwards) => {
        const { row } = await subordinateOf(tx, actor, id, kind);
        return change(tx, actor, row, given, version, afterwards);
      }),

    own: (actor: Actor) => db.transaction(scopeOf(actor), (tx) => presented(tx, actor, actor.userId)),

    updateOwn: (actor: Actor, { version, ...given }: RequestOf<typeof updateOwnProfile>['body']) =>
      changing(actor, async (tx, afterwards) => {
        const row = await personOf(tx, actor, actor.userId);
        return change(tx, actor, row, given, version, afterwards, notOwn(row, given));
      }),

    /** The legacy PUT: the caller's own profile, or one of somebody below; `version` may be left out there. */
    updateEither: (
      actor: Actor,
      kinds: readonly ProfileKind[],
      id: string,
      version: number | undefined,
      given: GivenValues,
    ) =>
      changing(actor, async (tx, afterwards) => {
        const found = await personOf(tx, actor, id);
        if (!kinds.includes(kindOf(postOf(found).role))) throw new ApiError('not-found');
        if (id === actor.userId)
          return change(tx, actor, found, given, version ?? found.version, afterwards, notOwn(found, given));
        const { row } = await subordinateOf(tx, actor, id);
        return change(tx, actor, row, given, version ?? row.version, afterwards);
      }),

    async deactivate(actor: Actor, id: string, reason: string, withdrawPhones: boolean): Promise<Person> {
      const now = clock.now();
      const { person, ended } = await db.transaction(scopeOf(actor), async (tx) => {
        const { row } = await subordinateOf(tx, actor, id);
        const ended = await endSessionsOf(tx, id, null, 'deactivated', now);
        const phones = withdrawPhones ? await withdrawPhonesOf(tx, actor, id, reason, now) : 0;
        if (await setActive(tx, id, false, reason, now)) {
          const detail = {
            before: { active: row.active },
            after: { active: false },
            reason,
            endedSessions: ended.length,
            phones,
          };
          await appendAudit(tx, [auditOf(actor, 'people.deactivated', id, detail)], now);
        }
        return { person: await presented(tx, actor, id), ended };
      });
      for (const session of ended) authority.forget(session);
      return person;
    },

    reactivate: (actor: Actor, id: string): Promise<Person> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        await subordinateOf(tx, actor, id);
        if (await setActive(tx, id, true, null, now)) {
          await appendAudit(
            tx,
            [auditOf(actor, 'people.reactivated', id, { before: { active: false }, after: { active: true } })],
            now,
          );
        }
        return presented(tx, actor, id);
      }),

    async newPassword(actor: Actor, id: string, wantsMail: boolean) {
      const now = clock.now();
      const password = initialPassword();
      const hash = await hashPassword(password);
      const { row, ended } = await db.transaction(scopeOf(actor), async (tx) => {
        const { row } = await subordinateOf(tx, actor, id);
        if (wantsMail && row.email === null) throw invalid({ mail: 'This user has no email address' });
        await storeInitialPassword(tx, id, hash, now);
        const ended = await endSessionsOf(tx, id, null, 'new initial password', now);
        await appendAudit(
          tx,
          [
            auditOf(actor, 'people.initial-password', id, {
              before: { firstSignInDue: row.must_change_password },
              after: { firstSignInDue: true },
              mailed: wantsMail,
              endedSessions: ended.length,
            }),
          ],
          now,
        );
        return { row, ended };
      });
      for (const session of ended) authority.forget(session);
      const to = { fullName: row.full_name, email: row.email, username: row.username, role: row.role };
      const mailedTo = wantsMail ? sendPassword(to, password) : null;
      return { initialPassword: mailedTo === null ? password : null, mailedTo };
    },

    /** Throws `conflict` when the person is no longer under `from`, `invalid` for a manager that cannot be. */
    move: (actor: Actor, id: string, managerId: string, from: string | null): Promise<Person> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        await lockTree(tx);
        const { row } = await subordinateOf(tx, actor, id);
        if (row.manager_id === managerId) return presented(tx, actor, id);
        if (row.manager_id !== from) {
          throw new ApiError('conflict', { message: `${row.full_name} has been moved meanwhile. Look at it again.` });
        }
        if (await isAbove(tx, id, managerId))
          throw invalid({ managerId: 'Nobody can stand under somebody below them' });
        const manager = await managerFor(tx, actor, managerId, postOf(row));
        await transplant(tx, id, managerId, now);
        const detail = {
          before: { managerId: row.manager_id },
          after: { managerId },
          manager: manager.full_name,
          below: row.below,
        };
        await appendAudit(tx, [auditOf(actor, 'people.moved', id, detail)], now);
        return presented(tx, actor, id);
      }),
  };
}

const isContact = (name: string): name is ContactKind => name === 'email' || name === 'mobile';

/** What the owner may not change of the own profile. */
function notOwn(row: StoredPerson, given: GivenValues): FormErrors {
  const before = valuesOf(row);
  const own = new Set<string>(ownFieldsOf(kindOf(postOf(row).role)).map(({ name }) => name));
  const errors: FormErrors = {};
  for (const [name, value] of Object.entries(given)) {
    const changed =
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]);
    if (!changed) continue;
    if (isContact(name)) errors[name] = 'Change this under "E-mail and mobile", with your password';
    else if (!own.has(name)) errors[name] = 'Only somebody above you may change this';
  }
  return errors;
}
