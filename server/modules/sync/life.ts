/**
 * Has the database gone back in time? After a restore, devices hold cursors of a past that no longer happened. So the
 * server keeps a mark of how far the database had come outside of it (in the file storage), and when the database is
 * behind its mark, the sync epoch is renewed: every device starts its list over.
 *
 * The mark holds four facts. `system` and `timeline` change when the cluster is another one or was recovered to a point in
 * time; `xid` is lower when the whole cluster went back; `beat`, a counter that is stepped every minute in the database and
 * then in the mark, is lower when only this database was loaded from a dump.
 */
import { appendAudit } from '../../db/audit';
import type { Database, Tx } from '../../db/database';
import type { Deps } from '../../platform/deps';

export interface Mark {
  system: string | null;
  timeline: number | null;
  /** The next transaction's number, decimal. */
  xid: string;
  beat: number;
}

const KEY = 'marks/database.json';

/** Where the database stands. `null` where the engine does not tell this role. */
async function readMark(db: Database, step: boolean): Promise<Mark> {
  const facts = await db.platform(async (tx) => {
    await tx.query("insert into installation (name, value) values ('beat', '0') on conflict (name) do nothing");
    const [row] = await tx.query<{ beat: string; xid: string }>(
      step
        ? "update installation set value = (value::bigint + 1)::text where name = 'beat' returning value as beat, pg_snapshot_xmax(pg_current_snapshot())::text as xid"
        : "select value as beat, pg_snapshot_xmax(pg_current_snapshot())::text as xid from installation where name = 'beat'",
    );
    if (!row) throw new Error('The installation has no beat');
    return { beat: Number(row.beat), xid: row.xid };
  });
  // A database that a provider runs may keep these to itself; then the other two facts have to do.
  const cluster = await db
    .platform((tx) =>
      tx.query<{ system: string; timeline: number }>(
        'select (select system_identifier::text from pg_control_system()) as system, (select timeline_id from pg_control_checkpoint()) as timeline',
      ),
    )
    .catch(() => []);
  return { system: cluster[0]?.system ?? null, timeline: cluster[0]?.timeline ?? null, ...facts };
}

const differs = <T>(a: T | null, b: T | null): boolean => a !== null && b !== null && a !== b;

/** Why the database is not the one that the mark was made of; undefined when it went on from there. */
export function whyBehind(mark: Mark, now: Mark): string | undefined {
  if (differs(mark.system, now.system)) return 'another cluster';
  if (differs(mark.timeline, now.timeline)) return 'recovered or failed over';
  if (BigInt(now.xid) < BigInt(mark.xid)) return 'the cluster went back';
  if (now.beat < mark.beat) return 'the database went back';
  return undefined;
}

async function storedMark(storage: Deps['storage']): Promise<Mark | undefined> {
  const bytes = await storage.get(KEY);
  if (!bytes) return undefined;
  try {
    const mark = JSON.parse(bytes.toString('utf8')) as Partial<Mark>;
    return typeof mark.xid === 'string' && /^\d+$/.test(mark.xid) && typeof mark.beat === 'number'
      ? { system: mark.system ?? null, timeline: mark.timeline ?? null, xid: mark.xid, beat: mark.beat }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Feed rows that carry numbers of the lost cluster would lie above every cursor for ever, and changes of the new one below.
 * They become changes of now.
 */
async function rebaseFeed(tx: Tx): Promise<void> {
  await tx.query(
    `update loan_feed set changed_xid = pg_current_xact_id()
      where tenant_id = current_tenant() and changed_xid >= pg_snapshot_xmax(pg_current_snapshot())`,
  );
}

/**
 * Compares the database with its mark, renews the epoch when it is behind, and moves the mark on. Safe to repeat and to be
 * killed in: the mark is written last. Answers why the epoch was renewed.
 */
export async function watchDatabase({
  db,
  storage,
  clock,
  logger,
}: Pick<Deps, 'db' | 'storage' | 'clock' | 'logger'>): Promise<string | undefined> {
  // The mark first: another process may move both on in between, the database before the mark.
  const mark = await storedMark(storage);
  const now = await readMark(db, false);
  const reason = mark && whyBehind(mark, now);
  if (reason) {
    logger.error('the database is not where it had been: every device starts its list over', { reason });
    const tenants = await db.platform((tx) => tx.query<{ id: string }>('select id from tenants order by id'));
    for (const { id } of tenants) {
      await db.transaction({ tenantId: id }, async (tx) => {
        await rebaseFeed(tx);
        await appendAudit(
          tx,
          [{ action: 'sync.epoch-renewed', subject: 'tenant', subjectId: id, actorId: null, detail: { reason } }],
          clock.now(),
        );
      });
    }
    await db.platform((tx) =>
      tx.query("update installation set value = gen_random_uuid()::text where name = 'sync_epoch'"),
    );
  }
  await storage.put(KEY, Buffer.from(JSON.stringify(await readMark(db, true))));
  return reason;
}
