/** Creates the people of a file, a few lines a transaction; then sends those without a password of the file theirs. */
import { uuidv7 } from '../../../core/domain/ids';
import { kindOf, mayLead } from '../../../core/domain/people';
import { isFieldRole } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { hashPassword, initialPassword, storeInitialPassword } from '../auth';
import { alreadyUsedMail } from './contact-words';
import { IMPORT_JOB } from './import';
import { finishImport, nextRows, setMailed, settleRow, unmailed, type WaitingRow } from './import-store';
import { welcomeMail } from './mail';
import { findPost, roleOf } from './repository';
import { managerFor, postOfActor, postOfNew, problemsOf, withinOwn } from './rules';
import { ofKind } from './values';
import { insertPerson, isTakenName } from './write';

/** Hashing is what takes time: a few lines are hashed side by side, then written together. */
const AT_ONCE = 10;

type JobDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'mail'>;

/** Who brought the file, as they are now. */
async function actorOf(tx: Tx, tenantId: string, importId: string): Promise<Actor & { active: boolean }> {
  const [row] = await tx.query<{ created_by: string }>(
    'select created_by from people_imports where tenant_id = current_tenant() and id = $1',
    [importId],
  );
  const post = row && (await findPost(tx, row.created_by));
  if (!post) throw new Error('Nobody brought this file');
  return {
    tenantId,
    userId: post.id,
    role: roleOf(post.role),
    subRole: post.sub_role,
    sessionId: null,
    deviceId: null,
    via: 'session',
    agencyId: post.agency_id,
    clientId: post.client_id,
    fullName: post.full_name,
    active: post.active,
  };
}

async function managerIdOf(tx: Tx, actor: Actor, username: string): Promise<string> {
  if (username === '') return actor.userId;
  const [row] = await tx.query<{ id: string }>(
    'select id from users where tenant_id = current_tenant() and lower(username) = $1',
    [username],
  );
  if (!row) throw new ApiError('invalid', { fields: [{ path: 'manager', message: `There is no user ${username}` }] });
  return row.id;
}

/** One line in the caller's transaction. A line that cannot be is settled with its reason; nothing of it stays. Answers an address whose owner is to be told (`NamesTaken`). */
async function createLine(
  tx: Tx,
  actor: Actor & { active: boolean },
  importId: string,
  row: WaitingRow,
  passwordHash: string,
  now: Date,
): Promise<string | null> {
  const { role, values, manager } = row.person;
  await tx.query('savepoint line');
  try {
    const kind = kindOf(role);
    const below = postOfNew(role, values);
    // As they are now: between the file and its turn they may have lost the right to bring it.
    if (!actor.active || !mayLead(await postOfActor(tx, actor), below)) {
      throw new ApiError('forbidden', {
        fields: [{ path: 'role', message: 'Whoever brought the file may not create this kind of user any more' }],
      });
    }
    const errors = { ...(await problemsOf(tx, actor, kind, values)), ...withinOwn(actor, kind, values).errors };
    const wrong = Object.entries(errors).map(([path, message]) => ({ path, message }));
    if (wrong.length) throw new ApiError('invalid', { fields: wrong });
    const above = await managerFor(tx, actor, await managerIdOf(tx, actor, manager), below);
    const id = uuidv7(now.getTime());
    const taken = await insertPerson(tx, {
      id,
      tenantId: actor.tenantId,
      role,
      values,
      managerId: above.id,
      createdBy: actor.userId,
      passwordHash,
      now,
    });
    if (taken.fields.length) {
      const words = {
        username: `This user name cannot be used. Try ${taken.suggestion}.`,
        email: 'Somebody has this by now',
      };
      throw new ApiError('invalid', { fields: taken.fields.map((path) => ({ path, message: words[path] })) });
    }
    await settleRow(tx, importId, row.line, { state: 'created', userId: id });
    await appendAudit(
      tx,
      [
        {
          action: 'people.created',
          subject: 'user',
          subjectId: id,
          actorId: actor.userId,
          detail: {
            before: null,
            after: { role, managerId: above.id, ...ofKind(kind, values), username: taken.username },
            importId,
          },
        },
      ],
      now,
    );
    await tx.query('release savepoint line');
    return taken.tell;
  } catch (error) {
    const expected = error instanceof ApiError || isTakenName(error);
    if (!expected) throw error;
    await tx.query('rollback to savepoint line');
    const fields = error instanceof ApiError ? (error.more.fields ?? []) : [];
    const reason =
      fields.map(({ path, message }) => `${path}: ${message}`).join('; ') || 'This user name cannot be used';
    await settleRow(tx, importId, row.line, { state: 'wrong', reason });
    return null;
  }
}

export function registerJobs(jobs: Jobs, { db, clock, config, mail }: JobDeps): void {
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  jobs.define(IMPORT_JOB, async ({ tenantId, data }, run) => {
    const importId = String(data.importId);
    if (tenantId === null) return;
    while (!run.signal.aborted) {
      const waiting = await db.transaction({ tenantId }, (tx) => nextRows(tx, importId, AT_ONCE));
      if (waiting.length === 0) break;
      const hashes = await Promise.all(waiting.map((row) => hashPassword(row.initial_password ?? initialPassword())));
      const told = await run.step(async (tx) => {
        const actor = await actorOf(tx, tenantId, importId);
        const addresses: string[] = [];
        for (const [at, row] of waiting.entries()) {
          const hash = hashes[at];
          const address = hash ? await createLine(tx, actor, importId, row, hash, clock.now()) : null;
          if (address !== null) addresses.push(address);
        }
        return addresses;
      });
      for (const address of told) await mail.send(alreadyUsedMail(address));
    }
    while (!run.signal.aborted) {
      const newcomers = await db.transaction({ tenantId }, (tx) => unmailed(tx, importId, AT_ONCE));
      if (newcomers.length === 0) break;
      for (const person of newcomers) {
        // Made anew at each try: a mail that went out before a crash is followed by one whose password is good.
        const password = initialPassword();
        const hash = await hashPassword(password);
        await run.step((tx) => storeInitialPassword(tx, person.user_id, hash, clock.now()));
        const link = `${publicUrl}${isFieldRole(roleOf(person.role)) ? '/field-agent/login' : '/login'}`;
        await mail.send(
          welcomeMail({ fullName: person.full_name, address: person.email, username: person.username, password, link }),
        );
        await run.step((tx) => setMailed(tx, importId, person.line, clock.now()));
      }
    }
    if (!run.signal.aborted) await run.finish((tx) => finishImport(tx, importId, clock.now()));
  });
}
