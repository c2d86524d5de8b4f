import { backupKeyText } from '../../../core/domain/backups';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Handlers } from '../../http/implement';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { passwordOf, provePassword } from '../auth';
import { MAKE_JOB } from './jobs';
import { backupKey } from './keys';
import { countBackups, findBackup, insertBackup, isStale, newestBackups, presentBackup, removeBackup } from './rows';

type BackupHandlers = Pick<Handlers, Extract<keyof Handlers, `backups.${string}`>>;

const IS_MADE = 'A backup is being made already. Wait until it is done.';
const TOO_MANY = 'Ten backups made by hand are kept. Delete one first.';

export function handlers({
  db,
  storage,
  clock,
  keys,
}: Pick<Deps, 'db' | 'storage' | 'clock' | 'keys'>): BackupHandlers {
  const run = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  const note = (tx: Tx, actor: Actor, action: string, id: string, detail: Record<string, unknown> = {}) =>
    appendAudit(tx, [{ action, subject: 'backup', subjectId: id, actorId: actor.userId, detail }], clock.now());
  const prove = async (actor: Actor, password: string) =>
    provePassword(db, actor, await run(actor, (tx) => passwordOf(tx, actor.userId)), password, 'password', clock.now());

  return {
    'backups.list': ({ actor, query }) =>
      run(actor, async (tx) => {
        const { total, verified } = await countBackups(tx);
        const rows = await newestBackups(tx, query.size, (query.page - 1) * query.size);
        const stale = isStale(verified, clock.now());
        return { success: true, data: { rows: rows.map(presentBackup), total, verified, stale } };
      }),

    'backups.make': ({ actor, body: { id } }) =>
      run(actor, async (tx) => {
        const now = clock.now();
        const word = await insertBackup(tx, { id, askedBy: actor.userId }, now);
        if (word === 'open') throw new ApiError('conflict', { message: IS_MADE });
        if (word === 'many') throw new ApiError('conflict', { message: TOO_MANY });
        if (word === 'made') {
          await enqueueWithin(tx, now, MAKE_JOB, { id }, { tenantId: actor.tenantId, singletonKey: id });
          await note(tx, actor, 'backup.asked', id, { before: null, after: { id } });
        }
        const row = await findBackup(tx, id);
        if (!row) throw new ApiError('not-found');
        return { success: true, data: presentBackup(row) };
      }),

    'backups.key': async ({ actor, body }) => {
      await prove(actor, body.password);
      return run(actor, async (tx) => {
        const key = backupKeyText(await backupKey(tx, keys, clock.now()));
        await note(tx, actor, 'backup.key-shown', actor.tenantId);
        return { success: true, data: { key } };
      });
    },

    'backups.file': async ({ actor, params: { id }, body }) => {
      await prove(actor, body.password);
      return run(actor, async (tx) => {
        const row = await findBackup(tx, id);
        if (!row?.file || (await storage.size(row.file)) !== row.size) throw new ApiError('not-found');
        await note(tx, actor, 'backup.downloaded', id, { bytes: row.size });
        return new FileReply(storage.stream(row.file), 'application/octet-stream', presentBackup(row).fileName);
      });
    },

    'backups.delete': async ({ actor, params: { id } }) => {
      const file = await run(actor, async (tx) => {
        const row = await findBackup(tx, id);
        if (!row) throw new ApiError('not-found');
        if (row.state === 'waiting' || row.state === 'writing') throw new ApiError('conflict', { message: IS_MADE });
        await note(tx, actor, 'backup.deleted', id, {
          before: { madeAt: row.created_at, bytes: row.size, verdict: row.verdict },
          after: null,
        });
        return removeBackup(tx, id);
      });
      if (file !== null) await storage.remove(file);
      return { success: true };
    },
  };
}
