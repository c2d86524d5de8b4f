/**
 * The service worker's entry: sends every user's queue without any key or token of theirs. Records go in the form sealed
 * to the server, signed by this device. The loop is the page's own; a page that leads is left alone.
 */
import { createPresence, type Leadership, lead, openChanges } from './coordination';
import { deviceIdentity, hasIdentity, openDeviceDb, savedConfig } from './device-db';
import { deviceTransport } from './device-signature';
import { afterSignIn, drain, dueOnReconnect } from './drain';
import { freshOffset } from './fresh-offset';
import { report } from './queue-report';
import type { Transport } from './transport';
import { openUserDb, unsentCount } from './user-db';
import { finishWithdrawal, markWithdrawn } from './vault-withdrawal';

/** Without a change, a closed app reports this often at most. */
const REPORT_EVERY_MS = 6 * 3_600_000;

export interface WorkerDrainResult {
  accepted: number;
  /** Records that a later try may still bring to the server; those that wait for a person are not counted. */
  left: number;
}

/** Rejects only when the device's own database cannot be read. */
export async function drainAllUsers({
  transport,
  now = Date.now,
}: {
  /** The bare sender; headers are added here. */
  transport: Transport;
  now?: () => number;
}): Promise<WorkerDrainResult> {
  const deviceDb = openDeviceDb();
  const presence = createPresence();
  const total: WorkerDrainResult = { accepted: 0, left: 0 };
  try {
    const config = await savedConfig(deviceDb);
    if (!config || !(await hasIdentity(deviceDb))) return total;
    const device = await deviceIdentity(deviceDb);
    const offsetMs = await freshOffset(deviceDb, { transport, bases: config.bases, now });
    for (const user of await deviceDb.users.toArray()) {
      const { tenantId, userId } = user;
      const withdrawal = { db: deviceDb, transport, bases: config.bases, now };
      if (user.withdrawn) {
        total.left += await finishWithdrawal(withdrawal, user);
        continue;
      }
      const db = openUserDb(tenantId, userId);
      const changes = openChanges({ tenantId, userId }, () => {});
      let revoked = false;
      try {
        const signed = deviceTransport(transport, device, { tenantId, userId }, { now, offsetMs });
        const send = async (leadership: Leadership) => {
          await afterSignIn(db);
          await dueOnReconnect(db, 0, now());
          const result = await drain({
            db,
            transport: signed,
            bases: config.bases,
            sender: presence.id,
            leadership,
            now,
            changed: () => changes.announce('outbox'),
          });
          total.accepted += result.accepted;
          revoked = result.revoked;
        };
        if ((await unsentCount(db)) > 0) await lead(db, 'send', presence, now, send);
        // A page has told which version it is; before that there is nothing to report, unless something is left here: then a
        // withdrawal must be heard of.
        const version = (await db.meta.get('appVersion'))?.value;
        if ((version !== undefined || (await db.outbox.count()) > 0) && !revoked) {
          const told = await report(
            {
              db,
              deviceDb,
              transport: signed,
              bases: config.bases,
              owner: { tenantId, userId },
              appVersion: String(version ?? 'unknown'),
              now,
              offsetMs,
              // What a page has told of it stands.
              storage: null,
              lastContactAt: null,
            },
            REPORT_EVERY_MS,
          );
          if (told.decided > 0) changes.announce('outbox');
          revoked = told.revoked;
        }
        total.left += await db.outbox
          .filter(({ state, mirrored }) => state !== 'needs-you' && (state !== 'quarantined' || !mirrored))
          .count();
      } finally {
        changes.close();
        db.close();
      }
      if (revoked) {
        await markWithdrawn(withdrawal, user.key);
        total.left += await finishWithdrawal(withdrawal, user);
      }
    }
    return total;
  } finally {
    presence.close();
    deviceDb.close();
  }
}
