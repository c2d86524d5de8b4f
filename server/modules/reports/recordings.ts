/** Recordings of calls, handed on from where the dialer keeps them. */

import type { callRecording } from '../../../core/contract/call-recordings';
import type { RequestOf } from '../../../core/contract/kit';
import { MOST_RECORDING_BYTES, RECORDING_DAYS } from '../../../core/domain/recordings';
import { appendAudit } from '../../db/audit';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { createOutgoing, type OutgoingFile, OutgoingRefused } from '../../platform/senders/outgoing';
import { callScope } from './sources/dialer';

const DAY_MS = 86_400_000;
const ENDINGS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
};

/** A link without a host is of the first that recordings may come from; an address on this machine is called without TLS. */
function addressOf(link: string, hosts: readonly string[]): string {
  if (!link.startsWith('/') || link.startsWith('//')) return link;
  const [host = ''] = hosts;
  return `${/^[\d.]+(:\d+)?$|^\[/.test(host) ? 'http' : 'https'}://${host}${link}`;
}

export function recordingService({ db, clock, config, logger }: Pick<Deps, 'db' | 'clock' | 'config' | 'logger'>) {
  const outgoing = createOutgoing(config.recordingHosts);

  async function fetched(link: string): Promise<OutgoingFile> {
    try {
      return await outgoing.get({ url: addressOf(link, config.recordingHosts), mostBytes: MOST_RECORDING_BYTES });
    } catch (error) {
      if (!(error instanceof OutgoingRefused)) {
        logger.warn('a recording could not be fetched', { error });
        throw new ApiError('busy', { message: 'The dialer’s store of recordings does not answer. Try again later.' });
      }
      throw new ApiError('not-found', { message: 'The recording is not kept where this server may fetch it.' });
    }
  }

  return {
    /** Throws `not-found` for a call that the caller does not see or without a sound, `gone` where it is no longer kept. */
    async audio(actor: Actor, id: string, { use }: RequestOf<typeof callRecording>['query']): Promise<FileReply> {
      const scope = { tenantId: actor.tenantId, userId: actor.userId };
      const call = await db.transaction({ ...scope, indexed: true }, async (tx) => {
        const parameters: unknown[] = [id];
        const seen = callScope(actor, parameters);
        const [row] = await tx.query<{ recording: string | null; started_at: string; loan_id: string | null }>(
          `select dc.recording, dc.started_at, dc.loan_id from dialer_calls dc
             left join loans l on l.tenant_id = dc.tenant_id and l.id = dc.loan_id
            where dc.tenant_id = current_tenant() and dc.id = $1 and ${seen}`,
          parameters,
        );
        return row;
      });
      if (!call) throw new ApiError('not-found');
      if (call.recording === null)
        throw new ApiError('not-found', { message: 'The dialer delivered no recording of this call.' });
      if (Date.parse(call.started_at) + RECORDING_DAYS * DAY_MS <= clock.now().getTime())
        throw new ApiError('gone', { message: 'The recording is over its time and is no longer given out.' });
      const file = await fetched(call.recording);
      const type = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
      const ending = ENDINGS[type];
      if (file.status !== 200 || !ending) {
        file.content.destroy();
        throw new ApiError('gone', { message: 'The dialer no longer has this recording.' });
      }
      await db.transaction(scope, (tx) =>
        appendAudit(
          tx,
          [
            {
              action: use === 'play' ? 'recording.played' : 'recording.downloaded',
              subject: 'call',
              subjectId: id,
              actorId: actor.userId,
              detail: { loanId: call.loan_id },
            },
          ],
          clock.now(),
        ),
      );
      return new FileReply(file.content, type, `call_${call.started_at.slice(0, 10)}_${id}.${ending}`);
    },
  };
}
