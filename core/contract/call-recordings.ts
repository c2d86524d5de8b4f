/** The sound of calls (docs/reports.md): heard and saved by whoever sees the call in its report, each time noted. */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';

const ofCall = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) });

export const callRecording = defineEndpoint({
  id: 'callRecordings.audio',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/call-recordings/{id}',
  summary:
    'The recording of a call of the caller’s people, a client’s of its loans, fetched from the dialer; each time stands in the audit as played or downloaded',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  heavy: true,
  /** The dialer’s own id of the call. */
  params: ofCall,
  query: z.strictObject({ use: z._default(z.enum(['play', 'download']), 'play') }),
  response: z.unknown(),
});

export const callWaveform = defineEndpoint({
  id: 'callRecordings.waveform',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/call-recordings/{id}/waveform',
  summary:
    'How loud a recorded call is from its beginning to its end, 0 to 255; null where the server does not know it',
  access: { kind: 'session', roles: '*', scope: 'loans' },
  idempotency: 'safe',
  params: ofCall,
  response: z.object({
    success: z.literal(true),
    data: z.nullable(z.object({ peaks: z.array(z.int()), seconds: z.int() })),
  }),
});
