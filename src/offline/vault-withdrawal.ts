/**
 * A device that the server has withdrawn for a user: the key to their data is thrown away and everything readable is
 * erased at once; what was not sent goes to quarantine, signed by this device; then the rest is erased as well. A mark
 * in the device's own database makes the next start go on where a killed one stopped.
 *
 *   in use ──"device-revoked"──▶ withdrawn (no key, no loans) ──each record in quarantine──▶ nothing left
 */
import Dexie from 'dexie';
import { reportDevice } from '../../core/contract/devices';
import { reportQuarantine } from '../../core/contract/dispositions';
import { type Bases, urlOf } from '../../core/contract/kit';
import { uuidv7 } from '../../core/domain/ids';
import { readRequest } from './answers';
import { type DeviceDb, type DeviceUser, deviceIdentity } from './device-db';
import { deviceTransport } from './device-signature';
import { freshOffset } from './fresh-offset';
import { forgetSecondCopy } from './second-copy';
import type { Transport } from './transport';
import { inTurn } from './turns';
import { uploadFile } from './upload';
import { ERASED_AT, openUserDb, type UserDb, userDbName } from './user-db';

export interface WithdrawalContext {
  db: DeviceDb;
  /** The bare sender; the device's signature is added here. */
  transport: Transport;
  bases: Bases;
  now: () => number;
  appVersion?: string;
}

const REASON = { code: 'device-revoked', message: 'This device has been withdrawn.' };
/** A queue with photos takes its time; the page that delivers it may also stand still. */
const PATIENCE_MS = 5 * 60_000;
const NOTHING = new Uint8Array(0);

/**
 * Of somebody whom another process has erased already: a page that was just opening may have saved something since, in a
 * database made anew, and nobody else would ever look there.
 */
function erasedUser(key: string): DeviceUser {
  const [tenantId = '', userId = ''] = key.split(':');
  return {
    key,
    tenantId,
    userId,
    username: '',
    logins: [],
    keyId: '',
    wrapped: NOTHING,
    salt: NOTHING,
    iterations: 0,
    unlock: null,
    session: NOTHING,
    tokensVoid: true,
    lastSignInAt: 0,
    failures: { count: 0, until: 0 },
  };
}

/** Marks the user's data as withdrawn and erases at once what is not needed to deliver the queue. */
export async function markWithdrawn({ db }: Pick<WithdrawalContext, 'db'>, key: string): Promise<void> {
  const user = (await db.users.get(key)) ?? erasedUser(key);
  // First the key: from here on nothing that was sealed for this device can be opened again.
  await db.users.put({
    ...user,
    wrapped: NOTHING,
    salt: NOTHING,
    session: NOTHING,
    unlock: null,
    next: undefined,
    pin: undefined,
    tokensVoid: true,
    withdrawn: true,
  });
  await forgetSecondCopy(user);
  const own = openUserDb(user.tenantId, user.userId);
  try {
    const kept = new Set(['outbox', 'attachments', 'fileParts', 'leases', 'meta']);
    const readable = own.tables.filter(({ name }) => !kept.has(name));
    await own.open();
    await own.transaction('rw', readable, () => Promise.all(readable.map((table) => table.clear())));
  } finally {
    own.close();
  }
}

/**
 * Delivers what is left of a withdrawn user's queue and, when nothing is, erases the user from this device. Answers how
 * many records still wait; never rejects for the network's sake.
 */
export function finishWithdrawal(ctx: WithdrawalContext, user: DeviceUser): Promise<number> {
  return inTurn(`recoup-withdraw-${user.key}`, PATIENCE_MS, async () => {
    if (!(await ctx.db.users.get(user.key))?.withdrawn) return 0;
    const { tenantId, userId } = user;
    // Whoever marked it may have died before this.
    await forgetSecondCopy(user);
    const device = await deviceIdentity(ctx.db);
    const offsetMs = await freshOffset(ctx.db, ctx);
    const signed = deviceTransport(ctx.transport, device, { tenantId, userId }, { now: ctx.now, offsetMs });
    const own = openUserDb(tenantId, userId);
    let left = 0;
    const deliver = async () => {
      for (const row of (await own.outbox.toArray()).sort((a, b) => a.createdAt - b.createdAt)) {
        if (row.state === 'quarantined' && row.mirrored) continue;
        const answer = await signed({
          method: 'POST',
          url: urlOf(ctx.bases, reportQuarantine),
          body: JSON.stringify({ item: { key: row.key, hash: row.hash, sealed: row.sealedForServer }, reason: REASON }),
        }).catch(() => null);
        const verdict = readRequest(answer, ctx.now());
        const taken = verdict.kind === 'answered' ? reportQuarantine.response.safeParse(verdict.body) : undefined;
        if (!taken?.success || taken.data.data.key !== row.key) {
          left += 1;
          continue;
        }
        // Of a withdrawn phone the server takes only photos that a record in quarantine names, so they come after it.
        let waiting = false;
        for (const sha256 of row.attachments) {
          const upload = await uploadFile({ db: own, transport: signed, bases: ctx.bases, now: ctx.now }, sha256).catch(
            () => undefined,
          );
          if (upload && !upload.done && upload.fate === 'retry-later') waiting = true;
        }
        if (waiting) left += 1;
        else await own.outbox.update(row.key, { state: 'quarantined', mirrored: true, sender: null });
      }
    };
    try {
      // A page that has not heard yet may save while this goes on.
      do await deliver();
      while (left === 0 && !(await nothingLeft(own, ctx.now())));
    } finally {
      own.close();
    }
    if (left > 0) return left;
    await report(ctx, signed);
    await Dexie.delete(userDbName(tenantId, userId));
    // A tab that had not heard yet may have written it once more.
    await forgetSecondCopy(user);
    await ctx.db.users.delete(user.key);
    return 0;
  });
}

/** Whether all has been handed over; from then on nothing is saved there any more. */
const nothingLeft = (own: UserDb, now: number): Promise<boolean> =>
  own.transaction('rw', own.outbox, own.meta, async () => {
    const waiting = await own.outbox.filter(({ state, mirrored }) => state !== 'quarantined' || !mirrored).count();
    if (waiting === 0) await own.meta.put({ key: ERASED_AT, value: now });
    return waiting === 0;
  });

/** Tells the server that nothing is left here; the erasing does not wait for it to be heard. */
async function report(ctx: WithdrawalContext, signed: Transport): Promise<void> {
  const body = {
    appVersion: ctx.appVersion ?? 'unknown',
    queue: { queued: 0, sending: 0, retryLater: 0, waitingForLogin: 0, needsYou: 0, quarantined: 0 },
    oldestUnsentAt: null,
    lastSyncAt: null,
    lastContactAt: null,
    storage: null,
    events: [{ id: uuidv7(), kind: 'erased', at: new Date(ctx.now()).toISOString() }],
    awaiting: [],
  };
  await signed({ method: 'POST', url: urlOf(ctx.bases, reportDevice), body: JSON.stringify(body) }).catch(() => null);
}
