/** The page's sender: adds the bearer token, and renews it once when our server refuses it. */
import { errorBodySchema } from '../../core/contract/errors';
import { jsonOf, type Transport } from './transport';
import type { DeviceSession } from './types';

export function createPageTransport(bare: Transport, session: Pick<DeviceSession, 'accessToken' | 'renew'>): Transport {
  return async (request) => {
    const sendWith = (token: string | undefined) =>
      bare(token ? { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } } : request);
    const token = await session.accessToken();
    const answer = await sendWith(token);
    if (answer.status !== 401 || !token || !errorBodySchema.safeParse(jsonOf(answer)).success) return answer;
    return (await session.renew(token)) === 'renewed' ? sendWith(await session.accessToken()) : answer;
  };
}
