/** Recordings of calls, handed on from where the dialer keeps them. */
import type { callRecording } from '../../../core/contract/call-recordings';
import type { RequestOf } from '../../../core/contract/kit';
import { MOST_RECORDING_BYTES } from '../../../core/domain/recordings';
import { appendAudit } from '../../db/audit';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { createOutgoing, type OutgoingFile, OutgoingRefused } from '../../platform/senders/outgoing';
import { tenantRules } from '../tenants';
import { drawn, type RecordedCall, seenCall } from './recording-rows';

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

/** Fetches the sound behind a link as the dialer gives it; rejects as `Outgoing.get`. */
export function soundFetcher(hosts: readonly string[]) {
  const outgoing = createOutgoing(hosts);
  return async (link: string, mostBytes: number): Promise<OutgoingFile> =>
    outgoing.get({ url: addressOf(link, hosts), mostBytes });
}

export function recordingService({ db, clock, config, logger }: Pick<Deps, 'db' | 'clock' | 'config' | 'logger'>) {
  const sound = soundFetcher(config.recordingHosts);
  const rulesOf = tenantRules(db);

  async function fetched(link: string): Promise<OutgoingFile> {
    try {
      return await sound(link, MOST_RECORDING_BYTES);
    } catch (error) {
      if (!(error instanceof OutgoingRefused)) {
        logger.warn('a recording could not be fetched', { error });
        throw new ApiError('busy', { message: 'The dialer’s store of recordings does not answer. Try again later.' });
      }
      throw new ApiError('not-found', { message: 'The recording is not kept where this server may fetch it.' });
    }
  }

  /** With the way to its sound. Throws `not-found` for a call that the caller does not see or without a sound, `gone` where it is no longer kept. */
  async function heard(actor: Actor, id: string): Promise<RecordedCall & { recording: string }> {
    const { recordingDays } = await rulesOf(actor.tenantId);
    const call = await db.transaction({ tenantId: actor.tenantId, userId: actor.userId, indexed: true }, (tx) =>
      seenCall(tx, actor, id),
    );
    if (!call) throw new ApiError('not-found');
    const { recording, recording_over: over, started_at: started } = call;
    const ended = Date.parse(started) + recordingDays * DAY_MS <= clock.now().getTime();
    if (over || (recording !== null && ended))
      throw new ApiError('gone', { message: 'The recording is over its time and is no longer given out.' });
    if (recording === null)
      throw new ApiError('not-found', { message: 'The dialer delivered no recording of this call.' });
    return { ...call, recording };
  }

  return {
    /** Throws as `heard`. */
    waveform: async (actor: Actor, id: string) => drawn(await heard(actor, id)),

    /** Throws as `heard`. */
    async audio(actor: Actor, id: string, { use }: RequestOf<typeof callRecording>['query']): Promise<FileReply> {
      const call = await heard(actor, id);
      const file = await fetched(call.recording);
      const type = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
      const ending = ENDINGS[type];
      if (file.status !== 200 || !ending) {
        file.content.destroy();
        throw new ApiError('gone', { message: 'The dialer no longer has this recording.' });
      }
      await db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) =>
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
