/**
 * Changing the password while signed in. The device key gets a second door under the new password before the server is
 * asked, so that whatever dies in between, one of the two passwords opens it:
 *
 *   old door ──▶ old and new ──server changes──▶ new
 *                    └──refuses──▶ old
 *                    └──no answer──▶ both, until the next sign-in tells which one the server takes
 */

import { errorBodySchema } from '../../core/contract/errors';
import { urlOf } from '../../core/contract/kit';
import { changePassword } from '../../core/contract/passwords';
import { orFull, stillOpen } from './full-disk';
import { renewDoor } from './second-copy';
import { SignInError } from './sign-in-error';
import { jsonOf } from './transport';
import type { PasswordChange, Vault } from './types';
import type { VaultContext } from './vault-context';

const NO_SESSION =
  'The server has to confirm this. Sign in with your password while there is a network, then change it.';

export function passwordActs(ctx: VaultContext): Pick<Vault, 'changePassword'> {
  const { db } = ctx;

  async function ask(token: string, current: string, next: string): Promise<PasswordChange> {
    const answer = await ctx
      .transport({
        method: 'PUT',
        url: urlOf(ctx.config.bases, changePassword),
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ current, next }),
      })
      .catch(() => null);
    if (!answer) return { kind: 'unknown' };
    const json = jsonOf(answer);
    const changed = answer.status === 200 ? changePassword.response.safeParse(json) : undefined;
    if (changed?.success) return { kind: 'changed', endedSessions: changed.data.data.endedSessions };
    const own = errorBodySchema.safeParse(json);
    // Only our own server's refusal is one; a failure on its way may have happened after the change.
    if (!own.success || own.data.code === 'internal') return { kind: 'unknown' };
    return { kind: 'refused', message: own.data.message, fields: own.data.fields ?? [] };
  }

  return {
    async changePassword(current, next) {
      const open = ctx.opened();
      const user = open && (await db.users.get(open.key));
      // Not by the current password: whether that is right is for the server to say.
      const raw = user && (await stillOpen(ctx.storage, user))?.raw;
      if (!open || !user || !raw) throw new SignInError('wrong-credentials', 'Sign in first.');
      const token = await ctx.accessToken();
      if (!token) return { kind: 'refused', message: NO_SESSION, fields: [] };
      const door = await ctx.makeDoor(next, raw);
      raw.fill(0);
      await db.users.update(open.key, { next: door }).catch(orFull);
      const change = await ask(token, current, next);
      const doors =
        change.kind === 'changed'
          ? { ...door, next: undefined }
          : // An earlier change may be unconfirmed as well: its door stays.
            { next: user.next };
      // Where the disk takes no more, both doors stay, as without an answer.
      if (change.kind !== 'unknown') await db.users.update(open.key, doors).catch(() => 0);
      await renewDoor(db, open.key);
      return change;
    },
  };
}
