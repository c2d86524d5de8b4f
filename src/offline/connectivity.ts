/** Whether our server is in reach: what a ping says, never `navigator.onLine` alone. A ping also measures the clock. */
import { type Bases, urlOf } from '../../core/contract/kit';
import { jsonOf, type Transport } from './transport';

const PING = { service: 'crm', path: '/api/v2/ping' } as const;

/** Null when the server did not answer; a captive portal cannot know the word. `offsetMs`: server minus device time. */
export async function ping(
  transport: Transport,
  bases: Bases,
  now: () => number,
): Promise<{ offsetMs: number } | null> {
  const sent = now();
  const answer = await transport({ method: 'GET', url: urlOf(bases, PING), timeoutMs: 8_000 }).catch(() => null);
  if (answer?.status !== 200) return null;
  const body = jsonOf(answer);
  if (typeof body !== 'object' || body === null || !('recoup' in body) || body.recoup !== 'pong') return null;
  const serverTime = 'serverTime' in body ? Date.parse(String(body.serverTime)) : Number.NaN;
  if (!Number.isFinite(serverTime)) return null;
  return { offsetMs: Math.round(serverTime - (sent + now()) / 2) };
}
