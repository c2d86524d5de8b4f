import type { DeviceEvent, DeviceRow, listDevices, reportDevice } from '../../../core/contract/devices';
import type { RequestOf } from '../../../core/contract/kit';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { countOpen, readDecisions } from '../dispositions';
import { openAlerts, refreshAlerts } from './alerts';
import { addEvents, eventsOf, type NewEvent } from './events';
import { devicePage, findDevice, keepReport, loseData, mayDecide, postOfUser, setRevoked } from './repository';

const PAGE = 25;
/** A phone's clock may be wrong; an event is not told to be later than now, nor older than its memory can be. */
const OLDEST_MS = 90 * 86_400_000;

export interface DeviceHistory {
  device: DeviceRow;
  events: DeviceEvent[];
}

async function refuseRank(tx: Tx, actor: Actor, userId: string, withdraws: boolean): Promise<void> {
  if (!mayDecide(actor, userId, await postOfUser(tx, userId), withdraws)) {
    throw new ApiError('forbidden', { message: 'Only somebody above may decide about this phone.' });
  }
}

export function deviceService({ db, clock }: Deps) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function change(
    actor: Actor,
    { deviceId, userId }: { deviceId: string; userId: string },
    revoked: boolean,
    reason: string,
  ): Promise<DeviceHistory> {
    const now = clock.now();
    return db.transaction(scopeOf(actor), async (tx) => {
      const before = await findDevice(tx, actor, deviceId, userId, now);
      if (!before) throw new ApiError('not-found');
      await refuseRank(tx, actor, userId, revoked);
      if (await setRevoked(tx, deviceId, userId, revoked ? now : null)) {
        const kind = revoked ? 'revoked' : 'allowed';
        await addEvents(
          tx,
          [{ id: uuidv7(), deviceId, userId, kind, at: now, actorId: actor.userId, detail: { reason } }],
          now,
        );
        await appendAudit(
          tx,
          [
            {
              action: `devices.${kind}`,
              subject: 'device',
              subjectId: deviceId,
              actorId: actor.userId,
              detail: {
                userId,
                before: { revokedAt: before.revokedAt },
                after: { revokedAt: revoked ? now.toISOString() : null },
                reason,
              },
            },
          ],
          now,
        );
      }
      // The desk of a supervisor is no phone any more once it is allowed again.
      const device = (await findDevice(tx, actor, deviceId, userId, now)) ?? { ...before, revokedAt: null };
      return { device, events: await eventsOf(tx, deviceId, userId) };
    });
  }

  return {
    /** The phone that calls reports about itself; without a registered device there is nothing to report about. */
    async report(actor: Actor, report: RequestOf<typeof reportDevice>['body']) {
      const { deviceId, userId } = actor;
      if (!deviceId) {
        throw new ApiError('bad-request', { message: 'This sign-in was made without a device, so it cannot report.' });
      }
      const now = clock.now();
      const timeOf = (at: string) =>
        new Date(Math.max(Math.min(Date.parse(at), now.getTime()), now.getTime() - OLDEST_MS));
      return db.transaction(scopeOf(actor), async (tx) => {
        if (!(await keepReport(tx, { deviceId, userId, locked: actor.via === 'device' }, report, now))) {
          throw new ApiError('not-found');
        }
        const events: NewEvent[] = [];
        for (const { id, kind, at, formerDeviceId } of report.events) {
          const event = { id, deviceId, userId, kind, at: timeOf(at), actorId: null };
          if (kind !== 'evicted' || !formerDeviceId || formerDeviceId === deviceId) {
            events.push(event);
            continue;
          }
          const unsent = await loseData(tx, formerDeviceId, userId);
          // An id that this user never had is no device of theirs.
          if (unsent === undefined) events.push(event);
          else events.push({ ...event, deviceId: formerDeviceId, detail: { unsent } });
        }
        await addEvents(tx, events, now);
        await refreshAlerts(tx, now, { deviceId, userId });
        return {
          at: now.toISOString(),
          revoked: actor.revoked === true,
          decisions: await readDecisions(tx, userId, report.awaiting),
        };
      });
    },

    async list(actor: Actor, query: RequestOf<typeof listDevices>['query']) {
      const now = clock.now();
      const size = query.size ?? PAGE;
      const sort = query.sort ?? 'oldest';
      const page = await db.transaction(scopeOf(actor), (tx) =>
        devicePage(
          tx,
          actor,
          {
            q: query.q ?? '',
            filter: query.filter ?? 'all',
            sort,
            dir: query.dir ?? (sort === 'oldest' || sort === 'agent' ? 'asc' : 'desc'),
            limit: size,
            offset: ((query.page ?? 1) - 1) * size,
          },
          now,
        ),
      );
      return { asOf: now.toISOString(), ...page };
    },

    async one(actor: Actor, { deviceId, userId }: { deviceId: string; userId: string }): Promise<DeviceHistory> {
      return db.transaction(scopeOf(actor), async (tx) => {
        const device = await findDevice(tx, actor, deviceId, userId, clock.now());
        if (!device) throw new ApiError('not-found');
        return { device, events: await eventsOf(tx, deviceId, userId) };
      });
    },

    revoke: (actor: Actor, which: { deviceId: string; userId: string }, reason: string) =>
      change(actor, which, true, reason),
    allow: (actor: Actor, which: { deviceId: string; userId: string }, reason: string) =>
      change(actor, which, false, reason),

    async alerts(actor: Actor) {
      const now = clock.now();
      return db.transaction(scopeOf(actor), async (tx) => {
        await refreshAlerts(tx, now);
        return { ...(await openAlerts(tx, actor)), underReview: await countOpen(tx, actor) };
      });
    },
  };
}
