/**
 * Clocking in and out. Needs the server: its time is what counts, so nothing of it is queued. Loaded with the vault, by who
 * presses the button.
 */
import { clock } from '../../core/contract/attendance';
import { errorBodySchema } from '../../core/contract/errors';
import { urlOf } from '../../core/contract/kit';
import { jsonOf } from './transport';
import type { ClockAnswer, Vault } from './types';
import type { VaultContext } from './vault-context';

export function clockActs(
  ctx: Pick<VaultContext, 'transport' | 'config' | 'accessToken' | 'renew'>,
): Pick<Vault, 'clock'> {
  return {
    async clock(mark) {
      const send = (token: string) =>
        ctx
          .transport({
            method: 'POST',
            url: urlOf(ctx.config.bases, clock),
            headers: { authorization: `Bearer ${token}` },
            body: JSON.stringify(mark),
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
      return answer ? wordOf(answer.status, jsonOf(answer)) : { kind: 'unreachable' };
    },
  };
}

function wordOf(status: number, json: unknown): ClockAnswer {
  const done = status === 200 ? clock.response.safeParse(json) : undefined;
  if (done?.success) return { kind: 'done', day: done.data.data };
  const own = errorBodySchema.safeParse(json);
  // What is not our own server's refusal (a portal, a full server) may go better later.
  if (!own.success || own.data.class === 'retry') return { kind: 'unreachable' };
  return { kind: 'refused', message: own.data.message };
}
