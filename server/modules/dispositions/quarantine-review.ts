/**
 * Deciding a record in quarantine, once. `accepted` goes through the ordinary acceptance in the same transaction as the
 * decision: either both stand or neither. The supervisor vouches for one thing only, that the agent may speak about this
 * loan; everything else that the acceptance asks of a record it asks of this one too.
 */
import type { BatchItem } from '../../../core/contract/dispositions';
import type { RequestOf } from '../../../core/contract/kit';
import type { decideQuarantined, listQuarantine } from '../../../core/contract/quarantine';
import { parseRole } from '../../../core/domain/roles';
import type { Database, Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Clock } from '../../platform/clock';
import { acceptGroup } from './accept';
import { asApiError } from './item-error';
import type { Prepared } from './prepare';
import { countOpen, type Kept, lockQuarantined, writeDecision } from './quarantine';
import { agentOf, arrivedFiles, findQuarantined, quarantinePage, type WholeItem } from './quarantine-list';
import type { RaiseFromRecord } from './raise';

const PAGE = 25;

type Which = { userId: string; key: string };
type Body = RequestOf<typeof decideQuarantined>['body'];

interface FileLine {
  sha256: string;
  name: string | null;
  kind: string;
  size: number;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A box that could not be opened is kept as the item it came as. */
const isBox = (value: unknown): value is { sealed: string } =>
  isObject(value) && typeof value.sealed === 'string' && !('loanId' in value);

/** The files that a record names; what is no file is left out. */
function filesOf(record: unknown): FileLine[] {
  const list = isObject(record) && Array.isArray(record.attachments) ? (record.attachments as unknown[]) : [];
  return list.flatMap((file) =>
    isObject(file) && typeof file.sha256 === 'string'
      ? [
          {
            sha256: file.sha256.slice(0, 64),
            name: typeof file.name === 'string' ? file.name : null,
            kind: typeof file.kind === 'string' ? file.kind : 'document',
            size: typeof file.size === 'number' && Number.isSafeInteger(file.size) ? file.size : 0,
          },
        ]
      : [],
  );
}

export interface ReviewParts {
  db: Database;
  clock: Clock;
  raise: RaiseFromRecord;
  prepare(actor: Actor, items: readonly BatchItem[]): Promise<Prepared[]>;
  zoneOf(tenantId: string): Promise<string>;
}

export function quarantineReview({ db, clock, raise, prepare, zoneOf }: ReviewParts) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function show(tx: Tx, actor: Actor, { userId, key }: Which) {
    const found = await findQuarantined(tx, actor, userId, key);
    if (!found) throw new ApiError('not-found');
    const files = filesOf(found.record);
    const arrived = await arrivedFiles(
      tx,
      userId,
      files.map(({ sha256 }) => sha256),
    );
    return {
      item: found.item,
      record: isObject(found.record) && !isBox(found.record) ? found.record : null,
      files: files.map((file) => ({ ...file, arrived: arrived.has(file.sha256) })),
      loan: found.loan,
    };
  }

  async function agentActor(tx: Tx, actor: Actor, userId: string, deviceId: string | null): Promise<Actor> {
    const agent = await agentOf(tx, userId);
    const role = agent && parseRole(agent.role);
    if (!agent || !role) throw new ApiError('not-found');
    return {
      tenantId: actor.tenantId,
      userId,
      role,
      subRole: agent.sub_role,
      sessionId: null,
      deviceId,
      via: 'device',
      agencyId: agent.agency_id,
      clientId: agent.client_id,
      fullName: agent.full_name,
    };
  }

  /** The kept item as the acceptance takes it, under the agent's own name. */
  async function reviewed(actor: Actor, which: Which): Promise<Prepared | undefined> {
    const { kept, agent } = await db.transaction(scopeOf(actor), async (tx) => {
      const found = await findQuarantined(tx, actor, which.userId, which.key);
      if (!found) throw new ApiError('not-found');
      mayVouch(found);
      const kept = (await lockQuarantined(tx, which.userId, which.key)) as Kept;
      return { kept, agent: await agentActor(tx, actor, which.userId, kept.device_id) };
    });
    const own = {
      key: which.key,
      hash: kept.payload_hash,
      ...(kept.signature !== null && { signature: kept.signature }),
    };
    const item: BatchItem = isBox(kept.record)
      ? { ...own, sealed: kept.record.sealed }
      : { ...own, record: kept.record };
    const [prepared] = await prepare(agent, [item]);
    return prepared && { ...prepared, reviewed: true };
  }

  function mayVouch(found: WholeItem): void {
    if (found.loan || !isObject(found.record) || isBox(found.record)) return;
    throw new ApiError('forbidden', {
      message: 'The loan of this record is not among those you may see. Ask an administrator to decide it.',
    });
  }

  return {
    async list(actor: Actor, query: RequestOf<typeof listQuarantine>['query']) {
      const size = query.size ?? PAGE;
      return db.transaction(scopeOf(actor), async (tx) => ({
        ...(await quarantinePage(tx, actor, {
          state: query.state ?? 'open',
          q: query.q ?? '',
          deviceId: query.deviceId ?? null,
          userId: query.userId ?? null,
          limit: size,
          offset: ((query.page ?? 1) - 1) * size,
        })),
        open: await countOpen(tx, actor),
      }));
    },

    one: (actor: Actor, which: Which) => db.transaction(scopeOf(actor), (tx) => show(tx, actor, which)),

    /** Throws `ApiError`: `conflict` when it was decided already, what the acceptance says when it cannot take the record. */
    async decide(actor: Actor, { userId, key }: Which, body: Body) {
      const which = { userId: userId.toLowerCase(), key: key.toLowerCase() };
      if (which.userId === actor.userId) {
        throw new ApiError('forbidden', { message: 'Somebody else must decide a record of your own.' });
      }
      const now = clock.now();
      const accepting = body.decision === 'accepted';
      const prepared = accepting ? await reviewed(actor, which) : undefined;
      const zone = await zoneOf(actor.tenantId);
      return db.transaction(scopeOf(actor), async (tx) => {
        const found = await findQuarantined(tx, actor, which.userId, which.key);
        if (!found) throw new ApiError('not-found');
        const kept = await lockQuarantined(tx, which.userId, which.key);
        if (!kept || kept.decided_at !== null) {
          const before = (await findQuarantined(tx, actor, which.userId, which.key))?.item.decided;
          throw new ApiError('conflict', {
            ...(before && { message: `${before.by} has already decided this record. Look at it again.` }),
          });
        }
        if (body.decision !== 'accepted') {
          const { decision, reason } = body;
          await writeDecision(tx, actor, which.userId, [which.key], { decision, reason }, now);
          return show(tx, actor, which);
        }
        const [result] = prepared ? await acceptGroup(tx, actor.tenantId, zone, [prepared], now, raise) : [];
        if (!result) throw new Error('The record has no answer');
        if ('error' in result) throw asApiError(result.error);
        const { outcome } = result.receipt;
        await writeDecision(tx, actor, which.userId, [which.key], { decision: 'accepted', reason: null, outcome }, now);
        return show(tx, actor, which);
      });
    },
  };
}
