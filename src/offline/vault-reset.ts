/** A forgotten password: asking for a link, looking at it, using it. No session and no device key take part. */
import { errorBodySchema } from '../../core/contract/errors';
import { type Endpoint, type ResponseOf, type Schema, urlOf } from '../../core/contract/kit';
import { checkReset, forgotPassword, resetPassword } from '../../core/contract/passwords';
import { confirmEmail, undoContact } from '../../core/contract/people-contact';
import { jsonOf } from './transport';
import type { ServerWord, Vault } from './types';
import type { VaultContext } from './vault-context';

interface Posted extends Endpoint {
  response: Schema & { safeParse(value: unknown): { success: boolean; data?: unknown } };
}

export function resetActs(
  ctx: VaultContext,
): Pick<Vault, 'askForReset' | 'checkReset' | 'resetPassword' | 'settleContact'> {
  async function post<E extends Posted>(endpoint: E, body: object): Promise<ServerWord<ResponseOf<E>>> {
    const answer = await ctx
      .transport({ method: 'POST', url: urlOf(ctx.config.bases, endpoint), body: JSON.stringify(body) })
      .catch(() => null);
    const json = answer ? jsonOf(answer) : undefined;
    const done = answer?.status === 200 ? endpoint.response.safeParse(json) : undefined;
    if (done?.success) return { kind: 'done', data: done.data as ResponseOf<E> };
    const own = errorBodySchema.safeParse(json);
    if (!own.success) return { kind: 'unreachable' };
    return { kind: 'refused', code: own.data.code, message: own.data.message, fields: own.data.fields ?? [] };
  }
  return {
    askForReset: (login) => post(forgotPassword, { login }),
    checkReset: (token) => post(checkReset, { token }),
    resetPassword: (token, password) => post(resetPassword, { token, password }),
    settleContact: (token) => post(token.startsWith('cu_') ? undoContact : confirmEmail, { token }),
  };
}
