/**
 * A password that was replaced elsewhere (by a mail's link, by an administrator): the server lets the user in, but this
 * device's key lies behind the old password. Before anything is given up the user is told what hangs on it, and may
 * open it once more with the old password or the PIN. Unsent records never hang on it: they are sealed to the server.
 */
import { type DeviceUser, userKey } from './device-db';
import { SignInError } from './sign-in-error';
import type { OldPasswordNeeded, OldPasswordStake, Vault } from './types';
import { openUserDb } from './user-db';
import { newDeviceKey } from './vault';
import type { Finish, InnerVault, VaultContext } from './vault-context';
import { openByPassword, openByPin } from './vault-doors';

const STARTED_FRESH = 'Started afresh on this phone. Unsent records are still delivered.';
const WRONG_OLD = 'This is not the password that was used on this phone before.';

async function stakeIn(user: Pick<DeviceUser, 'tenantId' | 'userId' | 'pin'>): Promise<OldPasswordStake> {
  const own = openUserDb(user.tenantId, user.userId);
  try {
    const [drafts, unsent, needsYou] = await Promise.all([
      own.drafts.count(),
      own.outbox.count(),
      own.outbox.where('state').equals('needs-you').count(),
    ]);
    return { drafts, unsent, needsYou, pin: !!user.pin };
  } finally {
    own.close();
  }
}

export function recoveryActs(ctx: VaultContext): Pick<InnerVault, 'askForOld' | 'recover' | 'startFresh' | 'stakeOf'> {
  const { db } = ctx;
  /** A sign-in that the server has taken and that waits for the user's choice; in memory only. */
  let waiting: { key: string; password: string; finish: Finish } | undefined;

  const pending = async () => {
    const user = waiting && (await db.users.get(waiting.key));
    if (!waiting || !user) throw new SignInError('wrong-credentials', 'Sign in again.');
    return { ...waiting, user };
  };

  return {
    async askForOld(user, password, finish) {
      const stake = await stakeIn(user);
      // Loans come again from the server, which is at hand: only what nobody else has is worth a question.
      if (stake.drafts + stake.unsent === 0) return undefined;
      waiting = { key: user.key, password, finish };
      return Object.assign(new Error('The password was changed elsewhere'), {
        name: 'OldPasswordNeeded' as const,
        stake,
      }) satisfies OldPasswordNeeded;
    },
    async recover(secret) {
      const { user, password, finish } = await pending();
      const raw =
        'pin' in secret
          ? await openByPin(ctx, user.key, secret.pin)
          : await openByPassword(ctx, user, secret.password).catch((error: unknown) => {
              throw error instanceof SignInError && error.code === 'wrong-credentials'
                ? new SignInError('wrong-credentials', WRONG_OLD)
                : error;
            });
      const unlocked = await finish(raw, await ctx.makeDoor(password, raw), true, true);
      waiting = undefined;
      return unlocked;
    },
    async startFresh() {
      const { user, password, finish } = await pending();
      const raw = newDeviceKey();
      const unlocked = await finish(raw, await ctx.makeDoor(password, raw), false, false);
      waiting = undefined;
      // Nobody can read them any more; what stays is what goes out.
      const own = openUserDb(user.tenantId, user.userId);
      try {
        await own.drafts.clear();
      } catch {
        // A full disk keeps them, unreadable; the user is in.
      } finally {
        own.close();
      }
      return { ...unlocked, notice: STARTED_FRESH };
    },
    async stakeOf(userId): ReturnType<Vault['stakeOf']> {
      const user = (await db.users.toArray()).find((row) => row.userId === userId && !row.withdrawn);
      return user && userKey(user.tenantId, user.userId) === user.key ? stakeIn(user) : undefined;
    },
  };
}
