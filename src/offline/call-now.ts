/** One call that needs the server there and then, with the session's token: nothing of it is queued. */
import { errorBodySchema } from '../../core/contract/errors';
import { type Endpoint, urlOf } from '../../core/contract/kit';
import { jsonOf } from './transport';
import type { OnlineAnswer } from './types';
import type { VaultContext } from './vault-context';

export type CallContext = Pick<VaultContext, 'transport' | 'config' | 'accessToken' | 'renew'>;

/** The token is renewed once where it has run out. `read` answers undefined for what is not the endpoint's answer. */
export async function callNow<Data>(
  ctx: CallContext,
  endpoint: Endpoint & { method: 'POST' | 'PUT' },
  body: unknown,
  read: (json: unknown) => Data | undefined,
): Promise<OnlineAnswer<Data>> {
  const send = (token: string) =>
    ctx
      .transport({
        method: endpoint.method,
        url: urlOf(ctx.config.bases, endpoint),
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      .catch(() => null);
  const token = await ctx.accessToken();
  // A sign-in that was made offline has no token before the server has confirmed it.
  if (!token) return { kind: 'unreachable' };
  let answer = await send(token);
  if (answer?.status === 401 && (await ctx.renew(token)) === 'renewed') {
    const next = await ctx.accessToken();
    if (next) answer = await send(next);
  }
  if (!answer) return { kind: 'unreachable' };
  const json = jsonOf(answer);
  const data = answer.status === 200 ? read(json) : undefined;
  if (data !== undefined) return { kind: 'done', data };
  const own = errorBodySchema.safeParse(json);
  // What is not our own server's refusal (a portal, a full server) may go better later.
  if (!own.success || own.data.class === 'retry') return { kind: 'unreachable' };
  return { kind: 'refused', message: own.data.fields?.[0]?.message ?? own.data.message };
}
