/**
 * An agent's exported queue, handed in by a supervisor: checked to be the work of that agent's phone, opened with the
 * server's key, and taken like any delivery of that phone. A record is taken once by its key, whoever brings it.
 */
import { createDecipheriv } from 'node:crypto';
import { safeParse } from 'zod/v4/core';
import { fromBase64url } from '../../../core/contract/base64url';
import { verifyText } from '../../../core/contract/device-keys';
import type { uploadQueueFile } from '../../../core/contract/devices';
import { type BatchItem, type BatchResult, MAX_BATCH } from '../../../core/contract/dispositions';
import type { ResponseOf } from '../../../core/contract/kit';
import {
  filesOf,
  type QueueFile,
  type QueueFileBody,
  queueFileBodySchema,
  queueFileText,
  readQueueFile,
} from '../../../core/contract/queue-file';
import { uuidv7 } from '../../../core/domain/ids';
import { parseRole } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import type { Keys } from '../../platform/keys';
import { attachmentService } from '../attachments';
import { dispositionService, type RaiseFromRecord, writeDecision } from '../dispositions';
import { addEvents } from './events';
import { type Agent, findAgent } from './repository';

type Taken = ResponseOf<typeof uploadQueueFile>['data'];
type Line = Taken['records'][number];

const IV = 12;
const TAG = 16;

function openGcm(key: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV, sealed.length - TAG)), decipher.final()]);
}

const refused = (message: string) => new ApiError('invalid', { message, fields: [{ path: 'file', message }] });

async function openBody(keys: Keys, { header, content }: QueueFile): Promise<QueueFileBody> {
  let json: unknown;
  try {
    const key = await keys.openSealed(header.key.forServer);
    json = JSON.parse(openGcm(key, content.subarray(0, header.bodyLength)).toString('utf8'));
  } catch {
    throw refused('This file was not made for this server.');
  }
  const parsed = safeParse(queueFileBodySchema, json);
  if (!parsed.success) throw refused('This file was made by a version of the app that is not known here.');
  if (parsed.data.tenantId !== header.tenantId || parsed.data.userId !== header.userId) {
    throw refused('This file was changed after it was made.');
  }
  return parsed.data;
}

const actorOf = (agent: Agent, tenantId: string, deviceId: string): Actor => {
  const role = parseRole(agent.role);
  if (!role) throw new ApiError('not-found');
  return {
    tenantId,
    userId: agent.id,
    role,
    subRole: agent.sub_role,
    sessionId: null,
    deviceId,
    via: 'device',
    agencyId: agent.agency_id,
    clientId: agent.client_id,
    fullName: agent.full_name,
  };
};

const itemOf = ({ key, hash, sealed, signature }: QueueFileBody['records'][number]): BatchItem => ({
  key,
  hash,
  sealed,
  ...(signature !== null && { signature }),
});

export function queueFileService(deps: Deps, raise: RaiseFromRecord): (actor: Actor, bytes: Buffer) => Promise<Taken> {
  const { db, clock, keys, logger } = deps;
  const dispositions = dispositionService(deps, raise);
  const attachments = attachmentService(deps);

  /** Photos first, because a record counts only with all of its photos. One that cannot be opened keeps only its own record waiting. */
  async function keepFiles(agent: Actor, file: QueueFile, body: QueueFileBody): Promise<void> {
    const sealed = filesOf(file, body.files);
    if (!sealed) throw refused('This file was cut short.');
    for (const { sha256, key } of body.files) {
      const bytes = sealed.get(sha256);
      if (!bytes) continue;
      try {
        const plain = openGcm(fromBase64url(key), bytes);
        await attachments.keep(agent, [{ field: 'file', filename: sha256, mime: '', bytes: plain }], new Set([sha256]));
      } catch (error) {
        logger.warn('a photo of a queue file could not be kept', { userId: agent.userId, error });
      }
    }
  }

  /** Which of these are here already: the file may come after the phone, or twice. */
  async function alreadyHere(agent: Actor, wanted: readonly string[]): Promise<Set<string>> {
    const rows = await db.transaction({ tenantId: agent.tenantId, userId: agent.userId }, (tx) =>
      tx.query<{ key: string }>(
        `select key from idempotency_keys
          where tenant_id = current_tenant() and user_id = $1 and key = any($2::uuid[])
            and (receipt is not null or superseded_by is not null)`,
        [agent.userId, [...wanted]],
      ),
    );
    return new Set(rows.map(({ key }) => key));
  }

  async function lineOf(
    agent: Actor,
    record: QueueFileBody['records'][number],
    result: BatchResult,
    known: boolean,
  ): Promise<Line> {
    const { key, loanNumber } = record;
    if ('receipt' in result) {
      const { receiptNo } = result.receipt;
      return { key, loanNumber, became: known ? 'already-here' : 'received', receiptNo, message: null };
    }
    const { code, message, fields = [] } = result.error;
    const words = [message, ...fields.map((field) => field.message)].join(' ').slice(0, 500);
    if (code === 'superseded') return { key, loanNumber, became: 'already-here', receiptNo: null, message: words };
    if (result.error.class === 'retry')
      return { key, loanNumber, became: 'try-again', receiptNo: null, message: words };
    await dispositions.quarantine(agent, { item: itemOf(record), reason: { code, message: words } });
    return { key, loanNumber, became: 'under-review', receiptNo: null, message: words };
  }

  return async (actor, bytes) => {
    const file = await readQueueFile(bytes);
    if (!file) throw refused('This is not a file of saved records, or it was damaged on the way.');
    const { header, signature } = file;
    const { deviceId, userId } = header;
    if (header.tenantId !== actor.tenantId) throw new ApiError('not-found');
    const stored = await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) =>
      findAgent(tx, actor, deviceId, userId),
    );
    if (!stored) throw new ApiError('not-found');
    const good = await verifyText(stored.public_key, await queueFileText(header), signature).catch(() => false);
    if (!good) throw refused('This file was changed, or was not made by the phone that it names.');
    const body = await openBody(keys, file);
    const agent = actorOf(stored, actor.tenantId, deviceId);
    await keepFiles(agent, file, body);

    const records = [...body.records].sort((a, b) => a.createdAt - b.createdAt || a.seq - b.seq);
    const lines: Line[] = [];
    for (let at = 0; at < records.length; at += MAX_BATCH) {
      const batch = records.slice(at, at + MAX_BATCH);
      const known = await alreadyHere(
        agent,
        batch.map(({ key }) => key),
      );
      // What a withdrawn phone holds takes no effect by itself, however it arrives.
      const open = stored.revoked_at === null ? batch : batch.filter(({ key }) => known.has(key));
      const results = new Map(
        (open.length > 0 ? await dispositions.accept(agent, open.map(itemOf)) : []).map((result) => [
          result.key,
          result,
        ]),
      );
      for (const record of batch) {
        const result = results.get(record.key) ?? withdrawn(record.key);
        lines.push(await lineOf(agent, record, result, known.has(record.key)));
      }
    }
    const now = clock.now();
    const count = (became: Line['became']) => lines.filter((line) => line.became === became).length;
    const counts = { records: lines.length, received: count('received'), underReview: count('under-review') };
    await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => {
      const taken = lines.filter(({ receiptNo }) => receiptNo !== null).map(({ key }) => key);
      // Had one of them been waiting for a decision, this was it.
      await writeDecision(tx, actor, userId, taken, { decision: 'accepted', reason: null }, now);
      await addEvents(
        tx,
        [{ id: uuidv7(), deviceId, userId, kind: 'queue-uploaded', at: now, actorId: actor.userId, detail: counts }],
        now,
      );
      await appendAudit(
        tx,
        [
          {
            action: 'devices.queue-uploaded',
            subject: 'device',
            subjectId: deviceId,
            actorId: actor.userId,
            detail: { userId, madeAt: header.madeAt, contentHash: header.contentHash, ...counts },
          },
        ],
        now,
      );
    });
    return { agent: stored.full_name, madeAt: header.madeAt, records: lines };
  };
}

const withdrawn = (key: string): BatchResult => ({
  key,
  error: {
    code: 'device-revoked',
    class: 'user',
    status: 403,
    message: 'The phone that made this record was withdrawn.',
  },
});
