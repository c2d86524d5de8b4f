/**
 * The page's sender: adds the bearer token, and renews it once when our server refuses it. Whatever was asked, the word
 * that this device is withdrawn is heard here.
 */
import { errorBodySchema } from '../../core/contract/errors';
import { jsonOf, type Transport } from './transport';
import type { DeviceSession } from './types';

export function createPageTransport(
  bare: Transport,
  session: Pick<DeviceSession, 'accessToken' | 'renew' | 'withdraw'>,
): Transport {
  return async (request) => {
    const sendWith = (token: string | undefined) =>
      bare(token ? { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } } : request);
    const token = await session.accessToken();
    const answer = await sendWith(token);
    if (answer.status < 400) return answer;
    const own = errorBodySchema.safeParse(jsonOf(answer));
    if (own.data?.code === 'device-revoked') void session.withdraw();
    if (answer.status !== 401 || !token || !own.success) return answer;
    return (await session.renew(token)) === 'renewed' ? sendWith(await session.accessToken()) : answer;
  };
}
